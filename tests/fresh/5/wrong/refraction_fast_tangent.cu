// fpcheck: airmass <<<1, 32>>> zenith=[0.3,1.0,1.5,1.57,1.5707,1.57079,1.570796] t=empty:7 n=7 ref=t=sin(zenith)/cos(zenith) --tol rtol=1e-3,atol=0
// expect: error intrinsic out of range at line 7: __tanf divides by a fast cosine with an absolute error, at its zero
__global__ void airmass(const float *zenith, float *t, int n)
{
    int i = threadIdx.x;
    if (i < n)
        t[i] = __tanf(zenith[i]);
}
