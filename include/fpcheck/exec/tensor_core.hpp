#pragma once
#include <fpcheck/formats/tags.hpp>

#include <cstdint>

/// What the tensor cores of sm_90 compute, element by element, in integers: the same functions on the host and on the device.
/// One step adds any number of products and the accumulator: every term is cut toward zero at one bit below the largest of
/// them, the cut terms are added exactly, and the sum is rounded once. Source: tests/gpu/RESULTS.md, seen on a device.
namespace fpcheck::exec::tensor_core {

/// What an operand's code means.
enum class content : std::int8_t { number, infinity, not_a_number };

/// An operand: significand * 2^(exponent - fraction bits of its format). Subnormals keep the least exponent, zeros have a
/// significand of zero and `no_exponent`.
struct operand {
  std::int32_t significand = 0;
  std::int16_t exponent = 0;
  content what = content::number;
};
inline constexpr int no_exponent = -8192;

/// How a sum is rounded and stored.
enum class sum_format : std::uint8_t {
  f32,       ///< toward zero
  f32_short, ///< toward zero, to 13 fraction bits
  f16        ///< to nearest, ties to even
};
/// How the products of one element are shared out over steps; the result of a step is the accumulator of the next.
enum class step_order : std::uint8_t {
  at_once,
  by_fours,         ///< steps of four consecutive products
  pairs_then_added, ///< from zero, two steps over the products k with k % 4 < 2 and the others; then one addition, to nearest
};

/// What one instruction computes for one element.
struct product_row {
  format_row a, b;
  int kept; ///< fraction bits of a term, counted from the exponent of the largest one
  sum_format sum;
  step_order order;
};

/// The fraction bits of sums.
FPCHECK_HD FPCHECK_INLINE constexpr int fraction_bits(sum_format s) noexcept { return s == sum_format::f32 ? 23 : s == sum_format::f16 ? 10 : 13; }
/// The exponent of the least normal sum.
FPCHECK_HD FPCHECK_INLINE constexpr int least_exponent(sum_format s) noexcept { return s == sum_format::f16 ? -14 : -126; }
/// The exponent of the last bit that a term may have: what lies below is cut, whatever the other terms.
FPCHECK_HD FPCHECK_INLINE constexpr int least_kept_bit(sum_format s) noexcept { return least_exponent(s) - 32; }
/// The code of a NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t nan_code(sum_format s) noexcept { return s == sum_format::f16 ? 0x7fffu : 0x7fffffffu; }
/// The code of an infinity.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t infinity_code(sum_format s, bool negative) noexcept {
  return s == sum_format::f16 ? 0x7c00u | (negative ? 0x8000u : 0u) : 0x7f800000u | (negative ? 0x80000000u : 0u);
}

/// The operand that `boxed` stands for.
FPCHECK_HD FPCHECK_INLINE constexpr operand split(const format_row& row, std::uint32_t boxed) noexcept {
  const std::uint32_t code = (boxed >> row.box_shift) & code_mask(row);
  const std::uint32_t magnitude = code & magnitude_mask(row);
  const int m = mantissa_bits(row);
  operand o;
  if (is_nan_code(row, code)) o.what = content::not_a_number;
  else if (is_infinity_code(row, code)) o.what = content::infinity;
  const std::uint32_t field = magnitude >> m, fraction = magnitude & ((1u << m) - 1u);
  const auto significand = static_cast<std::int32_t>(field == 0 ? fraction : fraction | 1u << m);
  o.significand = (code & sign_mask(row)) != 0 ? -significand : significand;
  o.exponent = static_cast<std::int16_t>(significand == 0 ? no_exponent : static_cast<int>(field == 0 ? 1u : field) - row.bias);
  return o;
}

/// The accumulator's code as an operand.
FPCHECK_HD FPCHECK_INLINE constexpr operand split_sum(sum_format s, std::uint32_t code) noexcept {
  return s == sum_format::f16 ? split(row_of<f16_format>(), code) : split(row_of<f32_format>(), code);
}
FPCHECK_HD FPCHECK_INLINE constexpr int fraction_bits_of_accumulator(sum_format s) noexcept { return s == sum_format::f16 ? 10 : 23; }

