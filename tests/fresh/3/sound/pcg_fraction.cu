// fpcheck: decay_times <<<2, 64>>> tau=uniform(1,3):128 u=empty:128 time=empty:128 hist=inout:zeros:16 seed=42 n=128
// expect: ok
#include <cuda_runtime.h>

// Decay times of particles by inversion: PCG32 streams a thread, a fraction by
// its bits, the exponential law, and a histogram of the fractions.

constexpr int BINS = 16;

// ---------------------------------------------------------------------------
// PCG32 (XSH-RR)
// ---------------------------------------------------------------------------

struct Pcg {
    unsigned long long state;
    unsigned long long increment;
};

__device__ __forceinline__ unsigned rotate_right(unsigned v, unsigned r) {
    return (v >> r) | (v << ((32u - r) & 31u));
}

__device__ unsigned pcg_next(Pcg& g) {
    unsigned long long old = g.state;
    g.state = old * 6364136223846793005ull + g.increment;
    unsigned shifted = (unsigned)(((old >> 18) ^ old) >> 27);
    unsigned rot = (unsigned)(old >> 59);
    return rotate_right(shifted, rot);
}

__device__ Pcg pcg_seed(unsigned long long seed, unsigned long long stream) {
    Pcg g;
    g.state = 0ull;
    g.increment = (stream << 1) | 1ull;
    pcg_next(g);
    g.state += seed;
    pcg_next(g);
    return g;
}

// Skips ahead by `delta` numbers (Brown's algorithm).
__device__ void pcg_advance(Pcg& g, unsigned long long delta) {
    unsigned long long cur_mult = 6364136223846793005ull;
    unsigned long long cur_plus = g.increment;
    unsigned long long acc_mult = 1ull;
    unsigned long long acc_plus = 0ull;
    while (delta > 0ull) {
        if (delta & 1ull) {
            acc_mult *= cur_mult;
            acc_plus = acc_plus * cur_mult + cur_plus;
        }
        cur_plus = (cur_mult + 1ull) * cur_plus;
        cur_mult *= cur_mult;
        delta >>= 1;
    }
    g.state = acc_mult * g.state + acc_plus;
}

// ---------------------------------------------------------------------------
// Bits to a fraction in [0, 1)
// ---------------------------------------------------------------------------

// The top 24 bits are an integer that a float holds exactly, and the product
// with a power of two is exact as well: u is a multiple of 2^-24 below 1 and
// never reaches it.
__device__ __forceinline__ float fraction(unsigned word) {
    return (float)(word >> 8) * 0x1p-24f;
}

__device__ __forceinline__ int bin_of(unsigned word) {
    return (int)(word >> 28);
}

// ---------------------------------------------------------------------------
// Laws by inversion: u = 0 gives the time 0, u next to 1 the longest that
// 24 bits can give (16.6 lifetimes)
// ---------------------------------------------------------------------------

__device__ __forceinline__ float exponential(float u, float tau) {
    return -tau * log1pf(-u);
}

__device__ __forceinline__ float truncated(float t, float lo, float hi) {
    return fminf(hi, fmaxf(lo, t));
}

// ---------------------------------------------------------------------------
// Histogram in shared memory
// ---------------------------------------------------------------------------

__device__ void clear_bins(int* bins) {
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = 0;
    __syncthreads();
}

__device__ void flush_bins(const int* bins, int* hist) {
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        if (bins[b] != 0) atomicAdd(&hist[b], bins[b]);
    }
}

// ---------------------------------------------------------------------------
// A self test of the generator: the stream advanced by three must give the
// fourth number.
// ---------------------------------------------------------------------------

__device__ bool advance_works(unsigned long long seed, unsigned long long stream) {
    Pcg a = pcg_seed(seed, stream);
    Pcg b = a;
    pcg_next(a);
    pcg_next(a);
    pcg_next(a);
    pcg_advance(b, 3ull);
    return pcg_next(a) == pcg_next(b);
}

// ---------------------------------------------------------------------------
// The number of a particle's generation: how many draws it has made before.
// ---------------------------------------------------------------------------

__device__ __forceinline__ unsigned long long draws_before(int i) {
    return 2ull * (unsigned long long)(i & 7);
}

__device__ __forceinline__ Pcg stream_of(int i, unsigned seed) {
    Pcg g = pcg_seed((unsigned long long)seed, (unsigned long long)i);
    pcg_advance(g, draws_before(i));
    return g;
}

// ---------------------------------------------------------------------------
// Units and the range of the electronics.  Lifetimes come in nanoseconds and are kept so; the detector's window
// is 100 ns wide.
// ---------------------------------------------------------------------------

constexpr float WINDOW_BEGIN_NS = 0.0f;
constexpr float WINDOW_END_NS = 100.0f;

__device__ __forceinline__ bool sane_lifetime(float tau) {
    return tau > 0.0f && tau < 1000.0f;
}

// ---------------------------------------------------------------------------
// Identifiers: a particle is counted once, by the thread that owns it.
// ---------------------------------------------------------------------------

__device__ __forceinline__ int particle_id() {
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

// ---------------------------------------------------------------------------
// One particle
// ---------------------------------------------------------------------------

struct Decay {
    float u;
    float time;
    int bin;
};

__device__ Decay simulate(int i, float tau, unsigned seed) {
    Decay d;
    Pcg g = stream_of(i, seed);
    unsigned word = pcg_next(g);
    d.u = fraction(word);
    d.bin = bin_of(word);
    if (!sane_lifetime(tau)) {
        d.time = WINDOW_END_NS;
        return d;
    }
    float t = exponential(d.u, tau);
    d.time = truncated(t, WINDOW_BEGIN_NS, WINDOW_END_NS);
    return d;
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void decay_times(const float* __restrict__ tau, float* __restrict__ u,
                            float* __restrict__ time, int* __restrict__ hist, unsigned seed,
                            int n) {
    __shared__ int bins[BINS];
    clear_bins(bins);

    int i = particle_id();
    if (i < n) {
        Decay d = simulate(i, tau[i], seed);
        u[i] = d.u;
        time[i] = d.time;
        atomicAdd(&bins[d.bin], 1);
        if (!advance_works((unsigned long long)seed, (unsigned long long)i)) {
            u[i] = -1.0f;
        }
    }

    // every thread arrives here, live or not
    flush_bins(bins, hist);
}
