// Weights in bfloat16 and steps of which some are less than half a unit in the weights' last place.
#include <cuda_bf16.h>

// fpcheck: step <<<1, 40>>> rate=0.0001 w=inout:uniform(1,2):40:bf16 g=uniform(0.5,1):40:bf16
// expect: step rule=absorption line=marked
// fpcheck: step <<<1, 24>>> rate=0.0001 w=inout:uniform(1,2):24:bf16 g=uniform(0.5,1):24:bf16
// expect: step clean
// fpcheck: step <<<4, 64>>> rate=0.003 w=inout:uniform(1,2):256:bf16 g=uniform(0,2):256:bf16
// expect: step clean
__global__ void step(float rate, __nv_bfloat16* w, const __nv_bfloat16* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] = __hsub(w[i], __hmul(__float2bfloat16(rate), g[i])); // expect-line
}
