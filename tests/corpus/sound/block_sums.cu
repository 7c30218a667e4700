// Sums of blocks, kept in a narrow format and added up, and numbers that pass through shared memory beside an output in bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__device__ float sum_of_block(T v) {
  __shared__ float s[64];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int h = 32; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  return s[0];
}

// Half an ulp of the narrow format is what the sum of all may lose, whether one thread adds up or a block does, and the line says so.
template <class T>
__device__ bool is_last(T* part, int* done, float sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = T(sum);
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  return last;
}

// fpcheck: sums_in_bf16 <<<64, 64>>> x=uniform(1,2):4096 part=empty:64:bf16 done=inout:zeros:1:i32 y=empty:1
// expect: sums_in_bf16 clean
__global__ void sums_in_bf16(const float* x, __nv_bfloat16* part, int* done, float* y) {
  if (!is_last(part, done, sum_of_block(x[64 * blockIdx.x + threadIdx.x]))) return;
  __threadfence();
  if (threadIdx.x != 0) return;
  float sum = 0.f;
  for (int k = 0; k < 64; ++k) sum += __bfloat162float(part[k]);
  *y = sum;
}

// fpcheck: sums_in_half <<<64, 64>>> x=uniform(1,2):4096 part=empty:64:f16 done=inout:zeros:1:i32 y=empty:1
// expect: sums_in_half clean
__global__ void sums_in_half(const float* x, __half* part, int* done, float* y) {
  if (!is_last(part, done, sum_of_block(x[64 * blockIdx.x + threadIdx.x]))) return;
  __threadfence();
  const float sum = sum_of_block(__half2float(part[threadIdx.x]));
  if (threadIdx.x == 0) *y = sum;
}

// A word of shared memory that an output takes as it is holds a number of binary32, and no two of bfloat16.
// fpcheck: reversed_and_rounded <<<1, 64>>> x=uniform(1,2):64 scaled=empty:64 whole=empty:64 y=empty:64:bf16
// expect: reversed_and_rounded clean
__global__ void reversed_and_rounded(const float* x, float* scaled, float* whole, __nv_bfloat16* y) {
  __shared__ float s[64], w[64];
  const int t = threadIdx.x;
  s[t] = x[t] * 1.3f, w[t] = x[t];
  __syncthreads();
  scaled[t] = s[63 - t], whole[t] = w[63 - t], y[t] = __float2bfloat16(x[t]);
}
