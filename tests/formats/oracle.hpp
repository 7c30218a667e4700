#pragma once
// What a conversion must give, found without any rounding logic: every value of the format is listed as a real number,
// and an argument is compared with its neighbours and with the exact midpoint between them.
#include <fpcheck/formats/policy.hpp>
#include <fpcheck/formats/tags.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fpcheck::oracle {

/// The values of the non-negative finite codes in order, and the number that would come next without a largest one.
struct ladder {
  format_row row;
  std::vector<double> values;
  double next = 0;

  explicit ladder(const format_row& r) : row(r) {
    const int m = row.precision - 1;
    std::uint32_t last = 0;
    const std::uint32_t all = (1u << (row.bits - (row.sign == signedness::signed_))) - 1;
    switch (row.specials) { // counted from the top by the definition of each family
    case special_codes::ieee:
      last = all - (1u << m);
      break;
    case special_codes::nan_only:
      last = all - 1;
      break;
    case special_codes::scale:
      last = all - 1;
      break;
    case special_codes::finite_only:
    case special_codes::fnuz:
      last = all;
      break;
    case special_codes::p3109_finite:
      last = row.sign == signedness::signed_ ? all : all - 1;
      break;
    case special_codes::p3109_extended:
      last = row.sign == signedness::signed_ ? all - 1 : all - 2;
      break;
    }
    for (std::uint32_t c = 0; c <= last + 1; ++c) values.push_back(value(c));
    next = values.back();
    values.pop_back();
  }

  double value(std::uint32_t c) const {
    const int m = row.precision - 1;
    const auto field = static_cast<int>(c >> m);
    const double fraction = std::ldexp(static_cast<double>(c & ((1u << m) - 1)), -m);
    if (row.specials == special_codes::scale) return std::ldexp(1.0, field - row.bias);
    return field == 0 ? std::ldexp(fraction, 1 - row.bias) : std::ldexp(1.0 + fraction, field - row.bias);
  }

  double at(std::size_t c) const { return c < values.size() ? values[c] : next; }
};

/// The magnitude code of |x| under the rounding of a number of that sign; values.size() stands for overflow.
/// `low` is the largest code whose value is not above |x|.
inline std::size_t choose(const ladder& l, std::size_t low, double x, bool negative, rounding r) {
  const double below = l.at(low), above = l.at(low + 1);
  if (x == below) return low;
  const double middle = below + (above - below) / 2;
  switch (r) {
  case rounding::toward_zero:
    return low;
  case rounding::upward:
    return negative ? low : low + 1;
  case rounding::downward:
    return negative ? low + 1 : low;
  case rounding::to_odd:
    return low % 2 == 1 ? low : low + 1;
  case rounding::nearest_away:
    return x >= middle ? low + 1 : low;
  default:
    break;
  }
  if (x == middle) return low % 2 == 0 ? low : low + 1;
  return x > middle ? low + 1 : low;
}

/// The same for any |x|: looks the place up.
inline std::size_t round_magnitude(const ladder& l, double x, bool negative, rounding r) {
  const auto n = l.values.size();
  if (x >= l.next) return n;
  const auto it = std::upper_bound(l.values.begin(), l.values.end(), x);
  if (it == l.values.begin()) return 0; // a scale format has nothing below its smallest value
  const auto low = static_cast<std::size_t>(it - l.values.begin()) - 1;
  return choose(l, low, x, negative, r);
}

/// The code of a finite x under `r` and `s`, by the tables of each family.
inline std::uint32_t encode(const ladder& l, double x, rounding r, saturation s) {
  const format_row& row = l.row;
  const bool negative = std::signbit(x);
  const auto sign = negative && row.sign == signedness::signed_ ? 1u << (row.bits - 1) : 0u;
  const auto magnitude = round_magnitude(l, std::fabs(x), negative, r);
  const auto max = static_cast<std::uint32_t>(l.values.size() - 1);
  std::uint32_t code = static_cast<std::uint32_t>(magnitude) | sign;
  if (magnitude > max) {
    const bool inward = r == rounding::toward_zero || r == rounding::to_odd || (r == rounding::upward && negative) ||
                        (r == rounding::downward && !negative);
    const bool unique_nan = row.specials == special_codes::fnuz;
    if (s != saturation::none || inward || row.specials == special_codes::finite_only)
      code = max | sign;
    else if (unique_nan)
      code = 1u << (row.bits - 1);
    else
      code = (max + 1) | sign; // infinity, or the NaN of a format without one
  } else if (magnitude == 0 && (row.specials == special_codes::fnuz || row.specials == special_codes::p3109_extended ||
                                row.specials == special_codes::p3109_finite)) {
    code = 0;
  }
  return code << row.box_shift;
}

inline constexpr rounding deterministic[] = {rounding::nearest_even, rounding::nearest_away, rounding::toward_zero,
                                             rounding::upward,       rounding::downward,     rounding::to_odd};

} // namespace fpcheck::oracle
