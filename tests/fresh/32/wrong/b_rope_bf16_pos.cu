// fpcheck: rope <<<16, 4>>> x=@b_rope_bf16_pos_x.npy pos=@b_rope_bf16_pos_p.npy y=empty:16x8 --ref 'y=@b_rope_bf16_pos_ref.npy' --tol rtol=1e-3,atol=1e-3
// expect: error mismatch at line 11
// why: the RoPE bug of the Hugging Face Llama models: positions are held in bfloat16, which has no 257, so the rotation of later tokens is off by whole radians
// figure: y[88] computed -1.46109653, exact 0.146270126 (47 of 128 beyond the tolerance)
#include <cuda_bf16.h>

// One block a token, one thread a pair of channels.
__global__ void rope(const float* x, const int* pos, float* y) {
  int token = blockIdx.x;
  int pair = threadIdx.x;
  __nv_bfloat16 t = __float2bfloat16((float)pos[token]);
  float inv_freq = exp2f(-13.287712379549449f * (float)pair / 4.0f);
  float angle = __bfloat162float(t) * inv_freq;
  float c = cosf(angle);
  float s = sinf(angle);
  float a = x[token * 8 + 2 * pair];
  float b = x[token * 8 + 2 * pair + 1];
  y[token * 8 + 2 * pair] = a * c - b * s;
  y[token * 8 + 2 * pair + 1] = a * s + b * c;
}
