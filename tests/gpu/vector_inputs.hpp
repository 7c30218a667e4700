#pragma once
#include <fpcheck/base/config.hpp>

#include "digest.hpp"

#include <cstdint>

/// Inputs of the conformance vectors: a pure function of (seed, index, operand), the same on host and device.
namespace gpu {

/// What an operand holds; decides its width, its PTX register type and how its values are drawn.
enum class operand_class : std::uint8_t {
  f32,
  f64,
  f16,
  bf16,
  f16x2,
  bf16x2,
  e4m3x2,
  e5m2x2,
  b8,
  b16,
  b32,
  b64,
  count,  ///< count: b32 for shifts and fields
  pred,   ///< a byte, 0 or 1
  shuffle ///< b32: segment mask and clamp of shfl
};

/// The bit fields of a floating-point format with an implicit one.
struct float_fields {
  int exponent_bits, mantissa_bits;
};

/// The number of special values of a floating-point or integer operand.
inline constexpr std::uint32_t float_specials = 46, integer_specials = 32;

/// The special value `j` < float_specials of a format; neighbours in `j` differ in sign.
FPCHECK_HD constexpr std::uint64_t float_special(float_fields f, std::uint32_t j) noexcept {
  const int m = f.mantissa_bits, e = f.exponent_bits;
  const std::uint64_t ulp = 1, one = std::uint64_t{(1u << (e - 1)) - 1u} << m, binade = std::uint64_t{1} << m;
  const std::uint64_t infinity = std::uint64_t{(1u << e) - 1u} << m;
  std::uint64_t v = 0;
  switch (j >> 1) {
  case 0:
    v = 0;
    break;
  case 1:
    v = ulp;
    break;
  case 2:
    v = binade - ulp;
    break; // largest subnormal
  case 3:
    v = binade >> 1;
    break;
  case 4:
    v = binade;
    break; // smallest normal
  case 5:
    v = binade + ulp;
    break;
  case 6:
    v = one - binade;
    break;
  case 7:
    v = one - ulp;
    break;
  case 8:
    v = one;
    break;
  case 9:
    v = one + ulp;
    break;
  case 10:
    v = one + binade / 2;
    break; // 1.5
  case 11:
    v = one + binade;
    break;
  case 12:
    v = one + binade + binade / 2;
    break;
  case 13:
    v = one + binade * static_cast<unsigned>(m < (1 << (e - 1)) ? m : m / 2);
    break; // 2^m
  case 14:
    v = one + binade * static_cast<unsigned>(m) / 2 + ulp;
    break;
  case 15:
    v = infinity - ulp;
    break; // largest finite
  case 16:
    v = infinity - 2 * ulp;
    break;
  case 17:
    v = one - binade * static_cast<unsigned>(m < (1 << (e - 1)) - 1 ? m : m / 2);
    break;
  case 18:
    v = infinity;
    break;
  case 19:
    v = infinity + binade / 2;
    break; // quiet NaN
  case 20:
    v = infinity + ulp;
    break; // signalling NaN
  case 21:
    v = infinity + binade - ulp;
    break; // NaN, all ones
  default:
    v = infinity + binade / 2 + binade / 8 + ulp;
    break;
  }
  return v | (std::uint64_t{j & 1u} << (m + e));
}

/// The special value `j` < integer_specials of a `bits`-wide integer.
FPCHECK_HD constexpr std::uint64_t integer_special(int bits, std::uint32_t j) noexcept {
  const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1), middle = std::uint64_t{1} << (bits / 2);
  std::uint64_t v = 0;
  switch (j) {
  case 0:
    v = 0;
    break;
  case 1:
    v = 1;
    break;
  case 2:
    v = all;
    break;
  case 3:
    v = top;
    break;
  case 4:
    v = top - 1;
    break;
  case 5:
    v = top + 1;
    break;
  case 6:
    v = all - 1;
    break;
  case 7:
    v = 2;
    break;
  case 8:
    v = 3;
    break;
  case 9:
    v = middle;
    break;
  case 10:
    v = middle - 1;
    break;
  case 11:
    v = middle + 1;
    break;
  case 12:
    v = 0x5555555555555555ull;
    break;
  case 13:
    v = 0xaaaaaaaaaaaaaaaaull;
    break;
  case 14:
    v = 0x0123456789abcdefull;
    break;
  case 15:
    v = 0xfedcba9876543210ull;
    break;
  case 16:
    v = 7;
    break;
  case 17:
    v = 8;
    break;
  case 18:
    v = 15;
    break;
  case 19:
    v = 16;
    break;
  case 20:
    v = 31;
    break;
  case 21:
    v = 32;
    break;
  case 22:
    v = 33;
    break;
  case 23:
    v = 63;
    break;
  case 24:
    v = 64;
    break;
  case 25:
    v = 65;
    break;
  case 26:
    v = 127;
    break;
  case 27:
    v = 128;
    break;
  case 28:
    v = 255;
    break;
  case 29:
    v = 256;
    break;
  case 30:
    v = 0x00ff00ff00ff00ffull;
    break;
  default:
    v = top >> 1;
    break;
  }
  return v & all;
}

