// fpcheck: gptq_matvec <<<1, 32>>> x=@b_gptq_zero_point_x.npy qweight=@b_gptq_zero_point_qw.npy qzeros=@b_gptq_zero_point_qz.npy scales=@b_gptq_zero_point_s.npy y=empty:16 rows=4 cols=16 --ref y=@b_gptq_zero_point_ref_y.npy --tol rtol=1e-4,atol=1e-4
// expect: error mismatch (wrong zero point) at line 16
// why: the stored zero point is one less than the real one (GPTQ v1 checkpoints); without + 1 every weight is one step too large, the known v1/v2 format confusion
// figure: y[12] computed 0.125598744, exact 0.101261452
#include <cuda_runtime.h>
// y = x W, W in 4 bits: 8 consecutive rows in one word. Checkpoints of this format hold zero - 1 in qzeros.
__device__ float dequant(unsigned word, int j, int zero, float scale)
{
    return scale * (float)((int)(word >> (4 * j) & 15u) - zero);
}
__global__ void gptq_matvec(const float* __restrict__ x, const unsigned* __restrict__ qweight, const unsigned* __restrict__ qzeros,
                            const float* __restrict__ scales, float* y, int rows, int cols)
{
    const int c = threadIdx.x;
    if (c >= cols) return;
    const int zero = (int)(qzeros[c / 8] >> (4 * (c % 8)) & 15u);
    float acc = 0.0f;
    for (int r = 0; r < rows; ++r) {
        const unsigned word = qweight[r * cols + c];
        for (int j = 0; j < 8; ++j) acc = fmaf(x[r * 8 + j], dequant(word, j, zero, scales[c]), acc);
    }
    y[c] = acc;
}
