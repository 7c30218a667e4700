#pragma once
#include <fpcheck/exact/double_double.hpp>
#include <fpcheck/expr/graph.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace fpcheck::expr {

/// What evaluation needs of a number type. `bounded`: radii are kept. `unit`: relative error of + - * / and, with a
/// factor of 4, of the elementary functions.
template <class S>
struct scalar;

/// The elementary functions in binary64. Error: below 4 ulps of glibc, of which at most 2 are documented.
double elementary(operation o, double x);

template <>
struct scalar<double> {
  static constexpr bool bounded = true;
  static constexpr double unit = 0x1p-53;
  static double from(double x) { return x; }
  static double from_literal(const std::string& s) { return s == "pi" ? M_PI : std::strtod(s.c_str(), nullptr); }
  static double nearest(double x) { return x; }
  static double call(operation o, double x) { return elementary(o, x); }
  static double power(double x, double p) { return std::pow(x, p); }
  static bool less(double a, double b) { return a < b; }
};

template <>
struct scalar<exact::double_double> {
  using value = exact::double_double;
  static constexpr bool bounded = true;
  static constexpr double unit = 0x1p-101; // 32 u^2: 14 u^2 of the division is the largest
  static value from(double x) { return x; }
  static value from_literal(const std::string& s);
  static double nearest(value x) { return x.high; }
  static value call(operation o, value x);
  static value power(value x, value p);
  static bool less(value a, value b) { return a < b; }
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
  static constexpr bool bounded = false;
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
  static residue power(residue x, residue) { return x.undefined = true, x; }
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

/// Derivatives of the elementary functions, written out apart from the rules that they check.
template <class T>
T elementary_slope(operation o, const T& x) {
  const auto f = [](operation op, const T& y) { return scalar<T>::call(op, y); };
  const auto k = [](double c) { return scalar<T>::from(c); };
  switch (o) {
  case operation::exp:
  case operation::expm1: return f(operation::exp, x);
  case operation::exp2: return f(operation::exp2, x) * f(operation::log, k(2));
  case operation::log: return k(1) / x;
  case operation::log2: return k(1) / (x * f(operation::log, k(2)));
  case operation::log1p: return k(1) / (k(1) + x);
  case operation::sqrt: return k(0.5) / f(operation::sqrt, x);
  case operation::rsqrt: return k(-0.5) / (x * f(operation::sqrt, x));
  case operation::tanh: {
    const T e = f(operation::exp, x), s = e + k(1) / e; // 1 / cosh^2 = 4 / (e^x + e^-x)^2
    return k(4) / (s * s);
  }
  case operation::sigmoid: {
    const T e = f(operation::exp, x);
    return e / ((k(1) + e) * (k(1) + e));
  }
  case operation::softplus: {
    const T e = f(operation::exp, x);
    return e / (k(1) + e);
  }
  case operation::erf: return k(2) * f(operation::exp, -(x * x)) / f(operation::sqrt, scalar<T>::from_literal("pi"));
  case operation::sin: return f(operation::cos, x);
  case operation::cos: return -f(operation::sin, x);
  default: return k(0);
  }
}

template <class T>
struct scalar<dual<T>> {
  static constexpr bool bounded = false;
  static constexpr double unit = 0;
  static dual<T> from(double x) { return {scalar<T>::from(x)}; }
  static dual<T> from_literal(const std::string& s) { return {scalar<T>::from_literal(s)}; }
  static double nearest(const dual<T>& x) { return scalar<T>::nearest(x.value); }
  static dual<T> call(operation o, const dual<T>& x) { return {scalar<T>::call(o, x.value), elementary_slope(o, x.value) * x.slope}; }
  static dual<T> power(const dual<T>& x, const dual<T>& p) {
    const T y = scalar<T>::power(x.value, p.value);
    return {y, y * (p.slope * scalar<T>::call(operation::log, x.value) + p.value * x.slope / x.value)};
  }
  static bool less(const dual<T>& a, const dual<T>& b) { return scalar<T>::less(a.value, b.value); }
};

} // namespace fpcheck::expr