/// A finite value with few mantissa bits, or one unit from it: sums, products and conversions of such values tie.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t sparse_value(float_fields f, std::uint64_t exponent,
                                                               std::uint64_t r) noexcept {
  const int m = f.mantissa_bits;
  const int kept = static_cast<int>((r >> 8) % static_cast<unsigned>(m)); // explicit bits above the last one
  std::uint64_t mantissa = mix(r) & ((std::uint64_t{1} << m) - 1);
  mantissa = (mantissa >> (m - kept)) << (m - kept);
  mantissa |= std::uint64_t{(r >> 16) & 1u} << (m - kept - 1);
  const std::uint64_t top = (std::uint64_t{1} << f.exponent_bits) - 1;
  const std::uint64_t value = (exponent % top) << m | mantissa;
  const std::uint32_t side = static_cast<std::uint32_t>(r >> 17) & 7u; // 0: below, 1: above, else exact
  const std::uint64_t near = side == 0 && value != 0 ? value - 1 : side == 1 ? value + 1 : value;
  return near | (r >> 63) << (m + f.exponent_bits);
}

/// A random value of format `f` for operand `k`; `first` and `second` are the operands before it.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t float_value(float_fields f, std::uint64_t h, std::uint32_t mode,
                                                              std::uint32_t k, std::uint64_t first,
                                                              std::uint64_t second) noexcept {
  const int m = f.mantissa_bits, e = f.exponent_bits;
  const std::uint64_t all = m + e == 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << (m + e + 1)) - 1;
  const std::uint64_t top = (std::uint64_t{1} << e) - 1, bias = top >> 1;
  const std::uint64_t e0 = (first >> m) & top, e1 = (second >> m) & top;
  const std::uint64_t r = mix(h + k + 1);
  const std::uint64_t spread = (r >> 40) % static_cast<unsigned>(2 * m + 6);
  switch (mode) {
  case 0:
  case 1:
    return r & all;
  case 2:
    return (r & 1u) != 0 ? float_special(f, static_cast<std::uint32_t>(r >> 8) % float_specials) : (r >> 1) & all;
  case 3:
    return sparse_value(f, bias + spread - static_cast<unsigned>(m), r);
  case 4: // aligned with the first operand, or, for the third, with the product of the two before it
    return sparse_value(f,
                        (k == 0   ? r >> 32
                         : k == 1 ? e0
                                  : e0 + e1 + top - bias) +
                            spread + top - static_cast<unsigned>(m),
                        r);
  case 5: // the first operand's neighbourhood, of either sign
    return k == 0 ? r & all : ((first + (r >> 60) - 8) ^ ((r >> 32 & 1u) << (m + e))) & all;
  case 6: // products and quotients near the ends of the range
    return k == 0 ? r & all
                  : sparse_value(f,
                                 ((r & 1u) != 0 ? (r & 2u ? bias : 2 * bias) : top + e0 + (r & 2u ? 0 : top)) +
                                     ((r & 1u) != 0 ? top - e0 : top - bias) + (r >> 40) % 5 + top - 2,
                                 r);
  default: // the ends of the range themselves
    return sparse_value(f, ((r & 1u) != 0 ? top - 1 : 0) + ((r & 1u) != 0 ? top - (r >> 40) % 4 : (r >> 40) % 4), r);
  }
}

/// A random `bits`-wide integer.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t integer_value(int bits, std::uint64_t h, std::uint32_t mode,
                                                                std::uint32_t k, std::uint64_t first) noexcept {
  const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t r = mix(h + k + 1);
  switch (mode) {
  case 0:
  case 1:
    return r & all;
  case 2:
    return integer_special(bits, static_cast<std::uint32_t>(r >> 8) % integer_specials);
  case 3:
    return ((r & all) >> ((r >> 56) % static_cast<unsigned>(bits))) & all;
  case 4:
    return (~((r & all) >> ((r >> 56) % static_cast<unsigned>(bits)))) & all;
  case 5:
    return k == 0 ? r & all : (first + (r >> 60) - 8) & all;
  case 6:
    return ((std::uint64_t{1} << ((r >> 8) % static_cast<unsigned>(bits))) + (r >> 62) - 1) & all;
  default:
    return (k == 0 ? r : r % 80) & all;
  }
}

FPCHECK_HD constexpr bool is_packed(operand_class c) noexcept {
  return c == operand_class::f16x2 || c == operand_class::bf16x2;
}

