// Rotary position embedding with bf16 positions: bf16 tells integers apart up to 256 only. Token 15962 is rotated as if it were token
// 15936, by an angle that is off by 26 radians, and the range reduction inside cosf counts other quarter turns.
// The repaired kernel keeps positions and angles in f32 and rounds the rotated vector once.
#include <cuda_bf16.h>

// fpcheck: rope_bf16 <<<T, D / 2>>> T=4 D=64 x=randn:TxD position=[0, 255, 4097, 15962] out=empty:TxD --expect int-to-float-loss,branch-flip
__global__ void rope_bf16(const float* __restrict__ x, const int* __restrict__ position, float* __restrict__ out, int D) {
  const int i = threadIdx.x, row = blockIdx.x * D;
  const float frequency = exp2f(-13.2877124f * (2 * i) / D); // 10000^(-2i/D)
  const __nv_bfloat16 p = __int2bfloat16_rn(position[blockIdx.x]);
  const float angle = __bfloat162float(p) * frequency;
  const float a = x[row + 2 * i], b = x[row + 2 * i + 1];
  out[row + 2 * i] = a * cosf(angle) - b * sinf(angle);
  out[row + 2 * i + 1] = a * sinf(angle) + b * cosf(angle);
}

// fpcheck: rope_f32 <<<T, D / 2>>> T=4 D=64 x=randn:TxD position=[0, 255, 4097, 15962] out=empty:TxD --expect clean
__global__ void rope_f32(const float* __restrict__ x, const int* __restrict__ position, float* __restrict__ out, int D) {
  const int i = threadIdx.x, row = blockIdx.x * D;
  const float frequency = exp2f(-13.2877124f * (2 * i) / D);
  const float angle = static_cast<float>(position[blockIdx.x]) * frequency;
  const float a = x[row + 2 * i], b = x[row + 2 * i + 1];
  out[row + 2 * i] = a * cosf(angle) - b * sinf(angle);
  out[row + 2 * i + 1] = a * sinf(angle) + b * cosf(angle);
}
