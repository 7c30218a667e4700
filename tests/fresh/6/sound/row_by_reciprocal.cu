// fpcheck: row_by_reciprocal <<<10, 256>>> n=2401 width=49 idx=arange:n:i32 row=empty:n:i32 col=empty:n:i32 ref=row=floor(idx/49) --tol rtol=0,atol=0
// expect: ok
// Splits a linear pixel index; the quotient by a float reciprocal is at most one off and is corrected in integers.
__global__ void row_by_reciprocal(const int* idx, int* row, int* col, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int p = idx[i];
    int q = (int)(__fdividef(1.0f, (float)width) * (float)p);
    int r = p - q * width;
    if (r < 0) { --q; r += width; }
    if (r >= width) { ++q; r -= width; }
    row[i] = q;
    col[i] = r;
}
