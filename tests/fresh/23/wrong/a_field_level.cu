// fpcheck: field_level <<<1, 32>>> re=[2e19,3.0,1e-3,1.5e19] im=[1e18,4.0,2e-3,1.5e19] db=empty:4 n=4
// expect: error overflow at line 8
// why: re*re overflows for 2e19; the level of infinity is clamped to the top of the scale and looks like a reading
// figure: computed db[0] = 400, MPFR 386.03144
// Level of a complex phasor in dB over 1 V/m, limited to the scale of the display.
__device__ float power(float re, float im)
{
    return re * re + im * im;
}

__device__ float limit(float level)
{
    return fmaxf(-120.0f, fminf(400.0f, level));
}

__global__ void field_level(const float *re, const float *im, float *db, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        db[i] = limit(10.0f * log10f(power(re[i], im[i])));
}
