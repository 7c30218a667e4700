// fpcheck: cell_rows <<<4, 256>>> row=empty:1024 column=empty:1024 width=61 n=1024 k=arange:1024 ref=row=floor(k/61)
// expect: ok
// A guess through the reciprocal, corrected by integers.
__global__ void cell_rows(const int *k, int *row, int *column, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float inverse = 1.0f / (float)width;
    int cell = k[i];
    int r = (int)((float)cell * inverse);
    int rest = cell - r * width;
    if (rest < 0) {
        rest += width;
        r--;
    } else if (rest >= width) {
        rest -= width;
        r++;
    }
    row[i] = r;
    column[i] = rest;
}
