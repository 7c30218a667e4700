// fpcheck: edit_distance <<<1, 64>>> a=[103,101,111,100,101,115,121,108,97,116,105,116,117,100,101,99,97,114,116,111,103,114,97,112,104,101,114,104,121,100,103,101,111,100,101,115,121,108,97,116,105,116,117,100,101,99,97,114,116,111] b=[103,101,111,100,101,116,105,99,107,97,108,97,116,105,116,117,100,107,97,114,116,111,103,114,97,102,104,121,103,101,111,100,101,116,105,99,107,97,108,97,116,105,116,117,100] result=empty:1 la=50 lb=45 want=[23] ref=result=want --tol rtol=0,atol=0.25
// expect: error race at line 25
// why: three diagonals rotate in shared memory, with __syncwarp between them; rows 32 and up belong to another warp, which __syncwarp does not wait for
// figure: computed: depends on the order of the warps, MPFR 23
// Levenshtein distance of two strings, one thread a row, diagonal by diagonal.
#define ROWS 64

__global__ void edit_distance(const unsigned char *a, const unsigned char *b, int *result, int la, int lb)
{
    __shared__ int d[3][ROWS];
    int i = threadIdx.x; // row of the table: a[0 .. i)
    for (int s = 0; s <= la + lb; s++) {
        int *now = d[s % 3];
        const int *one = d[(s + 2) % 3];
        const int *two = d[(s + 1) % 3];
        int j = s - i;
        if (i <= la && j >= 0 && j <= lb) {
            int v;
            if (i == 0)
                v = j;
            else if (j == 0)
                v = i;
            else {
                int change = a[i - 1] != b[j - 1];
                v = min(min(one[i], one[i - 1]) + 1, two[i - 1] + change);
            }
            now[i] = v;
            if (i == la && j == lb)
                *result = v;
        }
        __syncwarp();
    }
}
