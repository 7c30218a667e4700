// Merging low-rank adapters into bf16 weights. One adapter's change is smaller than half an ulp of the weight it is added to, so that
// adding it to the bf16 weight gives the weight back; merging sixteen of them one after the other merges none. The repaired kernel
// adds the changes up in f32 and rounds once.
#include <cuda_bf16.h>

// fpcheck: merge_one_by_one <<<1, 256>>> w=uniform(1,2):256:bf16 delta=uniform(0.001,0.002):16x256 A=16 out=empty:256:bf16 --expect narrow-accumulator
__global__ void merge_one_by_one(const __nv_bfloat16* __restrict__ w, const float* __restrict__ delta, __nv_bfloat16* __restrict__ out, int A) {
  __nv_bfloat16 merged = w[threadIdx.x];
  for (int adapter = 0; adapter < A; ++adapter)
    merged = __hadd(merged, __float2bfloat16(delta[adapter * 256 + threadIdx.x]));
  out[threadIdx.x] = merged;
}

// fpcheck: merge_at_once <<<1, 256>>> w=uniform(1,2):256:bf16 delta=uniform(0.001,0.002):16x256 A=16 out=empty:256:bf16 --expect clean
__global__ void merge_at_once(const __nv_bfloat16* __restrict__ w, const float* __restrict__ delta, __nv_bfloat16* __restrict__ out, int A) {
  float merged = __bfloat162float(w[threadIdx.x]);
  for (int adapter = 0; adapter < A; ++adapter) merged += delta[adapter * 256 + threadIdx.x];
  out[threadIdx.x] = __float2bfloat16(merged);
}
