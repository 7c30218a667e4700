// fpcheck: relax <<<1, 32>>> temp0=uniform(1.1,1.9):32 temp=empty:32 rate=0.001 steps=800 n=32
// expect: error absorbed at line 12: the state is bf16 (spacing 0.0078 there) and a step changes it by 0.001, so it never cools
#include <cuda_bf16.h>
// Newton cooling to zero in many explicit steps; the state is kept in bf16 to
// save bandwidth, the arithmetic is float.
__global__ void relax(const float* temp0, float* temp, float rate, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16 state = __float2bfloat16(temp0[i]);
    for (int s = 0; s < steps; ++s) {
        float t = __bfloat162float(state);
        state = __float2bfloat16(t - rate * t);
    }
    temp[i] = __bfloat162float(state);
}
