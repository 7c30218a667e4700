// fpcheck: arrival_delays <<<1, 32>>> pick=[1698754334.085,1698754354.225,1698754383.255,1698754329.55,1698754410.6675,1698754369.175] origin=1698754321.375 travel=[12.5,33.25,61.75,8.125,90.0625,47.5] res=empty:6 rms=empty:1 n=6 want=[0.21000004,-0.4000001,0.13000011,0.049999952,-0.77,0.29999995] ref=res=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: a difference of numbers near 1.7e9, but exact in double, and cast only when it is small
// figure: computed 0.210000038, MPFR 0.210000038: error 0.0e+00 against 1e-6 + 1e-5 |want|
// Delays of arrivals: the difference of epochs in double, the rest in float.
__global__ void arrival_delays(const double *pick, double origin, const float *travel, float *res, float *rms, int n)
{
    int lane = threadIdx.x;
    float r = 0.0f;
    if (lane < n) {
        double elapsed = pick[lane] - origin;
        r = (float)(elapsed - (double)travel[lane]);
        res[lane] = r;
    }
    float q = r * r;
    for (int d = 16; d > 0; d >>= 1)
        q += __shfl_xor_sync(0xffffffffu, q, d);
    if (lane == 0)
        rms[0] = sqrtf(q / (float)n);
}
