// fpcheck: moments <<<4, 32>>> x=uniform(99,101):4x192 mean=empty:4 var=empty:4 c=192 --ref mean=mean(x,1) --tol rtol=1e-5,atol=0
// expect: ok
// Welford per lane, merged by Chan's formula; every lane has the same count at every step.
__global__ void moments(const float* x, float* mean, float* var, int c)
{
    const int lane = threadIdx.x;
    float n = 0.0f, m = 0.0f, s = 0.0f;
    for (int j = lane; j < c; j += 32) {
        float v = x[blockIdx.x * c + j];
        n += 1.0f;
        float d = v - m;
        m += d / n;
        s = fmaf(d, v - m, s);
    }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        float n2 = __shfl_xor_sync(0xffffffffu, n, o);
        float m2 = __shfl_xor_sync(0xffffffffu, m, o);
        float s2 = __shfl_xor_sync(0xffffffffu, s, o);
        float nt = n + n2;
        float d = m2 - m;
        s = s + s2 + d * d * (n * n2 / nt);
        m = (n * m + n2 * m2) / nt;
        n = nt;
    }
    if (lane == 0) {
        mean[blockIdx.x] = m;
        var[blockIdx.x] = s / n;
    }
}
