// The elementary functions: value, wide value, slope, share of the adjoint, error law and text of each in one place.
#include "elementary.hpp"
#include "error_rules.hpp"

#include <array>

namespace fpcheck::expr {
namespace {

wide at(operation o, const wide& x) { return scalar<wide>::call(o, x); }
wide root(const wide& x) { return sqrt(x); }
wide wide_pi() { return scalar<wide>::from_literal("pi"); }

node_id square(graph& g, node_id x) { return g.powi(x, 2); }
node_id one_minus(graph& g, node_id x) { return g.sub(g.full(g.shape_of(x), "1"), x); }
node_id of(const graph& g, node_id self) { return g[self].arguments[0]; }
node_id two_over_root_pi(graph& g) { return g.div(g.constant(2), g.unary(operation::sqrt, g.constant("pi"))); }

int sigmoid_wide(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t r) {
  mpfr_t t;
  mpfr_init2(t, mpfr_get_prec(to) + 64);
  mpfr_neg(t, x, r);
  mpfr_exp(t, t, r);
  mpfr_add_ui(t, t, 1, r);
  const int inexact = mpfr_ui_div(to, 1, t, r);
  mpfr_clear(t);
  return inexact;
}

/// max(x, 0) + log1p(exp(-|x|))
int softplus_wide(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t r) {
  mpfr_t t;
  mpfr_init2(t, mpfr_get_prec(to) + 64);
  mpfr_abs(t, x, r);
  mpfr_neg(t, t, r);
  mpfr_exp(t, t, r);
  mpfr_log1p(t, t, r);
  const int inexact = mpfr_sgn(x) > 0 ? mpfr_add(to, t, x, r) : mpfr_set(to, t, r);
  mpfr_clear(t);
  return inexact;
}

int lgamma_wide(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t r) {
  int sign = 0;
  return mpfr_lgamma(to, &sign, x, r);
}

double lgamma_double(double x) {
  int sign = 0;
  return static_cast<double>(lgammal_r(x, &sign)); // lgamma writes a global variable
}

double sigmoid_double(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }

/// The argument of [x - e, x + e] that is nearest to zero.
double nearest_to_zero(double x, double e) { return std::max(std::fabs(x) - e, 0.0); }

/// A function of |x| on [0, end) whose slope grows without bound towards the end: the slope at the outer end where that
/// is not far steeper than at x, else the difference of the values there.
double moved_outward(double x, double e, double end, double (*slope)(double), double (*value)(double)) {
  const double size = std::fabs(x), outer = size + e;
  if (!(outer <= end)) return unknown;
  if (e < (end - size) / 4) return e * slope(outer) * (1 + 0x1p-40);
  return (std::fabs(value(outer) - value(size)) + 0x1p-50) * (1 + 0x1p-20);
}

double moved_asin(double x, double, double e) {
  return moved_outward(x, e, 1, [](double a) { return 1 / std::sqrt((1 - a) * (1 + a)); }, [](double a) { return std::asin(a); });
}

double moved_acosh(double x, double y, double e) {
  if (!(x - e >= 1)) return unknown;
  if (e < (x - 1) / 4) return e / std::sqrt((x - e - 1) * (x - e + 1)) * (1 + 0x1p-40);
  return (y - std::acosh(x - e) + 0x1p-50 * y) * (1 + 0x1p-20);
}

/// The logarithm of |gamma| has a convex branch between any two poles, so that its steepest point is an end.
double moved_lgamma(double x, double, double e) {
  if (!(x - e > 0) && !(std::floor(x - e) == std::floor(x + e) && std::floor(x - e) != x - e)) return unknown;
  return e * std::max(std::fabs(polygamma(0, x - e)), std::fabs(polygamma(0, x + e))) * (1 + 0x1p-40);
}

constexpr function_error ulps(double n) { return {n, 0, 0}; }

// The stated errors are those of binary32. Source: CUDA C++ Programming Guide, Mathematical Functions, maximum ulp errors of
// the single-precision functions and of the intrinsics; PTX ISA for the approximate instructions.
using enum operation;
constexpr elementary_row rows[] = {
    {exp, [](double x) { return std::exp(x); }, mpfr_exp, [](const wide& x) { return at(exp, x); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, self); },
     [](double, double y, double e) { return y * std::expm1(e); }, ulps(2), {2, 1.173, 0},
     "d exp(A) = exp(A) * dA", "d\\exp(A) = \\exp(A)\\circ dA"},
    {exp2, [](double x) { return std::exp2(x); }, mpfr_exp2, [](const wide& x) { return at(exp2, x) * at(log, wide(2)); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.mul(self, g.unary(log, g.constant(2)))); },
     [](double, double y, double e) { return y * std::expm1(e * M_LN2); }, ulps(2), ulps(2),
     "d exp2(A) = log(2) exp2(A) * dA", "d\\,2^{A} = \\ln 2\\;2^{A}\\circ dA"},
    {expm1, [](double x) { return std::expm1(x); }, mpfr_expm1, [](const wide& x) { return at(exp, x); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.unary(exp, of(g, self))); },
     [](double x, double, double e) { return std::exp(x) * std::expm1(e); }, ulps(1), ulps(1), // y + 1 would cancel
     "d expm1(A) = exp(A) * dA", "d(\\exp(A)-1) = \\exp(A)\\circ dA"},
    {log, [](double x) { return std::log(x); }, mpfr_log, [](const wide& x) { return wide(1 / x); },
     [](graph& g, node_id self, node_id up) { return g.div(up, of(g, self)); },
     [](double x, double, double e) { return x > e ? -std::log1p(-e / x) : unknown; }, ulps(1), {3, 0, 3.6e-7},
     "d log(A) = dA / A", "d\\log A = dA\\oslash A"},
    {log2, [](double x) { return std::log2(x); }, mpfr_log2, [](const wide& x) { return wide(1 / (x * at(log, wide(2)))); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.mul(of(g, self), g.unary(log, g.constant(2)))); },
     [](double x, double, double e) { return x > e ? -std::log1p(-e / x) / M_LN2 : unknown; }, ulps(1), {2, 0, 2.4e-7},
     "d log2(A) = dA / (A log(2))", "d\\log_2 A = dA\\oslash(A\\ln 2)"},
    {log1p, [](double x) { return std::log1p(x); }, mpfr_log1p, [](const wide& x) { return wide(1 / (1 + x)); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.div(g.constant(1), g.add(of(g, self), g.constant(1)))); },
     [](double x, double, double e) { return 1 + x > e ? -std::log1p(-e / (1 + x)) : unknown; }, ulps(1), ulps(1),
     "d log1p(A) = dA / (1 + A)", "d\\log(1+A) = dA\\oslash(1+A)"},
    {operation::sqrt, [](double x) { return std::sqrt(x); }, mpfr_sqrt, [](const wide& x) { return wide(0.5 / root(x)); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.mul(g.constant(2), self)); },
     [](double x, double y, double e) { return x > e ? y * (e / x) / (1 + std::sqrt(1 - e / x)) : std::sqrt(std::fabs(x) + e); }, ulps(0.5), ulps(3),
     "d sqrt(A) = dA / (2 sqrt(A))", "d\\sqrt{A} = dA\\oslash 2\\sqrt{A}"},
    {rsqrt, [](double x) { return 1 / std::sqrt(x); }, mpfr_rec_sqrt, [](const wide& x) { return wide(-0.5 / (x * root(x))); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.mul(g.constant("-0.5"), g.powi(self, 3))); },
     [](double x, double y, double e) { return x > e ? y * std::expm1(-0.5 * std::log1p(-e / x)) : unknown; }, ulps(2), ulps(2),
     "d A^(-1/2) = -1/2 A^(-3/2) * dA", "dA^{-1/2} = -\\tfrac12 A^{-3/2}\\circ dA"},
    {tanh, [](double x) { return std::tanh(x); }, mpfr_tanh,
     [](const wide& x) { const wide e = at(exp, x), s = e + 1 / e; return wide(4 / (s * s)); }, // 1 / cosh^2
     [](graph& g, node_id self, node_id up) { return g.mul(up, one_minus(g, square(g, self))); },
     [](double x, double, double e) {
       const double t = std::tanh(nearest_to_zero(x, e));
       return std::min(e * (1 - t * t) * (1 + 0x1p-40) + 0x1p-50 * e, 2.0);
     }, ulps(2), ulps(4134), "d tanh(A) = (1 - tanh(A)^2) * dA", "d\\tanh A = (1-\\tanh^2 A)\\circ dA"},
    {sigmoid, sigmoid_double, sigmoid_wide, [](const wide& x) { const wide e = at(exp, x < 0 ? x : wide(-x)); return wide(e / ((1 + e) * (1 + e))); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.mul(self, one_minus(g, self))); },
     [](double x, double, double e) {
       const double s = sigmoid_double(-nearest_to_zero(x, e));
       return std::min(e * s * (1 - s), 1.0);
     }, ulps(0.5), ulps(0.5), // the evaluator composes it of an exponential and a division
     "d s(A) = s(A) (1 - s(A)) * dA", "d\\sigma(A) = \\sigma(A)(1-\\sigma(A))\\circ dA"},
    {softplus, [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }, softplus_wide,
     [](const wide& x) { return wide(1 / (1 + at(exp, wide(-x)))); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.unary(sigmoid, of(g, self))); },
     [](double x, double, double e) { return e * sigmoid_double(x + e); }, ulps(0.5), ulps(0.5), // composed likewise
     "d softplus(A) = sigmoid(A) * dA", "d\\,\\mathrm{softplus}(A) = \\sigma(A)\\circ dA"},
    {erf, [](double x) { return std::erf(x); }, mpfr_erf, [](const wide& x) { return wide(2 * at(exp, -(x * x)) / root(wide_pi())); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.mul(two_over_root_pi(g), g.unary(exp, g.neg(square(g, of(g, self)))))); },
     [](double x, double, double e) { const double near = nearest_to_zero(x, e); return std::min(e * M_2_SQRTPI * std::exp(-near * near), 2.0); }, ulps(2), ulps(2),
     "d erf(A) = 2/sqrt(pi) exp(-A^2) * dA", "d\\,\\mathrm{erf}(A) = \\tfrac{2}{\\sqrt\\pi}e^{-A^2}\\circ dA"},
    // binary64's own error reaches 5 ulps in glibc: long double's does not show.
    {erfc, [](double x) { return static_cast<double>(std::erfc(static_cast<long double>(x))); }, mpfr_erfc,
     [](const wide& x) { return wide(-2 * at(exp, -(x * x)) / root(wide_pi())); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.mul(g.neg(two_over_root_pi(g)), g.unary(exp, g.neg(square(g, of(g, self)))))); },
     [](double x, double, double e) { const double near = nearest_to_zero(x, e); return std::min(e * M_2_SQRTPI * std::exp(-near * near) * (1 + 0x1p-40), 2.0); }, ulps(4), ulps(4),
     "d erfc(A) = -2/sqrt(pi) exp(-A^2) * dA", "d\\,\\mathrm{erfc}(A) = -\\tfrac{2}{\\sqrt\\pi}e^{-A^2}\\circ dA"},
    {sin, [](double x) { return std::sin(x); }, mpfr_sin, [](const wide& x) { return at(cos, x); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.unary(cos, of(g, self))); },
     [](double x, double, double e) { return std::min({e, std::fabs(std::cos(x)) * e + e * e / 2, 2.0}); }, ulps(2), {2, 0, 3.6e-7},
     "d sin(A) = cos(A) * dA", "d\\sin A = \\cos A\\circ dA"},
    {cos, [](double x) { return std::cos(x); }, mpfr_cos, [](const wide& x) { return wide(-at(sin, x)); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.neg(g.unary(sin, of(g, self)))); },
     [](double x, double, double e) { return std::min({e, std::fabs(std::sin(x)) * e + e * e / 2, 2.0}); }, ulps(2), {2, 0, 4.2e-7},
     "d cos(A) = -sin(A) * dA", "d\\cos A = -\\sin A\\circ dA"},
    {asin, [](double x) { return std::asin(x); }, mpfr_asin, [](const wide& x) { return wide(1 / root(1 - x * x)); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.unary(operation::sqrt, one_minus(g, square(g, of(g, self))))); },
     moved_asin, ulps(2), ulps(2), "d asin(A) = dA / sqrt(1 - A^2)", "d\\arcsin A = dA\\oslash\\sqrt{1-A^2}"},
    {acos, [](double x) { return std::acos(x); }, mpfr_acos, [](const wide& x) { return wide(-1 / root(1 - x * x)); },
     [](graph& g, node_id self, node_id up) { return g.neg(g.div(up, g.unary(operation::sqrt, one_minus(g, square(g, of(g, self)))))); },
     moved_asin, ulps(2), ulps(2), "d acos(A) = -dA / sqrt(1 - A^2)", "d\\arccos A = -dA\\oslash\\sqrt{1-A^2}"},
    {atan, [](double x) { return std::atan(x); }, mpfr_atan, [](const wide& x) { return wide(1 / (1 + x * x)); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.add(g.constant(1), square(g, of(g, self)))); },
     [](double x, double, double e) { const double near = nearest_to_zero(x, e); return std::min(e / (1 + near * near) * (1 + 0x1p-40), M_PI * (1 + 0x1p-40)); },
     ulps(2), ulps(2), "d atan(A) = dA / (1 + A^2)", "d\\arctan A = dA\\oslash(1+A^2)"},
    {asinh, [](double x) { return static_cast<double>(std::asinh(static_cast<long double>(x))); }, mpfr_asinh, [](const wide& x) { return wide(1 / root(1 + x * x)); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.unary(operation::sqrt, g.add(g.constant(1), square(g, of(g, self))))); },
     [](double x, double, double e) { return e / std::hypot(1.0, nearest_to_zero(x, e)) * (1 + 0x1p-40); },
     ulps(3), ulps(3), "d asinh(A) = dA / sqrt(1 + A^2)", "d\\,\\mathrm{arsinh} A = dA\\oslash\\sqrt{1+A^2}"},
    {acosh, [](double x) { return static_cast<double>(std::acosh(static_cast<long double>(x))); }, mpfr_acosh, [](const wide& x) { return wide(1 / root((x - 1) * (x + 1))); },
     [](graph& g, node_id self, node_id up) { return g.div(up, g.unary(operation::sqrt, g.sub(square(g, of(g, self)), g.constant(1)))); },
     moved_acosh, ulps(4), ulps(4), "d acosh(A) = dA / sqrt(A^2 - 1)", "d\\,\\mathrm{arcosh} A = dA\\oslash\\sqrt{A^2-1}"},
    {atanh, [](double x) { return static_cast<double>(std::atanh(static_cast<long double>(x))); }, mpfr_atanh, [](const wide& x) { return wide(1 / (1 - x * x)); },
     [](graph& g, node_id self, node_id up) { return g.div(up, one_minus(g, square(g, of(g, self)))); },
     [](double x, double, double e) {
       return moved_outward(x, e, 1, [](double a) { return 1 / ((1 - a) * (1 + a)); }, [](double a) { return std::atanh(a); });
     }, ulps(3), ulps(3), "d atanh(A) = dA / (1 - A^2)", "d\\,\\mathrm{artanh} A = dA\\oslash(1-A^2)"},
    // Within the interval the guide states no bound: see error_rules::of_function.
    {lgamma, lgamma_double, lgamma_wide, [](const wide& x) { return scalar<wide>::polygamma(0, x); },
     [](graph& g, node_id self, node_id up) { return g.mul(up, g.polygamma(0, of(g, self))); },
     moved_lgamma, ulps(6), ulps(6), "d lgamma(A) = digamma(A) * dA", "d\\ln\\Gamma(A) = \\psi(A)\\circ dA"},
};

