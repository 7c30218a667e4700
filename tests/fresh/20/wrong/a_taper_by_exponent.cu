// fpcheck: taper<<<1, 32>>> x=[0.75,1.5,3.25,1.5e-30,-0.625,2.25e-28] k=[4,-3,10,-40,7,-38] y=empty:6 n=6
// expect: error exponent at line 11
// why: a power of two is multiplied in by adding to the exponent field; 2^-99 times 2^-40 makes it negative and borrows from the sign bit, so a value that should be next to nothing becomes about -1e35
// figure: computed y[3]=-1.57968438e+35, MPFR 1.36424206e-42
// Block floating point: each sample comes with an exponent that the last stage of an FFT took out of it.
__device__ float times_power(float x, int k)
{
    int bits = __float_as_int(x);
    if (x == 0.0f)
        return x;
    return __int_as_float(bits + (k << 23));
}

__global__ void taper(const float *x, const int *k, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = times_power(x[i], k[i]);
}
