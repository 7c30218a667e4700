// fpcheck: edit_distance <<<1, 64>>> a=@a_edit_distance_two_rows_a.npy b=@a_edit_distance_two_rows_b.npy dist=empty:1:i32 la=60 lb=60
// expect: error race on shared at line 23
// why: a wavefront needs two diagonals back; with two buffers the new one overwrites the older one while the neighbour in the other warp still reads it
// figure: dist computed 16 where warp 0 runs ahead (undetermined), MPFR 15
// Levenshtein distance of two words, a diagonal at a time: thread i owns row i of the table.
#define LONGEST 64

__global__ void edit_distance(const unsigned char *a, const unsigned char *b, int *dist, int la, int lb)
{
    __shared__ int diag[2][LONGEST + 1];
    const int i = threadIdx.x;              // row, 0 .. la
    for (int d = 0; d <= la + lb; d++) {
        int *cur = diag[d & 1];             // holds diagonal d - 2 until it is overwritten
        const int *last = diag[(d + 1) & 1];
        const int j = d - i;                // column
        if (i <= la && j >= 0 && j <= lb) {
            int v;
            if (i == 0)
                v = j;
            else if (j == 0)
                v = i;
            else {
                int swap = cur[i - 1] + (a[i - 1] != b[j - 1]);
                int drop = last[i - 1] + 1;
                int insert = last[i] + 1;
                v = min(swap, min(drop, insert));
            }
            cur[i] = v;
            if (i == la && j == lb)
                *dist = v;
        }
        __syncthreads();
    }
}
