// fpcheck: pair_hmm <<<1, 32>>> reads=@a_hmm_reads.npy quals=@a_hmm_quals.npy haps=@a_hmm_haps.npy loglik=empty:4 best=empty:2 n_reads=2 n_haps=2 read_len=36 hap_len=44
// expect: error underflow at line 74
// why: the forward values of a read with many mismatches underflow to 0 in float, and the floor of -60 hides the log of zero
// figure: computed loglik[0] = -60 (sum 0), MPFR -47.80679
#include <cuda_runtime.h>

// Likelihood of reads given haplotypes: the pair HMM's forward algorithm, a pair a thread.
// Bases are 0..3, 4 is N. Quality scores are Phred.

#define MAX_HAP 64
#define FLOOR -60.0f

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

__device__ void next_row(const Row &above, Row &here, int base, float error, const unsigned char *hap, int hap_len,
                         const Transitions &t)
{
    here.match[0] = 0.0f;
    here.insert[0] = 0.0f;
    here.remove[0] = 0.0f;
    for (int j = 1; j <= hap_len; j++) {
        float e = emission(base, hap[j - 1], error);
        float diagonal = t.match_match * above.match[j - 1] + t.gap_match * (above.insert[j - 1] + above.remove[j - 1]);
        here.match[j] = e * diagonal;
        here.insert[j] = t.match_gap * above.match[j] + t.gap_gap * above.insert[j];
        here.remove[j] = t.match_gap * here.match[j - 1] + t.gap_gap * here.remove[j - 1];
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
    Row rows[2];
    Transitions t = transitions();
    first_row(rows[0], hap_len);
    for (int i = 0; i < read_len; i++) {
        float error = from_phred((float)qual[i]);
        next_row(rows[i & 1], rows[(i + 1) & 1], read[i], error, hap, hap_len, t);
    }
    float likelihood = last_row_sum(rows[read_len & 1], hap_len);
    return fmaxf(log10f(likelihood), FLOOR);
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

// ------------------------------------------------------------------ genotypes
//
// Diploid genotype likelihoods of a site: every read came from either haplotype with equal odds.

__device__ float log10_sum(float a, float b)
{
    float top = fmaxf(a, b);
    float gap = fminf(a, b) - top;
    return top + log10f(1.0f + exp10f(gap));
}

__global__ void genotypes(const float *loglik, float *genotype, int n_reads, int n_haps)
{
    int a = threadIdx.x;
    int b = threadIdx.y;
    if (a >= n_haps || b > a)
        return;
    float sum = 0.0f;
    for (int r = 0; r < n_reads; r++)
        sum += log10_sum(loglik[r * n_haps + a], loglik[r * n_haps + b]) - 0.30103f;
    genotype[a * (a + 1) / 2 + b] = sum;
}
