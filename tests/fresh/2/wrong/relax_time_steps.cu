// fpcheck: relax <<<1, 32>>> y0=[1,2,4,8] y=empty:4 steps=empty:4 t_end=3 n=4
// expect: error literal decides at line 15: thirty additions of 0.1f stay below 3 in float32, so a 31st step is taken (exact: 30)
// Explicit Euler relaxation y' = -y with a fixed step, one cell per thread.
#include <cuda_runtime.h>

__global__ void relax(const float* __restrict__ y0, float* __restrict__ y,
                      int* __restrict__ steps, float t_end, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const float dt = 0.1f;
    float v = y0[i];
    int count = 0;
    for (float t = 0.0f; t < t_end; t += dt) {
        v -= dt * v;
        ++count;
    }
    y[i] = v;
    steps[i] = count;
}
