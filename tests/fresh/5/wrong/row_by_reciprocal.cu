// fpcheck: cell_rows <<<4, 256>>> row=empty:1024 column=empty:1024 width=61 n=1024 k=arange:1024 ref=row=floor(k/61)
// expect: error index off at line 11: k * (1/61) is below k/61 in binary32 for some multiples of the width, which land in the row before
// Splits a linear cell number of a lattice into row and column without the slow integer division.
__global__ void cell_rows(const int *k, int *row, int *column, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float inverse = 1.0f / (float)width;
    int cell = k[i];
    int r = (int)((float)cell * inverse);
    row[i] = r;
    column[i] = cell - r * width;
}
