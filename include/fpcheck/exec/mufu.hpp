#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/mufu_tables.hpp>

#include <cstdint>

/// The multifunction unit of an sm_90 GPU in integer arithmetic, bit for bit: tables of slices, each evaluated as
/// c0 + c1 x + c2 square(x) in fixed point. All functions take and give codes; none depends on the rounding mode. They
/// are branch-free but for selections, so that they vectorise inside a loop over the lanes of a warp.
/// How far each was compared with a device is in tests/gpu/RESULTS.md.
namespace fpcheck::exec::mufu {

inline constexpr std::uint32_t nan_code = 0x7fffffffu;      ///< the NaN that every binary32 operation gives
inline constexpr std::uint32_t infinity_code = 0x7f800000u;
inline constexpr std::uint32_t sign_bit = 0x80000000u;

namespace detail {

/// `a` where `c` holds, else `b`, without a branch that a loop's vectorisation would have to remove.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t choose(bool c, std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(c);
  return (a & mask) | (b & ~mask);
}

/// x^2 / 2^19 for a 17-bit `x`, as a sum of partial products each of which is truncated.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t square(std::uint32_t x) noexcept {
  std::uint32_t sum = 0;
  for (int i = 2; i < 17; ++i) sum += (0u - ((x >> i) & 1u)) & (x >> (18 - i));
  return sum >> 1;
}

/// The unshifted fixed-point value of slice `s` at the 17-bit offset `x`.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t evaluate(const slice& s, int shift, std::uint32_t x, std::uint32_t x_squared,
                                                          int square_shift, std::int32_t rounding) noexcept {
  return (std::int64_t{s.c0} << shift) + std::int64_t{s.c1} * static_cast<std::int64_t>(x) +
         ((std::int64_t{s.c2} * static_cast<std::int64_t>(x_squared)) * (std::int64_t{1} << square_shift)) + rounding;
}

/// `mantissa`, in [2^23, 2^24], times 2^(exponent - 150), flushed to +0 where the exponent is below the normal range.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t pack(std::int32_t exponent, std::uint32_t mantissa) noexcept {
  const std::uint32_t carry = mantissa >> 24;
  const std::int32_t e = exponent + static_cast<std::int32_t>(carry);
  const std::uint32_t code = (static_cast<std::uint32_t>(e) << 23) | (mantissa & 0x7fffffu); // 0 after a carry
  return choose(e <= 0, 0u, code);
}

/// `value` times 2^-fraction truncated to binary32. Requires: 0 <= value < 2^52 and a normal result or 0.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t truncate(std::int64_t value, int fraction) noexcept {
  // Both steps are exact: the integer becomes a double's mantissa, and the subtraction normalises it.
  const double d = bit_cast<double>(static_cast<std::uint64_t>(value) | 0x4330000000000000ull) - 0x1p52;
  const std::uint64_t b = bits_of(d);
  const std::uint32_t code = static_cast<std::uint32_t>(b >> 29) - static_cast<std::uint32_t>((1023 - 127 + fraction) << 23);
  return choose(value == 0, 0u, code);
}

FPCHECK_HD FPCHECK_INLINE constexpr bool is_nan(std::uint32_t x) noexcept { return (x << 1) > 0xff000000u; }
FPCHECK_HD FPCHECK_INLINE constexpr bool is_zero_or_subnormal(std::uint32_t x) noexcept { return (x & infinity_code) == 0; }

/// A 24-bit mantissa with its implicit bit.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t significand(std::uint32_t x) noexcept {
  return (x & 0x7fffffu) | 0x800000u;
}

