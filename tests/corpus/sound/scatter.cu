// Gradients scattered by atomics: sums in any order, of which some nearly cancel.
#include <cuda_fp16.h>

// fpcheck: scatter_floats <<<16, 64>>> at=randint(0,100):1024:i32 g=randn:1024 table=inout:zeros:100
// expect: scatter_floats clean
// fpcheck: scatter_floats <<<16, 64>>> at=randint(0,100):1024:i32 g=adversarial(10):1024 table=inout:zeros:100
// expect: scatter_floats clean
__global__ void scatter_floats(const int* at, const float* g, float* table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(table + at[i], g[i]);
}

// fpcheck: scatter_halves <<<4, 64>>> at=randint(0,64):256:i32 g=randn:256:f16 table=inout:zeros:64x2:f16
// expect: scatter_halves clean
// fpcheck: scatter_halves <<<64, 64>>> at=randint(0,1024):4096:i32 g=randn:4096:f16 table=inout:zeros:1024x2:f16
// expect: scatter_halves clean
__global__ void scatter_halves(const int* at, const __half* g, __half2* table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(table + at[i], __half2half2(g[i]));
}
