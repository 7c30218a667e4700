// fpcheck: lowpass_design <<<1, 32>>> cutoff=[4.0,7.5,12.0,20.0,31.5] coefficients=empty:5x5 rate=192000.0 q=0.7071067811865476 n=5
// expect: error cancellation at line 16
// why: 1 - cos(w) for w of 1e-4 is zero or one rounding step of 1, so the filter's gain is 0 or several times too large
// figure: computed b1[0] = 0, MPFR 8.566572e-09
// Second-order low-pass sections (Robert Bristow-Johnson's cookbook), normalised by a0.
struct Section {
    float b0, b1, b2, a1, a2;
};

__device__ Section lowpass(float cutoff, float rate, float q)
{
    float w = 6.28318530718f * cutoff / rate;
    float c = cosf(w);
    float alpha = sinf(w) / (2.0f * q);
    float a0 = 1.0f + alpha;
    float gain = (1.0f - c) / a0;
    Section s;
    s.b0 = 0.5f * gain;
    s.b1 = gain;
    s.b2 = 0.5f * gain;
    s.a1 = -2.0f * c / a0;
    s.a2 = (1.0f - alpha) / a0;
    return s;
}

__global__ void lowpass_design(const float *cutoff, float *coefficients, float rate, float q, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Section s = lowpass(cutoff[i], rate, q);
    float *out = coefficients + 5 * i;
    out[0] = s.b0;
    out[1] = s.b1;
    out[2] = s.b2;
    out[3] = s.a1;
    out[4] = s.a2;
}
