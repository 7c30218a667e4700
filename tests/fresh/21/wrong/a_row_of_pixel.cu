// fpcheck: row_sums <<<2, 128>>> image=[1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4] sums=inout:zeros:4:i32 width=41 n=164 want=[121,122,123,124] ref=sums=want --tol bitwise
// expect: error index in floating point off by one at line 12
// why: the row is i times a rounded 1/width: 41 * (1/41) is just below 1 in binary32, so the first pixel of a row goes to the row before
// figure: row of pixel 41 computed 0, right 1; sums[0] computed 123, right 121
// Row sums of a detector image; the division by the width is replaced by a multiplication.
__global__ void row_sums(const int *image, int *sums, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float inverse = 1.0f / (float)width;
    int row = (int)((float)i * inverse);
    atomicAdd(&sums[row], image[i]);
}
