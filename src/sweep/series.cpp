#include "series.hpp"

namespace fpcheck::sweep::series_of {
namespace {

constexpr int terms = taylor_degree + 2;

number_set point(double x) {
  return number_set{x};
}
number_set n_of(int n) {
  return point(n);
}
/// The constants, between neighbours.
const number_set ln2{0x1.62e42fefa39efp-1, 0x1.62e42fefa39f0p-1};
const number_set ln10{0x1.26bb1bbb55515p+1, 0x1.26bb1bbb55516p+1};
const number_set pi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

/// v + slope t.
jet variable(const place& at, double slope = 1) {
  jet out;
  out.fill(point(0));
  out[0] = at.v, out[1] = point(slope * at.unit);
  return out;
}
jet product(const jet& a, const jet& b) {
  jet out;
  for (int n = 0; n < terms; ++n) {
    number_set s = a[0] * b[static_cast<std::size_t>(n)];
    for (int k = 1; k <= n; ++k) s = s + a[static_cast<std::size_t>(k)] * b[static_cast<std::size_t>(n - k)];
    out[static_cast<std::size_t>(n)] = s;
  }
  return out;
}
jet scaled(const jet& a, number_set factor) {
  jet out;
  for (std::size_t n = 0; n < a.size(); ++n) out[n] = a[n] * factor;
  return out;
}
/// e^u, of which the value is known: y' = u' y.
jet exponential(const jet& u, number_set value) {
  jet y;
  y[0] = value;
  for (int n = 1; n < terms; ++n) {
    number_set s = point(0);
    for (int k = 1; k <= n; ++k) s = s + n_of(k) * u[static_cast<std::size_t>(k)] * y[static_cast<std::size_t>(n - k)];
    y[static_cast<std::size_t>(n)] = s / n_of(n);
  }
  return y;
}
/// u^alpha, of which the value is known: u y' = alpha u' y.
jet power(const jet& u, number_set alpha, number_set value) {
  jet y;
  y[0] = value;
  for (int n = 1; n < terms; ++n) {
    number_set s = point(0);
    for (int k = 1; k <= n; ++k)
      s = s + (alpha * n_of(k) - n_of(n - k)) * u[static_cast<std::size_t>(k)] * y[static_cast<std::size_t>(n - k)];
    y[static_cast<std::size_t>(n)] = s / (n_of(n) * u[0]);
  }
  return y;
}
/// The coefficients of a function with this derivative.
void integrate(const place& at, const jet& derivative, jet& out) {
  for (std::size_t n = 1; n < out.size(); ++n) out[n] = point(at.unit) * derivative[n - 1] / n_of(static_cast<int>(n));
}
void integrate_negative(const place& at, const jet& derivative, jet& out) {
  integrate(at, scaled(derivative, point(-1)), out);
}
/// y' = rate y.
void grows(const place& at, number_set rate, number_set y, jet& out) {
  rate = rate * point(at.unit);
  for (std::size_t n = 1; n < out.size(); ++n) out[n] = y = y * rate / n_of(static_cast<int>(n));
}
/// factor log v: -(-1 / v)^n / n.
void falls_as_logarithm(number_set v, double unit, number_set factor, jet& out) {
  const number_set r = point(unit) / v;
  number_set p = factor * r;
  for (std::size_t n = 1; n < out.size(); ++n) {
    out[n] = p / n_of(static_cast<int>(n));
    p = -(p * r);
  }
}
jet inverse_of(const jet& u) {
  return power(u, point(-1), point(1) / u[0]);
}
jet inverse_root_of(const jet& u) {
  return power(u, point(-0.5), interval::rsqrt(u[0]));
}
/// 1 + factor v^2.
jet one_plus_square(const place& at, double factor) {
  jet u = scaled(product(variable(at), variable(at)), point(factor));
  u[0] = u[0] + point(1);
  return u;
}
/// 1 - v^2 with fewer roundings.
jet one_minus_square(const place& at) {
  jet u = one_plus_square(at, -1);
  u[0] = (point(1) - at.v) * (point(1) + at.v);
  return u;
}
/// v (2 + slope v).
jet near_one(const place& at, double slope) {
  jet other = variable(at, slope);
  other[0] = point(2) + point(slope) * at.v;
  return product(variable(at), other);
}
/// y'' = -frequency^2 y from y and y'.
void swings(const place& at, number_set frequency, number_set y, number_set slope, jet& out) {
  frequency = frequency * point(at.unit);
  out[0] = y, out[1] = slope * point(at.unit);
  const number_set square = -(frequency * frequency);
  for (std::size_t n = 2; n < out.size(); ++n) out[n] = out[n - 2] * square / n_of(static_cast<int>(n * (n - 1)));
}
/// c e^(factor v^2).
jet bell(const place& at, double factor, number_set c) {
  const jet u = scaled(product(variable(at), variable(at)), point(factor));
  return scaled(exponential(u, interval::exp(u[0])), c);
}
number_set two_over_root_pi() {
  return point(2) / interval::sqrt(pi);
}
number_set one_over_root_two_pi() {
  return point(1) / interval::sqrt(point(2) * pi);
}

/// y' = c e^(factor y^2), by one coefficient after the other.
void inverts(const place& at, double factor, number_set c, number_set y, jet& out) {
  c = c * point(at.unit);
  out[0] = y;
  jet square, e;
  for (int n = 0; n + 1 < terms; ++n) {
    const auto at = static_cast<std::size_t>(n);
    number_set s = point(0);
    for (int k = 0; k <= n; ++k) s = s + out[static_cast<std::size_t>(k)] * out[static_cast<std::size_t>(n - k)];
    square[at] = s * point(factor);
    if (n == 0) {
      e[0] = interval::exp(square[0]);
    } else {
      s = point(0);
      for (int k = 1; k <= n; ++k) s = s + n_of(k) * square[static_cast<std::size_t>(k)] * e[static_cast<std::size_t>(n - k)];
      e[at] = s / n_of(n);
    }
    out[at + 1] = c * e[at] / n_of(n + 1);
  }
}

} // namespace

void exp(const place& at, number_set y, jet& out) {
  grows(at, point(1), y, out);
}
void exp_m(const place& at, number_set y, jet& out) {
  grows(at, point(-1), y, out);
}
void exp2(const place& at, number_set y, jet& out) {
  grows(at, ln2, y, out);
}
void exp2_m(const place& at, number_set y, jet& out) {
  grows(at, -ln2, y, out);
}
void exp10(const place& at, number_set y, jet& out) {
  grows(at, ln10, y, out);
}
void exp10_m(const place& at, number_set y, jet& out) {
  grows(at, -ln10, y, out);
}
void expm1(const place& at, number_set y, jet& out) {
  grows(at, point(1), y + point(1), out);
}
void expm1_m(const place& at, number_set, jet& out) {
  grows(at, point(-1), interval::exp(-at.v), out);
}
void log(const place& at, number_set, jet& out) {
  falls_as_logarithm(at.v, at.unit, point(1), out);
}
void log2(const place& at, number_set, jet& out) {
  falls_as_logarithm(at.v, at.unit, point(1) / ln2, out);
}
void log10(const place& at, number_set, jet& out) {
  falls_as_logarithm(at.v, at.unit, point(1) / ln10, out);
}
void log1p(const place& at, number_set, jet& out) {
  falls_as_logarithm(point(1) + at.v, at.unit, point(1), out);
}
void log1p_m(const place& at, number_set, jet& out) {
  falls_as_logarithm(point(1) - at.v, at.unit, point(1), out);
  for (std::size_t n = 1; n < out.size(); n += 2) out[n] = -out[n];
}
void sqrt(const place& at, number_set y, jet& out) {
  out = power(variable(at), point(0.5), y);
}
void rsqrt(const place& at, number_set y, jet& out) {
  out = power(variable(at), point(-0.5), y);
}
void cbrt(const place& at, number_set y, jet& out) {
  out = power(variable(at), point(1) / point(3), y);
}
void rcbrt(const place& at, number_set y, jet& out) {
  out = power(variable(at), point(-1) / point(3), y);
}
void reciprocal(const place& at, number_set y, jet& out) {
  out = power(variable(at), point(-1), y);
}
void sin(const place& at, number_set y, jet& out) {
  swings(at, point(1), y, interval::cos(at.v), out);
}
void cos(const place& at, number_set y, jet& out) {
  swings(at, point(1), y, -interval::sin(at.v), out);
}
void tan(const place& at, number_set y, jet& out) {
  // y' = 1 + y^2
  out[0] = y;
  for (int n = 0; n + 1 < terms; ++n) {
    number_set s = point(n == 0 ? 1 : 0);
    for (int k = 0; k <= n; ++k) s = s + out[static_cast<std::size_t>(k)] * out[static_cast<std::size_t>(n - k)];
    out[static_cast<std::size_t>(n + 1)] = point(at.unit) * s / n_of(n + 1);
  }
}
void sinpi(const place& at, number_set y, jet& out) {
  swings(at, pi, y, pi * interval::cos(pi * at.v), out);
}
void cospi(const place& at, number_set y, jet& out) {
  swings(at, pi, y, -(pi * interval::sin(pi * at.v)), out);
}
void asin(const place& at, number_set, jet& out) {
  integrate(at, inverse_root_of(one_minus_square(at)), out);
}
void acos(const place& at, number_set, jet& out) {
  integrate_negative(at, inverse_root_of(one_minus_square(at)), out);
}
void acos_m(const place& at, number_set, jet& out) {
  integrate(at, inverse_root_of(one_minus_square(at)), out);
}
void acos_1m(const place& at, number_set, jet& out) {
  integrate(at, inverse_root_of(near_one(at, -1)), out);
}
void asin_1m(const place& at, number_set, jet& out) {
  integrate_negative(at, inverse_root_of(near_one(at, -1)), out);
}
void atan(const place& at, number_set, jet& out) {
  integrate(at, inverse_of(one_plus_square(at, 1)), out);
}
void sinh(const place& at, number_set y, jet& out) {
  out[0] = y, out[1] = point(at.unit) * interval::cosh(at.v);
  for (std::size_t n = 2; n < out.size(); ++n) out[n] = point(at.unit * at.unit) * out[n - 2] / n_of(static_cast<int>(n * (n - 1)));
}
void cosh(const place& at, number_set y, jet& out) {
  out[0] = y, out[1] = point(at.unit) * interval::sinh(at.v);
  for (std::size_t n = 2; n < out.size(); ++n) out[n] = point(at.unit * at.unit) * out[n - 2] / n_of(static_cast<int>(n * (n - 1)));
}
void tanh(const place& at, number_set y, jet& out) {
  // y' = 1 - y^2, which the quotient 1 / cosh^2 knows to all its digits where y is near 1
  const number_set c = interval::cosh(at.v);
  out[0] = y, out[1] = point(at.unit) / (c * c);
  for (int n = 1; n + 1 < terms; ++n) {
    number_set s = point(0);
    for (int k = 0; k <= n; ++k) s = s - out[static_cast<std::size_t>(k)] * out[static_cast<std::size_t>(n - k)];
    out[static_cast<std::size_t>(n + 1)] = point(at.unit) * s / n_of(n + 1);
  }
}
void asinh(const place& at, number_set, jet& out) {
  integrate(at, inverse_root_of(one_plus_square(at, 1)), out);
}
void acosh(const place& at, number_set, jet& out) {
  jet u = scaled(one_minus_square(at), point(-1));
  integrate(at, inverse_root_of(u), out);
}
void acosh_1p(const place& at, number_set, jet& out) {
  integrate(at, inverse_root_of(near_one(at, 1)), out);
}
void atanh(const place& at, number_set, jet& out) {
  integrate(at, inverse_of(one_minus_square(at)), out);
}
void atanh_1m(const place& at, number_set, jet& out) {
  integrate_negative(at, inverse_of(near_one(at, -1)), out);
}
void erf(const place& at, number_set, jet& out) {
  integrate(at, bell(at, -1, two_over_root_pi()), out);
}
void erfc(const place& at, number_set, jet& out) {
  integrate_negative(at, bell(at, -1, two_over_root_pi()), out);
}
void normcdf(const place& at, number_set, jet& out) {
  integrate(at, bell(at, -0.5, one_over_root_two_pi()), out);
}
void normcdf_m(const place& at, number_set, jet& out) {
  integrate_negative(at, bell(at, -0.5, one_over_root_two_pi()), out);
}
void erfinv(const place& at, number_set y, jet& out) {
  inverts(at, 1, interval::sqrt(pi) / point(2), y, out);
}
void erfinv_m(const place& at, number_set y, jet& out) {
  inverts(at, 1, -(interval::sqrt(pi) / point(2)), y, out);
}
void normcdfinv(const place& at, number_set y, jet& out) {
  inverts(at, 0.5, interval::sqrt(point(2) * pi), y, out);
}
void normcdfinv_m(const place& at, number_set y, jet& out) {
  inverts(at, 0.5, -interval::sqrt(point(2) * pi), y, out);
}

/// v^2 + other^2.
static jet sum_of_squares(const place& at, number_set other) {
  jet u = product(variable(at), variable(at));
  u[0] = u[0] + other * other;
  return u;
}
void power_of(const place& at, number_set y, number_set exponent, jet& out) { out = power(variable(at), exponent, y); }
void angle_beside(const place& at, number_set other, jet& out) {
  const jet slope = inverse_of(sum_of_squares(at, other));
  for (std::size_t n = 1; n < out.size(); ++n) out[n] = point(at.unit) * other * slope[n - 1] / n_of(static_cast<int>(n));
}
void length_with(const place& at, number_set y, number_set other, jet& out) { out = power(sum_of_squares(at, other), point(0.5), y); }

} // namespace fpcheck::sweep::series_of

namespace fpcheck::sweep {

bool reads_values(series f) {
  namespace s = series_of;
  for (const series not_me : {s::expm1_m, s::log, s::log2, s::log10, s::log1p, s::log1p_m, s::asin, s::acos, s::acos_m, s::acos_1m, s::asin_1m, s::atan, s::asinh,
                              s::acosh, s::acosh_1p, s::atanh, s::atanh_1m, s::erf, s::erfc, s::normcdf, s::normcdf_m, s::bessel_i0, s::bessel_i1})
    if (f == not_me) return false;
  return true;
}

} // namespace fpcheck::sweep
