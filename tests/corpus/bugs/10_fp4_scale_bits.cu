// Four-bit weights and eight-bit scales are widened to bf16 by placing their bits: the weight comes out scaled by 2^-126
// and the scale by 2^-112. Multiplied before the missing powers of two are put back, every product is zero.
#include <cuda_bf16.h>

__device__ __nv_bfloat16 place_e2m1(unsigned code) { // value * 2^-126
  return __ushort_as_bfloat16(static_cast<unsigned short>((code & 8u) << 12 | (code & 7u) << 6));
}
__device__ __nv_bfloat16 place_e5m3(unsigned code) { // value * 2^-112
  return __ushort_as_bfloat16(static_cast<unsigned short>(code << 4));
}

// fpcheck: dequantise_late_rescale <<<1, 64>>> w=randint(2,8):64:u8 scale=randint(96,121):4:u8 out=empty:64
// expect: dequantise_late_rescale rule=underflow-flushed|inaccurate|narrowing line=marked max_findings=3
__global__ void dequantise_late_rescale(const unsigned char* w, const unsigned char* scale, float* out) {
  const __nv_bfloat16 product = __hmul(place_e2m1(w[threadIdx.x]), place_e5m3(scale[threadIdx.x / 16])); // expect-line
  out[threadIdx.x] = __bfloat162float(product) * 0x1p126f * 0x1p112f;
}

// fpcheck: dequantise_early_rescale <<<1, 64>>> w=randint(2,8):64:u8 scale=randint(96,121):4:u8 out=empty:64
// expect: dequantise_early_rescale clean
__global__ void dequantise_early_rescale(const unsigned char* w, const unsigned char* scale, float* out) {
  const __nv_bfloat16 weight = __hmul(place_e2m1(w[threadIdx.x]), __float2bfloat16(0x1p126f));
  const __nv_bfloat16 factor = __hmul(place_e5m3(scale[threadIdx.x / 16]), __float2bfloat16(0x1p112f));
  out[threadIdx.x] = __bfloat162float(__hmul(weight, factor));
}
