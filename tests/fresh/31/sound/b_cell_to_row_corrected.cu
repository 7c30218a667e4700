// fpcheck: locate <<<1, 64>>> cell=arange:64 row=empty:64 col=empty:64 first=1000000 columns=10
// expect: ok
// why: the row is guessed in floating point, but the remainder is looked at in integers and the guess put right, so no rounding can show
// figure: computed row[63] = 100006, MPFR 100006, exact (numbers below 2^24, remainder corrected)
#include <cuda_runtime.h>

__global__ void locate(const int *cell, int *row, int *col, int first, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int number = first + cell[i];
    int r = (int)((float)number / (float)columns);
    int c = number - r * columns;
    while (c < 0) {
        c += columns;
        r--;
    }
    while (c >= columns) {
        c -= columns;
        r++;
    }
    row[i] = r;
    col[i] = c;
}
