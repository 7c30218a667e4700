// fpcheck: normalize_field <<<1, 32>>> e=uniform(1e-24,9e-24):32x3 u=empty:32x3 n=32
// expect: error underflow at line 8: squares of 1e-24 are below the subnormals, the norm is 0 and its reciprocal infinite
__global__ void normalize_field(const float* e, float* u, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = e[3 * i], y = e[3 * i + 1], z = e[3 * i + 2];
    float n2 = x * x + y * y + z * z;
    float inv = rsqrtf(n2);
    u[3 * i] = x * inv;
    u[3 * i + 1] = y * inv;
    u[3 * i + 2] = z * inv;
}
