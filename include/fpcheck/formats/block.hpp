#pragma once
#include <fpcheck/formats/arithmetic.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/packed.hpp>
#include <fpcheck/formats/scale.hpp>

#include <cstddef>

/// Blocks that share a power-of-two scale (OCP MX v1.0): value = scale * element. Arithmetic is on integers only.
namespace fpcheck {

/// How the shared scale follows from the largest magnitude of a block.
enum class scale_rule : std::uint8_t {
  floor,  ///< 2^(floor(log2 amax) - emax): OCP MX; magnitudes above max * scale are clamped
  ceil,   ///< the smallest power with amax <= max * scale: cuBLAS, FlashInfer, mlx; nothing is clamped
  even,   ///< amax rounded to the element's precision, halves up, then as floor: torchao
  nearest ///< the power nearest to amax / max, 1.5 to the even code
};

/// What a NaN or an infinity in a block does.
enum class special_rule : std::uint8_t {
  nan_scale, ///< the scale becomes NaN, and with it every element
  elements   ///< the scale ignores them; each becomes what the element's policy makes of it
};

/// The scale of a block without a magnitude above zero.
enum class zero_block : std::uint8_t {
  min, ///< 2^-127
  one, ///< 2^0
  emax ///< 2^-emax
};

/// How blocks are quantised.
struct block_policy {
  scale_rule scale = scale_rule::floor;
  special_rule special = special_rule::nan_scale;
  zero_block zero = zero_block::min;
  policy element{.saturate = saturation::finite};
};

/// A block element of OCP MXINT8: k / 64 for k from -127 to 127.
struct mxint8_element {};

namespace detail {

/// The exponent of the largest number's leading bit, and that number as an integer of `precision` bits.
struct element_top {
  int emax;
  std::uint32_t significand; ///< of the largest number, leading bit at 23
};
template <class Element>
FPCHECK_HD constexpr element_top top_of() noexcept {
  const operand x = take_apart(row_of<Element>(), max_magnitude(row_of<Element>()) << Element::row.box_shift, policy{});
  return {x.exponent, x.significand};
}
template <>
FPCHECK_HD constexpr element_top top_of<mxint8_element>() noexcept {
  return {0, 127u << 17};
}
template <class Element>
FPCHECK_HD constexpr int element_mantissa() noexcept {
  return mantissa_bits(row_of<Element>());
}
template <>
FPCHECK_HD constexpr int element_mantissa<mxint8_element>() noexcept {
  return 6;
}

/// The exponent of the scale of a block whose largest finite magnitude has the binary32 code `amax`, not zero.
template <class Element>
FPCHECK_HD constexpr int scale_exponent(std::uint32_t amax, scale_rule rule) noexcept {
  constexpr element_top top = top_of<Element>();
  operand x = normalised(take_apart(row_of<f32_format>(), amax, policy{}));
  if (rule == scale_rule::even) {
    x.significand += std::uint32_t{1} << (23 - element_mantissa<Element>() - 1);
    if ((x.significand >> 24) != 0) x.exponent += 1;
  }
  const int power = x.exponent - top.emax;
  if (rule == scale_rule::ceil) return power + (x.significand > top.significand ? 1 : 0);
  if (rule != scale_rule::nearest) return power;
  // amax / max is q * 2^power with q in (1/2, 2); in twice its significands, 3/4 and 3/2 are whole numbers.
  const std::uint64_t a = std::uint64_t{x.significand} * 4, m = top.significand;
  const int lower = a < 4 * m ? power - 1 : power; // 2^lower <= amax / max
  const std::uint64_t tie = a < 4 * m ? 3 * m : 6 * m;
  const bool lower_is_odd = (lower & 1) == 0; // codes are exponent + 127
  return a > tie || (a == tie && lower_is_odd) ? lower + 1 : lower;
}

/// The element nearest to x * 2^-scale.
template <class Element>
FPCHECK_HD constexpr std::uint8_t scaled_element(std::uint32_t x, int scale, const policy& p) noexcept {
  const operand f = normalised(take_apart(row_of<f32_format>(), x, policy{}));
  if ((f.is_nan | f.is_infinity) != 0) return static_cast<std::uint8_t>(encode_bits<Element>(x, p).code);
  return static_cast<std::uint8_t>(
      encode_unrounded(row_of<Element>(),
                       {f.sign, std::uint64_t{f.significand} << 37, std::int64_t{f.exponent} - scale}, p)
          .code);
}
template <>
FPCHECK_HD constexpr std::uint8_t scaled_element<mxint8_element>(std::uint32_t x, int scale, const policy& p) noexcept {
  const operand f = normalised(take_apart(row_of<f32_format>(), x, policy{}));
  if (f.is_nan != 0 || f.significand == 0) return 0; // two's complement has no NaN
  const int shift = 23 - 6 - f.exponent + scale;
  std::uint64_t k = 128;
  if (f.is_infinity == 0 && shift > 0) {
    const std::uint64_t by = static_cast<std::uint64_t>(shift < 62 ? shift : 62);
    k = (f.significand + rounding_increment<std::uint64_t>(p, f.sign, f.significand, 0, by, 0)) >> by;
  }
  if (k > 127) k = 127;
  return static_cast<std::uint8_t>(f.sign != 0 ? 0 - k : k);
}

} // namespace detail

/// Quantises `count` numbers that share a scale; one code a byte. Returns the scale's e8m0 code.
/// The scale is clamped to 2^-127 ... 2^127.
template <class Element>
FPCHECK_HD constexpr std::uint8_t quantise_block(const float* in, std::size_t count, std::uint8_t* out,
                                                 const block_policy& p = {}) noexcept {
  constexpr std::uint32_t infinity = 0x7f800000u;
  std::uint32_t amax = 0, largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t magnitude = bits_of(in[i]) & 0x7fffffffu;
    largest = magnitude > largest ? magnitude : largest;
    amax = magnitude < infinity && magnitude > amax ? magnitude : amax;
  }
  const bool poisoned = largest >= infinity && p.special == special_rule::nan_scale;
  int scale = p.zero == zero_block::min ? -127 : p.zero == zero_block::one ? 0 : -detail::top_of<Element>().emax;
  if (amax != 0) scale = detail::scale_exponent<Element>(amax, p.scale);
  scale = scale < -127 ? -127 : scale > 127 ? 127 : scale;
  for (std::size_t i = 0; i < count; ++i)
    out[i] = poisoned ? std::uint8_t{0} : detail::scaled_element<Element>(bits_of(in[i]), scale, p.element);
  return poisoned ? std::uint8_t{0xff} : static_cast<std::uint8_t>(scale + 127);
}

/// The number that an element stands for under the scale with the e8m0 code `scale`: exact in binary64.
template <class Element>
FPCHECK_HD constexpr double dequantise(std::uint8_t element, std::uint8_t scale) noexcept {
  const std::uint64_t power = std::uint64_t{scale} + 1023 - 127;
  if (scale == 0xff) return bit_cast<double>(std::uint64_t{0x7ff8} << 48);
  return decode_double<Element>(element) * bit_cast<double>(power << 52);
}
template <>
FPCHECK_HD constexpr double dequantise<mxint8_element>(std::uint8_t element, std::uint8_t scale) noexcept {
  if (scale == 0xff) return bit_cast<double>(std::uint64_t{0x7ff8} << 48);
  const double k = static_cast<std::int8_t>(element);
  return k * bit_cast<double>((std::uint64_t{scale} + 1023 - 127 - 6) << 52);
}

} // namespace fpcheck
