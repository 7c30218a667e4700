// fpcheck: likelihoods <<<1, 32>>> k=[30000,30310,60123,14990,45200,59700,89900,75210] p=[0.25,0.25,0.5,0.125,0.375,0.5,0.75,0.625] pmf=empty:8 phred=empty:8 odds=empty:8 best=empty:1 n=120000 m=8 want=[0.0026596071992165855,0.0003147685836222771,0.0017899546006297858,0.0034699827462629004,0.001167697359344981,0.0005139365740896532,0.0021276380917869147,0.0010866050077845753] ref=pmf=want --tol rtol=1e-3,atol=0
// expect: error cancellation at line 55
// why: logarithms of factorials of 120000 are 1.3 million, where binary32 steps by an eighth: their difference and the powers cancel to about -6, and the exponential turns the lost digits into percents
// figure: computed 0.00331280194, MPFR 0.00346998275 (pmf[3], with lgamma and log correctly rounded)
// Likelihoods of allele counts: binomial probabilities of k reads of n under given frequencies, the odds against the
// neighbouring count, and which of the hypotheses is the likeliest.

struct Binomial {
    float n;
    float p, q; // q = 1 - p
};

struct Best {
    float value;
    int index;
};

// ---------------------------------------------------------------- powers at the edges

__device__ float all_failures(Binomial b)
{
    return expf(b.n * log1pf(-b.p));
}

__device__ float all_successes(Binomial b)
{
    return expf(b.n * logf(b.p));
}

// ---------------------------------------------------------------- inside
//
//     log P = log n! - log k! - log (n - k)! + k log p + (n - k) log q
//
// with factorials as gamma functions; everything in logarithms, so that nothing overflows.

__device__ float log_factorial(float x)
{
    return lgammaf(x + 1.0f);
}

__device__ float log_choose(float n, float k)
{
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

__device__ float log_powers(Binomial b, float k)
{
    float successes = k * logf(b.p);
    float failures = (b.n - k) * log1pf(-b.p);
    return successes + failures;
}

__device__ float interior(Binomial b, float k)
{
    float l = log_choose(b.n, k) + log_powers(b, k);
    return expf(fminf(l, 0.0f)); // a probability
}

// ---------------------------------------------------------------- degenerate cases

__device__ float probability(Binomial b, float k)
{
    if (k < 0.0f || k > b.n)
        return 0.0f;
    if (b.p <= 0.0f)
        return k == 0.0f ? 1.0f : 0.0f;
    if (b.q <= 0.0f)
        return k == b.n ? 1.0f : 0.0f;
    if (k == 0.0f)
        return all_failures(b);
    if (k == b.n)
        return all_successes(b);
    return interior(b, k);
}

// P(k + 1) / P(k), which needs no probability at all.
__device__ float next_over_this(Binomial b, float k)
{
    return (b.n - k) / (k + 1.0f) * (b.p / b.q);
}

// ---------------------------------------------------------------- scores

// Minus ten decimal logarithms, as sequencers report them, at most 255.
__device__ float phred_score(float probability)
{
    const float most = 255.0f;
    if (!(probability > 0.0f))
        return most;
    float score = -10.0f * log10f(probability);
    return fminf(fmaxf(score, 0.0f), most);
}

// ---------------------------------------------------------------- the likeliest

__device__ Best better(Best a, Best b)
{
    if (b.value > a.value || (b.value == a.value && b.index < a.index))
        return b;
    return a;
}

__device__ Best likeliest(Best mine)
{
    for (int d = 16; d > 0; d >>= 1) {
        Best other;
        other.value = __shfl_xor_sync(0xffffffffu, mine.value, d);
        other.index = __shfl_xor_sync(0xffffffffu, mine.index, d);
        mine = better(mine, other);
    }
    return mine;
}

// ---------------------------------------------------------------- hypotheses

__device__ Binomial hypothesis(const float *p, int i, int n)
{
    Binomial b;
    b.n = (float)n;
    b.p = p[i];
    b.q = 1.0f - p[i];
    return b;
}

__device__ Best nobody()
{
    Best b = {-1.0f, 0x7fffffff};
    return b;
}

// ---------------------------------------------------------------- kernel
//
// One warp; n is below 2^24, so counts are exact in binary32. Lanes without a hypothesis take part in the
// reduction with a value that cannot win.

__global__ void likelihoods(const int *k, const float *p, float *pmf, float *phred, float *odds, int *best, int n,
                            int m)
{
    int i = threadIdx.x;
    Best mine = nobody();
    if (i < m) {
        Binomial b = hypothesis(p, i, n);
        float count = (float)k[i];
        mine.value = probability(b, count);
        mine.index = i;
        pmf[i] = mine.value;
        phred[i] = phred_score(mine.value);
        odds[i] = next_over_this(b, count);
    }
    __syncwarp();

    Best winner = likeliest(mine);
    if (i == 0)
        *best = winner.index;
}
