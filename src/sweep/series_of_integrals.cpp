#include "series.hpp"

#include <array>
#include <cmath>

/// Functions of which the differential equation does not keep the digits everywhere: from their integrals and sums, whose terms do.
namespace fpcheck::sweep::series_of {
namespace {

number_set point(double x) {
  return number_set{x};
}
number_set n_of(std::size_t n) {
  return point(static_cast<double>(n));
}
const number_set pi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

/// From 32 on erfcx(v) = 2 / sqrt(pi) integral of e^(-t^2 - 2 v t), so that its coefficient n is (-2)^n / n! times the moment of t^n.
/// The partial sums of e^(-t^2) = sum (-1)^k t^2k / k! enclose it in turn; so do those of the moments
/// sum (-1)^k (n + 2k)! / (n! k! (2v)^(n + 2k + 1)) n!.
void erfcx_by_moments(const place& at, jet& out) {
  const number_set v = at.v;
  const number_set z = point(2) * v, square = z * z, front = point(2) / interval::sqrt(pi);
  number_set scale = front / z; // of coefficient n: 2 / sqrt(pi) (-2)^n / z^(n + 1)
  for (std::size_t n = 0; n < out.size(); ++n) {
    number_set term = point(1), sum = point(1), before = sum;
    for (std::size_t k = 1; k <= 8; ++k) {
      term = -(term * n_of(n + 2 * k) * n_of(n + 2 * k - 1) / (n_of(k) * square));
      before = sum;
      sum = sum + term;
    }
    if (n > 0) out[n] = scale * interval::convex_hull(before, sum);
    scale = scale * point(-2 * at.unit) / z;
  }
}
void erfcx_by_equation(const place& at, number_set y, double sign, jet& out) {
  const number_set v = at.v, u = point(at.unit);
  // y' = 2 v y -+ 2 / sqrt(pi), and (n + 1) y[n+1] = 2 (v y[n] + y[n-1])
  out[0] = y, out[1] = u * (point(2) * v * y + point(sign) * point(2) / interval::sqrt(pi));
  for (std::size_t n = 1; n + 1 < out.size(); ++n) out[n + 1] = point(2) * u * (v * out[n] + u * out[n - 1]) / n_of(n + 1);
}

/// I_order(v), whose series has positive terms only: each end by itself, for v >= 0.
number_set modified_bessel(number_set v, unsigned order) {
  const number_set half = v / point(2), square = half * half;
  number_set term = order == 0 ? point(1) : half, sum = term;
  for (std::size_t k = 1; k < 400; ++k) {
    term = term * square / (n_of(k) * n_of(k + order));
    sum = sum + term;
    if (term.high() < sum.high() * 0x1p-70 && n_of(k).high() > v.high()) {
      // What follows is less than a geometric series of ratio 1/4: (v/2)^2 / k^2 with k > v.
      return sum + number_set{0, term.high()};
    }
  }
  return {0, INFINITY};
}
/// Coefficients 0 to 9 of I_0 about v, where v y'' + y' - v y = 0.
std::array<number_set, taylor_degree + 3> bessel_coefficients(const place& at) {
  const number_set v = at.v, u = point(at.unit), w = v / u;
  std::array<number_set, taylor_degree + 3> a;
  a[0] = modified_bessel(v, 0), a[1] = u * modified_bessel(v, 1);
  for (std::size_t n = 0; n + 2 < a.size(); ++n) {
    number_set s = v * u * a[n] - n_of((n + 1) * (n + 1)) * a[n + 1];
    if (n > 0) s = s + u * u * a[n - 1];
    a[n + 2] = s / (w * n_of((n + 2) * (n + 1)));
  }
  return a;
}

} // namespace

void erfcx(const place& at, number_set y, jet& out) {
  if (at.v.low() >= 32) return erfcx_by_moments(at, out);
  erfcx_by_equation(at, y, -1, out);
}
void erfcx_m(const place& at, number_set y, jet& out) {
  erfcx_by_equation(at, y, 1, out);
}
void bessel_i0(const place& at, number_set, jet& out) {
  const auto a = bessel_coefficients(at);
  for (std::size_t n = 1; n < out.size(); ++n) out[n] = a[n];
}
void bessel_i1(const place& at, number_set, jet& out) {
  const auto a = bessel_coefficients(at);
  for (std::size_t n = 1; n < out.size(); ++n) out[n] = n_of(n + 1) * a[n + 1] / point(at.unit);
}

} // namespace fpcheck::sweep::series_of
