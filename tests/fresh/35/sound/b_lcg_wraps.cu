// fpcheck: draws <<<2, 32>>> y=empty:64 seed=12345 skip=7 --ref y=@b_lcg_ref.npy --tol bitwise
// expect: ok
// why: 32 bit multiplication overflows on purpose (a generator modulo 2^32, with a jump ahead by powers), and the top 24 bits go exactly into a float
// figure: y: largest error 0 (0 relative at its worst, largest |value| 0.974084), as simulated
#include <cuda_runtime.h>

__device__ unsigned jump(unsigned state, unsigned steps)
{
    unsigned a = 1664525u, c = 1013904223u;
    while (steps) {
        if (steps & 1u)
            state = state * a + c;
        c = c * (a + 1u);
        a = a * a;
        steps >>= 1;
    }
    return state;
}

__global__ void draws(float *y, unsigned seed, unsigned skip)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = jump(seed, 1u + i * skip);
    y[i] = (float)(s >> 8) * (1.0f / 16777216.0f);
}
