// fpcheck: locate <<<1, 64>>> cell=arange:64 row=empty:64 col=empty:64 first=100000000 columns=10
// expect: error flip (float to integer) at line 12
// why: cell numbers near 1e8 are rounded to multiples of 8 by the conversion to float, so the row is that of a neighbour and the column is negative or above 9
// figure: computed row[5] = 10000001, MPFR 10000000 (31 of 64 rows wrong)
#include <cuda_runtime.h>

// Spreadsheet: number of a cell -> row and column. Floats are "faster than the integer division".
__global__ void locate(const int *cell, int *row, int *col, int first, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int number = first + cell[i];
    int r = (int)floorf((float)number / (float)columns);
    row[i] = r;
    col[i] = number - r * columns;
}
