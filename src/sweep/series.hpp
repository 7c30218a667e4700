#pragma once
#include <fpcheck/interval/elementary.hpp>
#include <fpcheck/sweep/taylor_table.hpp>

#include <array>

/// Taylor coefficients of the functions of the library, enclosed: each function by the differential equation that it satisfies.
namespace fpcheck::sweep {

using number_set = interval::interval<double>;
/// Coefficients 0 to 8: those of the polynomial and the remainder's.
using jet = std::array<number_set, taylor_degree + 2>;

/// Where a function is expanded: about each number of v, in t / unit, so that no power of a small or large t is needed.
struct place {
  number_set v;
  double unit = 1; ///< a power of two
};

/// Fills coefficients 1 to 8 of a function y at the numbers of a place, where the function's values are within y.
using series = void (*)(const place& at, number_set y, jet& out);

namespace series_of {

/// Each is named after its function; `_m` has -v for its argument, `_1m` 1 - v, `_1p` 1 + v.
void exp(const place& at, number_set y, jet& out);
void exp_m(const place& at, number_set y, jet& out);
void exp2(const place& at, number_set y, jet& out);
void exp2_m(const place& at, number_set y, jet& out);
void exp10(const place& at, number_set y, jet& out);
void exp10_m(const place& at, number_set y, jet& out);
void expm1(const place& at, number_set y, jet& out);
void expm1_m(const place& at, number_set y, jet& out);
void log(const place& at, number_set y, jet& out);
void log2(const place& at, number_set y, jet& out);
void log10(const place& at, number_set y, jet& out);
void log1p(const place& at, number_set y, jet& out);
void log1p_m(const place& at, number_set y, jet& out);
void sqrt(const place& at, number_set y, jet& out);
void rsqrt(const place& at, number_set y, jet& out);
void cbrt(const place& at, number_set y, jet& out);
void rcbrt(const place& at, number_set y, jet& out);
void reciprocal(const place& at, number_set y, jet& out);
void sin(const place& at, number_set y, jet& out);
void cos(const place& at, number_set y, jet& out);
void tan(const place& at, number_set y, jet& out);
void sinpi(const place& at, number_set y, jet& out);
void cospi(const place& at, number_set y, jet& out);
void asin(const place& at, number_set y, jet& out);
void acos(const place& at, number_set y, jet& out);
void acos_m(const place& at, number_set y, jet& out);
void acos_1m(const place& at, number_set y, jet& out);  ///< acos(1 - v); acos(v - 1) and asin(1 - v) have its negative
void asin_1m(const place& at, number_set y, jet& out);
void atan(const place& at, number_set y, jet& out);
void sinh(const place& at, number_set y, jet& out);
void cosh(const place& at, number_set y, jet& out);
void tanh(const place& at, number_set y, jet& out);
void asinh(const place& at, number_set y, jet& out);
void acosh(const place& at, number_set y, jet& out);
void acosh_1p(const place& at, number_set y, jet& out);
void atanh(const place& at, number_set y, jet& out);
void atanh_1m(const place& at, number_set y, jet& out);
void erf(const place& at, number_set y, jet& out);
void erfc(const place& at, number_set y, jet& out);
void normcdf(const place& at, number_set y, jet& out);
void normcdf_m(const place& at, number_set y, jet& out);
void erfcx(const place& at, number_set y, jet& out);
void erfcx_m(const place& at, number_set y, jet& out);
void erfinv(const place& at, number_set y, jet& out);
void erfinv_m(const place& at, number_set y, jet& out); ///< minus it: erfcinv, and erfinv(-v)
void normcdfinv(const place& at, number_set y, jet& out);
void normcdfinv_m(const place& at, number_set y, jet& out);
void bessel_i0(const place& at, number_set y, jet& out);
void bessel_i1(const place& at, number_set y, jet& out);
void gamma(const place& at, number_set y, jet& out);
void log_gamma(const place& at, number_set y, jet& out);

/// Of functions of two numbers, in the first one.
void power_of(const place& at, number_set y, number_set exponent, jet& out);    ///< v^exponent
void angle_beside(const place& at, number_set other, jet& out);                 ///< atan2(v, other)
void length_with(const place& at, number_set y, number_set other, jet& out);    ///< hypot(v, other)

} // namespace series_of

/// Whether it asks for the function's values.
bool reads_values(series f);

} // namespace fpcheck::sweep
