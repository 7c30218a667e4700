// fpcheck: resample <<<1, 128>>> x=arange:512 y=empty:512 rate=44100.0 n=512 --ref y=x --tol bitwise
// expect: error flip at line 15
// why: k/44100 as a float times 44100 is for many k just below k, and the truncating cast takes the sample before; the same rate in and out must copy
// figure: y[7]: computed 6, MPFR 7; 46 of 512 elements one too low
// Looks samples up by their time in seconds.
__device__ float time_of(int k, float rate)
{
    return (float)k / rate;
}

__global__ void resample(const float *x, float *y, float rate, int n)
{
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float t = time_of(k, rate);
        int source = (int)(t * rate);
        y[k] = x[source];
    }
}
