// fpcheck: rope <<<8, 8>>> x=@b_rope_bf16_positions_x.npy pos=@b_rope_bf16_positions_p.npy y=empty:8x16 half_dim=8 --ref y=@b_rope_bf16_positions_ref_y.npy --tol rtol=1e-2,atol=2e-2
// expect: error position rounded to bf16 at line 16
// why: bfloat16 holds integers exactly only up to 256: position 1001 becomes 1000 and 5003 becomes 4992, so angles are off by radians (as reported of RoPE in bf16 in several model libraries)
// figure: y[112] computed -1.7273351, exact 0.0956336825
#include <cuda_runtime.h>
#include <cuda_bf16.h>
// Rotary embedding of a bf16 model; the table's type follows the model's, as `positions.to(dtype)` does.
template <typename T> __device__ float through(float x);
template <> __device__ float through<float>(float x) { return x; }
template <> __device__ float through<__nv_bfloat16>(float x) { return __bfloat162float(__float2bfloat16_rn(x)); }

template <typename T>
__device__ void angle(int position, int i, int half_dim, float* c, float* s)
{
    const float inv_freq = exp2f(-13.287712379549449f * (float)i / (float)half_dim);
    const float a = through<T>((float)position) * inv_freq;
    *c = cosf(a);
    *s = sinf(a);
}
__global__ void rope(const float* __restrict__ x, const int* __restrict__ pos, float* y, int half_dim)
{
    const int r = blockIdx.x, i = threadIdx.x;
    float c, s;
    angle<__nv_bfloat16>(pos[r], i, half_dim, &c, &s);
    const float a = x[r * 2 * half_dim + i], b = x[r * 2 * half_dim + half_dim + i];
    y[r * 2 * half_dim + i] = a * c - b * s;
    y[r * 2 * half_dim + half_dim + i] = b * c + a * s;
}
