#pragma once
#include <fpcheck/exact/double_double.hpp>
#include <fpcheck/expr/graph.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace fpcheck::expr {

/// What evaluation needs of a number type. `bounded`: radii are kept. `ordered`: real numbers, not a finite field's. `unit`:
/// relative error of + - * / and, with a factor of 4, of the elementary functions.
template <class S>
struct scalar;

/// The elementary functions in binary64. Error: at most 2 ulps; long double serves where glibc's binary64 is worse.
double elementary(operation o, double x);
/// The derivative of digamma of this order, 0 for itself, in binary64.
double polygamma(std::int64_t order, double x);

/// Whether `v`, the binary64 result of a o b, is what the field operation gives.
inline bool is_exact_binary64(operation o, double a, double b, double v) {
  if (!std::isfinite(v)) return false;
  switch (o) {
  case operation::add:
  case operation::sub: {
    const double c = o == operation::add ? b : -b, t = v - a;
    return (a - (v - t)) + (c - t) == 0;
  }
  case operation::mul: return std::fma(a, b, -v) == 0 && (v == 0 ? a == 0 || b == 0 : std::fabs(v) > 0x1p-960);
  case operation::div: return std::fma(v, b, -a) == 0 && (v == 0 ? a == 0 : std::fabs(a) > 0x1p-960);
  default: return false;
  }
}

template <>
struct scalar<double> {
  static constexpr bool bounded = true, ordered = true;
  static constexpr double unit = 0x1p-53;
  static double from(double x) { return x; }
  static double from_literal(const std::string& s) { return s == "pi" ? M_PI : std::strtod(s.c_str(), nullptr); }
  static double nearest(double x) { return x; }
  static double call(operation o, double x) { return elementary(o, x); }
  static double polygamma(std::int64_t order, double x) { return expr::polygamma(order, x); }
  static double power(double x, double p) { return std::pow(x, p); }
  static double angle(double y, double x) { return std::atan2(y, x); }
  static double hypot(double x, double y) { return std::hypot(x, y); }
  static bool less(double a, double b) { return a < b; }
  static bool is_binary64(double) { return true; }
  static bool is_exact(operation o, double a, double b, double v) { return is_exact_binary64(o, a, b, v); }
  static bool is_exact(operation, double, double) { return false; } // libm does not tell
};

template <>
struct scalar<exact::double_double> {
  using value = exact::double_double;
  static constexpr bool bounded = true, ordered = true;
  static constexpr double unit = 0x1p-101; // 32 u^2: 14 u^2 of the division is the largest
  static value from(double x) { return x; }
  static value from_literal(const std::string& s);
  static double nearest(value x) { return x.high; }
  static value call(operation o, value x);
  static value polygamma(std::int64_t order, value x);
  static value power(value x, value p);
  static value angle(value y, value x);
  static value hypot(value x, value y);
  static bool less(value a, value b) { return a < b; }
  static bool is_binary64(value x) { return x.low == 0; }
  /// Sums and products of two binary64 numbers fit in two; nothing is claimed of others.
  static bool is_exact(operation o, value a, value b, value v);
  static bool is_exact(operation o, value x, value v);
};

/// An integer modulo the prime 2^61 - 1; `undefined` after a division by zero.
struct residue {
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  std::uint64_t value = 0;
  bool undefined = false;

  residue() = default;
  residue(std::int64_t x) : value(static_cast<std::uint64_t>((x % static_cast<std::int64_t>(prime) + static_cast<std::int64_t>(prime)) % static_cast<std::int64_t>(prime))) {}
  static residue make(unsigned __int128 x, bool bad) {
    residue r;
    r.value = static_cast<std::uint64_t>(x % prime);
    r.undefined = bad;
    return r;
  }
  friend residue operator+(residue a, residue b) { return make(static_cast<unsigned __int128>(a.value) + b.value, a.undefined || b.undefined); }
  friend residue operator-(residue a, residue b) { return make(static_cast<unsigned __int128>(a.value) + prime - b.value, a.undefined || b.undefined); }
  friend residue operator*(residue a, residue b) { return make(static_cast<unsigned __int128>(a.value) * b.value, a.undefined || b.undefined); }
  residue operator-() const { return residue{} - *this; }
  friend residue operator/(residue a, residue b) {
    residue inverse{1}, base = b;
    for (std::uint64_t e = prime - 2; e != 0; e >>= 1) {
      if (e & 1) inverse = inverse * base;
      base = base * base;
    }
    residue out = a * inverse;
    out.undefined = out.undefined || b.value == 0;
    return out;
  }
  bool operator==(const residue&) const = default;
};

