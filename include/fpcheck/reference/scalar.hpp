#pragma once
#include <fpcheck/reference/evaluate.hpp>

#include <boost/multiprecision/mpfr.hpp>

#include <Eigen/Core>

/// MPFR numbers as scalars, for the programmer's own references and for Eigen. Needs Boost, Eigen and MPFR.
namespace fpcheck::reference {

/// A number of `Digits` decimal digits or a few more, rounded to nearest by its operators.
template <unsigned Digits>
using scalar = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<Digits>,
                                             boost::multiprecision::et_off>; // expressions and Eigen do not mix

namespace detail {

constexpr mpfr_rnd_t mpfr_direction(rounding r) noexcept {
  switch (r) {
  case rounding::down:
    return MPFR_RNDD;
  case rounding::up:
    return MPFR_RNDU;
  case rounding::toward_zero:
    return MPFR_RNDZ;
  case rounding::away:
    return MPFR_RNDA;
  case rounding::nearest:
    break;
  }
  return MPFR_RNDN;
}

} // namespace detail

/// The significand bits of a scalar.
template <unsigned Digits>
int precision_of(const scalar<Digits>& x) noexcept {
  return static_cast<int>(mpfr_get_prec(x.backend().data()));
}
/// a + b rounded as asked to the scalar's precision; so below.
template <unsigned Digits>
scalar<Digits> add(const scalar<Digits>& a, const scalar<Digits>& b, rounding r) {
  scalar<Digits> out;
  mpfr_add(out.backend().data(), a.backend().data(), b.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// a - b.
template <unsigned Digits>
scalar<Digits> sub(const scalar<Digits>& a, const scalar<Digits>& b, rounding r) {
  scalar<Digits> out;
  mpfr_sub(out.backend().data(), a.backend().data(), b.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// a * b.
template <unsigned Digits>
scalar<Digits> mul(const scalar<Digits>& a, const scalar<Digits>& b, rounding r) {
  scalar<Digits> out;
  mpfr_mul(out.backend().data(), a.backend().data(), b.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// a / b.
template <unsigned Digits>
scalar<Digits> div(const scalar<Digits>& a, const scalar<Digits>& b, rounding r) {
  scalar<Digits> out;
  mpfr_div(out.backend().data(), a.backend().data(), b.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// The square root of a.
template <unsigned Digits>
scalar<Digits> sqrt(const scalar<Digits>& a, rounding r) {
  scalar<Digits> out;
  mpfr_sqrt(out.backend().data(), a.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// a * b + c, rounded once.
template <unsigned Digits>
scalar<Digits> fma(const scalar<Digits>& a, const scalar<Digits>& b, const scalar<Digits>& c, rounding r) {
  scalar<Digits> out;
  mpfr_fma(out.backend().data(), a.backend().data(), b.backend().data(), c.backend().data(), detail::mpfr_direction(r));
  return out;
}
/// x rounded as asked to binary64.
template <unsigned Digits>
double to_double(const scalar<Digits>& x, rounding r = rounding::nearest) noexcept {
  return mpfr_get_d(x.backend().data(), detail::mpfr_direction(r));
}

/// A matrix of MPFR numbers.
template <unsigned Digits>
using matrix = Eigen::Matrix<scalar<Digits>, Eigen::Dynamic, Eigen::Dynamic>;

} // namespace fpcheck::reference

/// What Eigen wants to know of the scalars. Boost 1.74's own header does not compile with Eigen 3.4.
template <unsigned Digits>
struct Eigen::NumTraits<fpcheck::reference::scalar<Digits>>
    : Eigen::GenericNumTraits<fpcheck::reference::scalar<Digits>> {
  using Real = fpcheck::reference::scalar<Digits>;
  using NonInteger = Real;
  using Literal = double;
  using Nested = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 20,
    AddCost = 40,
    MulCost = 100
  };
  static Real epsilon() { return std::numeric_limits<Real>::epsilon(); }
  static Real dummy_precision() { return 1000 * epsilon(); }
  static Real highest() { return (std::numeric_limits<Real>::max)(); }
  static Real lowest() { return -(std::numeric_limits<Real>::max)(); }
  static int digits10() { return static_cast<int>(Digits); }
};