/// The product of a finite normal `x` and 1 / (2 pi) rounded toward zero, in quarter turns, as a 2.23 fixed-point number.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t quarter_turns(std::uint32_t x) noexcept {
  const std::uint64_t product = std::uint64_t{significand(x)} * 0xa2f983u;
  const std::uint32_t high = static_cast<std::uint32_t>(product >> 47);
  const std::uint32_t mantissa = static_cast<std::uint32_t>(product >> (23 + high));
  const std::int32_t e = static_cast<std::int32_t>((x >> 23) & 0xffu) - 128 + static_cast<std::int32_t>(high);
  // The value is mantissa * 2^(e - 23): bits above two turns and below 2^-23 are dropped.
  const std::uint32_t left = choose(e > 24, 0u, mantissa << (e < 0 ? 0 : e > 24 ? 24 : e));
  const std::uint32_t right = mantissa >> (e > 0 ? 0 : e < -24 ? 24 : -e);
  return choose(e >= 0, left, right);
}

/// sin of the quarter turns `t`, without the sign.
FPCHECK_HD FPCHECK_INLINE std::uint32_t sine_magnitude(std::uint32_t t) noexcept {
  const std::uint32_t f = (t ^ (0u - ((t >> 23) & 1u))) & 0x7fffffu;
  const std::uint32_t x = f & 0x1ffffu;
  return truncate(evaluate(sin_slice(f >> 17), 11, x, square(x), 0, 0), 37);
}

} // namespace detail

/// MUFU.RCP: 1/x, within 1 ulp. Subnormals count as zeros of their sign; a subnormal result is flushed.
FPCHECK_HD FPCHECK_INLINE std::uint32_t rcp(std::uint32_t x) noexcept {
  const std::uint32_t m = x & 0x7fffffu, e = (x >> 23) & 0xffu, low = m & 0xffffu;
  const std::int64_t p = detail::evaluate(rcp_slice(m >> 16), 13, low, detail::square(low << 1), 0, 0x47e7);
  std::uint32_t y = detail::pack(253 - static_cast<std::int32_t>(e), static_cast<std::uint32_t>(p >> 15));
  y = detail::choose(e == 255, 0u, y);
  y = detail::choose(e == 0, infinity_code, y);
  return detail::choose(detail::is_nan(x), nan_code, y | (x & sign_bit));
}

/// MUFU.RSQ: x^-1/2. Range: subnormals count as zeros, of which the result is an infinity of that sign.
FPCHECK_HD FPCHECK_INLINE std::uint32_t rsq(std::uint32_t x) noexcept {
  const std::uint32_t m = x & 0x7fffffu, e = (x >> 23) & 0xffu;
  const std::uint32_t odd = (e & 1u) ^ 1u; // the exponent e - 127 is odd: the mantissa stands for [2, 4)
  const std::uint32_t low = m & 0x1ffffu;
  const std::int64_t p = detail::evaluate(rsq_slice(odd << 6 | m >> 17), 14, low, detail::square(low), 2, 0x7fff);
  const std::int32_t half = (static_cast<std::int32_t>(e) - 127 - static_cast<std::int32_t>(odd)) / 2;
  std::uint32_t y = detail::pack(126 - half, detail::choose((m | odd) == 0, 0x1000000u, static_cast<std::uint32_t>(p >> 16)));
  y = detail::choose(e == 255, 0u, y);
  y = detail::choose(x > infinity_code, nan_code, y);
  return detail::choose(e == 0, infinity_code | (x & sign_bit), y);
}

/// MUFU.SQRT: x^1/2. Range: subnormals count as zeros and keep their sign.
FPCHECK_HD FPCHECK_INLINE std::uint32_t sqrt(std::uint32_t x) noexcept {
  const std::uint32_t m = x & 0x7fffffu, e = (x >> 23) & 0xffu;
  const std::uint32_t odd = (e & 1u) ^ 1u;
  const std::uint32_t low = m & 0x1ffffu;
  const std::int64_t p = detail::evaluate(sqrt_slice(odd << 6 | m >> 17), 15, low, detail::square(low), 0, 0x7fff);
  const std::int32_t half = (static_cast<std::int32_t>(e) - 127 - static_cast<std::int32_t>(odd)) / 2;
  std::uint32_t y = detail::pack(127 + half, static_cast<std::uint32_t>(p >> 17));
  y = detail::choose(e == 255, infinity_code, y);
  y = detail::choose(x > infinity_code, nan_code, y);
  return detail::choose(e == 0, x & sign_bit, y);
}