/// The fields of a floating-point class or of the halves of a packed one; {0, 0} for every other.
FPCHECK_HD constexpr float_fields fields_of(operand_class c) noexcept {
  switch (c) {
  case operand_class::f32:
    return {8, 23};
  case operand_class::f64:
    return {11, 52};
  case operand_class::f16:
  case operand_class::f16x2:
    return {5, 10};
  case operand_class::bf16:
  case operand_class::bf16x2:
    return {8, 7};
  default:
    return {0, 0};
  }
}

/// The width in bytes of an operand in memory.
FPCHECK_HD constexpr std::uint32_t bytes_of(operand_class c) noexcept {
  switch (c) {
  case operand_class::f64:
  case operand_class::b64:
    return 8;
  case operand_class::f16:
  case operand_class::bf16:
  case operand_class::e4m3x2:
  case operand_class::e5m2x2:
  case operand_class::b16:
    return 2;
  case operand_class::b8:
  case operand_class::pred:
    return 1;
  default:
    return 4;
  }
}

FPCHECK_HD constexpr std::uint32_t specials_of(operand_class c) noexcept {
  return fields_of(c).mantissa_bits != 0 ? float_specials : integer_specials;
}

/// An operand not of a floating-point class.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t other_value(operand_class c, std::uint64_t h, std::uint32_t mode,
                                                              std::uint32_t k, std::uint64_t first) noexcept {
  const std::uint64_t r = mix(h + k + 1);
  if (c == operand_class::pred) return r & 1u;
  if (c == operand_class::shuffle)
    return (r & 1u) != 0 ? r >> 8 & 0x1f1fu : (r & 2u) != 0 ? 0x1fu : (0x20u - (2u << (r >> 8 & 3u))) << 8 | 0x1fu;
  if (c == operand_class::count) return mode < 5 ? (r >> 8) % 72 : integer_value(32, h, mode, k, first);
  return integer_value(static_cast<int>(8 * bytes_of(c)), h, mode, k, first);
}

/// The value of operand `k` (of class `c`) in the special tuple `digit`, an index into that operand's specials.
FPCHECK_HD constexpr std::uint64_t special_value(operand_class c, std::uint32_t digit, std::uint64_t h,
                                                 std::uint32_t k) noexcept {
  const float_fields f = fields_of(c);
  if (is_packed(c))
    return float_special(f, digit) | float_special(f, static_cast<std::uint32_t>(mix(h + k) % float_specials)) << 16;
  if (f.mantissa_bits != 0) return float_special(f, digit);
  if (c == operand_class::pred || c == operand_class::shuffle) return other_value(c, mix(h + digit), 0, k, 0);
  return integer_special(static_cast<int>(8 * bytes_of(c)), digit);
}

/// The random value of operand `k`, of class `c`, of the input whose word is `h`; `before` holds the `k` operands
/// before it, of which those of another class do not relate to this one's bits.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t random_value(operand_class c, std::uint64_t h, std::uint32_t k,
                                                               const operand_class* classes,
                                                               const std::uint64_t* before) noexcept {
  const float_fields f = fields_of(c);
  const std::uint32_t mode = static_cast<std::uint32_t>(h >> 59) & 7u;
  const std::uint64_t first = k > 0 && classes[0] == c ? before[0] : mix(h + 77);
  const std::uint64_t second = k > 1 && classes[1] == c ? before[1] : first;
  if (f.mantissa_bits == 0) return other_value(c, h, mode, k, first);
  if (is_packed(c))
    return float_value(f, h, mode, k, first & 0xffffu, second & 0xffffu) |
           float_value(f, mix(h), static_cast<std::uint32_t>(h >> 56) & 7u, k, first >> 16, second >> 16) << 16;
  return float_value(f, h, mode, k, first, second);
}

/// The word that the input `index` is made from.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t input_word(std::uint64_t seed, std::uint64_t index) noexcept {
  return mix(seed ^ mix(index));
}

/// The operands of input `index` of a form of up to three operands: first all tuples of special values, then random
/// ones in eight modes.
struct operand_words {
  std::uint64_t word[3];
};
FPCHECK_HD constexpr operand_words inputs_at(std::uint64_t seed, std::uint64_t index, const operand_class* classes,
                                             std::uint32_t arity) noexcept {
  const std::uint64_t h = input_word(seed, index);
  operand_words w{{0, 0, 0}};
  std::uint64_t rest = index;
  for (std::uint32_t k = 0; k < arity; ++k) {
    w.word[k] = special_value(classes[k], static_cast<std::uint32_t>(rest % specials_of(classes[k])), h, k);
    rest /= specials_of(classes[k]);
  }
  if (rest == 0) return w;
  for (std::uint32_t k = 0; k < arity; ++k) w.word[k] = random_value(classes[k], h, k, classes, w.word);
  return w;
}

} // namespace gpu
