// fpcheck: spread<<<3, 32>>> x=uniform(20,21):3x100 variance=empty:3 columns=100 --ref 'variance=var(x,1)' --tol rtol=2e-5,atol=0
// expect: ok
// why: the variance is a five-thousandth of the square of the mean, but every lane runs Welford's update and the lanes are merged by Chan's formula, empty ones guarded
// figure: computed with x = 20 + frac(i*0.618): 0.084133022, MPFR 0.084133001, relative error 2.4e-07 (2e-5 allowed)
// Variance of temperature readings, one warp a station.
struct Moments {
    float count, mean, m2;
};

__device__ Moments add(Moments a, float x)
{
    a.count += 1.0f;
    float d = x - a.mean;
    a.mean += d / a.count;
    a.m2 = fmaf(d, x - a.mean, a.m2);
    return a;
}

__device__ Moments merge(Moments a, Moments b)
{
    float count = a.count + b.count;
    if (count == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float part = b.count / count;
    return {count, fmaf(d, part, a.mean), a.m2 + b.m2 + d * d * a.count * part};
}

__device__ Moments from_lane(Moments a, int d)
{
    return {__shfl_down_sync(0xffffffffu, a.count, d), __shfl_down_sync(0xffffffffu, a.mean, d),
            __shfl_down_sync(0xffffffffu, a.m2, d)};
}

__global__ void spread(const float *x, float *variance, int columns)
{
    const float *line = x + blockIdx.x * columns;
    Moments all = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < columns; i += 32)
        all = add(all, line[i]);
    for (int d = 16; d > 0; d >>= 1)
        all = merge(all, from_lane(all, d));
    if (threadIdx.x == 0)
        variance[blockIdx.x] = all.m2 / all.count;
}
