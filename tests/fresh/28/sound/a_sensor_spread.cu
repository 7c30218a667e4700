// fpcheck: spread <<<4, 32>>> x=@a_sensor_spread_x.npy variance=empty:4 n=256 --ref 'variance=var(x, 1)' --tol rtol=1e-5,atol=0
// expect: ok
// why: readings near 100 that differ by 1: running means and Chan's merge of lanes, no difference of large squares
// figure: variance[0] computed 0.0865997151, MPFR 0.0865996268; worst relative error 3.0e-06 of 1e-5 allowed
// Variance of the readings of a sensor, one warp a sensor.
struct Moments {
    float n, mean, m2;
};

__device__ void push(Moments &m, float x)
{
    m.n += 1.0f;
    float d = x - m.mean;
    m.mean += d / m.n;
    m.m2 += d * (x - m.mean);
}

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float share = b.n / n;
    return {n, a.mean + d * share, a.m2 + b.m2 + d * d * a.n * share};
}

__device__ Moments from_lane(Moments m, int offset)
{
    return {__shfl_xor_sync(0xffffffffu, m.n, offset), __shfl_xor_sync(0xffffffffu, m.mean, offset),
            __shfl_xor_sync(0xffffffffu, m.m2, offset)};
}

__global__ void spread(const float *x, float *variance, int n)
{
    const float *mine = x + blockIdx.x * n;
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        push(m, mine[i]);
    for (int o = 16; o > 0; o >>= 1)
        m = merge(m, from_lane(m, o));
    if (threadIdx.x == 0)
        variance[blockIdx.x] = m.m2 / m.n;
}
