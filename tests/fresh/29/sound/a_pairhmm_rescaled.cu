// fpcheck: pair_hmm <<<1, 32>>> reads=@a_hmm_reads.npy quals=@a_hmm_quals.npy haps=@a_hmm_haps.npy loglik=empty:4 best=empty:2 n_reads=2 n_haps=2 read_len=36 hap_len=44 want=[-47.806789838018325,-56.49835431245352,-42.43807917340067,-49.313073011120416] ref=loglik=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the likelihood of 1e-60 is no float, but every row is scaled by a power of two whose exponent is counted apart
// figure: computed loglik[0] = -47.80679 (powers of two apart, rounding of about 1e-6 in the sum), MPFR -47.8067898; 1e-5 relative is allowed
#include <cuda_runtime.h>

// Likelihood of reads given haplotypes: the pair HMM's forward algorithm, a pair a thread, rows kept near one.
// Bases are 0..3, 4 is N. Quality scores are Phred.

#define MAX_HAP 64

// ------------------------------------------------------------------ probabilities

struct Transitions {
    float match_match;
    float match_gap;
    float gap_match;
    float gap_gap;
};

__device__ __forceinline__ float from_phred(float q)
{
    return exp10f(-0.1f * q);
}

__device__ Transitions transitions()
{
    const float open = from_phred(45.0f);
    const float extend = from_phred(20.0f);
    Transitions t;
    t.match_match = 1.0f - 2.0f * open;
    t.match_gap = open;
    t.gap_match = 1.0f - extend;
    t.gap_gap = extend;
    return t;
}

__device__ __forceinline__ float emission(int read_base, int hap_base, float error)
{
    bool wild = read_base == 4 || hap_base == 4;
    if (wild || read_base == hap_base)
        return 1.0f - error;
    return error * (1.0f / 3.0f);
}

// ------------------------------------------------------------------ rows of the matrix

struct Row {
    float match[MAX_HAP + 1];
    float insert[MAX_HAP + 1];
    float remove[MAX_HAP + 1];
};

__device__ void first_row(Row &r, int hap_len)
{
    float start = 1.0f / (float)hap_len;
    for (int j = 0; j <= hap_len; j++) {
        r.match[j] = 0.0f;
        r.insert[j] = 0.0f;
        r.remove[j] = start;
    }
}

__device__ float next_row(const Row &above, Row &here, int base, float error, const unsigned char *hap, int hap_len,
                          const Transitions &t)
{
    float largest = 0.0f;
    here.match[0] = 0.0f;
    here.insert[0] = 0.0f;
    here.remove[0] = 0.0f;
    for (int j = 1; j <= hap_len; j++) {
        float e = emission(base, hap[j - 1], error);
        float diagonal = t.match_match * above.match[j - 1] + t.gap_match * (above.insert[j - 1] + above.remove[j - 1]);
        here.match[j] = e * diagonal;
        here.insert[j] = t.match_gap * above.match[j] + t.gap_gap * above.insert[j];
        here.remove[j] = t.match_gap * here.match[j - 1] + t.gap_gap * here.remove[j - 1];
        largest = fmaxf(largest, fmaxf(here.match[j], fmaxf(here.insert[j], here.remove[j])));
    }
    return largest;
}

// The exponent of a positive normal float.
__device__ __forceinline__ int exponent_of(float x)
{
    return (int)(__float_as_uint(x) >> 23) - 127;
}

__device__ __forceinline__ float power_of_two(int e)
{
    return __uint_as_float((unsigned)(e + 127) << 23);
}

__device__ void scale_row(Row &r, int hap_len, float factor)
{
    for (int j = 0; j <= hap_len; j++) {
        r.match[j] *= factor;
        r.insert[j] *= factor;
        r.remove[j] *= factor;
    }
}

__device__ float last_row_sum(const Row &r, int hap_len)
{
    float sum = 0.0f;
    for (int j = 1; j <= hap_len; j++)
        sum += r.match[j] + r.insert[j];
    return sum;
}

// ------------------------------------------------------------------ a pair

__device__ float log_likelihood(const unsigned char *read, const unsigned char *qual, int read_len,
                                const unsigned char *hap, int hap_len)
{
    const float log10_of_2 = 0.30102999566f;
    Row rows[2];
    Transitions t = transitions();
    int exponent = 0;
    first_row(rows[0], hap_len);
    for (int i = 0; i < read_len; i++) {
        float error = from_phred((float)qual[i]);
        Row &here = rows[(i + 1) & 1];
        float largest = next_row(rows[i & 1], here, read[i], error, hap, hap_len, t);
        int e = exponent_of(largest);
        scale_row(here, hap_len, power_of_two(-e));
        exponent += e;
    }
    float likelihood = last_row_sum(rows[read_len & 1], hap_len);
    return log10f(likelihood) + (float)exponent * log10_of_2;
}

// ------------------------------------------------------------------ the kernel

__global__ void pair_hmm(const unsigned char *reads, const unsigned char *quals, const unsigned char *haps,
                         float *loglik, int *best, int n_reads, int n_haps, int read_len, int hap_len)
{
    __shared__ float shared[32];
    int pair = threadIdx.x;
    if (pair < n_reads * n_haps) {
        int r = pair / n_haps;
        int h = pair % n_haps;
        float l = log_likelihood(reads + r * read_len, quals + r * read_len, read_len, haps + h * hap_len, hap_len);
        loglik[pair] = l;
        shared[pair] = l;
    }
    __syncthreads();

    if (pair < n_reads) {
        int arg = 0;
        for (int h = 1; h < n_haps; h++)
            if (shared[pair * n_haps + h] > shared[pair * n_haps + arg])
                arg = h;
        best[pair] = arg;
    }
}
