// fpcheck: field_level <<<1, 32>>> re=[2e19,3.0,1e-3,1.5e19,1e-25] im=[1e18,4.0,2e-3,1.5e19,2e-25] db=empty:5 n=5
// expect: ok
// why: squares of phasors of 1e19 and of 1e-25 look like overflow and underflow, but both parts are scaled by the larger one first
// figure: computed db[0] = 386.0315 (ulp 3e-5), MPFR 386.031444
// Level of a complex phasor in dB over 1 V/m.
__device__ float level(float re, float im)
{
    float a = fabsf(re), b = fabsf(im);
    float large = fmaxf(a, b), small = fminf(a, b);
    if (large == 0.0f)
        return -999.0f;
    float q = small / large;
    return 20.0f * log10f(large) + 10.0f * log10f(1.0f + q * q);
}

__global__ void field_level(const float *re, const float *im, float *db, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        db[i] = level(re[i], im[i]);
}
