// fpcheck: power <<<8, 32>>> power_out=empty:8 n=96 want=[0.393996406,0.404416311,0.422868188,0.451239339,0.49280487,0.553211179,0.64255269,0.780128175] ref=power_out=want --tol rtol=2e-4,atol=1e-5
// expect: ok
// why: the phase 2 pi k i / N grows with k i, but it is reduced as an integer modulo N before it becomes a float; the remaining sum cancels only as far as the signal does
// figure: computed power_out[0] 0.393996, MPFR 0.39399641; rounding of 96 terms about 1e-5 relative of 2e-4
// Power of the lowest bins of a sawtooth of period 7, a warp a bin.
__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void power(float *power_out, int n)
{
    int bin = blockIdx.x + 1;
    float re = 0.0f, im = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float x = 0.125f * (float)(i % 7);
        int step = (bin * i) % n;
        float s, c;
        sincospif(2.0f * (float)step / (float)n, &s, &c);
        re = fmaf(x, c, re);
        im = fmaf(-x, s, im);
    }
    re = warp_sum(re);
    im = warp_sum(im);
    if (threadIdx.x == 0)
        power_out[blockIdx.x] = re * re + im * im;
}
