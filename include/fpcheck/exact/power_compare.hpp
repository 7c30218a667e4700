#pragma once
#include <fpcheck/exact/approximation.hpp>

/// Exact comparison of integer powers, for the results that lie too near a binary64 number for a double-double.
namespace fpcheck::exact {

/// x = significand 2^exponent with an odd significand. Requires: x > 0, finite.
struct odd_form {
  std::uint64_t significand;
  int exponent;
};
FPCHECK_HD constexpr odd_form odd_form_of(double x) noexcept {
  const std::uint64_t b = bits_of(x);
  const int field = static_cast<int>(b >> 52 & 0x7ff);
  const std::uint64_t m = (b & 0xfffffffffffffu) | static_cast<std::uint64_t>(field != 0) << 52;
  const int trailing = 63 - count_leading_zeros(m & (~m + 1));
  return {m >> trailing, (field == 0 ? 1 : field) - 1075 + trailing};
}

/// The greatest |n| for which `compare_power` decides.
inline constexpr int compare_power_limit = 64;

namespace detail {

/// A natural number of at most 3520 bits times a power of two; limbs of 32 bits, the least first.
class long_natural {
public:
  FPCHECK_HD explicit long_natural(odd_form x) noexcept : exponent_(x.exponent) {
    limb_[0] = static_cast<std::uint32_t>(x.significand);
    limb_[1] = static_cast<std::uint32_t>(x.significand >> 32);
    size_ = limb_[1] != 0 ? 2 : 1;
  }
  FPCHECK_HD void multiply(odd_form x) noexcept {
    const auto low = static_cast<std::uint32_t>(x.significand), high = static_cast<std::uint32_t>(x.significand >> 32);
    std::uint64_t carry_low = 0, carry_high = 0;
    std::uint32_t previous = 0;
    for (int i = 0; i <= size_ + 1; ++i) {
      const std::uint32_t digit = i < size_ ? limb_[i] : 0;
      const std::uint64_t a = static_cast<std::uint64_t>(digit) * low + carry_low;
      carry_low = a >> 32;
      const std::uint64_t b = static_cast<std::uint64_t>(previous) * high + static_cast<std::uint32_t>(a) + carry_high;
      carry_high = b >> 32;
      limb_[i] = static_cast<std::uint32_t>(b);
      previous = digit;
    }
    size_ += 2;
    while (limb_[size_ - 1] == 0) --size_;
    exponent_ += x.exponent;
  }
  /// The sign of this - other.
  FPCHECK_HD int compare(const long_natural& other) const noexcept {
    const int top = bit_length() + exponent_, other_top = other.bit_length() + other.exponent_;
    if (top != other_top) return top < other_top ? -1 : 1;
    const int low = exponent_ < other.exponent_ ? exponent_ : other.exponent_;
    for (int i = top - 1; i >= low; --i) {
      const int a = bit(i), b = other.bit(i);
      if (a != b) return a - b;
    }
    return 0;
  }

private:
  FPCHECK_HD int bit_length() const noexcept { return 32 * size_ + 32 - count_leading_zeros(limb_[size_ - 1]); }
  FPCHECK_HD int bit(int weight) const noexcept {
    const int i = weight - exponent_;
    return i < 0 ? 0 : static_cast<int>(limb_[i >> 5] >> (i & 31) & 1);
  }

  std::uint32_t limb_[112] = {};
  int size_ = 1;
  int exponent_ = 0;
};

} // namespace detail

/// The sign of x^n - z. Requires: x, z > 0, finite; 1 <= |n| <= 64. Error: none.
FPCHECK_HD inline int compare_power(double x, int n, double z) noexcept {
  const odd_form base = odd_form_of(x);
  if (n > 0) {
    detail::long_natural p(base);
    for (int i = 1; i < n; ++i) p.multiply(base);
    return p.compare(detail::long_natural(odd_form_of(z)));
  }
  detail::long_natural p(odd_form_of(z)); // x^n <=> z  as  1 <=> z x^-n
  for (int i = 0; i < -n; ++i) p.multiply(base);
  return detail::long_natural(odd_form{1, 0}).compare(p);
}

} // namespace fpcheck::exact
