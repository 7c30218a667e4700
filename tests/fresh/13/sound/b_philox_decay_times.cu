// fpcheck: decay <<<2, 64>>> sum=inout:zeros:2:f64 late=inout:zeros:2:u32 seed=20240229 rate=0.5 horizon=3
// fpcheck+ summary <<<1, 32>>> mean=empty:2 share=empty:2 draws=256
// expect: ok
// why: numbers made of hashed bits, a logarithm near 0 and near 1, and counts of a comparison; the uniforms are odd multiples of 2^-24, exact and inside (0, 1)
// figure: computed largest time -log(2^-24)/0.5 = 33.2710647, smallest 1.19209304e-07, MPFR 33.2710647, 1.19209293e-07; each logf within 1 ulp, sums in double
// Random numbers: exponential decay times from Philox 4x32-10, four a thread, and what share is later than a horizon.
#define W0 0x9E3779B9u
#define W1 0xBB67AE85u
#define M0 0xD2511F53u
#define M1 0xCD9E8D57u

// ---- the generator ------------------------------------------------------

struct Counter
{
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d;
};

struct Key
{
    unsigned lo;
    unsigned hi;

    __device__ void bump()
    {
        lo += W0;
        hi += W1;
    }
};

__device__ __forceinline__ Counter single_round(const Counter &x, const Key &k)
{
    unsigned hi0 = __umulhi(M0, x.a);
    unsigned lo0 = M0 * x.a;
    unsigned hi1 = __umulhi(M1, x.c);
    unsigned lo1 = M1 * x.c;
    Counter y;
    y.a = hi1 ^ x.b ^ k.lo;
    y.b = lo1;
    y.c = hi0 ^ x.d ^ k.hi;
    y.d = lo0;
    return y;
}

__device__ Counter philox(Counter x, Key k)
{
    for (int r = 0; r < 10; ++r)
    {
        x = single_round(x, k);
        k.bump();
    }
    return x;
}

__device__ Counter block_of(unsigned thread, unsigned seed)
{
    Counter c;
    c.a = thread;
    c.b = 0u;
    c.c = 0u;
    c.d = 0u;
    Key k;
    k.lo = seed;
    k.hi = 0u;
    return philox(c, k);
}

// ---- distributions ------------------------------------------------------

// 23 bits and a half: (2 k + 1) / 2^24
__device__ __forceinline__ float open_uniform(unsigned w)
{
    unsigned odd = ((w >> 9) << 1) | 1u;
    return (float)odd * 5.9604644775390625e-8f;
}

__device__ __forceinline__ float exponential(unsigned w, float rate)
{
    return -logf(open_uniform(w)) / rate;
}

// ---- tallies ------------------------------------------------------------

struct Tally
{
    double sum;
    unsigned late;

    __device__ void clear()
    {
        sum = 0.0;
        late = 0u;
    }

    __device__ void take(float t, float horizon)
    {
        sum += (double)t;
        late += t > horizon ? 1u : 0u;
    }

    __device__ void join()
    {
        for (int o = 16; o > 0; o >>= 1)
        {
            sum += __shfl_xor_sync(0xffffffffu, sum, o);
            late += __shfl_xor_sync(0xffffffffu, late, o);
        }
    }

    __device__ void publish(double *s, unsigned *l) const
    {
        if ((threadIdx.x & 31) == 0)
        {
            atomicAdd(s, sum);
            atomicAdd(l, late);
        }
    }
};

// ---- kernels ------------------------------------------------------------

__global__ void decay(double *sum, unsigned *late, unsigned seed, float rate, float horizon)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    Counter w = block_of(thread, seed);

    Tally t;
    t.clear();
    t.take(exponential(w.a, rate), horizon);
    t.take(exponential(w.b, rate), horizon);
    t.take(exponential(w.c, rate), horizon);
    t.take(exponential(w.d, rate), horizon);
    t.join();
    t.publish(&sum[blockIdx.x], &late[blockIdx.x]);
}

__global__ void summary(const double *sum, const unsigned *late, float *mean, float *share, int draws)
{
    int b = threadIdx.x;
    if (b >= 2)
        return;
    mean[b] = (float)(sum[b] / draws);
    share[b] = (float)late[b] / (float)draws;
}

// ---- not part of the case: the words themselves -----------------------------

__global__ void words(uint4 *out, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Counter w = block_of((unsigned)i, seed);
    out[i] = make_uint4(w.a, w.b, w.c, w.d);
}
