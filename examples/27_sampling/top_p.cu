// Top-p sampling takes tokens in falling order of probability until their sum reaches p. In bf16 the running sum stops growing once a term is
// below half an ulp of it: with a long tail of small probabilities it never reaches 0.99, and the kernel walks off into the tail and takes
// every token. In f32 it stops where it should. One thread a row, probabilities sorted before.
#include <cuda_bf16.h>

// fpcheck: taken_bf16 <<<1, 32>>> R=4 C=512 p=const(0.001953125):RxC taken=empty:R:i32 limit=[0.75, 0.5, 0.25, 0.125] --ref taken=512*limit --expect narrow-accumulator,branch-flip,mismatch
__global__ void taken_bf16(const float* __restrict__ p, int* __restrict__ taken, const float* __restrict__ limit, int R, int C) {
  const int r = threadIdx.x;
  if (r >= R) return;
  __nv_bfloat16 sum = __float2bfloat16(0.0f);
  int c = 0;
  while (c < C && __bfloat162float(sum) < limit[r]) sum = __hadd(sum, __float2bfloat16(p[r * C + c])), ++c;
  taken[r] = c;
}

// fpcheck: taken_f32 <<<1, 32>>> R=4 C=512 p=const(0.001953125):RxC taken=empty:R:i32 limit=[0.75, 0.5, 0.25, 0.125] --ref taken=512*limit --expect clean
__global__ void taken_f32(const float* __restrict__ p, int* __restrict__ taken, const float* __restrict__ limit, int R, int C) {
  const int r = threadIdx.x;
  if (r >= R) return;
  float sum = 0;
  int c = 0;
  while (c < C && sum < limit[r]) sum += p[r * C + c], ++c;
  taken[r] = c;
}
