// fpcheck: local_align<<<2, 32>>> query=[[84,84,84,84,65,84,84,67,65,65,84,84],[71,71,84,65,84,84,65,84,84,67,67,84]] subject=[[84,65,71,67,67,84,84,65,84,84,67,65,65,84,71,67,67,65,67,84],[67,84,67,71,71,84,65,84,84,65,65,84,84,67,67,84,71,65,65,71]] best=empty:2 cell=empty:2 m=12 n=20 want=[27,32] --ref 'best=want' --tol bitwise
// expect: error mismatch at line 53
// why: the diagonal neighbour is taken from the last anti-diagonal (two_back must be used): a match adds to the cell on the left's row instead of H[i-1][j-1]
// figure: computed best = [18, 13], MPFR [27, 32]
#include <cstdint>

// Smith-Waterman with linear gaps: one warp a pair, anti-diagonals across the lanes; a lane is a row of the query (at most 32).
constexpr int MATCH = 3;
constexpr int MISMATCH = -2;
constexpr int GAP = -4;

struct Best
{
    int score;
    int cell;
};

__device__ int substitution(uint8_t a, uint8_t b)
{
    return a == b ? MATCH : MISMATCH;
}

__device__ Best better(Best a, Best b)
{
    if (b.score > a.score)
        return b;
    if (b.score == a.score && b.cell < a.cell)
        return b;
    return a;
}

__device__ Best warp_best(Best mine)
{
    for (int d = 16; d > 0; d >>= 1)
    {
        Best other;
        other.score = __shfl_xor_sync(0xffffffffu, mine.score, d);
        other.cell = __shfl_xor_sync(0xffffffffu, mine.cell, d);
        mine = better(mine, other);
    }
    return mine;
}

struct Frontier
{
    int last;      // H of this row on the last anti-diagonal
    int two_back;  // and on the one before
};

__device__ int advance(Frontier &f, int lane, bool inside, int score)
{
    int above = __shfl_up_sync(0xffffffffu, f.last, 1);
    int above_left = __shfl_up_sync(0xffffffffu, f.last, 1);
    if (lane == 0)
    {
        above = 0;
        above_left = 0;
    }
    int h = 0;
    if (inside)
    {
        h = max(h, above_left + score);
        h = max(h, above + GAP);
        h = max(h, f.last + GAP);
    }
    f.two_back = f.last;
    f.last = h;
    return h;
}

__global__ void local_align(const uint8_t *query, const uint8_t *subject, int *best, int *cell, int m, int n)
{
    __shared__ uint8_t text[128];
    int lane = threadIdx.x;
    const uint8_t *my_query = query + blockIdx.x * m;
    const uint8_t *my_subject = subject + blockIdx.x * n;
    for (int j = lane; j < n; j += 32)
        text[j] = my_subject[j];
    __syncwarp();

    uint8_t letter = lane < m ? my_query[lane] : 0;
    Frontier frontier = {0, 0};
    Best mine = {0, 0};
    for (int diagonal = 0; diagonal < m + n - 1; ++diagonal)
    {
        int j = diagonal - lane;
        bool inside = lane < m && j >= 0 && j < n;
        int score = inside ? substitution(letter, text[j]) : 0;
        int h = advance(frontier, lane, inside, score);
        if (inside)
        {
            Best here = {h, lane * n + j};
            mine = better(mine, here);
        }
    }
    mine = warp_best(mine);
    if (lane == 0)
    {
        best[blockIdx.x] = mine.score;
        cell[blockIdx.x] = mine.cell;
    }
}

// Where the best cell lies, as row and column.
__global__ void unpack_cells(const int *cell, int *row, int *column, int pairs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    row[i] = cell[i] / n;
    column[i] = cell[i] % n;
}

// Scores relative to that of a perfect match of the query.
__global__ void relative_scores(const int *best, float *relative, int pairs, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        relative[i] = (float)best[i] / (float)(MATCH * m);
}

// Pairs that are worth a full alignment, as one bit each.
__global__ void keep_pairs(const int *best, unsigned *bits, int pairs, int least)
{
    int i = threadIdx.x;
    bool keep = i < pairs && best[i] >= least;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (i == 0)
        bits[0] = votes;
}

// The share of G and C in each query.
__global__ void gc_content(const uint8_t *query, float *share, int pairs, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    int count = 0;
    for (int j = 0; j < m; ++j)
    {
        uint8_t c = query[i * m + j];
        count += c == 'G' || c == 'C';
    }
    share[i] = (float)count / (float)m;
}
// The longest possible local score of each pair, as a bound for a filter.
__global__ void score_bounds(const int *lengths, int *bound, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        bound[i] = MATCH * lengths[i];
}
