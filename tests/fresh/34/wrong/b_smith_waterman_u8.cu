// fpcheck: align <<<1, 32>>> query=@b_smith_waterman_u8_q.npy targets=@b_smith_waterman_u8_t.npy score=empty:8 qlen=40 tlen=40 count=8 --ref score=@b_smith_waterman_u8_ref_score.npy --tol bitwise
// fpcheck+ rank_targets <<<1, 32>>> score=score rank=empty:8 count=8
// expect: error narrowing store wraps (8-bit scores) at line 63
// why: scores of good alignments exceed 255 (40 matches of 8) and the byte rows wrap instead of saturating with a second pass in 16 bits, as SIMD aligners must do
// figure: score[2] computed 252, exact 320
#include <cuda_runtime.h>
#include <stdint.h>

// Smith-Waterman with affine gaps (Gotoh), one target a thread. The rows of H and E are kept in bytes, as the
// byte pass of SIMD implementations does, to hold them in local memory that stays in L1.

constexpr int MAX_QUERY = 64;
constexpr int MATCH = 8;
constexpr int MISMATCH = -6;
constexpr int GAP_OPEN = 12;
constexpr int GAP_EXTEND = 2;

struct Row {
    uint8_t h[MAX_QUERY];   // best score that ends here
    uint8_t e[MAX_QUERY];   // best score that ends here in a gap of the query, floored at 0
};

__device__ __forceinline__ void clear(Row& r, int n)
{
    for (int j = 0; j < n; ++j) {
        r.h[j] = 0;
        r.e[j] = 0;
    }
}

__device__ __forceinline__ int substitution(uint8_t a, uint8_t b)
{
    return a == b ? MATCH : MISMATCH;
}

// unsigned subtraction that stops at 0, like psubusb
__device__ __forceinline__ int minus(int a, int b)
{
    return a > b ? a - b : 0;
}

__device__ __forceinline__ int extend_gap(int h, int gap)
{
    return max(minus(h, GAP_OPEN), minus(gap, GAP_EXTEND));
}

__device__ __forceinline__ int cell(int diagonal, int s, int e, int f)
{
    const int d = diagonal + s;
    return max(max(d, 0), max(e, f));
}

// One target symbol against the whole query; returns the best score of the row.
__device__ int advance(Row& r, const uint8_t* __restrict__ query, int n, uint8_t symbol)
{
    int diagonal = 0, f = 0, best = 0, left = 0;
    for (int j = 0; j < n; ++j) {
        const int up = r.h[j];
        const int e = extend_gap(up, r.e[j]);
        f = extend_gap(left, f);
        const int h = cell(diagonal, substitution(query[j], symbol), e, f);
        r.e[j] = (uint8_t)e;
        r.h[j] = (uint8_t)h;
        best = max(best, (int)r.h[j]);
        left = r.h[j];
        diagonal = up;
    }
    return best;
}

__device__ int best_local_score(const uint8_t* __restrict__ query, int n, const uint8_t* __restrict__ target, int m)
{
    Row row;
    clear(row, n);
    int best = 0;
    for (int i = 0; i < m; ++i) best = max(best, advance(row, query, n, target[i]));
    return best;
}

__device__ __forceinline__ bool fits(int n)
{
    return n > 0 && n <= MAX_QUERY;
}

__global__ void align(const uint8_t* __restrict__ query, const uint8_t* __restrict__ targets, int* score, int qlen, int tlen, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    score[t] = fits(qlen) ? best_local_score(query, qlen, targets + t * tlen, tlen) : 0;
}

// rank 0 is the best target; equal scores keep the order of the file
__global__ void rank_targets(const int* __restrict__ score, int* rank, int count)
{
    const int t = threadIdx.x;
    if (t >= count) return;
    int before = 0;
    for (int o = 0; o < count; ++o)
        before += score[o] > score[t] || (score[o] == score[t] && o < t);
    rank[t] = before;
}
