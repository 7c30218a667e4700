// Rotary embedding with the angle position * frequency formed in half: at position 1857 the angle is off by most of a
// radian.
#include <cuda_fp16.h>

// fpcheck: rotary_half_angle <<<1, 16>>> position=1857 base=10000 c=empty:16 s=empty:16
// expect: rotary_half_angle rule=narrowing|inaccurate line=marked max_findings=3
__global__ void rotary_half_angle(int position, float base, float* c, float* s) {
  const float frequency = powf(base, -2.f * threadIdx.x / 32.f);
  const __half angle = __hmul(__int2half_rn(position), __float2half(frequency)); // expect-line
  c[threadIdx.x] = cosf(__half2float(angle));
  s[threadIdx.x] = sinf(__half2float(angle));
}

// fpcheck: rotary_float_angle <<<1, 16>>> position=1857 base=10000 c=empty:16 s=empty:16
// expect: rotary_float_angle clean
__global__ void rotary_float_angle(int position, float base, float* c, float* s) {
  const float frequency = powf(base, -2.f * threadIdx.x / 32.f);
  const float angle = static_cast<float>(position) * frequency;
  c[threadIdx.x] = cosf(angle);
  s[threadIdx.x] = sinf(angle);
}
