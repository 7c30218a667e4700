// fpcheck: log_sum_exp <<<2, 64>>> z=@a_lse_identity_z.npy lse=empty:2 n=40 --ref lse=@a_lse_identity_want.npy --tol rtol=1e-5,atol=1e-5
// expect: error wrong identity at line 9
// why: FLT_MIN is the smallest positive number, not the lowest: where all scores are negative, the maximum is 1e-38 and every exponential underflows
// figure: computed lse[0]=-inf, MPFR -198.0853
#include <cfloat>

// log(sum(exp(z))) of a row: scores of candidate sequences. One block a row.
struct maximum {
    static __device__ float identity() { return FLT_MIN; }
    static __device__ float apply(float a, float b) { return fmaxf(a, b); }
};

struct plus {
    static __device__ float identity() { return 0.0f; }
    static __device__ float apply(float a, float b) { return a + b; }
};

template <typename OP>
__device__ float block_reduce(float v)
{
    __shared__ float warp_result[2];
    for (int o = 16; o > 0; o >>= 1)
        v = OP::apply(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0)
        warp_result[threadIdx.x >> 5] = v;
    __syncthreads();
    const float r = OP::apply(warp_result[0], warp_result[1]);
    __syncthreads();
    return r;
}

__global__ void log_sum_exp(const float *z, float *lse, int n)
{
    const float *row = z + blockIdx.x * n;
    float m = maximum::identity();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        m = maximum::apply(m, row[i]);
    m = block_reduce<maximum>(m);
    float s = plus::identity();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += __expf(row[i] - m);
    s = block_reduce<plus>(s);
    if (threadIdx.x == 0)
        lse[blockIdx.x] = m + logf(s);
}
