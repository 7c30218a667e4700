// fpcheck: p_values <<<1, 32>>> z=[0.5,1.959964,3.0,5.0,6.5,8.0,9.5] p=empty:7 n=7 want=[0.6170750774519738,0.049999993874784696,0.002699796063260189,5.733031437583878e-07,8.032001167718236e-11,1.2441921148543568e-15,2.0989030150725216e-21] ref=p=want --tol rtol=2e-4,atol=0
// expect: ok
// why: p-values down to 2e-21 in binary32, where 1 - Phi(z) would be zero; they are taken from the complementary error function, whose relative error grows only with z^2 times the rounding of z/sqrt(2)
// figure: computed 2.09890302e-21 within 6e-6 relative (z^2 * 6e-8 at z = 9.5), tolerance 2e-4
// Two-sided p-values of z scores.
__global__ void p_values(const float *z, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = erfcf(fabsf(z[i]) * 0.70710678118654752f);
}
