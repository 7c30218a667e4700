// fpcheck: power_spectrum<<<1, 64>>> signal=[-0.46,-0.62,0.14,0.84,-0.15,0.26,0.53,0.69,-0.89,0.47,-0.02,-0.6,-0.68,-0.23,-0.99,-1.46,0.06,0.77,-0.24,0.74,-0.4,-1.0,-1.52,-0.82,1.45,-0.23,-1.82,-0.0,-0.39,-0.47,-0.64,-0.85,-0.37,-1.81,-1.15,-0.33,0.76,0.46,1.85,1.21,-1.86,0.53,0.98,0.23,-1.86,-0.36,-0.82,0.37,1.15,0.64,-1.04,0.79,0.01,0.99,-0.3,0.19,-0.07,-0.24,1.49,0.87,0.4,-1.41,-0.72,-0.01] power=empty:33 n=64
// expect: ok
// why: the phase is reduced as an integer modulo n before it becomes a float, and sinpi/cospi take it in half turns: no argument grows
// figure: computed power[5] = 0.0607866868, MPFR 0.0607866801
__global__ void power_spectrum(const float *signal, float *power, int n)
{
    int bin = threadIdx.x;
    if (bin > n / 2)
        return;
    float re = 0.0f, im = 0.0f;
    for (int t = 0; t < n; ++t)
    {
        int step = bin * t % n;
        float s, c;
        sincospif(2.0f * step / n, &s, &c);
        re = fmaf(signal[t], c, re);
        im = fmaf(signal[t], -s, im);
    }
    power[bin] = (re * re + im * im) / n;
}
