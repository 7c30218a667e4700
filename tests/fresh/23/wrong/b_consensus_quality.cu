// fpcheck: consensus<<<1, 32>>> base=[[0,0,0,1,4,4,4,4],[2,2,2,2,4,4,4,4],[1,1,1,2,4,4,4,4],[3,3,3,4,4,4,4,4],[0,0,4,4,4,4,4,4],[2,2,2,2,4,4,4,4]] phred=[[28,29,27,9,0,0,0,0],[20,20,21,19,0,0,0,0],[24,27,28,7,0,0,0,0],[10,12,9,0,0,0,0,0],[30,29,0,0,0,0,0,0],[17,18,20,22,0,0,0,0]] call=empty:6 quality=empty:6 depth=8 columns=6 want=[85,93,82,39,64,91] --ref 'quality=want' --tol atol=1,rtol=0
// expect: error cancellation at line 100
// why: the error probability is 1 - posterior of the called base: below 2^-24 it is 0 and the quality infinite, which the clamp to 93 turns into a plausible number
// figure: computed quality[0] = 93, MPFR 85 (84.708)
// The consensus of a pileup: log-likelihoods of the four bases from the phred scores of the reads, a posterior, and its quality.
// The eight lanes of a group take the reads of one column; four columns a warp, so a block of 32 makes two rounds for six columns.
constexpr int GROUP = 8;
constexpr int BASES = 4;
constexpr float LN10_OVER_10 = 0.230258509f;
constexpr float TEN_OVER_LN10 = 4.34294482f;
constexpr int NO_BASE = 4;
constexpr int BEST_QUALITY = 93;

struct Likelihood {
    float of[BASES];
};

struct Call {
    int base;
    int quality;
};

// ln of the probability that a base of this score is wrong.
__device__ float log_error(int phred)
{
    return -LN10_OVER_10 * (float)phred;
}

// ln of the probability that it is right.
__device__ float log_right(int phred)
{
    return log1pf(-expf(log_error(phred)));
}

__device__ Likelihood nothing()
{
    Likelihood l;
    for (int b = 0; b < BASES; b++)
        l.of[b] = 0.0f;
    return l;
}

// One read: right with 1 - e, each of the other three with e / 3.
__device__ Likelihood of_read(int base, int phred)
{
    Likelihood l = nothing();
    if (base == NO_BASE)
        return l;
    const float third = 1.09861229f; // ln 3
    float right = log_right(phred);
    float wrong = log_error(phred) - third;
    for (int b = 0; b < BASES; b++)
        l.of[b] = b == base ? right : wrong;
    return l;
}

__device__ float group_sum(float v)
{
    for (int o = GROUP / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o, GROUP);
    return v;
}

__device__ Likelihood sum_reads(Likelihood l)
{
    for (int b = 0; b < BASES; b++)
        l.of[b] = group_sum(l.of[b]);
    return l;
}

__device__ int most_likely(const Likelihood &l)
{
    int arg = 0;
    for (int b = 1; b < BASES; b++)
        if (l.of[b] > l.of[arg])
            arg = b;
    return arg;
}

// All relative to the best, so that exp does not underflow for it.
__device__ float evidence(const Likelihood &l, int best)
{
    float z = 0.0f;
    for (int b = 0; b < BASES; b++)
        z += expf(l.of[b] - l.of[best]);
    return z;
}

__device__ int to_quality(float p)
{
    float q = -TEN_OVER_LN10 * logf(p);
    return (int)fminf(fmaxf(q + 0.5f, 0.0f), (float)BEST_QUALITY);
}

__device__ Call call_of(const Likelihood &l)
{
    Call c;
    c.base = most_likely(l);
    float posterior = 1.0f / evidence(l, c.base);
    float wrong = 1.0f - posterior;
    c.quality = to_quality(wrong);
    return c;
}

__device__ bool usable(int base, int phred)
{
    return base >= 0 && base < BASES && phred > 2;
}

// What lane `read` of the group contributes to a column.
__device__ Likelihood contribution(const int *base, const int *phred, int column, int read, int depth)
{
    Likelihood l = nothing();
    if (read >= depth)
        return l;
    int at = column * depth + read;
    int b = base[at];
    int q = phred[at];
    if (!usable(b, q))
        return l;
    return of_read(b, q);
}

// A column that no read covers has no base.
__device__ Call no_call()
{
    Call c;
    c.base = NO_BASE;
    c.quality = 0;
    return c;
}

__device__ bool covered(const Likelihood &l)
{
    for (int b = 0; b < BASES; b++)
        if (l.of[b] != 0.0f)
            return true;
    return false;
}

__device__ void store(const Call &c, int *call, int *quality, int column)
{
    call[column] = c.base;
    quality[column] = c.quality;
}

__global__ void consensus(const int *base, const int *phred, int *call, int *quality, int depth, int columns)
{
    int group = threadIdx.x / GROUP;
    int read = threadIdx.x % GROUP;
    int groups = blockDim.x / GROUP;
    for (int first = 0; first < columns; first += groups) {
        int column = first + group;
        // groups without a column shuffle along
        Likelihood l = nothing();
        if (column < columns)
            l = contribution(base, phred, column, read, depth);
        l = sum_reads(l);
        if (column < columns && read == 0)
            store(covered(l) ? call_of(l) : no_call(), call, quality, column);
    }
}
