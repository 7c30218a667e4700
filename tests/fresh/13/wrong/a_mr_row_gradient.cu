// fpcheck: row_gradient<<<8, 16>>> image=randn:8x16 edges=empty:8x16 rows=8 cols=16
// expect: error out of bounds read at the halo at line 15
// why: the test is x < cols instead of x < cols - 1: the last pixel of a row takes the next row, and that of the last row reads past the image
// figure: computed edges[127] reads past the end, MPFR 0 (no right neighbour)
// Forward differences along the rows of an MR slice; the last column has none and gets 0.
__global__ void row_gradient(const float *image, float *edges, int rows, int cols)
{
    int y = blockIdx.x;
    int x = threadIdx.x;
    if (y >= rows || x >= cols)
        return;
    const float *row = image + y * cols;
    float d = 0.0f;
    if (x < cols)
        d = row[x + 1] - row[x];
    edges[y * cols + x] = d;
}
