#pragma once
#include <fpcheck/formats/encode.hpp>

#include <cstddef>

/// Whole arrays on the device. Where the card has an instruction that is the policy `cuda` for a format, it is used: it
/// gives the same codes over all 2^32 inputs (tests/gpu/formats_conversions.cu), and the memory becomes the limit.
/// Needs nvcc or another compiler of CUDA code.
namespace fpcheck {

/// The codes of four numbers by the preset `cuda`, the first in the low bits. Requires: a format of 8 bits.
template <class Tag>
__device__ inline std::uint32_t encode_four(float a, float b, float c, float d) noexcept {
  static_assert(Tag::row.bits <= 8 && Tag::row.box_shift == 0);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  constexpr bool e4m3 = Tag::row == e4m3fn_format::row, e5m2 = Tag::row == e5m2_format::row;
  unsigned short low = 0, high = 0;
  if constexpr (e4m3) {
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(low) : "f"(b), "f"(a));
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(high) : "f"(d), "f"(c));
    return low | std::uint32_t{high} << 16;
  }
  if constexpr (e5m2) {
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(low) : "f"(b), "f"(a));
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(high) : "f"(d), "f"(c));
    return low | std::uint32_t{high} << 16;
  }
#endif
  constexpr policy p = policy_for<Tag>(preset::cuda);
  return encode<Tag>(a, p).code | std::uint32_t{encode<Tag>(b, p).code} << 8 |
         std::uint32_t{encode<Tag>(c, p).code} << 16 | std::uint32_t{encode<Tag>(d, p).code} << 24;
}

/// Encodes `quads` groups of four numbers by the preset `cuda`, for any grid of one dimension.
/// Requires: `in` aligned to 16 bytes, `out` to 4.
template <class Tag>
__global__ void encode_kernel(const float4* __restrict__ in, std::uint32_t* __restrict__ out, std::size_t quads) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < quads; i += 4 * stride) { // four loads in flight
    const float4 x = in[i], y = in[i + stride], z = in[i + 2 * stride], w = in[i + 3 * stride];
    out[i] = encode_four<Tag>(x.x, x.y, x.z, x.w);
    out[i + stride] = encode_four<Tag>(y.x, y.y, y.z, y.w);
    out[i + 2 * stride] = encode_four<Tag>(z.x, z.y, z.z, z.w);
    out[i + 3 * stride] = encode_four<Tag>(w.x, w.y, w.z, w.w);
  }
  for (; i < quads; i += stride) {
    const float4 x = in[i];
    out[i] = encode_four<Tag>(x.x, x.y, x.z, x.w);
  }
}

} // namespace fpcheck
