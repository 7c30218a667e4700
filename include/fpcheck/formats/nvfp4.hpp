#pragma once
#include <fpcheck/formats/block.hpp>

/// NVFP4: sixteen e2m1 elements, one unsigned e4m3 scale a block, one binary32 scale a tensor.
/// value = element * block scale * tensor scale. Every division is a division: a product with a reciprocal moves ties.
namespace fpcheck {

/// What to do where a block's scale rounds to zero.
enum class zero_scale : std::uint8_t {
  keep,        ///< the scale is zero, and so is every element
  min_positive ///< the scale becomes the smallest positive one
};

/// How NVFP4 blocks are quantised.
struct nvfp4_policy {
  rounding scale_round = rounding::nearest_even;
  rounding element_round = rounding::nearest_even;
  zero_scale underflow = zero_scale::keep;
  special_rule special = special_rule::nan_scale;
};

inline constexpr std::size_t nvfp4_block_size = 16;

/// A quantised block: element i is the nibble i of `elements`, low nibble first.
struct nvfp4_block {
  std::uint8_t elements[nvfp4_block_size / 2] = {};
  std::uint8_t scale = 0; ///< ue4m3 code

  constexpr bool operator==(const nvfp4_block&) const = default;
};

namespace detail {
FPCHECK_HD constexpr std::uint32_t quotient32(std::uint32_t a, std::uint32_t b) noexcept {
  return fpcheck::divide<f32_format>(a, b).code;
}
FPCHECK_HD constexpr std::uint32_t product32(std::uint32_t a, std::uint32_t b) noexcept {
  return fpcheck::multiply<f32_format>(a, b).code;
}
} // namespace detail

/// The tensor's scale for a largest magnitude `amax`: amax / (448 * 6). Range: 1 for amax = 0, so that nothing is
/// divided by zero.
FPCHECK_HD constexpr float nvfp4_tensor_scale(float amax) noexcept {
  const std::uint32_t scale = detail::quotient32(bits_of(amax), bits_of(2688.0f));
  return scale == 0 ? 1.0f : bit_cast<float>(scale);
}

/// Quantises sixteen numbers: scale = e4m3(amax / 6 / tensor_scale), saturated, and element = e2m1(x / (scale *
/// tensor_scale)), saturated; all quotients and products in binary32. Under nan_scale a NaN or infinity makes the
/// scale NaN; otherwise an infinity counts as a large number and a NaN becomes the largest element.
FPCHECK_HD constexpr nvfp4_block quantise_nvfp4(const float* in, float tensor_scale,
                                                const nvfp4_policy& p = {}) noexcept {
  constexpr std::uint32_t infinity = 0x7f800000u;
  std::uint32_t amax = 0, largest = 0;
  for (std::size_t i = 0; i < nvfp4_block_size; ++i) {
    const std::uint32_t magnitude = bits_of(in[i]) & 0x7fffffffu;
    largest = magnitude > largest ? magnitude : largest;
    amax = magnitude < infinity && magnitude > amax ? magnitude : amax;
  }
  nvfp4_block out;
  if (largest >= infinity && p.special == special_rule::nan_scale) {
    out.scale = 0x7f;
    return out;
  }
  const std::uint32_t tensor = bits_of(tensor_scale);
  const std::uint32_t wanted = detail::quotient32(detail::quotient32(amax, bits_of(6.0f)), tensor);
  out.scale = encode_bits<ue4m3_format>(wanted, policy{.round = p.scale_round, .saturate = saturation::finite}).code;
  if (out.scale == 0 && p.underflow == zero_scale::min_positive) out.scale = 1;
  if (out.scale == 0) return out;
  const std::uint32_t step = detail::product32(decode_bits32(row_of<ue4m3_format>(), out.scale), tensor);
  const policy element{.round = p.element_round, .saturate = saturation::finite};
  for (std::size_t i = 0; i < nvfp4_block_size; ++i) {
    const std::uint32_t scaled = detail::quotient32(bits_of(in[i]), step);
    store_packed<4>(out.elements, i, encode_bits<e2m1fn_format>(scaled, element).code);
  }
  return out;
}

/// Element i of a block: element * scale is exact, the product with the tensor's scale rounds once to binary32.
FPCHECK_HD constexpr float dequantise_nvfp4(const nvfp4_block& block, std::size_t i, float tensor_scale) noexcept {
  const std::uint32_t element = decode_bits32(row_of<e2m1fn_format>(), load_packed<4>(block.elements, i));
  const std::uint32_t scale = decode_bits32(row_of<ue4m3_format>(), block.scale);
  return bit_cast<float>(detail::product32(detail::product32(element, scale), bits_of(tensor_scale)));
}

} // namespace fpcheck
