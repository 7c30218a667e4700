#pragma once
#include <fpcheck/expr/arithmetic.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fpcheck::expr {

inline constexpr double unknown = std::numeric_limits<double>::infinity();

/// The bound of one operation at a time: what the arithmetic may commit and what the midpoints' own rounding commits.
class error_rules {
public:
  error_rules(const arithmetic& a, double own_unit) : arithmetic_(a), own_(own_unit), unit_(a.accumulator.unit + own_unit) {
    const number_format& f = a.accumulator;
    normal_ = f.normal;
    tiny_ = a.subnormal == subnormal_results::flushed ? f.normal : f.smallest / 2;
  }

  const arithmetic& numbers() const { return arithmetic_; }
  double unit() const { return unit_; }
  double own() const { return own_; }
  double tiny() const { return tiny_; }
  double chain(std::int64_t roundings) const { return gamma(arithmetic_, roundings, own_); }

  /// One rounding of a result within `e` of `y`.
  double rounding(double y, double e) const {
    if (!std::isfinite(y)) return 0;
    const double size = std::fabs(y);
    return unit_ * (size + e) + (size - e < normal_ && size + e > 0 ? tiny_ : 0);
  }
  /// The stated error of function `o` at argument `x`, value within `e` of `y`.
  double of_function(operation o, double x, double y, double e) const {
    const function_error f = error_of(o, arithmetic_.functions);
    const double ulps = f.ulps + f.ulps_per_argument * std::fabs(x);
    const double size = std::fabs(y) + e;
    const bool exact = arithmetic_.exact();
    // Between the zeros of lgamma left of -2.264 the guide states only that the error is larger.
    if (!exact && o == operation::lgamma && x > -10.001 && x < -2.264) return unknown;
    return (exact ? 0 : 2 * ulps * arithmetic_.accumulator.unit + 2 * own_) * size + (exact ? 4 * own_ * size : f.absolute) +
           (size > 0 && std::fabs(y) - e < normal_ ? tiny_ : 0);
  }
  /// The relative error of one exponential of a difference that is formed in the arithmetic.
  double exponential(double distance) const {
    if (arithmetic_.exact()) return 5 * own_ + 2 * own_ * distance;
    const function_error f = error_of(operation::exp, arithmetic_.functions);
    return 2 * (f.ulps + f.ulps_per_argument * distance) * arithmetic_.accumulator.unit + unit_ * (2 * distance + 1) + 4 * own_;
  }

  /// A bound ready to store: never NaN, rounded up, unknown where the result may overflow the format.
  double seal(double middle, double e, bool finite_arguments) const {
    if (!std::isfinite(middle)) return finite_arguments || e != 0 ? unknown : 0;
    const double up = e * (1 + 0x1p-40);
    return std::fabs(middle) + up <= arithmetic_.accumulator.largest ? up : unknown;
  }

private:
  arithmetic arithmetic_;
  double own_, unit_, tiny_ = 0, normal_ = 0;
};

/// How far f(x) can move when x moves by at most e; y = f(x).
double moved(operation o, double x, double y, double e);
/// The same for x^n.
double moved_power(double x, double y, double e, double exponent);
/// The same for the derivative of digamma of this order.
double moved_polygamma(std::int64_t order, double x, double e);
/// How far atan2(y, x) can move when y and x move by at most ey and ex.
double moved_angle(double y, double x, double ey, double ex);

} // namespace fpcheck::expr
