// A cache in fp8 needs a scale for each head: heads differ in size by orders of magnitude, and e4m3 holds four significant bits only from 2^-6 to
// 448. With one scale for the whole tensor the small head's keys fall below the least number of the format. They are small, so that a
// comparison with an absolute tolerance passes; but that head's scores are sums of zeros, and its attention is flat. The kernels write what
// the cache gives back.
#include <cuda_fp8.h>

/// The largest magnitude of n numbers, for all threads of a warp.
__device__ float largest(const float* x, int n) {
  float most = 0;
  for (int i = threadIdx.x; i < n; i += 32) most = fmaxf(most, fabsf(x[i]));
  for (int lane = 16; lane > 0; lane /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, lane));
  return most;
}

// fpcheck: of_heads <<<2, 32>>> k=randn:2x64 size=[1, 1e-6] back=empty:2x64 --expect clean
__global__ void of_heads(const float* __restrict__ k, const float* __restrict__ size, float* __restrict__ back) {
  const float* head = k + 64 * blockIdx.x;
  const float scale = largest(head, 64) * size[blockIdx.x] / 448;
  for (int i = threadIdx.x; i < 64; i += 32)
    back[64 * blockIdx.x + i] = scale * static_cast<float>(__nv_fp8_e4m3(head[i] * size[blockIdx.x] / scale));
}

// fpcheck: of_the_tensor <<<2, 32>>> k=randn:2x64 size=[1, 1e-6] back=empty:2x64 --expect underflow-flushed
__global__ void of_the_tensor(const float* __restrict__ k, const float* __restrict__ size, float* __restrict__ back) {
  const float* head = k + 64 * blockIdx.x;
  const float scale = fmaxf(largest(k, 64) * size[0], largest(k + 64, 64) * size[1]) / 448;
  for (int i = threadIdx.x; i < 64; i += 32)
    back[64 * blockIdx.x + i] = scale * static_cast<float>(__nv_fp8_e4m3(head[i] * size[blockIdx.x] / scale));
}
