// fpcheck: trim <<<1, 32>>> in=[0.0,0.5,-0.25,0.125,0.0,0.9,-0.9,0.3,0.0,-0.75,0.6,0.01,-0.02,0.0,0.7,-0.1] steps=[-2,-1] out=empty:16 channels=2 frames=8 want=[0.0,0.25,-0.0625,0.0625,0.0,0.44999998807907104,-0.22499999403953552,0.15000000596046448,0.0,-0.375,0.15000000596046448,0.004999999888241291,-0.004999999888241291,0.0,0.17499999701976776,-0.05000000074505806] ref=out=want --tol 1ulp
// expect: error bits at line 12
// why: a sample of zero has no exponent to add to: 0 - 2 steps is 0xff000000, -1.7e38, and the limiter makes it a legal -1
// figure: computed out[0] = -1, MPFR 0
// Trim in steps of 6.02 dB: adds to the exponent of the samples, then limits to full scale.
__global__ void trim(const float *in, const int *steps, float *out, int channels, int frames)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= channels * frames)
        return;
    int step = steps[i % channels];
    float v = __int_as_float(__float_as_int(in[i]) + (step << 23));
    out[i] = fminf(fmaxf(v, -1.0f), 1.0f);
}