namespace detail {

/// An argument of MUFU.EX2 cut to 23 fractional bits toward zero: 2^x is 2^exponent times 2^(fraction / 2^23).
struct ex2_argument {
  std::uint32_t fraction;
  std::int32_t exponent;
};
FPCHECK_HD FPCHECK_INLINE ex2_argument cut_ex2(std::uint32_t x) noexcept {
  const std::int32_t shift = static_cast<std::int32_t>((x >> 23) & 0xffu) - 127;
  const std::uint32_t m = significand(x);
  const std::uint32_t left = m << (shift > 7 ? 7 : shift < 0 ? 0 : shift);
  const std::uint32_t right = m >> (shift < -24 ? 24 : shift > 0 ? 0 : -shift);
  const std::uint32_t fixed = choose(shift >= 0, left, right);
  // Of a negative argument the fraction is the one's complement, but for a whole number.
  const std::uint32_t complement = static_cast<std::uint32_t>(static_cast<std::int32_t>(x) >> 31);
  const std::uint32_t inexact = complement & (0u - static_cast<std::uint32_t>((fixed & 0x7fffffu) != 0));
  return {(fixed ^ inexact) & 0x7fffffu, static_cast<std::int32_t>(((fixed >> 23) ^ complement) - complement + inexact)};
}

} // namespace detail

/// The slice that MUFU.EX2 looks up for `x`, and its result with that slice at hand.
FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2_slice_of(std::uint32_t x) noexcept { return detail::cut_ex2(x).fraction >> 17; }
FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2(std::uint32_t x, const slice& s) noexcept {
  const detail::ex2_argument a = detail::cut_ex2(x);
  const std::uint32_t low = a.fraction & 0x1ffffu, complement = static_cast<std::uint32_t>(static_cast<std::int32_t>(x) >> 31);
  const std::int64_t p = detail::evaluate(s, 13, low, detail::square(low), 0, 0x77e2);
  std::uint32_t y = detail::pack(a.exponent + 127, static_cast<std::uint32_t>(p >> 15));
  y = detail::choose(((x >> 23) & 0xffu) >= 134, infinity_code & ~complement, y);
  return detail::choose(detail::is_nan(x), nan_code, y);
}
/// MUFU.EX2: 2^x. The argument is cut to 23 fractional bits toward zero; a subnormal result is flushed.
FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2(std::uint32_t x) noexcept { return ex2(x, ex2_slice(ex2_slice_of(x))); }

/// MUFU.LG2: log2(x). Range: subnormals count as zeros, of which the result is -inf.
FPCHECK_HD FPCHECK_INLINE std::uint32_t lg2(std::uint32_t x) noexcept {
  const std::uint32_t m = x & 0x7fffffu, e = (x >> 23) & 0xffu, low = m & 0x1ffffu;
  const std::int64_t p = detail::evaluate(lg2_slice(m >> 17), 12, low, detail::square(low), 1, 0x3345) >> 2;
  const std::int64_t sum = (x == 0x3f800000u ? 0 : p) + ((std::int64_t{e} - 127) * (std::int64_t{1} << 36));
  const std::uint32_t y = detail::truncate(sum < 0 ? ~sum : sum, 36) | (sum < 0 ? sign_bit : 0u);
  const std::uint32_t special = detail::choose(x > infinity_code, nan_code, infinity_code);
  return detail::choose(e == 0, infinity_code | sign_bit, detail::choose(x >= infinity_code, special, y));
}

