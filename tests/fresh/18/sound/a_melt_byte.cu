// fpcheck: melt <<<1, 32>>> temp=[-5.0,0.25,4.1,12.0,40.0,900.0,nan] mm=empty:7 factor=6.5 n=7 want=[0,2,27,78,255,255,0] ref=mm=want --tol rtol=0,atol=0.25
// expect: ok
// why: a NaN and 900 degrees reach a byte: fmaxf turns the NaN into 0 as the record format wants, fminf clamps before the conversion
// figure: computed [0, 2, 27, 78, 255, 255, 0], MPFR the same: exact
// Melt water of a day by the degree-day method, in a byte; no reading counts as no melt.
__global__ void melt(const float *temp, unsigned char *mm, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float warm = fmaxf(temp[i], 0.0f);
    mm[i] = (unsigned char)__float2int_rn(fminf(warm * factor, 255.0f));
}
