// fpcheck: q15_filter <<<1, 8>>> x=[30000,30000,30000,30000,30000,30000,30000,30000,30000,30000,30000] h=[20000,25000,30000,25000] y=empty:8:i32 taps=4 n=8 want=[91552,91552,91552,91552,91552,91552,91552,91552] ref=y=want --tol bitwise
// expect: error integer overflow of a sum at line 13
// why: four products of Q15 numbers near full scale exceed 2^31: the 32 bit sum wraps before the shift
// figure: y[0] computed -39520, right 91552
// FIR filter on Q15 samples with a Q15 kernel that has gain.
__global__ void q15_filter(const short *x, const short *h, int *y, int taps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int acc = 0;
    for (int k = 0; k < taps; k++)
        acc += (int)x[i + k] * (int)h[k];
    y[i] = acc >> 15;
}
