// fpcheck: align<<<1, 64>>> query=[1,1,0,1,0,0,1,1,2,1,1,0,1,3,0,2,3,0,2,3,2,0,3,2,2,1,1,3,3,3,3,0,1,2,1,0,2,3,0,3,2,2,3,3,0,3,3,1,1,1,1,1,3,2,3,0,0,3,1,1] subject=[1,0,3,1,1,0,1,0,0,1,1,2,1,1,0,1,3,0,2,2,0,2,3,2,0,0,0,3,2,2,1,1,3,3,3,3,0,1,2,1,0,2,3,0,3,2,2,3,3,0,1,1,1,1,1,2,3,0,0,3,1,1,1,1,0,0,1,2,2,1] score=empty:2 m=60 n=70 want=[92,1] --ref 'score=want' --tol bitwise
// expect: ok
// why: three diagonals rotate through shared memory with one barrier a step only: enough, for the buffer that is written was last read a step before
// figure: computed score = 92 reached 1 time(s), MPFR the same; integers
// Local alignment with affine gaps (Gotoh), one block a pair; thread i holds row i of the matrix, the block walks over the antidiagonals.
// score[0] is the best score of the pair, score[1] the number of cells that reach it.
constexpr int ROWS = 64;
constexpr int MATCH = 2;
constexpr int MISMATCH = -3;
constexpr int OPEN = 5;
constexpr int EXTEND = 1;
constexpr int NEVER = -10000;

struct Cell {
    int h; // best score of an alignment that ends here
    int e; // .. that ends in a gap of the query
    int f; // .. that ends in a gap of the subject
};

struct Diagonals {
    Cell ring[3][ROWS + 1];
};

constexpr int MAX_TEXT = 128;

__device__ int substitution(int a, int b)
{
    return a == b ? MATCH : MISMATCH;
}

__device__ Cell border()
{
    Cell c;
    c.h = 0;
    c.e = NEVER;
    c.f = NEVER;
    return c;
}

__device__ bool inside(int row, int column, int m, int n)
{
    return row < m && column >= 0 && column < n;
}

// The cell from its three neighbours.
__device__ Cell advance(Cell left, Cell up, Cell diagonal, int s)
{
    Cell c;
    c.e = max(left.h - OPEN, left.e - EXTEND);
    c.f = max(up.h - OPEN, up.f - EXTEND);
    c.h = max(max(0, diagonal.h + s), max(c.e, c.f));
    return c;
}

// The best of the block, and how many times it occurs.
struct Best {
    int score;
    int times;
};

__device__ Best join(Best a, Best b)
{
    if (a.score > b.score)
        return a;
    if (b.score > a.score)
        return b;
    Best r;
    r.score = a.score;
    r.times = a.times + b.times;
    return r;
}

__device__ void take(Best &best, int score)
{
    Best one;
    one.score = score;
    one.times = 1;
    best = join(best, one);
}

__device__ Best warp_best(Best best)
{
    for (int o = 16; o > 0; o >>= 1) {
        Best other;
        other.score = __shfl_xor_sync(0xffffffffu, best.score, o);
        other.times = __shfl_xor_sync(0xffffffffu, best.times, o);
        best = join(best, other);
    }
    return best;
}

__device__ Best block_best(Best best)
{
    __shared__ Best of_warp[ROWS / 32];
    int t = threadIdx.x;
    best = warp_best(best);
    if ((t & 31) == 0)
        of_warp[t >> 5] = best;
    __syncthreads();
    Best all = of_warp[0];
    for (int w = 1; w < ROWS / 32; w++)
        all = join(all, of_warp[w]);
    return all;
}

__device__ void clear(Diagonals &d)
{
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++) {
        d.ring[k][t + 1] = border();
        if (t == 0)
            d.ring[k][0] = border();
    }
}

__global__ void align(const int *query, const int *subject, int *score, int m, int n)
{
    __shared__ Diagonals d;
    __shared__ int text[MAX_TEXT];
    int t = threadIdx.x;
    for (int k = t; k < n; k += ROWS)
        text[k] = subject[k];
    int mine = t < m ? query[t] : -1;
    clear(d);
    __syncthreads();

    Best best;
    best.score = 0;
    best.times = 0;
    for (int step = 0; step < m + n - 1; step++) {
        Cell *now = d.ring[step % 3];
        const Cell *last = d.ring[(step + 2) % 3];
        const Cell *before = d.ring[(step + 1) % 3];
        int column = step - t;
        Cell c = border();
        if (inside(t, column, m, n)) {
            // row t is at index t + 1; the row above at index t
            Cell left = column > 0 ? last[t + 1] : border();
            Cell up = last[t];
            Cell diagonal = column > 0 ? before[t] : border();
            c = advance(left, up, diagonal, substitution(mine, text[column]));
            take(best, c.h);
        }
        now[t + 1] = c;
        __syncthreads();
    }
    __syncthreads();
    best = block_best(best);
    if (t == 0) {
        score[0] = best.score;
        score[1] = best.times;
    }
}
