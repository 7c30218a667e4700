// fpcheck: gather <<<1, 32>>> ids=[5,2047,2049,2051,4001,3999,4095,1000] table=arange:4097 out=empty:8 n=8 want=[5,2047,2049,2051,4001,3999,4095,1000] ref=out=want --tol bitwise
// expect: error conversion at line 8
// why: token ids pass through a half (they travel in the activation tensor): above 2048 odd ids are rounded to a neighbour
// figure: computed out[2] = 2048, right 2049
#include <cuda_fp16.h>
__device__ __half pack_id(int id)
{
    return __int2half_rn(id);
}

__device__ int unpack_id(__half h)
{
    return __half2int_rn(h);
}

__global__ void gather(const int *ids, const float *table, float *out, int n)
{
    __shared__ __half staged[32];
    int t = threadIdx.x;
    if (t < n)
        staged[t] = pack_id(ids[t]);
    __syncthreads();
    if (t < n)
        out[t] = table[unpack_id(staged[t])];
}
