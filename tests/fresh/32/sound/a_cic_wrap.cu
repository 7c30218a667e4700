// fpcheck: cic <<<1, 8>>> x=@a_cic_wrap_x.npy y=empty:8x64 n=1024 --ref 'y=@a_cic_wrap_y_ref.npy'
// expect: ok
// why: the integrators overflow 32 bits many times over, which is how a CIC filter is meant: unsigned arithmetic wraps, and the combs undo it since the output fits
// figure: y[0] computed 6807863, exact 6807863; 0 of 512 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

#define DECIMATION 16
#define STAGES 3

struct Cic {
    unsigned integrator[STAGES];
    unsigned delay[STAGES];
};

__device__ void clear(Cic& c)
{
    for (int s = 0; s < STAGES; ++s) {
        c.integrator[s] = 0;
        c.delay[s] = 0;
    }
}

__device__ void integrate(Cic& c, unsigned x)
{
    for (int s = 0; s < STAGES; ++s) {
        c.integrator[s] += x;
        x = c.integrator[s];
    }
}

__device__ unsigned comb(Cic& c)
{
    unsigned x = c.integrator[STAGES - 1];
    for (int s = 0; s < STAGES; ++s) {
        unsigned y = x - c.delay[s];
        c.delay[s] = x;
        x = y;
    }
    return x;
}

// cascaded integrator-comb decimator, one channel a thread
__global__ void cic(const short* x, int* y, int n)
{
    const short* in = x + threadIdx.x * n;
    int* out = y + threadIdx.x * (n / DECIMATION);
    Cic c;
    clear(c);
    for (int i = 0; i < n; ++i) {
        integrate(c, (unsigned)in[i]);
        if ((i + 1) % DECIMATION == 0)
            out[i / DECIMATION] = (int)comb(c);
    }
}
