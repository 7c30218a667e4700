// fpcheck: route <<<1, 64>>> x=randn:64 kind=randint(0,2):64 y=empty:64
// expect: error divergent barrier at line 19
// why: the barrier lies in a branch that depends on the token: the threads of the other expert never come to it
// figure: computed threads of expert 0 never reach the barrier: undefined behaviour, the maximum is incomplete
#include <cuda_runtime.h>

// Two experts: one normalises by the largest magnitude of the block, the other does nothing.
__global__ void route(const float *x, const int *kind, float *y)
{
    __shared__ float big[64];
    int t = threadIdx.x;
    big[t] = fabsf(x[t]);
    __syncthreads();
    float v = x[t];
    if (kind[t] == 1) {
        for (int step = 32; step > 0; step /= 2) {
            if (t < step)
                big[t] = fmaxf(big[t], big[t + step]);
            __syncthreads();
        }
        v = v / big[0];
    }
    y[t] = v;
}
