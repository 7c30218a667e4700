// fpcheck: layer_norm <<<R, 128>>> x=@b_lns_x.npy gamma=ones:200 beta=zeros:200 y=empty:4x200 mean=empty:4 rstd=empty:4 C=200 R=4 eps=1e-5 ref=y=@b_lns_y.npy --tol rtol=1e-3,atol=1e-3
// expect: ok
// why: the elements lie near 1000; the sums are of differences to the row's first element, which are exact, and lanes without elements merge with count 0 guarded
// figure: computed -2.52041316, MPFR -2.52041293 (worst element of a float model of the kernel: error 2.3e-07, tolerance 0.0035)
struct Moments
{
    float count;
    float mean;
    float m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    float count = a.count + b.count;
    if (count == 0.0f)
        return a;
    float share = b.count / count;
    float delta = b.mean - a.mean;
    Moments r;
    r.count = count;
    r.mean = fmaf(delta, share, a.mean);
    r.m2 = a.m2 + b.m2 + delta * delta * a.count * share;
    return r;
}

__device__ Moments warp_merge(Moments a)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        Moments b;
        b.count = __shfl_down_sync(0xffffffffu, a.count, offset);
        b.mean = __shfl_down_sync(0xffffffffu, a.mean, offset);
        b.m2 = __shfl_down_sync(0xffffffffu, a.m2, offset);
        a = merge(a, b);
    }
    return a;
}

__global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, float *mean, float *rstd, int C, int R, float eps)
{
    __shared__ Moments parts[4];
    __shared__ float shared_mean, shared_rstd;
    const float *row = x + (size_t)blockIdx.x * C;
    const float pivot = row[0];

    Moments mine = {0.0f, 0.0f, 0.0f};
    for (int c = threadIdx.x; c < C; c += blockDim.x) {
        float d = row[c] - pivot;
        mine.count += 1.0f;
        float delta = d - mine.mean;
        mine.mean += delta / mine.count;
        mine.m2 += delta * (d - mine.mean);
    }
    mine = warp_merge(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        Moments all = parts[0];
        for (int w = 1; w < 4; w++)
            all = merge(all, parts[w]);
        shared_mean = all.mean;
        shared_rstd = rsqrtf(all.m2 / (float)C + eps);
        mean[blockIdx.x] = pivot + all.mean;
        rstd[blockIdx.x] = shared_rstd;
    }
    __syncthreads();
    for (int c = threadIdx.x; c < C; c += blockDim.x)
        y[(size_t)blockIdx.x * C + c] = (row[c] - pivot - shared_mean) * shared_rstd * gamma[c] + beta[c];
}
