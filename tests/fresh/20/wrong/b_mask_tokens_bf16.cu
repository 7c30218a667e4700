// fpcheck: kept_tokens <<<1, 32>>> mask=const(1):4x600 kept=empty:4 rows=4 len=600 want=[600,600,600,600] ref=kept=want --tol rtol=1e-3,atol=0
// expect: error absorbed at line 10
// why: the number of unmasked tokens is summed in bfloat16, which stands still at 256; 600 is exact in float
// figure: computed kept[0] = 256, MPFR 600
#include <cuda_bf16.h>
// Tokens that count in the loss, per sequence; the mask is 0 or 1 (or a weight between).
template <typename Acc>
__device__ Acc add(Acc a, float m)
{
    return a + (Acc)m;
}

template <typename Acc>
__device__ float count_row(const float *mask, int len)
{
    Acc a = (Acc)0.0f;
    for (int t = 0; t < len; t++)
        a = add<Acc>(a, mask[t]);
    return (float)a;
}

__global__ void kept_tokens(const float *mask, float *kept, int rows, int len)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        kept[r] = count_row<__nv_bfloat16>(mask + (size_t)r * len, len);
}
