// fpcheck: lowpass_design <<<1, 32>>> cutoff=[4.0,7.5,12.0,20.0,31.5] gain=empty:5 alpha=empty:5 rate=192000.0 q=0.7071067811865476 n=5 want=[8.566571996828183e-09,3.011441582575021e-08,7.708487844959457e-08,2.1408503702644286e-07,5.309234481770338e-07] ref=gain=want --tol rtol=1e-5,atol=0
// expect: ok
// why: 1 - cos(w) for w of 1e-4 would cancel; it is taken as 2 sin^2(w/2)
// figure: computed gain[0] = 8.56657145e-09, MPFR 8.566571997e-09: relative error at most 2.2e-07 of 1e-5
// Gain and bandwidth of second-order low-pass sections, for a state-variable form that needs no more.
__global__ void lowpass_design(const float *cutoff, float *gain, float *alpha, float rate, float q, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float half = cutoff[i] / rate;
    float s = sinpif(half);
    float bandwidth = sinpif(2.0f * half) / (2.0f * q);
    gain[i] = 2.0f * s * s / (1.0f + bandwidth);
    alpha[i] = bandwidth;
}
