// fpcheck: p_value <<<1, 32>>> z=[0.5,2.0,3.0,4.0,5.0,-1.0] p=empty:6 n=6
// expect: ok
// why: p-values down to 3e-7, where 1 - erf has a handful of bits left: erfc gives them directly
// figure: error 4.0e-7 relative, the largest at p, allowance 16 ulp, about 1e-6, and by sensitivity (conditioning 27 at z = 5)
__global__ void p_value(const float *z, float *p, int n)
{
    int i = threadIdx.x;
    if (i < n)
        p[i] = 0.5f * erfcf(z[i] * 0.70710678f);
}
