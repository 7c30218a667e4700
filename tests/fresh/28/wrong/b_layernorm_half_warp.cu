// fpcheck: layer_norm <<<R, 32>>> x=@b_ln_x.npy y=empty:8x128 variance=empty:8 C=128 R=8 eps=1e-5 ref=variance=var(x,1) --tol rtol=1e-4,atol=1e-6
// expect: error mismatch at line 28
// why: the width of the shuffle is 16, so the step with offset 16 merges a lane with itself and lane 0 never hears of lanes 16 to 31 (the count still comes out as C)
// figure: computed 1.04237881, MPFR 2.35490772 (variance[0])
struct Moments
{
    float mean;
    float m2;
    float count;
};

__device__ Moments merge(Moments a, Moments b)
{
    float count = a.count + b.count;
    float delta = b.mean - a.mean;
    Moments r;
    r.mean = a.mean + delta * (b.count / count);
    r.m2 = a.m2 + b.m2 + delta * delta * (a.count * b.count / count);
    r.count = count;
    return r;
}

template <int WIDTH>
__device__ Moments warp_merge(Moments a)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        Moments b;
        b.mean = __shfl_down_sync(0xffffffffu, a.mean, offset, WIDTH);
        b.m2 = __shfl_down_sync(0xffffffffu, a.m2, offset, WIDTH);
        b.count = __shfl_down_sync(0xffffffffu, a.count, offset, WIDTH);
        a = merge(a, b);
    }
    return a;
}

__global__ void layer_norm(const float *x, float *y, float *variance, int C, int R, float eps)
{
    const float *row = x + (size_t)blockIdx.x * C;
    Moments mine = {0.0f, 0.0f, 0.0f};
    for (int c = threadIdx.x; c < C; c += 32) {
        mine.count += 1.0f;
        float delta = row[c] - mine.mean;
        mine.mean += delta / mine.count;
        mine.m2 += delta * (row[c] - mine.mean);
    }
    Moments all = warp_merge<16>(mine);
    float mean = __shfl_sync(0xffffffffu, all.mean, 0);
    float var = __shfl_sync(0xffffffffu, all.m2, 0) / (float)C;
    float scale = rsqrtf(var + eps);
    for (int c = threadIdx.x; c < C; c += 32)
        y[(size_t)blockIdx.x * C + c] = (row[c] - mean) * scale;
    if (threadIdx.x == 0)
        variance[blockIdx.x] = var;
}
