// fpcheck: transfer <<<1, 32>>> nr=[3e20,1.0,2e25,5.0] ni=[1e20,2.0,-1e25,0.5] dr=[2e20,0.5,4e24,1.5] di=[1e20,-0.25,3e24,2.0] hr=empty:4 hi=empty:4 n=4
// expect: error overflow hidden by a division at line 11
// why: |d|^2 overflows to infinity where d is about 1e20, its reciprocal is 0 (and 0 times an infinity may be NaN); the quotient is about 1
// figure: computed hr[0] = 0, MPFR 1.4
struct Complex {
    float re, im;
};

__device__ inline Complex divide(Complex a, Complex b)
{
    float norm = b.re * b.re + b.im * b.im;
    Complex unit = {b.re / norm, b.im / norm};
    Complex q;
    q.re = a.re * unit.re + a.im * unit.im;
    q.im = a.im * unit.re - a.re * unit.im;
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
