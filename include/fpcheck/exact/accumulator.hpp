#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/exact/error_free.hpp>
#include <fpcheck/exact/limits.hpp>

#include <cstdint>

/// Exact long accumulators: sums and dot products without any rounding until the end, so that the result does not
/// depend on the order of the terms, on how they were split over threads or on the machine.
namespace fpcheck::exact {

/// Where a result goes that is not representable.
enum class direction : std::uint8_t { nearest_even, down, up, toward_zero };

/// A fixed-point number of `Digits` digits of 32 bits, the lowest of weight 2^LowestBit, kept in 64-bit words so that
/// 2^30 terms can be added between carries.
/// Range: exact while |sum| < 2^(LowestBit + 32 Digits - 1).
/// Source: Kulisch, "Computer arithmetic and validity", 2013; Neal, "Fast exact summation using small and large
/// superaccumulators", 2015.
template <int LowestBit, int Digits>
class fixed_point_sum {
public:
  fixed_point_sum() = default;

  /// Adds x. NaN and infinities are remembered beside the digits.
  /// Requires: x is a multiple of 2^LowestBit and within the range.
  FPCHECK_HD FPCHECK_INLINE void add(double x) noexcept {
    const std::uint64_t b = bits_of(x);
    const int field = static_cast<int>(b >> 52 & 0x7ff);
    if (field == 0x7ff) return add_special(x);
    const std::uint64_t m = (b & 0xfffffffffffffu) | static_cast<std::uint64_t>(field != 0) << 52;
    add_bits(m, (field == 0 ? 1 : field) - 1075, b >> 63);
  }
  /// Subtracts x.
  FPCHECK_HD FPCHECK_INLINE void subtract(double x) noexcept { add(-x); }

  /// Adds a * b without rounding. Requires: as add, for the product.
  FPCHECK_HD FPCHECK_INLINE void add_product(float a, float b) noexcept {
    add(mul(static_cast<double>(a), static_cast<double>(b))); // exact: 48 bits
  }
  /// Adds a * b without rounding. Requires: as add, for the product.
  FPCHECK_HD FPCHECK_INLINE void add_product(double a, double b) noexcept {
    const std::uint64_t x = bits_of(a), y = bits_of(b);
    const int ex = static_cast<int>(x >> 52 & 0x7ff), ey = static_cast<int>(y >> 52 & 0x7ff);
    if (ex == 0x7ff || ey == 0x7ff) return add_special(mul(a, b));
    const std::uint64_t mx = (x & 0xfffffffffffffu) | static_cast<std::uint64_t>(ex != 0) << 52;
    const std::uint64_t my = (y & 0xfffffffffffffu) | static_cast<std::uint64_t>(ey != 0) << 52;
    const int e = (ex == 0 ? 1 : ex) + (ey == 0 ? 1 : ey) - 2150;
    const std::uint64_t sign = (x ^ y) >> 63;
    // 53 x 53 bits by halves of my: each partial product is below 2^80, in two steps of at most 64 bits.
    const std::uint64_t low = my & 0x7ffffff, high = my >> 27;
    add_wide(mx, low, e, sign);
    add_wide(mx, high, e + 27, sign);
  }

  /// Adds all terms of `other`.
  FPCHECK_HD void merge(fixed_point_sum other) noexcept {
    other.carry();
    carry();
    for (int i = 0; i < Digits; ++i) digit_[i] += other.digit_[i];
    nan_ |= other.nan_;
    positive_infinity_ |= other.positive_infinity_;
    negative_infinity_ |= other.negative_infinity_;
    pending_ = 2;
  }

  /// The sum rounded once to T. Range: NaN for a NaN term or infinities of both signs; overflow as `to` asks; an exact
  /// zero is +0, and -0 for `down`.
  template <class T = double>
  FPCHECK_HD T round(direction to = direction::nearest_even) const noexcept;

