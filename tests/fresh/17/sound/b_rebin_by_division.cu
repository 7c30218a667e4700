// fpcheck: rebin <<<1, 32>>> x=[0,41,82,83,123,164,205,246,287,328,369,410] bin=empty:12 w=41 n=12 --ref 'bin=floor(x/41)' --tol bitwise
// expect: ok
// why: the quotient of two small integers in float is correctly rounded: a multiple of the width gives the integer exactly, no other column reaches it
// figure: computed 0 1 2 2 3 4 5 6 7 8 9 10, exact
// image columns into bins of w columns
__device__ int bin_of(float x, float width)
{
    return (int)(x / width);
}

__global__ void rebin(const float *x, int *bin, float w, int n)
{
    int i = threadIdx.x;
    if (i < n)
        bin[i] = bin_of(x[i], w);
}
