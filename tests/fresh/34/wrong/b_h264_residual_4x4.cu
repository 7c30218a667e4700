// fpcheck: reconstruct_4x4 <<<1, 32>>> coef=@b_h264_residual_4x4_c.npy pred=@b_h264_residual_4x4_p.npy out=empty:16x16 blocks=16 qp=24 --ref out=@b_h264_residual_4x4_ref_out.npy --tol bitwise
// expect: error narrowing before the clip (8-bit wrap) at line 78
// why: prediction plus residual is narrowed to 8 bits before it is clipped, so sums below 0 and above 255 wrap (the classic missing av_clip_uint8)
// figure: out[203] computed 2, exact 255
#include <cuda_runtime.h>
#include <stdint.h>

// H.264 baseline residual of 4x4 blocks: levels -> scaled coefficients -> inverse core transform -> prediction
// plus residual. One block a thread, registers only.

__constant__ int LEVEL_SCALE[6][3] = {
    {10, 16, 13}, {11, 18, 14}, {13, 20, 16}, {14, 23, 18}, {16, 25, 20}, {18, 29, 23},
};

struct Block {
    int v[16];
};

// positions (0,0) (0,2) (2,0) (2,2) take the first scale, odd/odd the second, the rest the third
__device__ __forceinline__ int scale_class(int i, int j)
{
    if ((i & 1) == 0 && (j & 1) == 0) return 0;
    if ((i & 1) == 1 && (j & 1) == 1) return 1;
    return 2;
}

__device__ __forceinline__ void dequantise(Block& b, const int16_t* __restrict__ level, int qp)
{
    const int rem = qp % 6, shift = qp / 6;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int s = LEVEL_SCALE[rem][scale_class(i, j)];
            b.v[4 * i + j] = ((int)level[4 * i + j] * s) << shift;
        }
    }
}

// the one-dimensional butterfly of 8.5.12.2
__device__ __forceinline__ void butterfly(int& a, int& b, int& c, int& d)
{
    const int e0 = a + c;
    const int e1 = a - c;
    const int e2 = (b >> 1) - d;
    const int e3 = b + (d >> 1);
    a = e0 + e3;
    b = e1 + e2;
    c = e1 - e2;
    d = e0 - e3;
}

__device__ __forceinline__ void transform_rows(Block& b)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) butterfly(b.v[4 * i], b.v[4 * i + 1], b.v[4 * i + 2], b.v[4 * i + 3]);
}

__device__ __forceinline__ void transform_columns(Block& b)
{
#pragma unroll
    for (int j = 0; j < 4; ++j) butterfly(b.v[j], b.v[4 + j], b.v[8 + j], b.v[12 + j]);
}

// (x + 32) >> 6: the scale of both passes together
__device__ __forceinline__ int round_shift(int x)
{
    return (x + 32) >> 6;
}

__device__ __forceinline__ int clip_pixel(int x)
{
    return x < 0 ? 0 : (x > 255 ? 255 : x);
}

__device__ __forceinline__ uint8_t add_residual(uint8_t prediction, int residual)
{
    const uint8_t sum = prediction + round_shift(residual);
    return (uint8_t)clip_pixel(sum);
}

__device__ __forceinline__ bool all_zero(const int16_t* __restrict__ level)
{
    int any = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) any |= level[i];
    return any == 0;
}

__global__ void reconstruct_4x4(const int16_t* __restrict__ coef, const uint8_t* __restrict__ pred, uint8_t* out, int blocks, int qp)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= blocks) return;
    const int16_t* level = coef + n * 16;
    const uint8_t* p = pred + n * 16;
    uint8_t* o = out + n * 16;

    if (all_zero(level)) {   // a skipped block is its prediction
#pragma unroll
        for (int i = 0; i < 16; ++i) o[i] = p[i];
        return;
    }

    Block b;
    dequantise(b, level, qp);
    transform_rows(b);
    transform_columns(b);
#pragma unroll
    for (int i = 0; i < 16; ++i) o[i] = add_residual(p[i], b.v[i]);
}
