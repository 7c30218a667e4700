// fpcheck: gptq_matmul <<<dim3(2, 3), dim3(8, 8)>>> x=@b_gptq_x.npy qweight=@b_gptq_qweight.npy qzeros=@b_gptq_qzeros.npy scales=@b_gptq_scales.npy y=empty:3x16 K=128 N=16 --ref 'y=@b_gptq_y.npy' --tol rtol=5e-3,atol=5e-3
// expect: error mismatch at line 30
// why: checkpoints of this format store the zero point less one, and the kernel subtracts the stored value as it is: every weight is one step off (AutoGPTQ issue 331, vLLM pull request 38966)
// figure: y[1, 7] computed 1.66210938, MPFR 0.103450231
#include <cuda_fp16.h>

// y = x W for 4-bit weights in groups of 32 rows.
//   qweight  K/8 x N   eight rows of one column in a word, lowest nibble first
//   qzeros   G x N/8   eight columns of one group in a word; the stored value is zero - 1
//   scales   G x N     half
constexpr int GROUP = 32;
constexpr int SPLIT = 8;     // threads in y share the rows of K

// what a block needs to know of the packed matrix
struct Weights {
    const unsigned* q;
    const unsigned* zeros;
    const __half* scales;
    int K, N;
};

__device__ int nibble(unsigned word, int i)
{
    return (word >> (4 * i)) & 15u;
}

__device__ int zero_point(const Weights& w, int group, int col)
{
    unsigned word = w.zeros[group * (w.N / 8) + col / 8];
    return nibble(word, col % 8);
}

__device__ float group_scale(const Weights& w, int group, int col)
{
    return __half2float(w.scales[group * w.N + col]);
}

struct Partial {
    float dot;
    float sum;
};

// eight rows of one column: the dot product with the codes, and the sum of x, so that the
// zero point is subtracted once
__device__ Partial eight_rows(unsigned word, const __half* x)
{
    Partial p = {0.0f, 0.0f};
    for (int i = 0; i < 8; ++i) {
        float v = __half2float(x[i]);
        p.dot = fmaf(v, (float)nibble(word, i), p.dot);
        p.sum += v;
    }
    return p;
}

__device__ float one_group(const Weights& w, const __half* x, int group, int col)
{
    float dot = 0.0f, sum = 0.0f;
    for (int r = 0; r < GROUP / 8; ++r) {
        int block = group * (GROUP / 8) + r;
        Partial p = eight_rows(w.q[block * w.N + col], x + 8 * block);
        dot += p.dot;
        sum += p.sum;
    }
    return group_scale(w, group, col) * (dot - zero_point(w, group, col) * sum);
}

__device__ float reduce(float s[SPLIT][8], int tx)
{
    float t = 0.0f;
    for (int i = 0; i < SPLIT; ++i)
        t += s[i][tx];
    return t;
}

__global__ void gptq_matmul(const __half* x, const unsigned* qweight, const unsigned* qzeros,
                            const __half* scales, __half* y, int K, int N)
{
    __shared__ float s[SPLIT][8];
    Weights w;
    w.q = qweight;
    w.zeros = qzeros;
    w.scales = scales;
    w.K = K;
    w.N = N;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * 8 + tx;
    int row = blockIdx.y;
    const __half* xr = x + row * K;

    float acc = 0.0f;
    int groups = K / GROUP;
    for (int g = ty; g < groups; g += SPLIT)
        acc += one_group(w, xr, g, col);
    s[ty][tx] = acc;
    __syncthreads();
    if (ty == 0)
        y[row * N + col] = __float2half(reduce(s, tx));
}
