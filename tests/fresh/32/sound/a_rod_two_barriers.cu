// fpcheck: rod <<<1, 128>>> T0=@a_rod_two_barriers_T0.npy T1=empty:128 steps=6 --ref 'T1=@a_rod_two_barriers_T1_ref.npy' --tol rtol=2e-6
// expect: ok
// why: the same array is read and written in every step, but a barrier stands between reading and writing and another before the next step
// figure: T1[124] computed 16.88832, exact 16.888319098266603; 0 of 128 beyond the tolerance, worst 0.054 times
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
        float mine = t[i];
        if (i > 0 && i < N - 1)
            mine = mine + 0.2f * (t[i + 1] - 2.f * mine + t[i - 1]);
        __syncthreads();
        t[i] = mine;
        __syncthreads();
    }
    T1[i] = t[i];
}
