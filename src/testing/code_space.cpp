#include <fpcheck/testing/code_space.hpp>

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/order.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace fpcheck::testing {

code_space::code_space()
    : grid_(metric::binary64_grid), sign_(std::uint64_t{1} << 63), first_normal_(std::uint64_t{1} << 52),
      max_finite_((std::uint64_t{0x7ff} << 52) - 1), infinity_(std::uint64_t{0x7ff} << 52),
      max_magnitude_(~std::uint64_t{0} >> 1), quiet_bit_(std::uint64_t{1} << 51), negative_zero_(true),
      has_infinity_(true), has_nan_(true) {}

code_space::code_space(const format_row& row)
    : row_(row), grid_(metric::grid_of(row)), shift_(row.box_shift),
      sign_(std::uint64_t{sign_mask(row)} << row.box_shift),
      first_normal_(has_zero(row) ? std::uint64_t{1} << mantissa_bits(row) : 0), max_finite_(max_magnitude(row)),
      infinity_(fpcheck::has_infinity(row) ? infinity_magnitude(row) : 0), max_magnitude_(magnitude_mask(row)),
      quiet_bit_(row.specials == special_codes::ieee && row.precision > 1 ? std::uint64_t{1} << (row.precision - 2) : 0),
      negative_zero_(fpcheck::has_negative_zero(row)), has_infinity_(fpcheck::has_infinity(row)), has_nan_(has_nan(row)),
      nan_is_negative_zero_(fpcheck::nan_is_negative_zero(row)) {}

code_space code_space::of(tensor::dtype type) {
  const format_row* row = tensor::format_of(type);
  return row == nullptr ? code_space() : code_space(*row);
}

value_class code_space::class_of(std::uint64_t code) const {
  const std::uint64_t magnitude = (code & ~sign_) >> shift_;
  if (nan_is_negative_zero_ && magnitude == 0 && is_negative(code)) return value_class::quiet_nan;
  if (has_infinity_ && magnitude == infinity_) return value_class::infinity;
  if (magnitude > max_finite_)
    return quiet_bit_ != 0 && (magnitude & quiet_bit_) == 0 ? value_class::signalling_nan : value_class::quiet_nan;
  if (magnitude >= first_normal_) return value_class::normal;
  return magnitude == 0 ? value_class::zero : value_class::subnormal;
}

double code_space::value(std::uint64_t code) const {
  return row_ ? decode_double(*row_, static_cast<std::uint32_t>(code)) : bit_cast<double>(code);
}

std::uint64_t code_space::nearest(double x) const {
  return row_ ? encode_bits(*row_, bits_of(x), policy{}).code : bits_of(x);
}

std::uint64_t code_space::truncated(double x) const {
  if (!row_) return std::isinf(x) ? bits_of(std::copysign(std::numeric_limits<double>::max(), x)) : bits_of(x);
  policy p;
  p.round = rounding::toward_zero;
  p.saturate = saturation::finite;
  p.negative = negative_rule::zero;
  return encode_bits(*row_, bits_of(x), p).code;
}

std::uint64_t code_space::count(value_class c) const {
  const std::uint64_t above = max_magnitude_ - max_finite_ - (has_infinity_ ? 1 : 0); // NaNs by magnitude
  switch (c) {
  case value_class::zero: return first_normal_ == 0 ? 0 : 1;
  case value_class::subnormal: return first_normal_ == 0 ? 0 : first_normal_ - 1;
  case value_class::normal: return max_finite_ - first_normal_ + 1;
  case value_class::infinity: return has_infinity_ ? 1 : 0;
  case value_class::quiet_nan: return !has_nan_ ? 0 : nan_is_negative_zero_ ? 1 : quiet_bit_ != 0 ? quiet_bit_ : above;
  case value_class::signalling_nan: return quiet_bit_ > 1 ? quiet_bit_ - 1 : 0;
  }
  return 0;
}

std::optional<std::uint64_t> code_space::pick(value_class c, std::uint64_t rank) const {
  const std::uint64_t n = count(c);
  if (n == 0) return std::nullopt;
  rank %= n;
  switch (c) {
  case value_class::zero: return 0;
  case value_class::subnormal: return (1 + rank) << shift_;
  case value_class::normal: return (first_normal_ + rank) << shift_;
  case value_class::infinity: return infinity_ << shift_;
  case value_class::quiet_nan:
    if (nan_is_negative_zero_) return sign_;
    if (quiet_bit_ != 0) return (infinity_ + quiet_bit_ + rank) << shift_;
    return (max_finite_ + (has_infinity_ ? 2 : 1) + rank) << shift_;
  case value_class::signalling_nan: return (infinity_ + 1 + rank) << shift_;
  }
  return std::nullopt;
}

std::uint64_t code_space::negated(std::uint64_t code) const {
  const bool unsigned_zero = !negative_zero_ && (code & ~sign_) == 0;
  return unsigned_zero ? code : code ^ sign_;
}

std::uint64_t code_space::next_up(std::uint64_t code) const {
  if (row_) return fpcheck::next_up(*row_, static_cast<std::uint32_t>(code));
  return bits_of(std::nextafter(value(code), std::numeric_limits<double>::infinity()));
}
std::uint64_t code_space::next_down(std::uint64_t code) const {
  if (row_) return fpcheck::next_down(*row_, static_cast<std::uint32_t>(code));
  return bits_of(std::nextafter(value(code), -std::numeric_limits<double>::infinity()));
}

std::uint64_t code_space::complexity(std::uint64_t code) const {
  const std::uint64_t sign = is_negative(code) ? 1 : 0;
  const value_class c = class_of(code);
  constexpr std::uint64_t rank = std::uint64_t{1} << 40;
  if (c == value_class::zero) return sign;
  if (c == value_class::infinity) return 2 * rank + sign;
  if (c == value_class::quiet_nan || c == value_class::signalling_nan)
    return 3 * rank + static_cast<std::uint64_t>(__builtin_popcountll(code & ~sign_)) * 4 + sign +
           (c == value_class::signalling_nan ? rank : 0);
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value(code)), &exponent); // in [1/2, 1)
  std::uint64_t bits = 0;
  for (; fraction != 0 && bits < 54; ++bits) fraction = 2 * fraction - std::floor(2 * fraction);
  return (static_cast<std::uint64_t>(std::abs(exponent - 1)) * 64 + bits) * 4 + 2 + sign;
}

