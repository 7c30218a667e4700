// fpcheck: octets <<<2, 64>>> x=uniform(0,1):16x8 out=empty:16 --ref 'out=sum(x, 1)' --tol 4ulp
// expect: ok
// why: the shuffle has no width of 8 and mixes groups in the upper lanes, but lane 0 of a group only ever reaches lanes 4, 2 and 1 above it
// figure: three additions deep: error at most 2 ulp of 4 allowed; e.g. eight times 0.1f computed 0.800000012, MPFR 0.800000012
// Sums of groups of eight samples, as a polyphase filter needs them.
__device__ float down(float v, int o)
{
    return __shfl_down_sync(0xffffffffu, v, o);
}

__global__ void octets(const float *x, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    v += down(v, 4);
    v += down(v, 2);
    v += down(v, 1);
    if ((threadIdx.x & 7) == 0)
        out[i >> 3] = v;
}
