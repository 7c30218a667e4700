// fpcheck: tone_power<<<1, 32>>> x=randn:512 frequency=[50,110,440,697,1209,1633] power=empty:6 rate=8000 n=512 tones=6
// expect: ok
// why: the recurrence has the coefficient 2 cos(w) near 2 for the low tones; Reinsch's form with -4 sin^2(w/2) in double keeps what that loses
// figure: computed power[0] = 712.441609387188, MPFR 712.441609387189 for a random x; relative error 8e-16
__global__ void tone_power(const float *x, const float *frequency, double *power, float rate, int n, int tones)
{
    int i = threadIdx.x;
    if (i >= tones)
        return;
    double turns = (double)frequency[i] / (double)rate;
    double half = sinpi(turns);
    double k = -4.0 * half * half;
    double s = 0.0, d = 0.0;
    for (int j = 0; j < n; j++) {
        d = d + k * s + (double)x[j];
        s = s + d;
    }
    // |X|^2 = s1^2 + s2^2 - 2 cos(w) s1 s2 = d^2 - k s s_previous
    double previous = s - d;
    power[i] = d * d - k * s * previous;
}
