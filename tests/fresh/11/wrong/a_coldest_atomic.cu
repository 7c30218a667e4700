// fpcheck: warmest <<<2, 64>>> t=uniform(-40,-5):128 best=inout:[-1000.0] n=128 --ref best=max(t)
// expect: error mismatch at line 13
// why: float bits compared as signed ints order negative numbers backwards: -1000 stays above every -40..-5 as an integer, so the initial value is never replaced
// figure: best: computed -1000, MPFR max(t), between -40 and -5
// Warmest reading of a winter, by one atomic a warp.
__global__ void warmest(const float *t, float *best, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? t[i] : -1000.0f;
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0)
        atomicMax(reinterpret_cast<int *>(best), __float_as_int(v));
}
