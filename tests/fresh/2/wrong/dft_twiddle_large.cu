// fpcheck: dft_bins <<<1, 64>>> re=const(1):4096 k=[4001,4003,4005,4007,4009,4011,4013,4015,4017,4019,4021,4023,4025,4027,4029,4031,3001,3003,3005,3007,3009,3011,3013,3015,3017,3019,3021,3023,3025,3027,3029,3031] p=empty:32 N=4096 nbins=32 pos=4001 ref=cos(6.283185307179586*k*4001/4096) --tol atol=1e-4
// expect: error mismatch with reference at line 16: the angle 2 pi k n / N near 25000 rad is rounded to an ulp of 0.002 instead of reducing k n mod N
// Selected bins of a DFT ("Goertzel-style" probe): twiddle factors of one
// sample position for many bins, and the DC response of the window.
#include <cuda_runtime.h>

#define TWO_PI 6.283185307179586f

__global__ void dft_bins(const float* __restrict__ re, const int* __restrict__ k,
                         float* __restrict__ p, int N, int nbins, int pos)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= nbins) return;

    // w = exp(-2 pi i k n / N)
    float angle = -TWO_PI * (float)k[b] * (float)pos / (float)N;
    p[b] = cosf(angle) * re[pos];
}