std::vector<std::uint64_t> code_space::simpler(std::uint64_t code, value_classes allowed) const {
  std::vector<std::uint64_t> candidates{0, nearest(1.0), code & ~sign_};
  if (nan_is_negative_zero_ && code == sign_) candidates.pop_back();
  if (const auto nan = pick(value_class::quiet_nan, 0)) candidates.push_back(*nan);
  if (has_infinity_) candidates.push_back(infinity_ << shift_);
  const double x = value(code);
  if (std::isinf(x)) candidates.insert(candidates.end(), {nearest(std::copysign(1.0, x)), truncated(x)});
  if (std::isfinite(x) && x != 0) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    candidates.push_back(nearest(std::copysign(1.0, x)));
    candidates.push_back(truncated(std::copysign(std::ceil(std::fabs(x)), x)));
    candidates.push_back(truncated(std::ldexp(fraction, 1 + (exponent - 1) / 2)));
    candidates.push_back(truncated(std::ldexp(fraction, exponent > 1 ? exponent - 1 : exponent + 1)));
    candidates.push_back(truncated(std::ldexp(std::copysign(1.0, x), exponent - 1)));
    candidates.push_back(truncated(std::trunc(x)));
    // Fewer significand bits: cut off, or the next number above those that stay.
    for (int keep = 2; keep < grid_.precision; keep += 1 + (grid_.precision - keep) / 2) {
      const double kept = std::trunc(std::ldexp(fraction, keep));
      candidates.push_back(truncated(std::ldexp(kept, exponent - keep)));
      candidates.push_back(truncated(std::ldexp(kept + std::copysign(1.0, x), exponent - keep)));
    }
  }
  std::vector<std::uint64_t> out;
  const std::uint64_t own = complexity(code);
  for (const std::uint64_t c : candidates)
    if (allowed.has(class_of(c)) && complexity(c) < own && std::find(out.begin(), out.end(), c) == out.end())
      out.push_back(c);
  return out;
}

} // namespace fpcheck::testing
