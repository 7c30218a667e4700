// fpcheck: cic <<<1, 32>>> x=@a_cic_decimator_x.npy y=empty:4x32 channels=4 n=256 --ref y=@a_cic_decimator_y.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: the integrators overflow again and again, but arithmetic modulo 2^32 is exact and the combs take the differences before anything is scaled
// figure: y[0][20] computed 22103.9414, MPFR 22103.9414
// Three-stage CIC filter, decimation by 8, of 16-bit samples; gain 8^3. A channel a thread.
#define STAGES 3
#define RATE 8

struct Cic {
    unsigned integrator[STAGES];
    unsigned delayed[STAGES];
};

__device__ __forceinline__ void integrate(Cic &c, int sample)
{
    unsigned v = (unsigned)sample;
#pragma unroll
    for (int s = 0; s < STAGES; s++)
        v = c.integrator[s] += v;
}

__device__ __forceinline__ int comb(Cic &c)
{
    unsigned v = c.integrator[STAGES - 1];
#pragma unroll
    for (int s = 0; s < STAGES; s++) {
        unsigned before = c.delayed[s];
        c.delayed[s] = v;
        v -= before;
    }
    return (int)v;
}

__global__ void cic(const short *x, float *y, int channels, int n)
{
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= channels)
        return;
    Cic c = {};
    for (int i = 0; i < n; i++) {
        integrate(c, x[ch * n + i]);
        if (i % RATE == RATE - 1)
            y[ch * (n / RATE) + i / RATE] = (float)comb(c) * (1.0f / (RATE * RATE * RATE));
    }
}
