// fpcheck: ndft_power <<<24, 64>>> t=@b_ndft_t.npy y=@b_ndft_y.npy f=@b_ndft_f.npy power=empty:24 n=64 --ref 'power=@b_ndft_power.npy' --tol rtol=1e-6,atol=1e-9
// expect: error mismatch at line 7
// why: the double kernel has 2 pi with the suffix f, 2.8e-8 off, which stretches the frequency axis; cuvarbase pull request 67 mends that in lomb.cu
// figure: power[13] computed 0.039538342, MPFR 0.0397785585
#include <cuda_runtime.h>

#define TWO_PI 6.2831853071795865f

__device__ void block_sum(double* s, int i)
{
    for (int h = 32; h > 0; h >>= 1) {
        __syncthreads();
        if (i < h) {
            s[i] += s[i + h];
            s[64 + i] += s[64 + i + h];
        }
    }
    __syncthreads();
}

// Power of unevenly sampled data at one frequency a block
__global__ void ndft_power(const double* t, const double* y, const double* f, double* power, int n)
{
    __shared__ double s[128];
    int i = threadIdx.x;
    double sn = 0.0, cs = 0.0;
    if (i < n)
        sincos(TWO_PI * f[blockIdx.x] * t[i], &sn, &cs);
    double v = i < n ? y[i] : 0.0;
    s[i] = v * cs;
    s[64 + i] = v * sn;
    block_sum(s, i);
    if (i == 0)
        power[blockIdx.x] = (s[0] * s[0] + s[64] * s[64]) / n;
}
