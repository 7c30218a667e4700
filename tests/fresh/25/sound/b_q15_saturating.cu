// fpcheck: modulate <<<1, 32>>> a=[30000,-32768,20000,-5,32767,-32768,100,12345] b=[-30000,-32768,-32768,7,32767,32767,-327,-1] y=empty:8 n=8 want=[-27466,32767,-20000,0,32766,-32767,-1,0] ref=y=want --tol rtol=0,atol=0.5
// expect: ok
// why: -1 times -1 is 2^15 in Q15 and does not fit, but it is clamped in 32 bits before it is narrowed; the product plus the half stays below 2^31
// figure: computed y[1] 32767, MPFR 32767 (1 saturates to 32767/32768); exact integers
// Amplitude modulation in Q15, rounded to the nearest.
__device__ short q15_product(short a, short b)
{
    int p = (int)a * (int)b;
    int r = (p + (1 << 14)) >> 15;
    return (short)min(max(r, -32768), 32767);
}

__global__ void modulate(const short *a, const short *b, short *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = q15_product(a[i], b[i]);
}
