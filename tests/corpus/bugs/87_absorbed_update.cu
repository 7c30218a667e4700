// Weights in bfloat16 whose step is less than half a unit in their last place: one launch is within a rounding, and no number of
// launches moves them.
#include <cuda_bf16.h>

// fpcheck: step_absorbed <<<4, 64>>> rate=0.0001 w=inout:uniform(1,2):256:bf16 g=uniform(0.5,1):256:bf16
// expect: step_absorbed rule=absorption line=marked max_findings=1
__global__ void step_absorbed(float rate, __nv_bfloat16* w, const __nv_bfloat16* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] = __hsub(w[i], __hmul(__float2bfloat16(rate), g[i])); // expect-line
}

// fpcheck: average_absorbed <<<4, 64>>> keep=0.9999 w=inout:uniform(1,2):256:bf16 x=uniform(1,2):256
// expect: average_absorbed rule=absorption line=marked max_findings=1
__global__ void average_absorbed(float keep, __nv_bfloat16* w, const float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] = __float2bfloat16(keep * __bfloat162float(w[i]) + (1.f - keep) * x[i]); // expect-line
}

// fpcheck: step_in_master <<<4, 64>>> rate=0.0001 master=inout:uniform(1,2):256 w=inout:uniform(1,2):256:bf16 g=uniform(0.5,1):256:bf16
// expect: step_in_master clean
__global__ void step_in_master(float rate, float* master, __nv_bfloat16* w, const __nv_bfloat16* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  master[i] -= rate * __bfloat162float(g[i]);
  w[i] = __float2bfloat16(master[i]);
}

// fpcheck: step_with_feedback <<<4, 64>>> rate=0.0001 w=inout:uniform(1,2):256:bf16 carry=inout:zeros:256:bf16 g=uniform(0.5,1):256:bf16
// expect: step_with_feedback clean
__global__ void step_with_feedback(float rate, __nv_bfloat16* w, __nv_bfloat16* carry, const __nv_bfloat16* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float want = __bfloat162float(w[i]) + (__bfloat162float(carry[i]) - rate * __bfloat162float(g[i]));
  w[i] = __float2bfloat16(want);
  carry[i] = __float2bfloat16(want - __bfloat162float(w[i]));
}

// fpcheck: step_at_random <<<4, 64>>> rate=0.0001 w=inout:uniform(1,2):256:bf16 g=uniform(0.5,1):256:bf16
// expect: step_at_random clean
__global__ void step_at_random(float rate, __nv_bfloat16* w, const __nv_bfloat16* g) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float want = __bfloat162float(w[i]) - rate * __bfloat162float(g[i]);
  unsigned h = i * 2654435761u;
  h ^= h >> 15, h *= 0x85ebca6bu, h ^= h >> 13;
  w[i] = __ushort_as_bfloat16(static_cast<unsigned short>((__float_as_uint(want) + (h & 0xffffu)) >> 16));
}
