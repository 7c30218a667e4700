// fpcheck: rebin <<<1, 32>>> x=[0,41,82,83,123,164,205,246,287,328,369,410] bin=empty:12 w=41 n=12 --ref 'bin=floor(x/41)' --tol bitwise
// expect: error index in floating point off by one at line 9
// why: the reciprocal is rounded down, so a column at a bin's edge times it falls just below the integer and truncates one bin too low
// figure: computed 0 0 1 2 3 3 5 6 6 7 9 10, right 0 1 2 2 3 4 5 6 7 8 9 10
// image columns into bins of w columns
__device__ int bin_of(float x, float width)
{
    float inv = 1.0f / width;
    return (int)(x * inv);
}

__global__ void rebin(const float *x, int *bin, float w, int n)
{
    int i = threadIdx.x;
    if (i < n)
        bin[i] = bin_of(x[i], w);
}
