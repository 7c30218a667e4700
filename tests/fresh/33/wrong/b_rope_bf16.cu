// fpcheck: rope <<<20, 32>>> x=@b_rope_x.npy pos=@b_rope_pos.npy y=empty:20x64 base=10000.0 --ref 'y=@b_rope_y.npy' --tol rtol=1e-2,atol=2e-2
// expect: error rounding at line 15
// why: position and angle are bfloat16: positions above 256 collapse in steps and the rotation is off by radians (Hugging Face mended RoPE in its models so that angles are always made in float32)
// figure: y[14, 2] computed 3.15840268, MPFR -2.83903352
#include <cuda_bf16.h>

constexpr int D = 64;

// Rotary position embedding, pairs (i, i + 32)
__global__ void rope(const float* x, const int* pos, float* y, float base)
{
    int row = blockIdx.x;
    int i = threadIdx.x;
    __nv_bfloat16 inv = __float2bfloat16(powf(base, -2.0f * i / D));
    __nv_bfloat16 angle = __float2bfloat16(__bfloat162float(__float2bfloat16((float)pos[row])) * __bfloat162float(inv));
    float s, c;
    sincosf(__bfloat162float(angle), &s, &c);
    float a = x[row * D + i];
    float b = x[row * D + i + D / 2];
    y[row * D + i] = a * c - b * s;
    y[row * D + i + D / 2] = b * c + a * s;
}
