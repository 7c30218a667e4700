// fpcheck: layer_norm <<<3, 64>>> x=uniform(100,101):3x100 gamma=uniform(0.5,1.5):100 beta=randn:100 y=empty:3x100 width=100 eps=1e-5
// expect: ok
// why: offset 100 with spread 0.3, but the moments are Welford's and merged by Chan's formula over lanes and warps, with lanes that saw one element or two
// figure: the mean is off by up to 4e-6 at 100, y by about 1e-5 absolute: what inputs with an ulp of 8e-6 allow
struct Moments {
    float n, mean, m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float w = b.n / n;
    Moments r;
    r.n = n;
    r.mean = a.mean + d * w;
    r.m2 = a.m2 + b.m2 + d * d * a.n * w;
    return r;
}

__device__ Moments warp_merge(Moments a)
{
    for (int off = 16; off > 0; off >>= 1) {
        Moments b;
        b.n = __shfl_down_sync(0xffffffffu, a.n, off);
        b.mean = __shfl_down_sync(0xffffffffu, a.mean, off);
        b.m2 = __shfl_down_sync(0xffffffffu, a.m2, off);
        a = merge(a, b);
    }
    return a;
}

__global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int width, float eps)
{
    __shared__ Moments part[2];
    __shared__ float shift, scale;
    int t = threadIdx.x;
    const float *in = x + blockIdx.x * width;
    Moments a = { 0.0f, 0.0f, 0.0f };
    for (int j = t; j < width; j += blockDim.x) {
        a.n += 1.0f;
        float d = in[j] - a.mean;
        a.mean += d / a.n;
        a.m2 += d * (in[j] - a.mean);
    }
    a = warp_merge(a);
    if ((t & 31) == 0)
        part[t >> 5] = a;
    __syncthreads();
    if (t == 0) {
        Moments all = merge(part[0], part[1]);
        shift = all.mean;
        scale = rsqrtf(all.m2 / (float)width + eps);
    }
    __syncthreads();
    for (int j = t; j < width; j += blockDim.x)
        y[blockIdx.x * width + j] = (in[j] - shift) * scale * gamma[j] + beta[j];
}
