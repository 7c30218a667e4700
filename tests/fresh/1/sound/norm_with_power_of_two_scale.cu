// fpcheck: unit_vector <<<1, 32>>> e=uniform(1e-24,9e-24):32x3 u=empty:32x3 n=32
// expect: ok
// The exponent of the largest component is read from its bits; scaling by a power of two is exact.
__global__ void unit_vector(const float* e, float* u, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = e[3 * i], y = e[3 * i + 1], z = e[3 * i + 2];
    float m = fmaxf(fabsf(x), fmaxf(fabsf(y), fabsf(z)));
    int ex = (int)((__float_as_uint(m) >> 23) & 255u) - 127;
    ex = max(-125, min(125, ex));
    float s = __uint_as_float((unsigned)(127 - ex) << 23);
    x *= s; y *= s; z *= s;
    float inv = rsqrtf(x * x + y * y + z * z);
    u[3 * i] = x * inv;
    u[3 * i + 1] = y * inv;
    u[3 * i + 2] = z * inv;
}
