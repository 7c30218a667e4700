// fpcheck: align <<<1, 64>>> query=[3,0,3,2,2,3,0,0,3,2,3,0,1,3,0,0,2,3,1,1,3,0,2,1,2,2,3,0,1,3,0,2,0,1,1,3,0,1,0,3,3,0,1,1,1,2,3,0] subject=[0,2,1,2,1,0,0,1,3,0,3,0,0,3,2,3,0,1,3,0,1,2,3,1,1,3,0,2,1,2,2,3,0,1,3,0,2,0,1,1,3,1,1,0,3,2,1,2,0,2,2,3,1,1,1,2,1,1,1,3] best=empty:1 rows=48 columns=60 match=2 mismatch=-1 gap=-2
// expect: error stale value by a missing barrier at line 46
// why: the diagonals rotate through three shared arrays, but nothing separates writing a diagonal from reading it in the next step: the second warp may read the old one
// figure: computed undefined (two warps, 48 rows), MPFR the best local score
// Best local alignment score (Smith and Waterman), one block, one thread a row of the matrix, diagonal after diagonal.
// Only three diagonals are kept.
#define ROWS 64

struct scores {
    int match, mismatch, gap;
};

__device__ __forceinline__ int substitution(int a, int b, scores s)
{
    return a == b ? s.match : s.mismatch;
}

__device__ __forceinline__ int best_of(int diagonal, int up, int left)
{
    return max(max(diagonal, 0), max(up, left));
}

__global__ void align(const int *query, const int *subject, int *best, int rows, int columns, int match, int mismatch, int gap)
{
    __shared__ int diagonals[3][ROWS + 1];
    __shared__ int block_best;
    const scores s = {match, mismatch, gap};
    const int row = threadIdx.x;
    for (int d = 0; d < 3; d++) {
        diagonals[d][row + 1] = 0;
        if (row == 0)
            diagonals[d][0] = 0;
    }
    if (row == 0)
        block_best = 0;
    __syncthreads();

    int mine = 0;
    for (int step = 0; step < rows + columns - 1; step++) {
        int *now = diagonals[step % 3];
        const int *before = diagonals[(step + 2) % 3];
        const int *second = diagonals[(step + 1) % 3];
        const int column = step - row;
        if (row < rows && column >= 0 && column < columns) {
            const int diagonal = second[row] + substitution(query[row], subject[column], s);
            const int up = before[row] + s.gap;
            const int left = before[row + 1] + s.gap;
            const int h = best_of(diagonal, up, left);
            now[row + 1] = h;
            mine = max(mine, h);
        }
        __syncwarp();
    }
    atomicMax(&block_best, mine);
    __syncthreads();
    if (row == 0)
        *best = block_best;
}