/// sin.approx.f32, with and without .ftz: the product with 1 / (2 pi) rounded toward zero, then MUFU.SIN.
FPCHECK_HD FPCHECK_INLINE std::uint32_t sin(std::uint32_t x) noexcept {
  const std::uint32_t t = detail::quarter_turns(x);
  const std::uint32_t y = detail::sine_magnitude(t) | ((x & sign_bit) ^ ((t << 7) & sign_bit));
  return detail::choose((x & infinity_code) == infinity_code, nan_code,
                        detail::choose(detail::is_zero_or_subnormal(x), x & sign_bit, y));
}

/// cos.approx.f32, with and without .ftz.
FPCHECK_HD FPCHECK_INLINE std::uint32_t cos(std::uint32_t x) noexcept {
  const std::uint32_t turns = detail::choose(detail::is_zero_or_subnormal(x), 0u, detail::quarter_turns(x));
  const std::uint32_t t = turns + (1u << 23);
  const std::uint32_t y = detail::sine_magnitude(t) | ((t << 7) & sign_bit);
  return detail::choose((x & infinity_code) == infinity_code, nan_code, y);
}

/// MUFU.TANH: tanh x, within 2^-11 of it. Below 2^-8 it is `x` itself, subnormals too; from 8 on it is +-1.
FPCHECK_HD FPCHECK_INLINE std::uint32_t tanh(std::uint32_t x) noexcept {
  const std::uint32_t m = x & 0x7fffffu, e = (x >> 23) & 0xffu;
  const std::uint32_t octave = detail::choose(e - 119 > 10, 0u, e - 119);
  // An octave of 2^-8 ... 4 has 2^k slices, from slice `first` on: a nibble and a byte of these words.
  const std::uint32_t k = (detail::choose(octave < 8, 0x22211000u, 0x343u) >> (4 * (octave & 7u))) & 0xfu;
  const std::uint32_t place = 8 * (octave & 3u);
  const std::uint32_t high = detail::choose(octave < 8, 0x0f0b0705u, 0x002b1b13u);
  const std::uint32_t first = (detail::choose(octave < 4, 0x03020100u, high) >> place) & 0xffu;
  const std::uint32_t low = ((m << k) & 0x7fffffu) >> 6;
  const std::int64_t p = detail::evaluate(tanh_slice(first + (m >> (23 - k))), 14, low, detail::square(low), 0, 0);
  std::uint32_t y = detail::truncate(p, 39) | (x & sign_bit);
  y = detail::choose(e < 119, x, y);
  y = detail::choose(e > 129, 0x3f800000u | (x & sign_bit), y);
  return detail::choose(detail::is_nan(x), nan_code, y);
}

namespace detail {

FPCHECK_HD FPCHECK_INLINE constexpr float to_float(std::uint32_t x) noexcept { return bit_cast<float>(x); }

inline constexpr std::uint32_t two_pow_m126 = 0x00800000u, two_pow_126 = 0x7e800000u;
inline constexpr std::uint32_t one = 0x3f800000u, quarter = 0x3e800000u, half = 0x3f000000u;
inline constexpr std::uint32_t two_pow_24 = 0x4b800000u, two_pow_12 = 0x45800000u, two_pow_m12 = 0x39800000u;

FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t magnitude(std::uint32_t x) noexcept { return x & 0x7fffffffu; }

/// `x`, with a subnormal replaced by the zero of its sign.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t flush(std::uint32_t x) noexcept {
  return choose(is_zero_or_subnormal(x), x & sign_bit, x);
}

/// a b, rounded to nearest even, with the one NaN. Requires: the default rounding mode, subnormals on.
FPCHECK_HD FPCHECK_INLINE std::uint32_t multiply(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t y = bits_of(to_float(a) * to_float(b));
  return choose(is_nan(y), nan_code, y);
}

