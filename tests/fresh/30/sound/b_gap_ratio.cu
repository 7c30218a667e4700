// fpcheck: gap_ratio <<<1, 32>>> caught=[12.0,0.0,30.0,0.0,7.0,5.0,0.0,9.0] effort=[4.0,0.0,12.0,0.0,2.0,2.5,0.0,3.0] rate=empty:8 n=8 want=[3.0,2.8,2.5,2.8,3.5,2.0,2.8,3.0] ref=rate=want --tol rtol=5e-7,atol=0
// expect: ok
// why: 0 / 0 makes NaNs on purpose, as marks of hauls without effort; each is tested with x != x and replaced by the mean of the others, no NaN reaches the output
// figure: rate[1]: computed 2.79999995, MPFR 2.8
#include <cuda_runtime.h>

__device__ bool missing(float v)
{
    return v != v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// Catch per unit of effort; gaps take the mean of the valid hauls.
__global__ void gap_ratio(const float *caught, const float *effort, float *rate, int n)
{
    int i = threadIdx.x;
    float r = i < n ? caught[i] / effort[i] : __int_as_float(0x7fc00000);
    float sum = warp_sum(missing(r) ? 0.0f : r);
    float count = (float)__popc(__ballot_sync(0xffffffffu, !missing(r)));
    float mean = sum / fmaxf(count, 1.0f);
    if (i < n)
        rate[i] = missing(r) ? mean : r;
}
