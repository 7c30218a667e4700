// fpcheck: row_totals <<<2, 128>>> image=[1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5] totals=inout:zeros:5:i32 width=41 n=205 want=[121,122,123,124,125] ref=totals=want --tol bitwise
// expect: ok
// why: the row comes from a rounded reciprocal and may be one off at the edge of a row, but an integer remainder puts it right
// figure: totals[0] computed 121, right 121; no error allowed
// Row sums of a detector image without integer division.
__device__ int row_of(int i, int width, float inverse)
{
    int row = (int)((float)i * inverse);
    int rest = i - row * width;
    if (rest >= width)
        row++;
    else if (rest < 0)
        row--;
    return row;
}

__global__ void row_totals(const int *image, int *totals, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float inverse = 1.0f / (float)width;
    atomicAdd(&totals[row_of(i, width, inverse)], image[i]);
}