/// `multiply` with `.ftz`: flushed where the product, rounded as if the exponent had no lower end, is below 2^-126.
FPCHECK_HD FPCHECK_INLINE std::uint32_t multiply_ftz(std::uint32_t a, std::uint32_t b) noexcept {
  const double exact = double{to_float(flush(a))} * double{to_float(flush(b))};
  const std::uint32_t y = multiply(flush(a), flush(b));
  const bool tiny = (exact < 0 ? -exact : exact) < 0x1.ffffffp-127;
  return choose(tiny && magnitude(y) == two_pow_m126, y & sign_bit, flush(y));
}

FPCHECK_HD FPCHECK_INLINE constexpr bool is_tiny(std::uint32_t x) noexcept { return magnitude(x) < two_pow_m126; }
FPCHECK_HD FPCHECK_INLINE constexpr bool is_huge(std::uint32_t x) noexcept {
  return magnitude(x) > two_pow_126 && magnitude(x) <= infinity_code;
}

/// What the argument of a reciprocal is multiplied by, and the result again.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t scale_of(std::uint32_t x) noexcept {
  return choose(is_huge(x), quarter, choose(is_tiny(x), two_pow_24, one));
}

} // namespace detail

/// The `.approx` instructions of PTX as ptxas builds them for sm_90: a scaling around the unit's operation.