  /// -1, 0 or 1. Requires: no NaN or infinity was added.
  FPCHECK_HD int sign() const noexcept {
    fixed_point_sum s = *this;
    s.carry();
    if (s.digit_[Digits - 1] < 0) return -1;
    for (int i = 0; i < Digits; ++i)
      if (s.digit_[i] != 0) return 1;
    return 0;
  }
  /// Whether a NaN or an infinity was added.
  FPCHECK_HD bool is_special() const noexcept { return nan_ || positive_infinity_ || negative_infinity_; }

  /// Brings every digit but the last into [0, 2^32).
  FPCHECK_HD void carry() noexcept {
    std::int64_t c = 0;
    for (int i = 0; i < Digits - 1; ++i) {
      const std::int64_t d = digit_[i] + c;
      digit_[i] = d & 0xffffffff;
      c = d >> 32;
    }
    digit_[Digits - 1] += c;
    pending_ = 0;
  }

  /// The raw state, for reductions over a warp or block: words add up, flags or together.
  FPCHECK_HD std::int64_t* words() noexcept { return digit_; }
  FPCHECK_HD const std::int64_t* words() const noexcept { return digit_; }
  static constexpr int word_count = Digits, lowest_bit = LowestBit;
  FPCHECK_HD unsigned flags() const noexcept { return nan_ | positive_infinity_ << 1 | negative_infinity_ << 2; }
  FPCHECK_HD void set_flags(unsigned f) noexcept {
    nan_ = f & 1, positive_infinity_ = f >> 1 & 1, negative_infinity_ = f >> 2 & 1;
  }

private:
  FPCHECK_HD FPCHECK_INLINE void add_special(double x) noexcept {
    if (x != x) nan_ = 1;
    else if (x > 0) positive_infinity_ = 1;
    else negative_infinity_ = 1;
  }
  /// Adds (-1)^sign m 2^exponent for m < 2^63.
  FPCHECK_HD FPCHECK_INLINE void add_bits(std::uint64_t m, int exponent, std::uint64_t sign) noexcept {
    int position = exponent - LowestBit;
    if (position < 0) m >>= -position, position = 0; // only zeros go: the number is a multiple of 2^LowestBit
    const int i = position >> 5, shift = position & 31;
    const auto negative = -static_cast<std::int64_t>(sign);
    const std::uint64_t low = m << shift;
    const std::uint64_t high = shift == 0 ? 0 : m >> (64 - shift);
    digit_[i] += (static_cast<std::int64_t>(low & 0xffffffffu) ^ negative) - negative;
    digit_[i + 1] += (static_cast<std::int64_t>(low >> 32) ^ negative) - negative;
    digit_[i + 2] += (static_cast<std::int64_t>(high) ^ negative) - negative;
    if (++pending_ == 1 << 29) carry();
  }
  /// Adds (-1)^sign a b 2^exponent for a < 2^53 and b < 2^27.
  FPCHECK_HD FPCHECK_INLINE void add_wide(std::uint64_t a, std::uint64_t b, int exponent, std::uint64_t sign) noexcept {
    const std::uint64_t low = (a & 0x7ffffff) * b, high = (a >> 27) * b;
    add_bits(low, exponent, sign);
    add_bits(high, exponent + 27, sign);
  }

