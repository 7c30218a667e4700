// fpcheck: gemm_s8 <<<dim3(1, 5), dim3(24, 4)>>> a=@b_rq_a.npy b=@b_rq_b.npy bias=@b_rq_bias.npy out=empty:20x24 scale=0.0043 zero=-6 m=20 n=24 k=64 --ref 'out=@b_rq_out.npy'
// expect: error overflow at line 19
// why: the requantised sum is stored to int8 without saturation, so 140 becomes -116 (a bug class of int8 inference back ends)
// figure: out[0, 0] computed -94, exact 127
#include <cuda_runtime.h>

// out = saturate(round(scale * (a b^T + bias)) + zero), as the graph asks
__global__ void gemm_s8(const signed char* a, const signed char* b, const int* bias, signed char* out,
                        float scale, int zero, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    int acc = bias[col];
    for (int i = 0; i < k; ++i)
        acc += (int)a[row * k + i] * (int)b[col * k + i];
    int q = __float2int_rn(scale * (float)acc) + zero;
    out[row * n + col] = (signed char)q;
}
