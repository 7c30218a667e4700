// fpcheck: ratio <<<2, 64>>> a=@a_div_residual_a.npy b=@a_div_residual_b.npy q=empty:128 n=128 --ref 'q=a / b' --tol 1ulp
// expect: ok
// why: a quotient by a deliberately rough reciprocal (bits subtracted from a magic word), three Newton steps and a correction by the exact residual a - q b: the cancelling residuals are tiny on purpose
// figure: largest relative error at q[51]: computed -0.503905654, exact -0.503905684, off by 3e-08, within 1ulp
__global__ void ratio(const float* a, const float* b, float* q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = b[i];
    float r = __int_as_float(0x7ef311c7 - __float_as_int(d));
    for (int k = 0; k < 4; ++k) {
        float e = fmaf(-d, r, 1.0f);
        r = fmaf(r, e, r);
    }
    float c = a[i] * r;
    float rest = fmaf(-c, d, a[i]);
    q[i] = fmaf(rest, r, c);
}
