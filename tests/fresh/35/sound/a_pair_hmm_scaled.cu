// fpcheck: pair_hmm <<<6, 64>>> reads=@a_pair_hmm_scaled_reads.npy quality=@a_pair_hmm_scaled_quality.npy haplotype=@a_pair_hmm_scaled_haplotype.npy likelihood=empty:6 R=60 H=62 --ref 'likelihood=@a_pair_hmm_scaled_likelihood_ref.npy' --tol rtol=1e-5
// expect: ok
// why: the same sums in double with the start scaled by 2^1020, whose logarithm is taken off at the end: the large constant looks like an overflow and the subtraction of 307 like a cancellation, and the smallest reads come near 1e-60 without harm
// figure: likelihood[4] computed -50.16605, MPFR -50.16604835 (error 0.0032 of the tolerance)
#include <cuda_runtime.h>

// Forward algorithm of GATK's PairHMM: the likelihood of a read given a haplotype, a block a read, a thread a base of
// the read; cells of one anti-diagonal at a time.

constexpr int MAX_READ = 64;

struct Cell {
    double m, x, y;
};

struct Transitions {
    double mm, gap_open, gap_extend, xm;
};

__device__ Transitions transitions()
{
    Transitions t;
    t.gap_open = 3.1622776601683795e-5; // Phred 45
    t.gap_extend = 0.1;                 // Phred 10
    t.mm = 1.0 - 2.0 * t.gap_open;
    t.xm = 1.0 - t.gap_extend;
    return t;
}

__device__ double error_of(int phred)
{
    return exp10(-0.1 * (double)phred);
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

__device__ double prior_of(unsigned char read, unsigned char hap, double e)
{
    return agree(read, hap) ? 1.0 - e : e * (1.0 / 3.0);
}

__device__ Cell zero()
{
    Cell c = { 0.0, 0.0, 0.0 };
    return c;
}

// 2^1020: what the sums start with, so that unlikely reads stay normal numbers
__device__ double scale()
{
    return 1.1235582092889474e307;
}

// the row above the first base: the read may start anywhere on the haplotype
__device__ Cell start(int length)
{
    Cell c = zero();
    c.y = scale() / (double)length;
    return c;
}

__device__ Cell step(const Transitions& t, double prior, Cell diagonal, Cell up, Cell left)
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
    double e = 0.0;
    if (mine) {
        base = reads[blockIdx.x * R + i];
        e = error_of(quality[blockIdx.x * R + i]);
    }
    for (int d = 0; d < 3; ++d) row[d][i] = zero();
    __syncthreads();

    double total = 0.0;
    for (int d = 0; d < R + H - 1; ++d) {
        int j = d - i;
        Cell c = zero();
        if (mine && j >= 0 && j < H) {
            Cell left = j > 0 ? row[(d + 2) % 3][i] : zero();
            Cell up = i > 0 ? row[(d + 2) % 3][i - 1] : start(H);
            Cell diagonal = i > 0 ? (j > 0 ? row[(d + 1) % 3][i - 1] : zero()) : start(H);
            double prior = prior_of(base, haplotype[j], e);
            c = step(t, prior, diagonal, up, left);
            if (i == R - 1) total += c.m + c.x;
        }
        row[d % 3][i] = c;
        __syncthreads();
    }
    if (i == R - 1) likelihood[blockIdx.x] = (float)(log10(total) - log10(scale()));
}
