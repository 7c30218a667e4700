// fpcheck: gather <<<1, 32>>> ids=[5,2047,2049,2051,4001,3999,4095,1000] table=arange:4097 out=empty:8 n=8 want=[5,2047,2049,2051,4001,3999,4095,1000] ref=out=want --tol bitwise
// expect: ok
// why: token ids travel as two halves, the multiple of 1024 and the rest, both of which a half holds exactly
// figure: computed out[2] = 2049, right 2049: error 0
#include <cuda_fp16.h>
__device__ __half2 pack_id(int id)
{
    return __halves2half2(__int2half_rn(id >> 10), __int2half_rn(id & 1023));
}

__device__ int unpack_id(__half2 h)
{
    return (__half2int_rn(__low2half(h)) << 10) + __half2int_rn(__high2half(h));
}

__global__ void gather(const int *ids, const float *table, float *out, int n)
{
    __shared__ __half2 staged[32];
    int t = threadIdx.x;
    if (t < n)
        staged[t] = pack_id(ids[t]);
    __syncthreads();
    if (t < n)
        out[t] = table[unpack_id(staged[t])];
}
