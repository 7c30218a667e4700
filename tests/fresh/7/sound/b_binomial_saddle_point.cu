// fpcheck: likelihoods <<<1, 32>>> k=[30000,30310,60123,14990,45200,59700,89900,75210] p=[0.25,0.25,0.5,0.125,0.375,0.5,0.75,0.625] pmf=empty:8 phred=empty:8 odds=empty:8 best=empty:1 n=120000 m=8 want=[0.0026596071992165855,0.0003147685836222771,0.0017899546006297858,0.0034699827462629004,0.001167697359344981,0.0005139365740896532,0.0021276380917869147,0.0010866050077845753] ref=pmf=want --tol rtol=1e-3,atol=0
// expect: ok
// why: probabilities of counts of 120000 in binary32, with differences like k - np and a loop that stops when a term no longer moves the sum: that is the saddle-point form of Loader, in which nothing large cancels, and an absorbed term is the end of a convergent series
// figure: computed within 1.1e-07 relative of MPFR, tolerance 1e-3
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
// Loader (2000), Fast and accurate computation of binomial probabilities:
//
//     P = sqrt(n / (2 pi k (n - k))) exp(S(n) - S(k) - S(n - k) - D(k, np) - D(n - k, nq))
//
// S(x) is the error of Stirling's formula, D(x, m) = x log(x / m) + m - x the deviance.

// For small counts from the factorials themselves, else by the series in 1/x.
__device__ float stirling_error(float x)
{
    if (x < 16.0f) {
        float product = 1.0f;
        for (float f = 2.0f; f <= x; f += 1.0f)
            product *= f;
        return logf(product) - (x + 0.5f) * logf(x) + x - 0.918938533f;
    }
    float r = 1.0f / x;
    float r2 = r * r;
    return r * (0.0833333333f - r2 * (0.00277777778f - r2 * 0.000793650794f));
}

// Near x = m the closed form cancels; there a series in v = (x - m) / (x + m).
__device__ float deviance(float x, float m)
{
    float d = x - m;
    if (fabsf(d) < 0.1f * (x + m)) {
        float v = d / (x + m);
        float sum = d * v;
        float term = 2.0f * x * v;
        v *= v;
        for (int j = 1; j < 100; j++) {
            term *= v;
            float next = sum + term / (float)(2 * j + 1);
            if (next == sum)
                break;
            sum = next;
        }
        return sum;
    }
    return x * logf(x / m) + m - x;
}

__device__ float interior(Binomial b, float k)
{
    float rest = b.n - k;
    float l = stirling_error(b.n) - stirling_error(k) - stirling_error(rest);
    l -= deviance(k, b.n * b.p);
    l -= deviance(rest, b.n * b.q);
    return expf(l) * sqrtf(b.n / (6.283185307f * k * rest));
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
