// fpcheck: sine_polynomial <<<1, 32>>> x=[0.1,-0.3,0.7,0.78,-0.785,0.5] y=empty:6 n=6 --ref y=sin(x) --tol 4ulp
// expect: ok
// why: an odd Taylor polynomial with few terms, evaluated in pairs: its remainder below pi/4 is 1e-10, under an ulp
// figure: computed y[4] = -0.7068252, MPFR -0.7068252
// sin x for |x| <= pi/4, in the scheme of Estrin.
__device__ float sine_core(float x)
{
    float z = x * x;
    float w = z * z;
    float low = fmaf(z, 1.0f / 120.0f, -1.0f / 6.0f);
    float high = fmaf(z, 1.0f / 362880.0f, -1.0f / 5040.0f);
    float p = fmaf(w, high, low);
    return fmaf(x * z, p, x);
}

__global__ void sine_polynomial(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sine_core(x[i]);
}
