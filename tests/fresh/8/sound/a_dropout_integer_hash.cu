// fpcheck: dropout<<<2, 64>>> x=uniform(-3,3):128 y=empty:128 seed=77 keep=0.8 n=128 want=[1.25,1.25,0.0,1.25,1.25,0.0,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,0.0,0.0,0.0,1.25,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,1.25,0.0,0.0,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,0.0,0.0,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,1.25,0.0,0.0,1.25,1.25,0.0,1.25,0.0,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,1.25,0.0,1.25,0.0,1.25,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,1.25,1.25,0.0,1.25,1.25,1.25,0.0,1.25,1.25,1.25] --ref 'y=x*want' --tol rtol=1e-6,atol=0
// expect: ok
// why: unsigned products wrap on purpose; the keep probability becomes a 24-bit threshold once and is compared with integers, so that no random float rounds to 1
// figure: 103 of 128 kept; y = x / 0.8f: relative error of the quotient against x * 1.25 at most 1.2e-7 with that of 0.8f, allowed 1e-6
#include <cuda_runtime.h>

__device__ unsigned pcg(unsigned v)
{
    unsigned s = v * 747796405u + 2891336453u;
    unsigned w = ((s >> ((s >> 28) + 4u)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

__global__ void dropout(const float *x, float *y, unsigned seed, float keep, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned threshold = (unsigned)(keep * 16777216.0f);
    unsigned draw = pcg(pcg((unsigned)i) ^ seed) >> 8;
    y[i] = draw < threshold ? x[i] / keep : 0.0f;
}
