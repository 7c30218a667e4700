// fpcheck: relax <<<1, 32>>> temp0=uniform(1.1,1.9):32 temp=empty:32 master=empty:32 rate=0.001 steps=800 n=32
// expect: ok
#include <cuda_bf16.h>
// Newton cooling: the state in float, rounded to bf16 once at the end.
__global__ void relax(const float* temp0, __nv_bfloat16* temp, float* master, float rate, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float state = temp0[i];
    for (int s = 0; s < steps; ++s) state -= rate * state;
    master[i] = state;
    temp[i] = __float2bfloat16(state);
}
