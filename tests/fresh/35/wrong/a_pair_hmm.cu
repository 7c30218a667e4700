// fpcheck: pair_hmm <<<6, 64>>> reads=@a_pair_hmm_reads.npy quality=@a_pair_hmm_quality.npy haplotype=@a_pair_hmm_haplotype.npy likelihood=empty:6 R=60 H=62 --ref 'likelihood=@a_pair_hmm_likelihood_ref.npy' --tol rtol=1e-3,atol=1e-2
// expect: error underflow at line 68
// why: the forward sums start at 1/H, so a read with many mismatches of high quality underflows (1e-66); its log10 is -inf and fmaxf turns it into the floor -50. GATK scales the start by 2^120 and repeats underflowing reads in double
// figure: likelihood[5] computed -50, MPFR -66.81579404 (off by 2.2e+02 of the tolerance)
#include <cuda_runtime.h>

// Forward algorithm of GATK's PairHMM: the likelihood of a read given a haplotype, a block a read, a thread a base of
// the read; cells of one anti-diagonal at a time.

constexpr int MAX_READ = 64;

struct Cell {
    float m, x, y;
};

struct Transitions {
    float mm, gap_open, gap_extend, xm;
};

__device__ Transitions transitions()
{
    Transitions t;
    t.gap_open = 3.1622776601683795e-5f; // Phred 45
    t.gap_extend = 0.1f;                 // Phred 10
    t.mm = 1.0f - 2.0f * t.gap_open;
    t.xm = 1.0f - t.gap_extend;
    return t;
}

__device__ float error_of(int phred)
{
    return exp10f(-0.1f * (float)phred);
}

// a base that the sequencer did not call matches nothing and contradicts nothing
__device__ bool called(unsigned char base)
{
    return base < 4;
}

__device__ bool agree(unsigned char read, unsigned char hap)
{
    return !called(read) || !called(hap) || read == hap;
}

__device__ float prior_of(unsigned char read, unsigned char hap, float e)
{
    return agree(read, hap) ? 1.0f - e : e * (1.0f / 3.0f);
}

__device__ Cell zero()
{
    Cell c = { 0.0f, 0.0f, 0.0f };
    return c;
}

// the row above the first base: the read may start anywhere on the haplotype
__device__ Cell start(int length)
{
    Cell c = zero();
    c.y = 1.0f / (float)length;
    return c;
}

__device__ Cell step(const Transitions& t, float prior, Cell diagonal, Cell up, Cell left)
{
    Cell c;
    c.m = prior * (t.mm * diagonal.m + t.xm * (diagonal.x + diagonal.y));
    c.x = t.gap_open * up.m + t.gap_extend * up.x;
    c.y = t.gap_open * left.m + t.gap_extend * left.y;
    return c;
}

__global__ void pair_hmm(const unsigned char* reads, const unsigned char* quality, const unsigned char* haplotype,
                         float* likelihood, int R, int H)
{
    __shared__ Cell row[3][MAX_READ]; // by diagonal modulo 3
    const int i = threadIdx.x;
    const Transitions t = transitions();
    const bool mine = i < R;
    unsigned char base = 0;
    float e = 0.0f;
    if (mine) {
        base = reads[blockIdx.x * R + i];
        e = error_of(quality[blockIdx.x * R + i]);
    }
    for (int d = 0; d < 3; ++d) row[d][i] = zero();
    __syncthreads();

    float total = 0.0f;
    for (int d = 0; d < R + H - 1; ++d) {
        int j = d - i;
        Cell c = zero();
        if (mine && j >= 0 && j < H) {
            Cell left = j > 0 ? row[(d + 2) % 3][i] : zero();
            Cell up = i > 0 ? row[(d + 2) % 3][i - 1] : start(H);
            Cell diagonal = i > 0 ? (j > 0 ? row[(d + 1) % 3][i - 1] : zero()) : start(H);
            float prior = prior_of(base, haplotype[j], e);
            c = step(t, prior, diagonal, up, left);
            if (i == R - 1) total += c.m + c.x;
        }
        row[d % 3][i] = c;
        __syncthreads();
    }
    if (i == R - 1) likelihood[blockIdx.x] = fmaxf(log10f(total), -50.0f);
}
