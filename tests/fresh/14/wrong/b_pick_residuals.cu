// fpcheck: residuals <<<1, 32>>> pick=[1698754334.085,1698754354.225,1698754383.255,1698754329.55,1698754410.6675,1698754369.175] origin=1698754321.375 travel=[12.5,33.25,61.75,8.125,90.0625,47.5] res=empty:6 rms=empty:1 n=6 want=[0.21000004,-0.4000001,0.13000011,0.049999952,-0.77,0.29999995] ref=res=want --tol rtol=1e-4,atol=1e-5
// expect: error wrong order of cast and subtraction at line 8
// why: epoch seconds are rounded to float (128 s apart) before the origin is subtracted
// figure: computed -12.5, MPFR 0.210000038 (res[0])
// Residuals of the arrival picks of an event against predicted travel times, and their rms.
__device__ inline float residual(double pick, double origin, float travel)
{
    float observed = (float)pick - (float)origin;
    return observed - travel;
}

__global__ void residuals(const double *pick, double origin, const float *travel, float *res, float *rms, int n)
{
    int lane = threadIdx.x;
    float r = 0.0f;
    if (lane < n) {
        r = residual(pick[lane], origin, travel[lane]);
        res[lane] = r;
    }
    float q = r * r;
    for (int d = 16; d > 0; d >>= 1)
        q += __shfl_down_sync(0xffffffffu, q, d);
    if (lane == 0)
        rms[0] = sqrtf(q / (float)n);
}
