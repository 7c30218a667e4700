// fpcheck: lowpass <<<1, 32>>> x=uniform(0.5,1):2x48 y=empty:2x48 cutoff=[20.0, 31.0] rate=192000.0 n=48 channels=2
// expect: error cancellation at line 16
// why: 1 - cos(w) of an angle of 6.5e-4 in float has three bits left, and it scales the whole output
// figure: computed 1 - cos(w) = 2.38419e-07, MPFR 2.14184116e-07: y[0][*] is off by 11.3 %
// Second-order low-pass (sub-bass crossover), transposed direct form II; a thread per channel.
__global__ void lowpass(const float *x, float *y, const float *cutoff, float rate, int n, int channels)
{
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= channels)
        return;
    double w = 6.283185307179586 * (double)cutoff[ch] / (double)rate;
    double alpha = sin(w) * 0.70710678118654752;
    double a0 = 1.0 + alpha;
    double a1 = -2.0 * cos(w) / a0;
    double a2 = (1.0 - alpha) / a0;
    float gain = 1.0f - cosf((float)w);
    double b0 = 0.5 * (double)gain / a0;
    double b1 = 2.0 * b0;
    double s1 = 0.0;
    double s2 = 0.0;
    for (int i = 0; i < n; i++) {
        double in = (double)x[ch * n + i];
        double out = b0 * in + s1;
        s1 = b1 * in - a1 * out + s2;
        s2 = b0 * in - a2 * out;
        y[ch * n + i] = (float)out;
    }
}
