// fpcheck: reflect <<<1, 32>>> re=[3e25,1.0,5e-24,2.5,1e20,7.0] im=[1e25,2.0,4e-24,-8e12,3e30,-0.125] load_re=[1e26,0.5,3e-25,1e3,2e30,1.0] load_im=[4e25,-1.5,6e-25,2e12,1e30,1e-20] out=empty:6x2 n=6 --ref out=@a_line_impedance_want.npy --tol rtol=1e-6,atol=1e-12
// expect: ok
// why: squares of the parts of these numbers would be infinite or zero; Smith's division scales by the larger part first
// figure: out[0][0] computed 0.293103456, MPFR 0.293103441; worst relative error 1.2e-07
// Quotient of complex impedances over sixty decades.
struct Complex {
    float re, im;
};

__device__ Complex divide(Complex a, Complex b)
{
    if (fabsf(b.re) >= fabsf(b.im)) {
        float r = b.im / b.re;
        float d = b.re + b.im * r;
        return {(a.re + a.im * r) / d, (a.im - a.re * r) / d};
    }
    float r = b.re / b.im;
    float d = b.re * r + b.im;
    return {(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}

__global__ void reflect(const float *re, const float *im, const float *load_re, const float *load_im, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Complex q = divide({re[i], im[i]}, {load_re[i], load_im[i]});
    out[2 * i] = q.re;
    out[2 * i + 1] = q.im;
}
