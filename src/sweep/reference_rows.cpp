#include "reference_rows.hpp"

#include <cmath>

namespace fpcheck::sweep {
namespace {

namespace s = series_of;

constexpr double infinity = INFINITY, nan = NAN, everything = infinity;
constexpr auto both = branch_side::both, positive = branch_side::positive, negative = branch_side::negative;
/// The least number above 1.
constexpr double past_one = 0x1.000002p+0;

/// A table of the argument itself.
branch_row table(branch_side side, double below, series of) {
  return {side, below, branch_kind::table, of};
}
/// A table of offset + factor |x|, which is 0 for `at_edge`.
branch_row shifted(branch_side side, double below, double offset, double factor, series of, double at_edge) {
  return {side, below, branch_kind::table, of, nullptr, offset, factor, 0, 0, at_edge};
}
branch_row constant(branch_side side, double below, double value, double error) {
  return {side, below, branch_kind::constant, nullptr, nullptr, 0, 1, value, error};
}
/// Beyond every number: more than 2^128 anyhow.
branch_row overflow(branch_side side, double sign = 1) {
  return constant(side, everything, sign * 0x1p300, 0x1p299);
}
/// Below every number: between 0 and 2^-170.
branch_row underflow(branch_side side) {
  return constant(side, everything, 0x1p-171, 0x1p-171);
}
branch_row undefined(branch_side side) {
  return {side, everything, branch_kind::undefined};
}
branch_row circle(double below, branch_kind kind, series of, series other) {
  return {both, below, kind, of, other};
}

std::vector<reference_row> exponentials() {
  return {
      {"exp", parity::none, 1, 1, infinity, 0, {table(positive, 89, s::exp), overflow(positive), table(negative, 120, s::exp_m), underflow(negative)}},
      {"exp2", parity::none, 1, 1, infinity, 0, {table(positive, 128, s::exp2), overflow(positive), table(negative, 172, s::exp2_m), underflow(negative)}},
      {"exp10", parity::none, 1, 1, infinity, 0, {table(positive, 38.75, s::exp10), overflow(positive), table(negative, 52, s::exp10_m), underflow(negative)}},
      {"expm1", parity::none, 0, -0.0, infinity, -1,
       {table(positive, 89, s::expm1), overflow(positive), table(negative, 64, s::expm1_m), constant(negative, everything, -1, 0x1p-92)}},
      {"log", parity::none, -infinity, -infinity, infinity, nan, {table(positive, everything, s::log), undefined(negative)}},
      {"log2", parity::none, -infinity, -infinity, infinity, nan, {table(positive, everything, s::log2), undefined(negative)}},
      {"log10", parity::none, -infinity, -infinity, infinity, nan, {table(positive, everything, s::log10), undefined(negative)}},
      {"log1p", parity::none, 0, -0.0, infinity, nan,
       {table(positive, everything, s::log1p), table(negative, 0.5, s::log1p_m), shifted(negative, past_one, 1, -1, s::log, -infinity),
        undefined(negative)}},
  };
}

/// A homogeneous function: x 2^period gives 2^power times as much.
branch_row homogeneous(branch_side side, series of, int period, int power) {
  branch_row out{side, everything, branch_kind::power, of};
  out.period = period, out.power = power;
  return out;
}

std::vector<reference_row> roots() {
  return {
      {"sqrt", parity::none, 0, -0.0, infinity, nan, {homogeneous(positive, s::sqrt, 2, 1), undefined(negative)}},
      {"rsqrt", parity::none, infinity, -infinity, 0, nan, {homogeneous(positive, s::rsqrt, 2, -1), undefined(negative)}},
      {"cbrt", parity::odd, 0, -0.0, infinity, -infinity, {homogeneous(both, s::cbrt, 3, 1)}},
      {"rcbrt", parity::odd, infinity, -infinity, 0, -0.0, {homogeneous(both, s::rcbrt, 3, -1)}},
      {"rcp", parity::odd, infinity, -infinity, 0, -0.0, {homogeneous(both, s::reciprocal, 1, -1)}},
  };
}

std::vector<reference_row> circular() {
  return {
      {"sin", parity::odd, 0, -0.0, nan, nan, {table(both, 0.75, s::sin), circle(everything, branch_kind::circle_sine, s::sin, s::cos)}},
      {"cos", parity::even, 1, 1, nan, nan, {table(both, 0.75, s::cos), circle(everything, branch_kind::circle_cosine, s::sin, s::cos)}},
      {"tan", parity::odd, 0, -0.0, nan, nan, {table(both, 0.75, s::tan), circle(everything, branch_kind::circle_tangent, s::tan, nullptr)}},
      {"sinpi", parity::odd, 0, -0.0, nan, nan,
       {table(both, 0.25, s::sinpi), circle(0x1p24, branch_kind::turn_sine, s::sinpi, s::cospi), constant(both, everything, 0, 0)}},
      {"cospi", parity::even, 1, 1, nan, nan,
       {table(both, 0.25, s::cospi), circle(0x1p24, branch_kind::turn_cosine, s::sinpi, s::cospi), constant(both, everything, 1, 0)}},
      {"asin", parity::odd, 0, -0.0, nan, nan,
       {table(both, 0.5, s::asin), shifted(both, past_one, 1, -1, s::asin_1m, 0x1.921fb54442d18p+0), undefined(both)}},
      {"acos", parity::none, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+0, nan, nan,
       {table(positive, 0.5, s::acos), shifted(positive, past_one, 1, -1, s::acos_1m, 0), undefined(positive), table(negative, 0.5, s::acos_m),
        shifted(negative, past_one, 1, -1, s::asin_1m, 0x1.921fb54442d18p+1), undefined(negative)}},
      {"atan", parity::odd, 0, -0.0, 0x1.921fb54442d18p+0, -0x1.921fb54442d18p+0, {table(both, everything, s::atan)}},
  };
}

std::vector<reference_row> hyperbolic() {
  return {
      {"sinh", parity::odd, 0, -0.0, infinity, -infinity, {table(both, 90, s::sinh), overflow(both)}},
      {"cosh", parity::even, 1, 1, infinity, infinity, {table(both, 90, s::cosh), overflow(both)}},
      {"tanh", parity::odd, 0, -0.0, 1, -1, {table(both, 32, s::tanh), constant(both, everything, 1, 0x1p-90)}},
      {"asinh", parity::odd, 0, -0.0, infinity, -infinity, {table(both, everything, s::asinh)}},
      {"acosh", parity::none, nan, nan, infinity, nan,
       {{positive, 1, branch_kind::undefined}, shifted(positive, 2, -1, 1, s::acosh_1p, 0), table(positive, everything, s::acosh), undefined(negative)}},
      {"atanh", parity::odd, 0, -0.0, nan, nan, {table(both, 0.5, s::atanh), shifted(both, past_one, 1, -1, s::atanh_1m, infinity), undefined(both)}},
  };
}

std::vector<reference_row> errors() {
  return {
      {"erf", parity::odd, 0, -0.0, 1, -1, {table(both, 8, s::erf), constant(both, everything, 1, 0x1p-96)}},
      {"erfc", parity::none, 1, 1, 0, 2,
       {table(positive, 10.8125, s::erfc), underflow(positive), table(negative, 8, s::erf), constant(negative, everything, 2, 0x1p-96)}},
      {"erfcx", parity::none, 1, 1, 0, infinity, {table(positive, everything, s::erfcx), table(negative, 9.5, s::erfcx_m), overflow(negative)}},
      {"normcdf", parity::none, 0.5, 0.5, 1, 0,
       {table(positive, 16, s::normcdf), constant(positive, everything, 1, 0x1p-100), table(negative, 15.25, s::normcdf_m), underflow(negative)}},
      {"erfinv", parity::odd, 0, -0.0, nan, nan, {table(both, 0.5, s::erfinv), shifted(both, past_one, 1, -1, s::erfinv_m, infinity), undefined(both)}},
      {"erfcinv", parity::none, infinity, infinity, nan, nan,
       {table(positive, 0.5, s::erfinv_m), shifted(positive, past_one, 1, -1, s::erfinv, 0), shifted(positive, 1.5, -1, 1, s::erfinv_m, 0),
        shifted(positive, 0x1.000002p+1, 2, -1, s::erfinv, -infinity), undefined(positive), undefined(negative)}},
      {"normcdfinv", parity::none, -infinity, -infinity, nan, nan,
       {table(positive, 0.25, s::normcdfinv), shifted(positive, 0.5, 0.5, -1, s::normcdfinv_m, 0), shifted(positive, 0.75, -0.5, 1, s::normcdfinv, 0),
        shifted(positive, past_one, 1, -1, s::normcdfinv_m, infinity), undefined(positive), undefined(negative)}},
  };
}

std::vector<reference_row> bessel() {
  return {
      {"i0", parity::even, 1, 1, infinity, infinity, {table(both, 92.5, s::bessel_i0), overflow(both)}},
      {"i1", parity::odd, 0, -0.0, infinity, -infinity, {table(both, 92.5, s::bessel_i1), overflow(both)}},
  };
}

} // namespace

const std::vector<reference_row>& reference_rows() {
  static const std::vector<reference_row> rows = [] {
    std::vector<reference_row> out;
    for (auto part : {exponentials(), roots(), circular(), hyperbolic(), errors(), bessel()}) out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return rows;
}

} // namespace fpcheck::sweep
