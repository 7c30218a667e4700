// fpcheck: complex_divide_smith <<<1, 32>>> n=4 ar=[1e30, 1.0, 3e-25, 2.0] ai=[2e30, 2.0, 1e-25, 0.5] br=[3e30, 3.0, 1e-25, 4.0] bi=[4e30, -4.0, 2e-25, 3.0] qr=empty:4 qi=empty:4
// expect: ok
// Complex quotient by Smith's method: no overflow or underflow of the squared modulus (equaliser taps).
__global__ void complex_divide_smith(const float* ar, const float* ai, const float* br, const float* bi, float* qr, float* qi, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float a = ar[i], b = ai[i], c = br[i], d = bi[i];
    bool wide = fabsf(c) >= fabsf(d);
    float big = wide ? c : d, small = wide ? d : c;
    float r = small / big;
    float den = fmaf(small, r, big);
    float u = wide ? fmaf(b, r, a) : fmaf(a, r, b);
    float v = wide ? fmaf(-a, r, b) : fmaf(b, r, -a);
    qr[i] = u / den;
    qi[i] = v / den;
}