FPCHECK_HD FPCHECK_INLINE std::uint32_t rcp_approx_ftz(std::uint32_t x) noexcept { return rcp(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t rcp_approx(std::uint32_t x) noexcept {
  const std::uint32_t s = detail::scale_of(x);
  return detail::multiply(rcp(detail::multiply(x, s)), s);
}

FPCHECK_HD FPCHECK_INLINE std::uint32_t rsqrt_approx_ftz(std::uint32_t x) noexcept { return rsq(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t rsqrt_approx(std::uint32_t x) noexcept {
  const bool tiny = detail::is_tiny(x);
  const std::uint32_t y = rsq(detail::choose(tiny, detail::multiply(x, detail::two_pow_24), x));
  return detail::choose(tiny, detail::multiply(y, detail::two_pow_12), y);
}

FPCHECK_HD FPCHECK_INLINE std::uint32_t sqrt_approx_ftz(std::uint32_t x) noexcept { return sqrt(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t sqrt_approx(std::uint32_t x) noexcept {
  const bool tiny = detail::is_tiny(x);
  const std::uint32_t y = sqrt(detail::choose(tiny, detail::multiply(x, detail::two_pow_24), x));
  return detail::choose(tiny, detail::multiply(y, detail::two_pow_m12), y);
}

FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2_approx_ftz(std::uint32_t x) noexcept { return ex2(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2_approx(std::uint32_t x) noexcept {
  const bool low = x > 0xc2fc0000u; // below -126, or a NaN, of which the sign does not matter
  const std::uint32_t y = ex2(detail::choose(low, detail::multiply(x, detail::half), x));
  return detail::choose(low, detail::multiply(y, y), y);
}

FPCHECK_HD FPCHECK_INLINE std::uint32_t lg2_approx_ftz(std::uint32_t x) noexcept { return lg2(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t lg2_approx(std::uint32_t x) noexcept {
  const bool tiny = detail::is_tiny(x);
  const std::uint32_t y = lg2(detail::choose(tiny, detail::multiply(x, detail::two_pow_24), x));
  const std::uint32_t shifted = bits_of(detail::to_float(y) - 24.0f);
  return detail::choose(tiny && !detail::is_nan(y), shifted, y);
}

FPCHECK_HD FPCHECK_INLINE std::uint32_t tanh_approx(std::uint32_t x) noexcept { return tanh(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t sin_approx(std::uint32_t x) noexcept { return sin(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t sin_approx_ftz(std::uint32_t x) noexcept { return sin(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t cos_approx(std::uint32_t x) noexcept { return cos(x); }
FPCHECK_HD FPCHECK_INLINE std::uint32_t cos_approx_ftz(std::uint32_t x) noexcept { return cos(x); }

/// div.full.f32 a, b.
FPCHECK_HD FPCHECK_INLINE std::uint32_t div_full(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t s = detail::scale_of(b);
  return detail::multiply(detail::multiply(a, s), rcp(detail::multiply(b, s)));
}
/// div.full.ftz.f32 a, b.
FPCHECK_HD FPCHECK_INLINE std::uint32_t div_full_ftz(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t s = detail::choose(detail::is_huge(b), detail::quarter, detail::one);
  return detail::multiply_ftz(detail::multiply_ftz(a, s), rcp(detail::multiply_ftz(b, s)));
}
/// div.approx.f32 a, b. Range: +-0, or a NaN for an infinite `a`, where |b| > 2^126.
FPCHECK_HD FPCHECK_INLINE std::uint32_t div_approx(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t s = detail::choose(detail::is_tiny(b), detail::two_pow_24, detail::one);
  return detail::multiply(detail::multiply(a, s), rcp(detail::multiply(b, s)));
}
/// div.approx.ftz.f32 a, b.
FPCHECK_HD FPCHECK_INLINE std::uint32_t div_approx_ftz(std::uint32_t a, std::uint32_t b) noexcept {
  return detail::multiply_ftz(a, rcp(b));
}

namespace detail {

/// The binary32 code with the high word `high` of a binary64 number's mantissa, at an exponent within range.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t single_of_high(std::uint32_t high, std::uint32_t exponent) noexcept {
  return exponent << 23 | (high & 0xfffffu) << 3;
}

} // namespace detail

/// rcp.approx.ftz.f64, from the high word of `x` alone (a NaN told by the low word counts as an infinity): the unit's
/// result cut to 20 bits of mantissa.
FPCHECK_HD FPCHECK_INLINE std::uint64_t rcp_approx_ftz_f64(std::uint64_t x) noexcept {
  const std::uint32_t high = static_cast<std::uint32_t>(x >> 32), e = (high >> 20) & 0x7ffu, sign = high & sign_bit;
  const std::uint32_t y = rcp(detail::single_of_high(high, 127)); // in (1/2, 1]
  const std::int32_t f = static_cast<std::int32_t>(y >> 23) - 127 + 2046 - static_cast<std::int32_t>(e);
  std::uint32_t r = f <= 0 ? 0u : static_cast<std::uint32_t>(f) << 20 | ((y & 0x7fffffu) >> 3);
  r = e == 0x7ffu ? 0u : e == 0 ? 0x7ff00000u : r;
  const bool nan = e == 0x7ffu && (high & 0xfffffu) != 0;
  return std::uint64_t{nan ? 0x7fffffffu : r | sign} << 32;
}

/// rsqrt.approx.ftz.f64, from the high word of `x` alone.
FPCHECK_HD FPCHECK_INLINE std::uint64_t rsqrt_approx_ftz_f64(std::uint64_t x) noexcept {
  const std::uint32_t high = static_cast<std::uint32_t>(x >> 32), e = (high >> 20) & 0x7ffu, sign = high & sign_bit;
  const std::uint32_t odd = (e & 1u) ^ 1u;
  const std::uint32_t y = rsq(detail::single_of_high(high, 127u + odd));
  const std::int32_t half = (static_cast<std::int32_t>(e) - 1023 - static_cast<std::int32_t>(odd)) / 2;
  const std::int32_t f = static_cast<std::int32_t>(y >> 23) - 127 + 1023 - half;
  std::uint32_t r = static_cast<std::uint32_t>(f) << 20 | ((y & 0x7fffffu) >> 3);
  const bool nan = sign != 0 || (e == 0x7ffu && (high & 0xfffffu) != 0);
  r = nan ? 0x7fffffffu : e == 0x7ffu ? 0u : r;
  return std::uint64_t{e == 0 ? 0x7ff00000u | sign : r} << 32;
}

namespace detail {

/// The unit's seed of x^-1/2 and one step of third order: y + y e (1/2 + 3/8 e) with e = 1 - x y^2, as fused operations.
FPCHECK_HD FPCHECK_INLINE double rsqrt_step(double x) noexcept {
  const double y = bit_cast<double>(rsqrt_approx_ftz_f64(bits_of(x)));
  const double square = y * y, e = __builtin_fma(x, -square, 1.0);
  const double slope = __builtin_fma(e, 0.375, 0.5), correction = y * e;
  return __builtin_fma(slope, correction, y);
}

} // namespace detail

/// rsqrt.approx.f64 with subnormals: the sequence that stands for it on the machine.
/// Error: relative 2^-52. Requires: a host, or device code compiled without contraction.
FPCHECK_HD FPCHECK_INLINE std::uint64_t rsqrt_approx_f64(std::uint64_t x) noexcept {
  const std::uint64_t magnitude = x & 0x7fffffffffffffffu, sign = x ^ magnitude;
  if (magnitude > 0x7ff0000000000000u) return x | 0x0008000000000000u; // a NaN is quieted
  if (magnitude == 0) return sign | 0x7ff0000000000000u;
  if (sign != 0) return 0xfff8000000000000u;
  if (x == 0x7ff0000000000000u) return 0;
  if (x < 0x0010000000000000u) return bits_of(detail::rsqrt_step(bit_cast<double>(x) * 0x1p54) * 0x1p27);
  return bits_of(detail::rsqrt_step(bit_cast<double>(x)));
}

namespace detail {

/// The binary32 code of the value of the binary16 code `h`, exact for every `h`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t widen_half(std::uint32_t h) noexcept {
  const std::uint32_t sign = (h & 0x8000u) << 16, e = (h >> 10) & 31u, m = h & 0x3ffu;
  // A subnormal is m 2^-24: as the low bits of a float's mantissa, less that float's leading one.
  const std::uint32_t tiny = bits_of(to_float(0x38800000u + (m << 13)) - 0x1p-14f);
  const std::uint32_t y = e == 31 ? infinity_code | m << 13 : e == 0 ? tiny : ((e + 112) << 23 | m << 13);
  return y | sign;
}

/// `y` cut to binary16 toward zero; the unit's results reach neither overflow nor a subnormal that is not cut exactly so.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t cut_to_half(std::uint32_t y) noexcept {
  const std::uint32_t sign = (y >> 16) & 0x8000u, e = (y >> 23) & 0xffu, m = significand(y);
  const std::uint32_t shift = 126u - e; // of a subnormal, 14 ... 24
  const std::uint32_t tiny = e < 102 ? 0u : m >> (shift > 31 ? 31 : shift);
  const std::uint32_t normal = (e - 112) << 10 | ((y & 0x7fffffu) >> 13);
  return is_nan(y) ? 0x7fffu : sign | (e < 113 ? tiny : e > 142 ? 0x7c00u : normal);
}

/// `y` cut to bfloat16 toward zero.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t cut_to_bfloat(std::uint32_t y) noexcept {
  return is_nan(y) ? 0x7fffu : y >> 16;
}

} // namespace detail

/// The 16-bit forms: the binary32 operation on the widened operand, cut toward zero. Codes in the low 16 bits.

FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2_approx_f16(std::uint32_t h) noexcept {
  return detail::cut_to_half(ex2(detail::widen_half(h)));
}
FPCHECK_HD FPCHECK_INLINE std::uint32_t tanh_approx_f16(std::uint32_t h) noexcept {
  return detail::cut_to_half(tanh(detail::widen_half(h)));
}
/// ex2.approx.ftz.bf16.
FPCHECK_HD FPCHECK_INLINE std::uint32_t ex2_approx_ftz_bf16(std::uint32_t h) noexcept {
  return detail::cut_to_bfloat(ex2(h << 16));
}
FPCHECK_HD FPCHECK_INLINE std::uint32_t tanh_approx_bf16(std::uint32_t h) noexcept {
  return detail::cut_to_bfloat(tanh(h << 16));
}

} // namespace fpcheck::exec::mufu
