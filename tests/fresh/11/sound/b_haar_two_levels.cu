// fpcheck: haar <<<1, 32>>> x=[52,55,61,66,70,61,64,73] y=empty:8 want=[117,134,-10,-3,-2.12132034356,-3.53553390593,6.36396103068,-6.36396103068] ref=y=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: the branch looks divergent around barriers, but the barriers stand outside of it; sums in place read before they write
// figure: computed y[0] = 116.999992, MPFR 117; error 7.6e-06, tolerance 0.0012
// Two levels of the orthonormal Haar transform of eight samples: two averages, two details, four details.
__global__ void haar(const float *x, float *y)
{
    __shared__ float s[8];
    int t = threadIdx.x;
    const float h = 0.70710678f;
    if (t < 8)
        s[t] = x[t];
    __syncthreads();
    for (int len = 8; len > 2; len >>= 1) {
        float a = 0.0f, d = 0.0f;
        bool busy = t < len / 2;
        if (busy) {
            a = h * (s[2 * t] + s[2 * t + 1]);
            d = h * (s[2 * t] - s[2 * t + 1]);
        }
        __syncthreads();
        if (busy) {
            s[t] = a;
            s[t + len / 2] = d;
        }
        __syncthreads();
    }
    if (t < 8)
        y[t] = s[t];
}
