// fpcheck: lowpass_coefficients<<<1, 32>>> hertz=[5,8,12,20,31.5,50] b=empty:6 rate=192000 n=6
// expect: error cancellation at line 13
// why: 1 - cos(w) for a corner of a few hertz at 192 kHz: the cosine is 1 or one ulp below
// figure: computed b[0] = 0, MPFR 6.69248e-09
// b0 of a second order low pass (cookbook form, Q = 0.707).
__global__ void lowpass_coefficients(const float *hertz, float *b, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float w = 6.28318530718f * hertz[i] / rate;
    float alpha = sinf(w) * 0.70710678f;
    b[i] = 0.5f * (1.0f - cosf(w)) / (1.0f + alpha);
}
