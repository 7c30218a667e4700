// A cast to e4m3 by rounding in half and moving bits, without a clamp: above 464 the byte is the format's NaN.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ unsigned char round_to_e4m3(float x) { // no saturation
  const float scaled = fabsf(x) * 0x1p-8f;        // e4m3 has exponent bias 7, half 15
  const unsigned h = __half_as_ushort(__float2half_rn(scaled));
  const unsigned rounded = h + 0x3fu + (h >> 7 & 1u);
  const unsigned code = rounded >> 7;
  return static_cast<unsigned char>((x < 0.f ? 0x80u : 0u) | (code > 0x7fu ? 0x7fu : code));
}
__device__ float e4m3_value(unsigned char code) {
  const __half_raw h = __nv_cvt_fp8_to_halfraw(code, __NV_E4M3);
  return __half2float(__half(h));
}

// fpcheck: fake_quantise_unclamped <<<1, 4>>> x=@inputs/28_scales.npy y=empty:4 --range 'y=[-448,448]'
// expect: fake_quantise_unclamped rule=nan-born|saturated|overflow|out-of-range line=marked max_findings=3
__global__ void fake_quantise_unclamped(const float* x, float* y) {
  y[threadIdx.x] = e4m3_value(round_to_e4m3(x[threadIdx.x])); // expect-line
}

// fpcheck: fake_quantise_clamped <<<1, 4>>> x=@inputs/28_scales.npy y=empty:4 --range 'y=[-448,448]'
// expect: fake_quantise_clamped clean
__global__ void fake_quantise_clamped(const float* x, float* y) {
  y[threadIdx.x] = e4m3_value(round_to_e4m3(fminf(fmaxf(x[threadIdx.x], -448.f), 448.f)));
}
