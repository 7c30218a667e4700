// A router in bf16 has eight bits to tell experts apart. Two whose logits differ by a hundredth have one and the same probability there,
// and whoever looks for the largest takes the first of them: tokens go to another expert than the logits say, and always to one with a
// smaller number. `loads` prints how many of 64 tokens each of 8 experts gets: with ties 22 go to expert 0, by the logits 7. Nothing is
// wrong with the probabilities, each is within half an ulp of bf16. The repaired kernel compares the logits.
#include <cstdio>
#include <cuda_bf16.h>

// fpcheck: by_probabilities_bf16 <<<1, 64>>> E=8 z=uniform(1,1.01):64xE expert=empty:64:i32 --ref 'expert=argmax(z, 1)' --tol bitwise --expect branch-flip,mismatch
// fpcheck+ loads <<<1, 8>>> load=empty:8:i32 T=64
__global__ void by_probabilities_bf16(const float* __restrict__ z, int* __restrict__ expert, int E) {
  z += threadIdx.x * E;
  float top = z[0], sum = 0;
  for (int e = 1; e < E; ++e) top = fmaxf(top, z[e]);
  for (int e = 0; e < E; ++e) sum += expf(z[e] - top);
  int best = 0;
  __nv_bfloat16 most = 0.0f;
  for (int e = 0; e < E; ++e) {
    const __nv_bfloat16 p = __float2bfloat16(expf(z[e] - top) / sum);
    if (p > most) most = p, best = e;
  }
  expert[threadIdx.x] = best;
}

// fpcheck: by_logits <<<1, 64>>> E=8 z=uniform(1,1.01):64xE expert=empty:64:i32 --ref 'expert=argmax(z, 1)' --tol bitwise --expect clean
// fpcheck+ loads <<<1, 8>>> load=empty:8:i32 T=64
__global__ void by_logits(const float* __restrict__ z, int* __restrict__ expert, int E) {
  z += threadIdx.x * E;
  int best = 0;
  for (int e = 1; e < E; ++e)
    if (z[e] > z[best]) best = e;
  expert[threadIdx.x] = best;
}

__global__ void loads(const int* __restrict__ expert, int* __restrict__ load, int T) {
  int count = 0;
  for (int t = 0; t < T; ++t) count += expert[t] == threadIdx.x;
  load[threadIdx.x] = count;
  printf("expert %d: %d tokens", threadIdx.x, count);
}