template <>
struct scalar<residue> {
  static constexpr bool bounded = false, ordered = false;
  static constexpr double unit = 0;
  static residue from(double x) { return {static_cast<std::int64_t>(x)}; }
  /// Decimal literals are fractions: 0.5 is 5 / 10.
  static residue from_literal(const std::string& s) {
    residue numerator{0}, denominator{1};
    bool fraction = false, negative = false;
    for (const char c : s) {
      if (c == '-') negative = true;
      if (c == '.') fraction = true;
      if (c < '0' || c > '9') {
        if (c != '-' && c != '.') numerator.undefined = true;
        continue;
      }
      numerator = numerator * residue{10} + residue{c - '0'};
      if (fraction) denominator = denominator * residue{10};
    }
    const residue out = numerator / denominator;
    return negative ? -out : out;
  }
  static double nearest(residue x) { return static_cast<double>(x.value); }
  static residue call(operation, residue x) { return x.undefined = true, x; }
  static residue slope(operation, residue x) { return x.undefined = true, x; }
  static residue polygamma(std::int64_t, residue x) { return x.undefined = true, x; }
  static residue power(residue x, residue) { return x.undefined = true, x; }
  static residue angle(residue y, residue) { return y.undefined = true, y; }
  static residue hypot(residue x, residue) { return x.undefined = true, x; }
  static bool less(residue a, residue b) { return a.value < b.value; }
};

/// A value with its derivative along one direction.
template <class T>
struct dual {
  T value{};
  T slope{};

  dual() = default;
  dual(T v) : value(v), slope(scalar<T>::from(0)) {}
  dual(T v, T s) : value(v), slope(s) {}
  friend dual operator+(const dual& a, const dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend dual operator-(const dual& a, const dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend dual operator*(const dual& a, const dual& b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
  friend dual operator/(const dual& a, const dual& b) {
    const T q = a.value / b.value;
    return {q, (a.slope - q * b.slope) / b.value};
  }
  dual operator-() const { return {-value, -slope}; }
};

template <class T>
struct scalar<dual<T>> {
  static constexpr bool bounded = false, ordered = scalar<T>::ordered;
  static constexpr double unit = 0;
  static dual<T> from(double x) { return {scalar<T>::from(x)}; }
  static dual<T> from_literal(const std::string& s) { return {scalar<T>::from_literal(s)}; }
  static double nearest(const dual<T>& x) { return scalar<T>::nearest(x.value); }
  static dual<T> call(operation o, const dual<T>& x) { return {scalar<T>::call(o, x.value), scalar<T>::slope(o, x.value) * x.slope}; }
  static dual<T> polygamma(std::int64_t order, const dual<T>& x) { return {scalar<T>::polygamma(order, x.value), scalar<T>::polygamma(order + 1, x.value) * x.slope}; }
  static dual<T> power(const dual<T>& x, const dual<T>& p) {
    const T y = scalar<T>::power(x.value, p.value);
    // What does not move adds nothing: (-1)^(x > 100) has no logarithm to take.
    T rate = scalar<T>::from(0);
    if (scalar<T>::nearest(p.slope) != 0) rate = rate + p.slope * scalar<T>::call(operation::log, x.value);
    if (scalar<T>::nearest(x.slope) != 0) rate = rate + p.value * x.slope / x.value;
    return {y, y * rate};
  }
  static dual<T> angle(const dual<T>& y, const dual<T>& x) {
    const T size = x.value * x.value + y.value * y.value;
    return {scalar<T>::angle(y.value, x.value), (x.value * y.slope - y.value * x.slope) / size};
  }
  static dual<T> hypot(const dual<T>& x, const dual<T>& y) {
    const T size = scalar<T>::hypot(x.value, y.value);
    return {size, (x.value * x.slope + y.value * y.slope) / size};
  }
  static bool less(const dual<T>& a, const dual<T>& b) { return scalar<T>::less(a.value, b.value); }
};

} // namespace fpcheck::expr
