// fpcheck: variances<<<3, 32>>> begin=[0,5,38,44] x=[102.954,107.556,104.885,105.266,103.886,103.492,100.917,103.858,108.868,98.362,96.531,109.8,101.223,104.855,104.369,94.321,112.167,108.879,100.885,103.762,100.635,95.579,99.44,101.87,105.579,103.546,100.298,106.774,96.196,103.964,105.561,98.54,91.047,95.469,101.185,102.639,107.741,94.979,100.01,103.244,99.212,88.151,104.032,111.561] variance=empty:3 want=[3.00079310478759,24.52670518174449,59.00593829976278] ref=variance=want --tol rtol=1e-4,atol=0
// expect: ok
// why: division by a count that is zero in idle lanes: guarded; merging by Chan instead of sums of squares
// figure: largest error 3.031831549e-7 of rtol 1e-4
// Variance of every group of a sorted table, a warp a group: Welford in the lane, Chan between lanes.
struct Stat {
    int n;
    float mean, m2;
};

__device__ void push(Stat &s, float v)
{
    s.n++;
    float d = v - s.mean;
    s.mean += d / (float)s.n;
    s.m2 += d * (v - s.mean);
}

__device__ Stat merge(Stat a, Stat b)
{
    if (b.n == 0)
        return a;
    if (a.n == 0)
        return b;
    Stat r;
    r.n = a.n + b.n;
    float d = b.mean - a.mean;
    float w = (float)b.n / (float)r.n;
    r.mean = a.mean + d * w;
    r.m2 = a.m2 + b.m2 + d * d * (float)a.n * w;
    return r;
}

__global__ void variances(const int *begin, const float *x, float *variance)
{
    int g = blockIdx.x;
    Stat s = {0, 0.0f, 0.0f};
    for (int i = begin[g] + threadIdx.x; i < begin[g + 1]; i += 32)
        push(s, x[i]);
    for (int d = 16; d > 0; d >>= 1) {
        Stat o;
        o.n = __shfl_down_sync(0xffffffffu, s.n, d);
        o.mean = __shfl_down_sync(0xffffffffu, s.mean, d);
        o.m2 = __shfl_down_sync(0xffffffffu, s.m2, d);
        s = merge(s, o);
    }
    if (threadIdx.x == 0)
        variance[g] = s.m2 / (float)(s.n - 1);
}
