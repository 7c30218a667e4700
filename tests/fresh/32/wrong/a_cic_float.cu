// fpcheck: cic <<<1, 8>>> x=@a_cic_float_x.npy y=empty:8x64 n=1024 --ref 'y=@a_cic_float_y_ref.npy' --tol rtol=1e-4
// expect: error rounding at line 26
// why: the integrators of a CIC filter grow without bound and must be integers that wrap: as floats they pass 2^24 and the combs subtract numbers that have lost the signal
// figure: y[226] computed -688128.0, exact -501727.0; 377 of 512 beyond the tolerance, worst 3.72e+03 times
#include <cuda_runtime.h>

#define DECIMATION 16
#define STAGES 3

struct Cic {
    float integrator[STAGES];
    float delay[STAGES];
};

__device__ void clear(Cic& c)
{
    for (int s = 0; s < STAGES; ++s) {
        c.integrator[s] = 0;
        c.delay[s] = 0;
    }
}

__device__ void integrate(Cic& c, float x)
{
    for (int s = 0; s < STAGES; ++s) {
        c.integrator[s] += x;
        x = c.integrator[s];
    }
}

__device__ float comb(Cic& c)
{
    float x = c.integrator[STAGES - 1];
    for (int s = 0; s < STAGES; ++s) {
        float y = x - c.delay[s];
        c.delay[s] = x;
        x = y;
    }
    return x;
}

// cascaded integrator-comb decimator, one channel a thread
__global__ void cic(const short* x, float* y, int n)
{
    const short* in = x + threadIdx.x * n;
    float* out = y + threadIdx.x * (n / DECIMATION);
    Cic c;
    clear(c);
    for (int i = 0; i < n; ++i) {
        integrate(c, (float)in[i]);
        if ((i + 1) % DECIMATION == 0)
            out[i / DECIMATION] = (float)comb(c);
    }
}
