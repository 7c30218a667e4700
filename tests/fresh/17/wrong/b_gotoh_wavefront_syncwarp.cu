// fpcheck: align <<<1, 64>>> query=randint(0,3):64 target=randint(0,3):80 score=empty:1 qend=empty:1 tend=empty:1 bits=empty:1 evalue=empty:1 m=64 n=80 db=1000000
// expect: error stale value by missing barrier at line 120
// why: at the end of each diagonal only the warp is synchronised: lane 32 reads the diagonals of lane 31, which is of the other warp
// figure: race: H of row 31 is read by lane 32 before, after or while its warp writes it; right is the plain dynamic programme
// Local alignment (Smith-Waterman-Gotoh) of a short query by anti-diagonals.
// A thread is a row of the matrix; on diagonal d it works on column d - row.
// The diagonals rotate in shared memory, gaps along the row stay in a register.
#include <math.h>

#define MAXQ 64
#define MAXT 128
#define LOWEST (-1000000)

struct Scoring {
    int match, mismatch, open, extend;
};

struct Best {
    int score, row, column;
};

__device__ __forceinline__ Scoring dna_scoring()
{
    Scoring s;
    s.match = 2;
    s.mismatch = -3;
    s.open = 5;
    s.extend = 2;
    return s;
}

__device__ __forceinline__ int letter_score(const Scoring &s, int a, int b)
{
    if (a > 3 || b > 3)
        return 0; // N against anything
    return a == b ? s.match : s.mismatch;
}

// score above, then the earliest row, then the earliest column
__device__ __forceinline__ int pack_best(int score, int row, int column)
{
    return score << 14 | (127 - row) << 7 | (127 - column);
}

__device__ __forceinline__ Best unpack_best(int key)
{
    Best b;
    b.score = key >> 14;
    b.row = 127 - ((key >> 7) & 127);
    b.column = 127 - (key & 127);
    return b;
}

struct Cell {
    int h, e, f;
};

__device__ __forceinline__ Cell relax(const Scoring &s, int diagonal, int left, int e, int up, int f, int letters)
{
    Cell c;
    c.e = max(e - s.extend, left - s.open);
    c.f = max(f - s.extend, up - s.open);
    int h = diagonal + letters;
    h = max(h, c.e);
    h = max(h, c.f);
    c.h = max(h, 0);
    return c;
}

// Karlin-Altschul statistics for these scores
__device__ float bit_score(int raw)
{
    const float lambda = 0.625f;
    const float logk = -0.891598f; // log(0.41)
    const float ln2 = 0.69314718f;
    return (lambda * (float)raw - logk) / ln2;
}

__device__ float expect_value(float bits, int m, int db)
{
    return (float)m * (float)db * exp2f(-bits);
}

__global__ void align(const int *query, const int *target, int *score, int *qend, int *tend, float *bits,
                      float *evalue, int m, int n, int db)
{
    __shared__ int h[3][MAXQ + 1];
    __shared__ int f[3][MAXQ + 1];
    __shared__ signed char letters[MAXT];
    __shared__ int best;

    int row = threadIdx.x;

    for (int j = row; j < n; j += blockDim.x)
        letters[j] = (signed char)target[j];
    for (int k = 0; k < 3; k++) {
        h[k][row + 1] = 0;
        f[k][row + 1] = LOWEST;
        if (row == 0) {
            h[k][0] = 0;
            f[k][0] = LOWEST;
        }
    }
    if (row == 0)
        best = 0;
    __syncthreads();

    const Scoring s = dna_scoring();
    const int mine = row < m ? query[row] : 4;
    int left = 0;   // H of this row, one column before
    int e = LOWEST; // gap along the row
    int found = 0;

    // slots of the rotation: this diagonal, the one before, the one before that
    int now = 2, last = 1, older = 0;
    for (int d = 0; d < m + n - 1; d++) {
        int column = d - row;
        int hNew = 0, fNew = LOWEST;
        if (row < m && column >= 0 && column < n) {
            int diagonal = h[older][row];
            int up = h[last][row];
            int upGap = f[last][row];
            if (column == 0)
                diagonal = 0;
            Cell c = relax(s, diagonal, left, e, up, upGap, letter_score(s, mine, letters[column]));
            left = c.h;
            e = c.e;
            hNew = c.h;
            fNew = c.f;
            if (c.h > 0)
                found = max(found, pack_best(c.h, row, column));
        }
        h[now][row + 1] = hNew;
        f[now][row + 1] = fNew;
        // the next diagonal reads what was written here
        __syncwarp();
        int free = older;
        older = last;
        last = now;
        now = free;
    }

    if (found > 0)
        atomicMax(&best, found);
    __syncthreads();

    if (row == 0) {
        Best b = unpack_best(best);
        float bs = bit_score(b.score);
        *score = b.score;
        *qend = b.row;
        *tend = b.column;
        *bits = bs;
        *evalue = expect_value(bs, m, db);
    }
}
