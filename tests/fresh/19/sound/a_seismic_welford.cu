// fpcheck: moments <<<1, 32>>> x=[20001.7031,19999.5527,19998.5117,20000.4922,19999.5859,19998.8203,20000.0234,19999.1562,20000.5664,19999.6113,19999.832,19998.4102,19997.9238,20001.3574,20000.1074,19997.9062,20003.0391,19999.8203,20001.8008,19999.5977,20000.3281,19997.8965,20002.1758,20000.9863,19998.3594,19999.7773,19999.5859,19999.584,19998.5684,19999.5859,20001.3125,20001.0566,19999.0938,20002.1875,19999.5039,20000.2422,19998.8125,20000.1426,19999.4824,19999.7832,19998.4727,19998.6172,19999.5684,19999.4863,20000.7285,20001.3262,19999.7109,20000.6855,19997.832,19999.5586,19999.3574,20001.1641,19999.2617,20000.4512,20000.002,19999.6445,19999.5293,19999.4551,19999.6602,19998.918,20000.8867,19999.002,20000.4648,19999.7266,20000.3574,19999.1816,20001.5957,20000.209,20000.3711,20000.6816,20000.4121,19998.7441,19998.7285,20000.6875,19998.625,20000.1973,20000.3008,19999.6719,20000.4512,20001.4805,19998.4551,20000.2559,20000.584,20000.6289,20001.3125,20000.3164,20000.502,20000.1074,19999.6992,20000.1504] mean=empty:1 variance=empty:1 n=90 want=[1.0825405316108769] --ref 'variance=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: a variance of 1 on an offset of 20000 in float: the first sample is subtracted exactly, then Welford and Chan's merge; lanes have 2 or 3 samples
// figure: variance[0] computed about 1.0825, MPFR 1.082540532; a few ulps of 1e-5 relative
// Mean and variance of a trace, one warp: Welford in every lane, then pairwise merges.
struct Moments {
    float n, mean, m2;
};

__device__ Moments add(Moments a, float x)
{
    a.n += 1.0f;
    float d = x - a.mean;
    a.mean += d / a.n;
    a.m2 += d * (x - a.mean);
    return a;
}

__device__ Moments merge(Moments a, Moments b)
{
    Moments c;
    c.n = a.n + b.n;
    if (c.n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float share = b.n / c.n;
    c.mean = a.mean + d * share;
    c.m2 = a.m2 + b.m2 + d * d * a.n * share;
    return c;
}

__global__ void moments(const float *x, float *mean, float *variance, int n)
{
    int lane = threadIdx.x;
    float origin = x[0]; // near every sample: the differences are exact
    Moments a = {0.0f, 0.0f, 0.0f};
    for (int i = lane; i < n; i += 32)
        a = add(a, x[i] - origin);
    for (int d = 16; d > 0; d >>= 1) {
        Moments b;
        b.n = __shfl_down_sync(0xffffffffu, a.n, d);
        b.mean = __shfl_down_sync(0xffffffffu, a.mean, d);
        b.m2 = __shfl_down_sync(0xffffffffu, a.m2, d);
        a = merge(a, b);
    }
    if (lane == 0) {
        mean[0] = origin + a.mean;
        variance[0] = a.m2 / (a.n - 1.0f);
    }
}
