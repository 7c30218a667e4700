// A rotation keeps lengths: |out| = |x|, for every position, whatever x is. It is the property to test where no reference is at hand. Tables of
// cosines and sines in bf16 break it, c^2 + s^2 is off by up to 2^-7 in each pair, the same way every time that pair is used; no comparison at
// 1e-2 sees it. `ratio` is the squared length after over that before.
#include <cuda_bf16.h>

// fpcheck: table_bf16 <<<T, 8>>> T=8 x=randn:Tx16 angle=uniform(0,6.28):Tx8 ratio=empty:Tx8 --range 'ratio=[0.999999,1.000001]' --expect out-of-range
__global__ void table_bf16(const float* __restrict__ x, const float* __restrict__ angle, float* __restrict__ ratio) {
  const int i = blockIdx.x * 8 + threadIdx.x;
  const float c = __bfloat162float(__float2bfloat16(cosf(angle[i]))), s = __bfloat162float(__float2bfloat16(sinf(angle[i])));
  const float a = x[2 * i], b = x[2 * i + 1], u = a * c - b * s, v = b * c + a * s;
  ratio[i] = (u * u + v * v) / (a * a + b * b);
}

// fpcheck: table_f32 <<<T, 8>>> T=8 x=randn:Tx16 angle=uniform(0,6.28):Tx8 ratio=empty:Tx8 --range 'ratio=[0.999999,1.000001]' --expect clean
__global__ void table_f32(const float* __restrict__ x, const float* __restrict__ angle, float* __restrict__ ratio) {
  const int i = blockIdx.x * 8 + threadIdx.x;
  const float c = cosf(angle[i]), s = sinf(angle[i]);
  const float a = x[2 * i], b = x[2 * i + 1], u = a * c - b * s, v = b * c + a * s;
  ratio[i] = (u * u + v * v) / (a * a + b * b);
}
