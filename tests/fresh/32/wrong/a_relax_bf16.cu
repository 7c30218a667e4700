// fpcheck: relax <<<2, 32>>> start=@a_relax_bf16_start.npy T=empty:40 ambient=350 rate=0.005 steps=400 n=40
// expect: error absorption at line 15
// why: the temperature is kept in bfloat16, whose ulp is 2 at 300: steps of 0.1 to 0.4 are absorbed every time, and nothing ever warms up; the standing problem of bfloat16 states and weights
// figure: T[0] computed 270.0, exact 339.2273565659189; 40 of 40 beyond the tolerance, worst 20.4 times
#include <cuda_bf16.h>

// temperatures that relax towards the surroundings
__global__ void relax(const float* start, __nv_bfloat16* T, float ambient, float rate, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16 t = __float2bfloat16(start[i]);
    for (int s = 0; s < steps; ++s) {
        float d = ambient - __bfloat162float(t);
        t = __float2bfloat16(__bfloat162float(t) + rate * d);
    }
    T[i] = t;
}
