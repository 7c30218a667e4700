#include "error_rules.hpp"
#include "scalar.hpp"

namespace fpcheck::expr {

double elementary(operation o, double x) {
  switch (o) {
  case operation::exp: return std::exp(x);
  case operation::exp2: return std::exp2(x);
  case operation::expm1: return std::expm1(x);
  case operation::log: return std::log(x);
  case operation::log2: return std::log2(x);
  case operation::log1p: return std::log1p(x);
  case operation::sqrt: return std::sqrt(x);
  case operation::rsqrt: return 1 / std::sqrt(x);
  case operation::tanh: return std::tanh(x);
  case operation::sigmoid: return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
  case operation::softplus: return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
  case operation::erf: return std::erf(x);
  case operation::sin: return std::sin(x);
  case operation::cos: return std::cos(x);
  default: return std::numeric_limits<double>::quiet_NaN();
  }
}

double moved_power(double x, double y, double e, double exponent) {
  if (e == 0) return 0;
  const double size = std::fabs(x);
  if (exponent > 0) {
    if (e < size / 2) return std::fabs(y) * std::expm1(exponent * std::log1p(e / size));
    return std::pow(size + e, exponent) + std::fabs(y);
  }
  return e < size ? std::fabs(y) * std::expm1(exponent * std::log1p(-e / size)) : unknown;
}

double moved(operation o, double x, double y, double e) {
  if (e == 0) return 0;
  const double nearest = std::max(std::fabs(x) - e, 0.0), ratio = e / x;
  switch (o) {
  case operation::exp: return y * std::expm1(e);
  case operation::exp2: return y * std::expm1(e * M_LN2);
  case operation::expm1: return std::exp(x) * std::expm1(e); // y + 1 would cancel
  case operation::log: return x > e ? -std::log1p(-ratio) : unknown;
  case operation::log2: return x > e ? -std::log1p(-ratio) / M_LN2 : unknown;
  case operation::log1p: return 1 + x > e ? -std::log1p(-e / (1 + x)) : unknown;
  case operation::sqrt: return x > e ? y * ratio / (1 + std::sqrt(1 - ratio)) : std::sqrt(std::fabs(x) + e);
  case operation::rsqrt: return x > e ? y * std::expm1(-0.5 * std::log1p(-ratio)) : unknown;
  case operation::tanh: {
    const double t = std::tanh(nearest);
    return std::min(e * (1 - t * t) * (1 + 0x1p-40) + 0x1p-50 * e, 2.0);
  }
  case operation::sigmoid: {
    const double s = elementary(o, -nearest);
    return std::min(e * s * (1 - s), 1.0);
  }
  case operation::softplus: return e * elementary(operation::sigmoid, x + e);
  case operation::erf: return std::min(e * M_2_SQRTPI * std::exp(-nearest * nearest), 2.0);
  case operation::sin: return std::min({e, std::fabs(std::cos(x)) * e + e * e / 2, 2.0});
  case operation::cos: return std::min({e, std::fabs(std::sin(x)) * e + e * e / 2, 2.0});
  case operation::relu: return x + e <= 0 ? 0 : e;
  default: return e; // neg, abs
  }
}

} // namespace fpcheck::expr
