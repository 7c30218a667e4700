// fpcheck: transfer <<<1, 32>>> nr=[3e20,1.0,2e25,5.0,1e-30] ni=[1e20,3.0,-1e25,0.5,2e-30] dr=[2e20,0.5,4e24,1.5,3e-25] di=[1e20,-0.25,3e24,2.0,1e-25] hr=empty:5 hi=empty:5 n=5
// expect: ok
// why: squares of 1e24 and 1e-25 would overflow and underflow, but the divisor is scaled by a power of two to about 1 before, and the quotient after
// figure: relative error at most 2e-7 (hr[2] = 2, MPFR 1.99999988)
struct Complex {
    float re, im;
};

__device__ Complex divide(Complex a, Complex b)
{
    int e = ilogbf(fmaxf(fabsf(b.re), fabsf(b.im)));
    float c = scalbnf(b.re, -e);
    float d = scalbnf(b.im, -e);
    float norm = c * c + d * d;
    Complex q;
    q.re = scalbnf((a.re * c + a.im * d) / norm, -e);
    q.im = scalbnf((a.im * c - a.re * d) / norm, -e);
    return q;
}

// Transfer function of a cascade of filters: numerator over denominator at each frequency.
__global__ void transfer(const float *nr, const float *ni, const float *dr, const float *di, float *hr, float *hi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Complex a = {nr[i], ni[i]};
    Complex b = {dr[i], di[i]};
    Complex q = divide(a, b);
    hr[i] = q.re;
    hi[i] = q.im;
}