/// The operand as binary16 holds it: a subnormal fp8 number may be a normal one there.
FPCHECK_HD FPCHECK_INLINE constexpr operand widened_to_half(const format_row& row, operand o) noexcept {
  const std::int32_t normal = 1 << mantissa_bits(row);
  if (o.what != content::number || o.significand == 0) return o;
  while (o.significand < normal && o.significand > -normal && o.exponent > -14) {
    o.significand *= 2;
    o.exponent = static_cast<std::int16_t>(o.exponent - 1);
  }
  return o;
}

/// `magnitude` * 2^unit, rounded and with a sign. A result that is zero is +0; one beyond the range an infinity.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t rounded_sum(sum_format s, std::int64_t sum, int unit) noexcept {
  if (sum == 0) return 0;
  const std::uint64_t magnitude = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int fraction = fraction_bits(s), least = least_exponent(s);
  const int leading = unit + 63 - count_leading_zeros(magnitude);
  const int exponent = leading > least ? leading : least;
  const int cut = exponent - fraction - unit;
  std::uint64_t kept = 0;
  if (cut <= 0) {
    kept = magnitude << -cut;
  } else if (cut < 64) {
    kept = magnitude >> cut;
    const std::uint64_t rest = magnitude << (64 - cut), half = std::uint64_t{1} << 63;
    if (s == sum_format::f16 && (rest > half || (rest == half && (kept & 1u) != 0))) ++kept;
  }
  std::uint64_t code = (static_cast<std::uint64_t>(exponent - least) << fraction) + kept;
  if (s == sum_format::f32_short) code <<= 10;
  if (code >= infinity_code(s, false)) code = infinity_code(s, false);
  if (code == 0) return 0;
  return static_cast<std::uint32_t>(code) | (sum < 0 ? (s == sum_format::f16 ? 0x8000u : 0x80000000u) : 0u);
}

/// Terms of one step while their largest exponent is found, and what the infinities and NaNs among them make of the sum.
struct step_scan {
  int top; ///< however small all terms are, none is kept below `least_kept_bit`
  bool invalid = false, up = false, down = false;

  FPCHECK_HD FPCHECK_INLINE constexpr explicit step_scan(const product_row& r) noexcept : top(least_kept_bit(r.sum) + r.kept) {}
  FPCHECK_HD FPCHECK_INLINE constexpr void product(const operand& a, const operand& b) noexcept {
    if (a.what == content::number && b.what == content::number) {
      const int e = a.exponent + b.exponent;
      if (e > top) top = e;
      return;
    }
    if (a.what == content::not_a_number || b.what == content::not_a_number || a.significand == 0 || b.significand == 0) invalid = true;
    else if ((a.significand < 0) != (b.significand < 0)) down = true;
    else up = true;
  }
  FPCHECK_HD FPCHECK_INLINE constexpr void accumulator(const operand& c) noexcept {
    if (c.what == content::not_a_number) invalid = true;
    else if (c.what == content::infinity) (c.significand < 0 ? down : up) = true;
    else if (c.exponent > top) top = c.exponent;
  }
  FPCHECK_HD FPCHECK_INLINE constexpr bool special() const noexcept { return invalid || up || down; }
  FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t special_result(sum_format s) const noexcept {
    return invalid || (up && down) ? nan_code(s) : infinity_code(s, down);
  }
};

/// A term of exponent `exponent` whose significand has `fraction` bits behind its point, cut toward zero to a multiple of
/// 2^(top - kept), in that unit.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t cut_term(std::int64_t significand, int exponent, int fraction, int top, int kept) noexcept {
  const std::int64_t magnitude = significand < 0 ? -significand : significand;
  const int down = top - exponent + fraction - kept;
  const std::int64_t cut = down <= 0 ? magnitude << -down : down < 63 ? magnitude >> down : 0;
  return significand < 0 ? -cut : cut;
}

