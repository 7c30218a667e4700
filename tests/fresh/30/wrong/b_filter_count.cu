// fpcheck: filter_between <<<2, 64>>> value=[0.608,-0.885,0.213,0.792,0.467,0.396,-0.602,0.514,-0.428,1.305,2.57,-0.74,-2.175,-0.425,0.377,1.05,1.079,-0.784,-0.793,1.267,-1.092,1.09,-0.227,0.766,0.706,0.777,0.82,-0.989,0.298,0.014,0.308,1.233,-0.271,-0.712,-0.728,-0.311,0.753,-0.815,1.159,0.29,-0.226,-1.332,0.245,0.691,-1.766,1.192,1.648,0.339,0.492,2.414,1.232,-0.898,-0.017,-0.157,-0.151,-2.364,0.757,-0.637,0.164,-0.136,0.871,-0.296,-0.795,0.532,1.405,-0.32,1.37,0.262,-0.533,1.525,-0.819,1.014,-0.498,0.45,-1.234,-0.838,1.065,0.188,0.038,-0.44,0.446,-1.397,-1.12,-0.158,-0.834,-0.701,-0.072,-0.138,-0.223,1.665,1.011,1.23,-0.028,-0.505,-1.454,-0.348,-2.086,-0.584,0.764,1.622] matches=inout:zeros:1:i32 n=100 lo=-0.5 hi=0.5
// expect: error uninitialised shared memory at line 20
// why: the counter of the block is never set to zero before the warps add their votes to it
// figure: matches[0]: computed undefined, exact 37
#include <cuda_runtime.h>

__device__ bool between(float v, float lo, float hi)
{
    return v >= lo && v < hi;
}

// SELECT count(*) WHERE lo <= value AND value < hi
__global__ void filter_between(const float *value, int *matches, int n, float lo, float hi)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool hit = i < n && between(value[i], lo, hi);
    unsigned int votes = __ballot_sync(0xffffffffu, hit);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&count, __popc(votes));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(matches, count);
}
