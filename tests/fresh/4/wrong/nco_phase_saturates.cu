// fpcheck: nco <<<1, 64>>> out=empty:64 step=0.046875 n=64 k=arange:64 ref=out=sin(6.283185307179586*0.046875*k) --tol rtol=0,atol=1e-3
// expect: error float to integer out of range at line 13: turns >= 1 times 2^32 saturates at 0xffffffff instead of wrapping
#include <cuda_runtime.h>

// Numerically controlled oscillator: phase word of 32 bits, top bits drive the sine.
__global__ void nco(const float* k, float* out, float step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float turns = k[i] * step;
    // one turn is 2^32, the word wraps by itself
    unsigned word = (unsigned)(turns * 4294967296.0f);
    float frac = (float)(word >> 8) * (1.0f / 16777216.0f);
    out[i] = sinpif(2.0f * frac);
}