constexpr std::size_t count = std::size(rows);
static_assert(count == elementary_count);

/// Every field of every row is filled, and every elementary function of the operation table has one row.
constexpr bool complete() {
  for (const elementary_row& r : rows)
    if (r.value == nullptr || r.wide_value == nullptr || r.slope == nullptr || r.share == nullptr || r.moved == nullptr || r.accurate.ulps <= 0 || r.fast.ulps <= 0 || r.text.empty() || r.latex.empty()) return false;
  constexpr operation all[] = {
#define FPCHECK_EXPR_OPERATION(name, printed, family, field) operation::name,
#include <fpcheck/expr/operations.def>
  };
  constexpr operation_family families[] = {
#define FPCHECK_EXPR_OPERATION(name, printed, family, field) operation_family::family,
#include <fpcheck/expr/operations.def>
  };
  for (std::size_t i = 0; i < std::size(all); ++i) {
    const operation o = all[i];
    const bool exact_or_of_integers = o == neg || o == abs || o == relu || o == powi || o == operation::polygamma;
    const auto rows_of = std::count_if(rows, rows + count, [o](const elementary_row& r) { return r.of == o; });
    if (rows_of != (families[i] == operation_family::unary && !exact_or_of_integers ? 1 : 0)) return false;
  }
  return true;
}
static_assert(complete(), "an elementary function lacks a row, or a row a value, slope, law or text");

constexpr auto index = [] {
  std::array<std::uint8_t, 256> out{};
  out.fill(count);
  for (std::size_t i = 0; i < count; ++i) out[static_cast<std::size_t>(rows[i].of)] = static_cast<std::uint8_t>(i);
  return out;
}();

} // namespace

std::span<const elementary_row> elementary_rows() { return rows; }

const elementary_row* find_elementary(operation o) {
  const std::size_t i = index[static_cast<std::size_t>(o)];
  return i < count ? &rows[i] : nullptr;
}

double elementary(operation o, double x) {
  const elementary_row* r = find_elementary(o);
  return r != nullptr ? r->value(x) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace fpcheck::expr
