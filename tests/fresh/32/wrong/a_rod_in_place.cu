// fpcheck: rod <<<1, 128>>> T0=@a_rod_in_place_T0.npy T1=empty:128 steps=6
// expect: error race at line 19
// why: the step of the heat equation is written in place: no barrier between reading the neighbours and writing, so warps read a mixture of old and new temperatures (between warps, and what is seen is a matter of luck)
// figure: T1[87] computed 10.651664, exact 10.538930343322752; 126 of 128 beyond the tolerance, worst 1.07e+03 times
#include <cuda_runtime.h>

#define N 128

// explicit heat conduction in a rod whose ends are held
__global__ void rod(const float* T0, float* T1, int steps)
{
    __shared__ float t[N];
    int i = threadIdx.x;
    t[i] = T0[i];
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        if (i > 0 && i < N - 1) {
            float flux = t[i + 1] - 2.f * t[i] + t[i - 1];
            t[i] = t[i] + 0.2f * flux;
        }
        __syncthreads();
    }
    T1[i] = t[i];
}
