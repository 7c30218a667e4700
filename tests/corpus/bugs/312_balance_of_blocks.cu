// What flows in less what flows out: each block's sum is kept in bfloat16 before they are added up, and their difference is what is left of that.
#include <cuda_bf16.h>

template <class S>
__device__ S sum_of_block(S v) {
  __shared__ S s[512];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  return s[0];
}

template <class S, class T>
__device__ void balance(const float* flow, T* part, int* done, float* net) {
  __shared__ bool last;
  const S sum = sum_of_block<S>(flow[blockDim.x * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) {
    part[blockIdx.x] = T(blockIdx.x % 2 == 0 ? sum : -sum); // expect-line
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  const S all = sum_of_block<S>(threadIdx.x < gridDim.x ? S(part[threadIdx.x]) : S(0));
  if (threadIdx.x == 0) *net = static_cast<float>(all);
}

// fpcheck: net_of_bf16 <<<64, 512>>> flow=uniform(1,1.05):32768 part=empty:64:bf16 done=inout:zeros:1:i32 net=empty:1
// expect: net_of_bf16 rule=narrowing|cancellation line=marked
__global__ void net_of_bf16(const float* flow, __nv_bfloat16* part, int* done, float* net) { balance<float>(flow, part, done, net); }

// fpcheck: net_of_doubles <<<64, 512>>> flow=uniform(1,1.05):32768 part=empty:64:f64 done=inout:zeros:1:i32 net=empty:1
// expect: net_of_doubles clean
__global__ void net_of_doubles(const float* flow, double* part, int* done, float* net) { balance<double>(flow, part, done, net); }
