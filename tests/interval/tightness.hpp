#pragma once
#include <fpcheck/interval/cofunctions.hpp>
#include <fpcheck/reference/evaluate.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

/// The oracle of the tightness tests: MPFR rounded to the format, which shares no code with the intervals.
namespace fpcheck::interval::tightness {

/// What the oracle needs to know of a format.
template <class T>
struct format_limits {
  static constexpr reference::target_format target{T::row.precision, min_exponent(T::row), 127};
};
template <>
struct format_limits<float> {
  static constexpr reference::target_format target = reference::binary32;
};

/// The two bounds that f(arguments) must have over T.
template <class T>
reference::bracket expected(reference::function f, std::span<const double> arguments) {
  reference::target_format to = format_limits<T>::target;
  to.max_exponent = 1000; // overflow is decided below: a format's largest number need not fill its binade
  reference::bracket b = reference::enclose(f, arguments, to);
  const double top = grid<T>::largest;
  if (b.low > top && std::isfinite(b.low)) b.low = top;
  if (b.low < -top) b.low = -infinity;
  if (b.high < -top && std::isfinite(b.high)) b.high = -top;
  if (b.high > top) b.high = infinity;
  return b;
}

template <class T>
bool matches(interval<T> computed, reference::bracket b) {
  if (std::isnan(b.low)) return computed.is_empty();
  return computed.lower() == b.low && computed.upper() == b.high;
}

/// A unary interval function and its oracle.
template <class T>
struct unary_case {
  const char* name;
  interval<T> (*of)(interval<T>);
  reference::function exact;
};
template <class T>
std::vector<unary_case<T>> unary_cases() {
  using f = reference::function;
  return {{"exp", exp<T>, f::exp},       {"exp2", exp2<T>, f::exp2},    {"exp10", exp10<T>, f::exp10},
          {"expm1", expm1<T>, f::expm1}, {"log", log<T>, f::log},       {"log2", log2<T>, f::log2},
          {"log10", log10<T>, f::log10}, {"log1p", log1p<T>, f::log1p}, {"sqrt", sqrt<T>, f::sqrt},
          {"rsqrt", rsqrt<T>, f::rsqrt}, {"sin", sin<T>, f::sin},       {"cos", cos<T>, f::cos},
          {"tan", tan<T>, f::tan},       {"asin", asin<T>, f::asin},    {"acos", acos<T>, f::acos},
          {"atan", atan<T>, f::atan},    {"sinh", sinh<T>, f::sinh},    {"cosh", cosh<T>, f::cosh},
          {"tanh", tanh<T>, f::tanh},    {"asinh", asinh<T>, f::asinh}, {"acosh", acosh<T>, f::acosh},
          {"atanh", atanh<T>, f::atanh}, {"cot", cot<T>, f::cot},       {"sec", sec<T>, f::sec},
          {"csc", csc<T>, f::csc},       {"coth", coth<T>, f::coth},    {"sech", sech<T>, f::sech},
          {"csch", csch<T>, f::csch},    {"acot", acot<T>, f::acot},    {"acoth", acoth<T>, f::acoth},
          {"cbrt", cbrt<T>, f::cbrt}};
}

/// Whether a point is outside the domain where MPFR gives an infinity or a zero by convention and the set is empty.
inline bool is_pole(reference::function f, double x) {
  switch (f) {
  case reference::function::log:
  case reference::function::log2:
  case reference::function::log10:
  case reference::function::rsqrt:
  case reference::function::cot:
  case reference::function::csc:
  case reference::function::coth:
  case reference::function::csch:
    return x == 0;
  case reference::function::log1p:
    return x == -1;
  case reference::function::atanh:
  case reference::function::acoth:
    return std::fabs(x) == 1;
  default:
    return false;
  }
}

/// Checks one point; the message is empty when the interval is the tightest.
template <class T>
std::string check_point(const unary_case<T>& c, double x) {
  const interval<T> y = c.of(interval<T>{static_cast<typename grid<T>::bound>(x)});
  if (is_pole(c.exact, x)) return y.is_empty() ? "" : std::string(c.name) + " is not empty at its pole";
  const reference::bracket b = expected<T>(c.exact, std::span<const double>(&x, 1));
  if (matches(y, b)) return "";
  char text[200];
  std::snprintf(text, sizeof text, "%s(%a): [%a, %a] instead of [%a, %a]", c.name, x, static_cast<double>(y.lower()),
                static_cast<double>(y.upper()), b.low, b.high);
  return text;
}

/// A part of an exhaustive run: codes first, first + step, ... FPCHECK_SHARD=i/n in the environment narrows it further.
struct shard {
  std::uint64_t index = 0, count = 1;
};
inline shard shard_from_environment() {
  shard s;
  if (const char* text = std::getenv("FPCHECK_SHARD")) {
    const std::string t = text;
    const std::size_t slash = t.find('/');
    if (slash != std::string::npos) s = {std::stoull(t.substr(0, slash)), std::stoull(t.substr(slash + 1))};
  }
  return s;
}

} // namespace fpcheck::interval::tightness
