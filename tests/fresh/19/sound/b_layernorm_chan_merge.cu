// fpcheck: layernorm <<<4, 64>>> x=uniform(60,61):4x200 gain=const(1.5):200 shift=const(0.25):200 y=empty:4x200 c=200
// expect: ok
// why: the variance of values near 60 with a spread of 1 would be lost as E[x^2] - mean^2; Welford's steps and Chan's merge across lanes keep it, and lanes with three values merge with lanes of four by their counts
// figure: (drawn by numpy) computed y[0] 1.867853, MPFR 1.867859: off by 6.1e-06; half an ulp of x is 2e-6, over the deviation 0.29 it is 1e-5
#include <cuda_runtime.h>

struct Moments {
    float count, mean, squares;
};

__device__ void push(Moments &m, float x)
{
    m.count += 1.0f;
    float delta = x - m.mean;
    m.mean += delta / m.count;
    m.squares = fmaf(delta, x - m.mean, m.squares);
}

__device__ Moments merge(Moments a, Moments b)
{
    float count = a.count + b.count;
    if (count == 0.0f)
        return a;
    float delta = b.mean - a.mean;
    float share = b.count / count;
    return Moments{count, fmaf(delta, share, a.mean), a.squares + b.squares + delta * delta * a.count * share};
}

__device__ Moments warp_merge(Moments m)
{
    for (int d = 16; d; d >>= 1) {
        Moments other;
        other.count = __shfl_down_sync(0xffffffffu, m.count, d);
        other.mean = __shfl_down_sync(0xffffffffu, m.mean, d);
        other.squares = __shfl_down_sync(0xffffffffu, m.squares, d);
        m = merge(m, other);
    }
    return m;
}

__global__ void layernorm(const float *x, const float *gain, const float *shift, float *y, int c)
{
    __shared__ Moments parts[2];
    __shared__ float mean, inverse;
    const float *row = x + blockIdx.x * c;
    Moments m{0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < c; i += blockDim.x)
        push(m, row[i]);
    m = warp_merge(m);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        Moments all = merge(parts[0], parts[1]);
        mean = all.mean;
        inverse = rsqrtf(all.squares / all.count + 1e-5f);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < c; i += blockDim.x)
        y[blockIdx.x * c + i] = fmaf((row[i] - mean) * inverse, gain[i], shift[i]);
}
