// fpcheck: decay_times <<<2, 32>>> first=590175 seed=9 rate=0.25 horizon=1000 t=empty:256 mean=inout:zeros:1 n=64
// fpcheck+ survivors <<<1, 32>>> edges=[0,1,2,4,8,16,32,64,128] alive=empty:9 count=256 steps=9
// expect: error infinity hidden at line 71
// why: a 32-bit word times 2^-32 rounds to 1.0f for the 128 largest words; the logarithm of 0 gives infinity, and the clamp to the horizon hides it
// figure: computed t[83]=1000, MPFR 73.9673213
// Waiting times of a decay process from the counter-based generator Philox-4x32-10 (Salmon et al., 2011).
// Thread i draws the block of four words with counter first + i, so any part of the stream can be drawn again.

#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u
#define PHILOX_ROUNDS 10
#define WARP 32

struct philox_state {
    unsigned c0, c1, c2, c3; // counter
    unsigned k0, k1;         // key
};

__device__ philox_state philox_begin(unsigned counter, unsigned seed, unsigned stream)
{
    philox_state s;
    s.c0 = counter;
    s.c1 = 0;
    s.c2 = 0;
    s.c3 = 0;
    s.k0 = seed;
    s.k1 = stream;
    return s;
}

__device__ __forceinline__ void philox_round(philox_state &s)
{
    const unsigned h0 = __umulhi(PHILOX_M0, s.c0);
    const unsigned l0 = PHILOX_M0 * s.c0;
    const unsigned h1 = __umulhi(PHILOX_M1, s.c2);
    const unsigned l1 = PHILOX_M1 * s.c2;
    const unsigned n0 = h1 ^ s.c1 ^ s.k0;
    const unsigned n2 = h0 ^ s.c3 ^ s.k1;
    s.c0 = n0;
    s.c1 = l1;
    s.c2 = n2;
    s.c3 = l0;
}

__device__ __forceinline__ void philox_bump_key(philox_state &s)
{
    s.k0 += PHILOX_W0;
    s.k1 += PHILOX_W1;
}

__device__ void philox_generate(philox_state &s)
{
#pragma unroll
    for (int r = 0; r < PHILOX_ROUNDS; r++) {
        philox_round(s);
        philox_bump_key(s);
    }
}

// A uniform number in [0, 1).
__device__ __forceinline__ float uniform01(unsigned word)
{
    return (float)word * 2.3283064365386963e-10f;
}

// Inversion of the distribution function of the exponential distribution.
__device__ __forceinline__ float exponential(unsigned word, float rate)
{
    const float survivor = 1.0f - uniform01(word);
    return -logf(survivor) / rate;
}

// Observation ends at the horizon: a longer waiting time is censored there.
__device__ __forceinline__ float censored(float t, float horizon)
{
    return fminf(t, horizon);
}

__device__ float warp_sum(float v)
{
#pragma unroll
    for (int o = WARP / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// Waiting times t[4 i .. 4 i + 3] of thread i, and the mean of all, which the caller set to zero.
__global__ void decay_times(unsigned first, unsigned seed, float rate, float horizon, float *t, float *mean, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (i < n) {
        philox_state s = philox_begin(first + (unsigned)i, seed, 0x1234u);
        philox_generate(s);

        const unsigned words[4] = {s.c0, s.c1, s.c2, s.c3};
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const float wait = censored(exponential(words[w], rate), horizon);
            t[4 * i + w] = wait;
            sum += wait;
        }
    }

    sum = warp_sum(sum);
    if ((threadIdx.x & (WARP - 1)) == 0)
        atomicAdd(mean, sum / (4.0f * (float)n));
}

// The survival curve: the share of nuclei whose decay comes after each of the given times. One warp walks over all waiting
// times for one edge after another; votes count them.
__device__ int count_later(const float *__restrict__ t, int count, float edge)
{
    int later = 0;
    for (int base = 0; base < count; base += WARP) {
        const int j = base + (int)threadIdx.x;
        // lanes behind the end vote no
        const bool alive = j < count && t[j] > edge;
        later += __popc(__ballot_sync(0xffffffffu, alive));
    }
    return later;
}

__global__ void survivors(const float *__restrict__ t, const float *__restrict__ edges, float *alive, int count, int steps)
{
    for (int e = 0; e < steps; e++) {
        const int later = count_later(t, count, edges[e]);
        if (threadIdx.x == 0)
            alive[e] = (float)later / (float)count;
    }
}

// Host side: draws n blocks of four times and their survival curve.
static void draw(unsigned first, unsigned seed, float *t, float *mean, const float *edges, float *alive, int n, int steps)
{
    const int threads = WARP;
    const int blocks = (n + threads - 1) / threads;
    cudaMemset(mean, 0, sizeof(float));
    decay_times<<<blocks, threads>>>(first, seed, 0.25f, 1000.0f, t, mean, n);
    survivors<<<1, WARP>>>(t, edges, alive, 4 * n, steps);
}

void draw_and_wait(unsigned first, float *t, float *mean, const float *edges, float *alive, int n, int steps)
{
    draw(first, 9u, t, mean, edges, alive, n, steps);
    cudaDeviceSynchronize();
}
