// fpcheck: best_likelihood <<<4, 64>>> ll=uniform(-900,-20):4x200 best=empty:4 n=200 ref=best=max(ll,1) --tol bitwise
// expect: error mismatch at line 8
// why: FLT_MIN is the smallest positive float, not the most negative one: with log likelihoods, all below zero, it is the maximum.
// figure: computed 1.17549435e-38, MPFR about -24 (the maximum of the draw)
#include <cfloat>

template <typename T> struct MaxOp {
    __device__ static T identity() { return FLT_MIN; }
    __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename T, template <typename> class Op> __device__ T block_reduce(T v, T *shared)
{
    Op<T> op;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int o = 16; o > 0; o /= 2)
        v = op(v, __shfl_down_sync(0xffffffffu, v, o));
    if (lane == 0)
        shared[warp] = v;
    __syncthreads();
    int warps = blockDim.x / 32;
    v = threadIdx.x < warps ? shared[lane] : Op<T>::identity();
    if (warp == 0)
        for (int o = 16; o > 0; o /= 2)
            v = op(v, __shfl_down_sync(0xffffffffu, v, o));
    return v;
}

__global__ void best_likelihood(const float *ll, float *best, int n)
{
    __shared__ float shared[32];
    float v = MaxOp<float>::identity();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v = MaxOp<float>()(v, ll[blockIdx.x * n + i]);
    v = block_reduce<float, MaxOp>(v, shared);
    if (threadIdx.x == 0)
        best[blockIdx.x] = v;
}