/// One step: the `count` products of `a` and `b`, and the accumulator's code `c`.
FPCHECK_HD constexpr std::uint32_t step(const product_row& r, const operand* a, const operand* b, int count, std::uint32_t c) noexcept {
  const operand accumulator = split_sum(r.sum, c);
  step_scan scan(r);
  scan.accumulator(accumulator);
  for (int k = 0; k < count; ++k) scan.product(a[k], b[k]);
  if (scan.special()) return scan.special_result(r.sum);
  const int fraction = mantissa_bits(r.a) + mantissa_bits(r.b);
  std::int64_t sum = cut_term(accumulator.significand, accumulator.exponent, fraction_bits_of_accumulator(r.sum), scan.top, r.kept);
  for (int k = 0; k < count; ++k)
    sum += cut_term(std::int64_t{a[k].significand} * b[k].significand, a[k].exponent + b[k].exponent, fraction, scan.top, r.kept);
  return rounded_sum(r.sum, sum, scan.top - r.kept);
}

/// a + b in binary32, to nearest, with the one NaN of the arithmetic units.
FPCHECK_HD FPCHECK_INLINE std::uint32_t added(std::uint32_t a, std::uint32_t b) noexcept {
  const float s = bit_cast<float>(a) + bit_cast<float>(b);
  return s != s ? 0x7fffffffu : bits_of(s);
}

/// The most products of one element.
inline constexpr int most_products = 64;

/// One element: the sum of `count` products of `a` and `b` and the accumulator's code `c`. Requires: count <= most_products.
FPCHECK_HD inline std::uint32_t dot(const product_row& r, const operand* a, const operand* b, int count, std::uint32_t c) noexcept {
  if (r.order == step_order::at_once) return step(r, a, b, count, c);
  if (r.order == step_order::by_fours) {
    for (int k = 0; k < count; k += 4) c = step(r, a + k, b + k, 4, c);
    return c;
  }
  operand x[most_products / 2], y[most_products / 2];
  std::uint32_t sum = 0;
  for (int half = 0; half < 2; ++half) {
    int n = 0;
    for (int k = 0; k < count; ++k) {
      if ((k % 4 < 2) != (half == 0)) continue;
      x[n] = widened_to_half(r.a, a[k]);
      y[n++] = widened_to_half(r.b, b[k]);
    }
    sum = step(r, x, y, n, sum);
  }
  return added(sum, c);
}

/// a b + c in binary64, to nearest: the second operand's NaN, else the accumulator's, else the first's.
FPCHECK_HD FPCHECK_INLINE std::uint64_t fused_binary64(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  constexpr std::uint64_t magnitude = 0x7fffffffffffffffu, infinity = 0x7ff0000000000000u, quiet = 0x0008000000000000u;
  if ((b & magnitude) > infinity) return b | quiet;
  if ((c & magnitude) > infinity) return c | quiet;
  if ((a & magnitude) > infinity) return a | quiet;
#if defined(__CUDA_ARCH__)
  const double r = __fma_rn(bit_cast<double>(a), bit_cast<double>(b), bit_cast<double>(c));
#else
  const double r = __builtin_fma(bit_cast<double>(a), bit_cast<double>(b), bit_cast<double>(c));
#endif
  return r != r ? 0xfff8000000000000u : bits_of(r);
}

/// Where an element of a fragment lies: words of 32 bits (of 64 for binary64) of the warp's lanes.
struct place {
  int lane, word, bit;
};
/// Element (row, k) of A for mma.sync with elements of `bits` bits; `halves` is 2 for 16 rows, 1 for 8.
FPCHECK_HD FPCHECK_INLINE constexpr place place_in_a(int bits, int halves, int row, int k) noexcept {
  const int each = bits >= 32 ? 1 : 32 / bits, slice = k / (4 * each);
  return {row % 8 * 4 + k % (4 * each) / each, row / 8 + slice * halves, k % each * bits};
}
/// Element (k, column) of B.
FPCHECK_HD FPCHECK_INLINE constexpr place place_in_b(int bits, int k, int column) noexcept {
  const int each = bits >= 32 ? 1 : 32 / bits;
  return {column * 4 + k % (4 * each) / each, k / (4 * each), k % each * bits};
}
/// Element (row, column) of C and D; of binary16 two share a word.
FPCHECK_HD FPCHECK_INLINE constexpr place place_in_c(bool half, int row, int column) noexcept {
  const int lane = row % 8 * 4 + column % 8 / 2, eight = column / 8;
  return half ? place{lane, row / 8 + 2 * eight, column % 2 * 16} : place{lane, row / 8 * 2 + column % 2 + 4 * eight, 0};
}

} // namespace fpcheck::exec::tensor_core
