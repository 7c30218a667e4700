// fpcheck: loudest <<<1, 64>>> level=[-68.3,-17.9,-49.6,-39.2,-74.6,-19.4,-38.2,-17.5,-23.0,-67.6,-62.9,-77.6,-79.1,-85.1,-67.4,-44.8,-89.7,-39.2,-64.7,-66.8,-28.6,-53.9,-66.3,-53.9,-37.1,-85.7,-16.9,-88.3,-33.8,-26.6,-88.6,-30.9,-62.5,-46.6,-89.3,-86.5,-76.4,-18.4,-75.3,-33.3,-20.3,-12.5,-64.2,-63.4,-50.6,-31.8,-81.9,-33.9,-30.2,-25.5,-87.3,-19.1,-83.2,-64.4,-44.2,-21.1,-64.5,-20.7,-49.1,-66.6,-66.2,-76.7,-84.1,-78.8] peak=empty:1 n=64 want=[-12.5] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error identity at line 21
// why: the maximum starts at FLT_MIN, which is the smallest positive number and not the lowest: levels in dB below full scale are all negative
// figure: computed peak[0] = 1.17549e-38, right -12.5
#include <cfloat>

__device__ float block_max(float x, float *parts)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = x;
    __syncthreads();
    return fmaxf(parts[0], parts[1]);
}

// Loudest level of a window, dB relative to full scale.
__global__ void loudest(const float *level, float *peak, int n)
{
    __shared__ float parts[2];
    float best = FLT_MIN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        best = fmaxf(best, level[i]);
    best = block_max(best, parts);
    if (threadIdx.x == 0)
        peak[blockIdx.x] = best;
}
