#pragma once
#include "scalar.hpp"

#include <boost/multiprecision/mpfr.hpp>

namespace fpcheck::expr {

/// A 256-bit number: 77 digits are 256 bits in Boost's count. Not Boost's stack allocation: swapping two such numbers
/// exchanges pointers into each other.
using wide = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<77>, boost::multiprecision::et_off>;

template <>
struct scalar<wide> {
  static constexpr bool bounded = true, ordered = true;
  static constexpr double unit = 0x1p-255;
  static wide from(double x) { return wide(x); }
  static wide from_literal(const std::string& s);
  static double nearest(const wide& x) { return mpfr_get_d(x.backend().data(), MPFR_RNDN); }
  static wide call(operation o, const wide& x);
  /// The derivative of an elementary function, for dual numbers.
  static wide slope(operation o, const wide& x);
  static wide polygamma(std::int64_t order, const wide& x);
  static wide power(const wide& x, const wide& p);
  static wide angle(const wide& y, const wide& x);
  static wide hypot(const wide& x, const wide& y);
  static bool is_binary64(const wide& x) { return mpfr_cmp_d(x.backend().data(), nearest(x)) == 0; }
  static bool is_exact(operation o, const wide& a, const wide& b, const wide& v);
  static bool is_exact(operation o, const wide& x, const wide& v);
  static bool less(const wide& a, const wide& b) { return a < b; }
};

} // namespace fpcheck::expr
