// fpcheck: down_convert <<<1, 8>>> adc=@a_cic_adc.npy tuning=@a_cic_tuning.npy out_i=empty:8x40 out_q=empty:8x40 n=640 --ref 'out_i=@a_cic_out_i.npy' --ref 'out_q=@a_cic_out_q.npy'
// expect: ok
// why: the integrators of a CIC decimator overflow all the time, and so does the oscillator's phase: both are unsigned and modulo 2^32, and the combs' differences are right as long as the output fits (Hogenauer)
// figure: all of out_i, out_q exactly as the reference, e.g. out_i[0] = 14761479
#include <cuda_runtime.h>

// A digital down converter: numerically controlled oscillator with a
// quarter-wave table, mixer, three-stage CIC filter decimating by 16.
// One channel a thread, integers only.

constexpr int STAGES = 3;
constexpr int RATE = 16;
constexpr int QUARTER = 16;

// round(1000 sin(pi/2 (k + 1/2) / 16))
__constant__ short quarter_sine[QUARTER] = {49,  147, 243, 337, 428, 514, 596, 672,
                                            741, 803, 858, 904, 942, 970, 989, 999};

struct Nco {
    unsigned phase;
    unsigned step;
};

struct Integrator {
    unsigned sum[STAGES];
};

struct Comb {
    unsigned last[STAGES];
};

struct Path {
    Integrator integrate;
    Comb comb;
};

// The table holds half steps, so it mirrors without an extra entry.
__device__ int sine(unsigned phase)
{
    unsigned at = phase >> 26;                   // 64 steps a turn
    unsigned k = at & (QUARTER - 1);
    if (at & QUARTER)
        k = QUARTER - 1 - k;
    int v = quarter_sine[k];
    return (at & (2 * QUARTER)) ? -v : v;
}

__device__ int cosine(unsigned phase)
{
    return sine(phase + 0x40000000u);
}

__device__ void reset(Path& p)
{
    for (int s = 0; s < STAGES; ++s) {
        p.integrate.sum[s] = 0u;
        p.comb.last[s] = 0u;
    }
}

__device__ void integrate(Path& p, int sample)
{
    unsigned v = (unsigned)sample;
    for (int s = 0; s < STAGES; ++s) {
        p.integrate.sum[s] += v;
        v = p.integrate.sum[s];
    }
}

__device__ int comb(Path& p)
{
    unsigned v = p.integrate.sum[STAGES - 1];
    for (int s = 0; s < STAGES; ++s) {
        unsigned d = v - p.comb.last[s];
        p.comb.last[s] = v;
        v = d;
    }
    return (int)v;
}

__global__ void down_convert(const short* adc, const unsigned* tuning, int* out_i, int* out_q, int n)
{
    int ch = threadIdx.x;
    Nco nco = {0x9e3779b9u * (unsigned)ch, tuning[ch]};
    Path pi, pq;
    reset(pi);
    reset(pq);
    const short* x = adc + ch * n;
    int frames = n / RATE;
    for (int i = 0; i < n; ++i) {
        int s = x[i];
        integrate(pi, s * cosine(nco.phase) / 64);
        integrate(pq, -(s * sine(nco.phase)) / 64);
        nco.phase += nco.step;
        if ((i + 1) % RATE == 0) {
            int f = i / RATE;
            out_i[ch * frames + f] = comb(pi);
            out_q[ch * frames + f] = comb(pq);
        }
    }
}
