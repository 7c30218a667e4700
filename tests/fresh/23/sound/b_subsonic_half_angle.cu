// fpcheck: lowpass_coefficients<<<1, 32>>> hertz=[5,8,12,20,31.5,50] b=empty:6 rate=192000 n=6
// expect: ok
// why: 1 - cos(w) of a tiny w, but written as 2 sin^2(w/2)
// figure: computed b[0] = 6.6924795e-09, MPFR 6.6924795e-09
__global__ void lowpass_coefficients(const float *hertz, float *b, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float turns = hertz[i] / rate; // w / 2 pi
    float alpha = sinpif(2.0f * turns) * 0.70710678f;
    float half = sinpif(turns);
    b[i] = half * half / (1.0f + alpha);
}
