// fpcheck: quantise <<<2, 128>>> x=[3.5,3.25,3.75,3.125,2.5,3.0,3.25,3.5,2.75,3.5,3.875,3.625,3.25,3.5,2.875,3.0,3.5,3.25,3.75,3.125,2.5,3.0,3.25,3.5,2.75,3.5,3.875,3.625,3.25,3.5,2.875,3.0] q=empty:32:i8 inv_step=32 n=32
// fpcheck+ layer <<<1, 128>>> w=const(96):4x32 scale=[0.000001,0.000002,0.000003,0.000004] bias=[0.1,0.2,0.3,0.4] y=empty:4 rows=4 k=32
// expect: error overflow hidden by clamp at line 81
// why: the int32 sum (some 300000) goes to half before it is scaled: infinity, which relu6 turns into a harmless looking 6
// figure: computed y = [6, 6, 6, 6], MPFR [0.42102399999999995, 0.8420479999999999, 1.263072, 1.6840959999999998]
// Quantised inference: symmetric int8 activations, packed weights, per-row scale, half precision epilogue.
#include <cuda_fp16.h>

#define WARP 32
#define FULL 0xffffffffu

// ---- quantisation -------------------------------------------------------

__device__ __forceinline__ int clamp_int(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__device__ __forceinline__ signed char to_int8(float x, float inv_step)
{
    int q = __float2int_rn(x * inv_step);
    return (signed char)clamp_int(q, -127, 127);
}

__global__ void quantise(const float *x, signed char *q, float inv_step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i] = to_int8(x[i], inv_step);
}

// ---- packed words -------------------------------------------------------

__device__ __forceinline__ int pack4(int a, int b, int c, int d)
{
    return (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | ((d & 0xff) << 24);
}

__device__ __forceinline__ int load4(const signed char *p)
{
    return pack4(p[0], p[1], p[2], p[3]);
}

struct Accumulator
{
    int sum;
    int guard;

    __device__ void clear()
    {
        sum = 0;
        guard = 0;
    }

    __device__ void add(int weights, int activations)
    {
        sum = __dp4a(weights, activations, sum);
        guard += 4;
    }

    __device__ void join()
    {
        for (int o = WARP / 2; o > 0; o >>= 1)
        {
            sum += __shfl_xor_sync(FULL, sum, o);
            guard += __shfl_xor_sync(FULL, guard, o);
        }
    }
};

// ---- epilogue -----------------------------------------------------------

struct Epilogue
{
    float scale;
    float bias;

    // the epilogue of the float16 path: the sum as half, then scale and bias
    __device__ __half apply(const Accumulator &a) const
    {
        __half h = __int2half_rn(a.sum);
        __half s = __hmul(h, __float2half_rn(scale));
        return __hadd(s, __float2half_rn(bias));
    }
};

__device__ __forceinline__ float relu6(__half h)
{
    float v = __half2float(h);
    v = fmaxf(v, 0.0f);
    return fminf(v, 6.0f);
}

// ---- the layer ----------------------------------------------------------

// One warp computes one row; a lane takes four neighbouring activations at a time.
__global__ void layer(const signed char *q, const signed char *w, const float *scale, const float *bias,
                      float *y, int rows, int k)
{
    __shared__ int staged[64];

    int lane = threadIdx.x & (WARP - 1);
    int warp = threadIdx.x / WARP;
    int words = k / 4;

    // activations are shared by all warps of the block
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        staged[i] = load4(q + 4 * i);
    __syncthreads();

    int row = blockIdx.x * (blockDim.x / WARP) + warp;
    if (row >= rows)
        return;

    Accumulator acc;
    acc.clear();
    const signed char *line = w + row * k;
    for (int i = lane; i < words; i += WARP)
        acc.add(load4(line + 4 * i), staged[i]);
    acc.join();

    if (lane == 0 && acc.guard == 4 * words)
    {
        Epilogue e;
        e.scale = scale[row];
        e.bias = bias[row];
        y[row] = relu6(e.apply(acc));
    }
}

// ---- not part of the case: how well the step fits the data ----------------

__device__ __forceinline__ float quantisation_error(float x, float step)
{
    float q = rintf(x / step);
    q = fminf(fmaxf(q, -127.0f), 127.0f);
    return x - q * step;
}

__global__ void worst_error(const float *x, float *worst, float step, int n)
{
    float w = 0.0f;
    for (int i = threadIdx.x; i < n; i += WARP)
        w = fmaxf(w, fabsf(quantisation_error(x[i], step)));
    for (int o = WARP / 2; o > 0; o >>= 1)
        w = fmaxf(w, __shfl_xor_sync(FULL, w, o));
    if (threadIdx.x == 0)
        *worst = w;
}

__global__ void largest(const float *x, float *top, int n)
{
    float w = 0.0f;
    for (int i = threadIdx.x; i < n; i += WARP)
        w = fmaxf(w, fabsf(x[i]));
    for (int o = WARP / 2; o > 0; o >>= 1)
        w = fmaxf(w, __shfl_xor_sync(FULL, w, o));
    if (threadIdx.x == 0)
        *top = w;
}
