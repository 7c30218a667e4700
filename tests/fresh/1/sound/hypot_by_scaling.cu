// fpcheck: length <<<1, 32>>> x=uniform(2e19,8e19):32 y=uniform(2e-3,8e-3):32 z=uniform(1e19,4e19):32 r=empty:32 n=32
// expect: ok
__global__ void length(const float* x, const float* y, const float* z, float* r, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float m = fmaxf(fabsf(x[i]), fmaxf(fabsf(y[i]), fabsf(z[i])));
    if (m == 0.0f) { r[i] = 0.0f; return; }
    float a = x[i] / m, b = y[i] / m, c = z[i] / m;
    r[i] = m * sqrtf(a * a + b * b + c * c);
}
