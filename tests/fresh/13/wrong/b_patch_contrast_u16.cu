// fpcheck: contrast <<<4, 32>>> image=[60000,60010,59990,60020,59980,60005,59995,60000,60000,60010,59990,60020,59980,60005,59995,60000,50000,50040,49960,50080,49920,50020,49980,50000,50000,50040,49960,50080,49920,50020,49980,50000,47000,47100,46900,47200,46800,47050,46950,47000,47000,47100,46900,47200,46800,47050,46950,47000,65000,65001,64999,65002,64998,65003,64997,65000,65000,65001,64999,65002,64998,65003,64997,65000]:4x16 sigma=empty:4 w=16 ref=sigma=sqrt(var(image,1)) --tol rtol=1e-5,atol=0
// expect: error integer overflow at line 21
// why: unsigned short promotes to int, and 60000 * 60000 does not fit into 31 bits; the negative variance is then clamped to 0
// figure: computed sigma[0] = 0.0 (variance -4.29497e+09), MPFR 11.4564392
// Computer vision: contrast (standard deviation) of patches of a 16-bit image, one warp a patch.
template <class T> __device__ T warp_sum(T v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void contrast(const unsigned short *image, float *sigma, int w)
{
    const unsigned short *patch = image + blockIdx.x * w;
    long long s = 0, s2 = 0;
    for (int i = threadIdx.x; i < w; i += 32)
    {
        unsigned short v = patch[i];
        s += v;
        s2 += v * v;
    }
    s = warp_sum(s);
    s2 = warp_sum(s2);
    if (threadIdx.x == 0)
    {
        double mean = (double)s / w;
        double var = (double)s2 / w - mean * mean;
        sigma[blockIdx.x] = (float)sqrt(fmax(var, 0.0));
    }
}
