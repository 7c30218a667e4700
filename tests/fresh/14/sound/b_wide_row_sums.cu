// fpcheck: row_masses <<<2, 64>>> value=const(1):2x3000:f16 mass=empty:2:f32 width=3000 want=[3000.0,3000.0] ref=mass=want --tol rtol=1e-6
// expect: ok
// why: halves are added in pairs by half2 arithmetic, where 1 + 1 is exact, and at once widened; the long sum is float
// figure: computed 3000, MPFR 3000: exact
#include <cuda_fp16.h>

__device__ inline float pair_sum(const __half2 v)
{
    float2 f = __half22float2(v);
    return f.x + f.y;
}

// One block a row, which has an even number of elements.
__global__ void row_masses(const __half *value, float *mass, int width)
{
    __shared__ float part[2];
    const __half2 *pairs = reinterpret_cast<const __half2 *>(value + blockIdx.x * width);
    float sum = 0.0f;
    for (int k = threadIdx.x; k < width / 2; k += blockDim.x)
        sum += pair_sum(pairs[k]);
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        mass[blockIdx.x] = part[0] + part[1];
}