  std::int64_t digit_[Digits] = {};
  std::uint32_t pending_ = 0;
  unsigned nan_ = 0, positive_infinity_ = 0, negative_infinity_ = 0;
};

/// Sums of binary64 numbers: 2^63 terms of any size.
using double_sum = fixed_point_sum<-1074, 69>;
/// Sums of products of two binary64 numbers, and of binary64 numbers.
using double_dot = fixed_point_sum<-2148, 136>;
/// Sums of binary32 numbers.
using float_sum = fixed_point_sum<-149, 12>;
/// Sums of products of two binary32 numbers, and of binary32 numbers.
using float_dot = fixed_point_sum<-298, 20>;

namespace detail {

/// How many significand bits T has, and the exponents of its least subnormal and largest number.
template <class T>
struct rounding_target;
template <>
struct rounding_target<double> {
  static constexpr int precision = 53, lowest = -1074, highest = 1023;
};
template <>
struct rounding_target<float> {
  static constexpr int precision = 24, lowest = -149, highest = 127;
};

/// Whether a magnitude goes up, given its last kept bit, the first dropped one and whether anything follows.
FPCHECK_HD constexpr bool rounds_away(direction to, bool negative, bool last, bool half, bool rest) noexcept {
  switch (to) {
  case direction::nearest_even: return half && (rest || last);
  case direction::down: return negative && (half || rest);
  case direction::up: return !negative && (half || rest);
  default: return false;
  }
}

/// (-1)^negative kept 2^exponent for kept <= 2^53, within the range of T or beyond its largest number.
template <class T>
FPCHECK_HD T assemble(bool negative, std::uint64_t kept, int exponent, direction to) noexcept {
  using target = rounding_target<T>;
  if (kept >> target::precision != 0) kept >>= 1, ++exponent;
  T r{};
  if (kept >> (target::precision - 1) != 0 && exponent + target::precision - 1 > target::highest) {
    const bool away = to == direction::nearest_even || (to == direction::down && negative) || (to == direction::up && !negative);
    r = away ? infinity_of<T>() : largest_of<T>();
  } else {
    const bool normal = kept >> (target::precision - 1) != 0;
    const std::uint64_t field = normal ? static_cast<std::uint64_t>(exponent - target::lowest + 1) : 0;
    const std::uint64_t fraction = kept & ((std::uint64_t{1} << (target::precision - 1)) - 1);
    const std::uint64_t code = field << (target::precision - 1) | fraction;
    if constexpr (sizeof(T) == 8) r = bit_cast<double>(code);
    else r = bit_cast<float>(static_cast<std::uint32_t>(code));
  }
  return negative ? -r : r;
}

} // namespace detail

template <int LowestBit, int Digits>
template <class T>
FPCHECK_HD T fixed_point_sum<LowestBit, Digits>::round(direction to) const noexcept {
  using target = detail::rounding_target<T>;
  if (nan_ || (positive_infinity_ && negative_infinity_)) return nan_of<T>();
  if (positive_infinity_) return infinity_of<T>();
  if (negative_infinity_) return -infinity_of<T>();
  fixed_point_sum s = *this;
  s.carry();
  const bool negative = s.digit_[Digits - 1] < 0;
  if (negative) {
    for (int i = 0; i < Digits; ++i) s.digit_[i] = -s.digit_[i];
    s.carry();
  }
  int top = Digits - 1;
  while (top >= 0 && s.digit_[top] == 0) --top;
  if (top < 0) return to == direction::down ? -T(0) : T(0);
  // Bit positions count from LowestBit; the kept bits end at `end`.
  const int lead = 32 * top + 63 - count_leading_zeros(static_cast<std::uint64_t>(s.digit_[top]));
  int end = lead - target::precision + 1;
  if (end < target::lowest - LowestBit) end = target::lowest - LowestBit;
  const auto bit = [&s](int i) { return i >= 0 && (s.digit_[i >> 5] >> (i & 31) & 1) != 0; };
  std::uint64_t kept = 0;
  for (int i = lead; i >= end && i >= 0; --i)
    kept = kept << 1 | static_cast<std::uint64_t>(i >= 32 * (Digits - 1) ? s.digit_[Digits - 1] >> (i - 32 * (Digits - 1)) & 1 : bit(i));
  if (end < 0) kept <<= -end;
  const bool half = end > 0 && bit(end - 1);
  bool rest = false;
  for (int i = 0; i < end - 1 && !rest; ++i) {
    if ((i & 31) == 0 && i + 32 <= end - 1) {
      rest = s.digit_[i >> 5] != 0;
      i += 31;
    } else {
      rest = bit(i);
    }
  }
  if (detail::rounds_away(to, negative, (kept & 1) != 0, half, rest)) ++kept;
  return detail::assemble<T>(negative, kept, end + LowestBit, to);
}

} // namespace fpcheck::exact
