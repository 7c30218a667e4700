// fpcheck: resample <<<1, 128>>> x=arange:512 y=empty:470 from=48000 to=44100 n=470
// expect: ok
// why: positions as exact fractions of integers: quotient and remainder, so the index never depends on rounding; only the weight is a float
// figure: y[469]: computed 510.476196, MPFR 510.4761905; relative error 1.1e-08
// Linear interpolation from one sampling rate to another.
__global__ void resample(const float *x, float *y, int from, int to, int n)
{
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        long long position = (long long)k * from;
        int source = (int)(position / to);
        int rest = (int)(position - (long long)source * to);
        float w = (float)rest / (float)to;
        y[k] = fmaf(w, x[source + 1] - x[source], x[source]);
    }
}
