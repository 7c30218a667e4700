// fpcheck: row_of_pixel <<<10, 256>>> n=2401 width=41 idx=arange:n:i32 row=empty:n:i32 col=empty:n:i32 ref=row=floor(idx/41) --tol rtol=0,atol=0
// expect: error index off at line 10: multiplying by the rounded 1/41 gives 0.99999994 for pixel 41, row 0 instead of 1
// Splits a linear pixel index to (row, column) without an integer division.
__global__ void row_of_pixel(const int* idx, int* row, int* col, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float inv_width = 1.0f / (float)width;
    int p = idx[i];
    int r = (int)((float)p * inv_width);
    row[i] = r;
    col[i] = p - r * width;
}
