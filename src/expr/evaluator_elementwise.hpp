#pragma once
#include "evaluator.hpp"

namespace fpcheck::expr {

template <class S>
cell<S> evaluator<S>::leaf(const node& n) {
  const auto count = static_cast<std::size_t>(element_count(n.dims));
  draft<S> out(count, bounded);
  if (n.op == operation::arange) {
    for (std::size_t i = 0; i < count; ++i) out.middle[i] = scalar<S>::from(static_cast<double>(i));
    return out.finish();
  }
  if (n.op == operation::constant) {
    out.middle[0] = scalar<S>::from_literal(n.name);
    if constexpr (bounded) {
      // A kernel holds the constant in its format; integers and short fractions are exact there.
      const double x = nearest(out.middle[0]);
      const bool exact = std::isfinite(x) && std::ldexp(x, 16) == std::nearbyint(std::ldexp(x, 16)) && std::fabs(x) < 0x1p+8;
      const bool whole = std::isfinite(x) && std::fabs(x) <= 0x1p+24 && x == std::nearbyint(x);
      if (std::isfinite(x) && !exact && !whole) out.radius[0] = rules_.rounding(x, 0);
    }
    return out.finish();
  }
  if (const auto g = given.find(n.name); g != given.end()) return g->second;
  if (const auto o = overrides.find(n.name); o != overrides.end()) {
    if (o->second.size() != count) return fail_with("input '" + n.name + "' has another size");
    out.middle = o->second;
    return out.finish();
  }
  const auto at = inputs_.find(n.name);
  if (at == inputs_.end()) return fail_with("input '" + n.name + "' has no value");
  const bool same = std::equal(n.dims.begin(), n.dims.end(), at->second.sizes.begin(), at->second.sizes.end(),
                               [](const dimension& d, std::int64_t s) { return d.size == s; });
  if (!same || at->second.values.size() != count) return fail_with("input '" + n.name + "' is not " + text(n.dims));
  for (std::size_t i = 0; i < count; ++i) out.middle[i] = scalar<S>::from(at->second.values[i]);
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::power_of(const node& n) {
  const cell<S>& x = argument(n, 0);
  draft<S> out(x.size(), bounded);
  const std::int64_t p = n.integers[0], count = p < 0 ? -p : p;
  for (std::size_t i = 0; i < x.size(); ++i) {
    S y = scalar<S>::from(1), base = x.at(i);
    for (std::int64_t k = count; k != 0; k >>= 1) {
      if (k & 1) y = y * base;
      if (k > 1) base = base * base;
    }
    if (p < 0) y = scalar<S>::from(1) / y;
    out.middle[i] = y;
    if constexpr (bounded) {
      const double v = nearest(y), a = nearest(x.at(i)), e = x.error(i), m = moved_power(a, v, e, static_cast<double>(p));
      // A reciprocal may come from rsqrt or a fast division: three more roundings.
      const auto roundings = static_cast<double>(p < 0 ? count + 3 : count - 1);
      const double g = roundings * rules_.unit() / (1 - std::min(0.5, roundings * rules_.unit()));
      const bool exact = rules_.numbers().exact() && e == 0 && p >= 0 && is_dyadic(x.at(i), 0) && std::fabs(v) <= 0x1p+53;
      out.radius[i] = exact ? 0 : rules_.seal(v, m + g * (std::fabs(v) + m) + (v != 0 || m != 0 ? rules_.rounding(v, m) - rules_.unit() * (std::fabs(v) + m) : 0), std::isfinite(a));
    }
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::polygamma_of(const node& n) {
  const cell<S>& x = argument(n, 0);
  draft<S> out(x.size(), bounded);
  const std::int64_t order = n.integers[0];
  for (std::size_t i = 0; i < x.size(); ++i) {
    out.middle[i] = scalar<S>::polygamma(order, x.at(i));
    if constexpr (bounded) {
      const double a = nearest(x.at(i)), y = nearest(out.middle[i]), m = moved_polygamma(order, a, x.error(i));
      // A kernel sums a logarithm and reciprocals, which cancel around the zeros of digamma.
      const double magnitude = rules_.numbers().exact() ? std::fabs(y) : std::max(std::fabs(y), std::pow(std::fabs(a), -1.0 - static_cast<double>(order)) + (order == 0 ? std::fabs(std::log(std::fabs(a))) : 0));
      out.radius[i] = rules_.seal(y, m + rules_.of_function(n.op, a, magnitude, m), std::isfinite(a));
    }
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::unary(const node& n) {
  if (n.op == operation::powi) return power_of(n);
  if (n.op == operation::polygamma) return polygamma_of(n);
  const cell<S>& x = argument(n, 0);
  draft<S> out(x.size(), bounded);
  const bool plain = n.op == operation::neg || n.op == operation::abs || n.op == operation::relu;
  const S zero = scalar<S>::from(0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const S& v = x.at(i);
    if (plain) {
      const bool negative = scalar<S>::less(v, zero);
      out.middle[i] = n.op == operation::relu ? (negative ? zero : v) : n.op == operation::neg || negative ? -v : v;
    } else {
      out.middle[i] = scalar<S>::call(n.op, v);
    }
    if constexpr (bounded) {
      const double a = nearest(v), y = nearest(out.middle[i]), e = x.error(i), m = moved(n.op, a, y, e);
      double own = 0;
      if (rules_.numbers().exact() && e == 0 && !plain && scalar<S>::is_exact(n.op, v, out.middle[i])) continue;
      if (n.op == operation::sigmoid) {
        // 1 / (1 + exp(-x)): the exponential's relative error counts with weight 1 - s.
        own = (std::fabs(y) + m) * ((1 - y) * rules_.exponential(0) + 3 * rules_.unit()) + rules_.tiny();
      } else if (n.op == operation::softplus) {
        own = rules_.of_function(operation::log1p, a, y, m) + rules_.rounding(y, m) + std::exp(std::min(a, 0.0)) * rules_.exponential(0);
      } else if (!plain) {
        own = rules_.of_function(n.op, a, y, m);
      } else if (rules_.numbers().subnormal == subnormal_results::flushed && y != 0 && std::fabs(y) < 2 * rules_.tiny()) {
        own = rules_.tiny();
      }
      out.radius[i] = rules_.seal(y, m + own, std::isfinite(a));
    }
  }
  if (n.op == operation::neg) out.by_row = x.by_row;
  return out.finish();
}

/// Whether v = a o b without an error, and has at most as many digits as the accumulator holds: then a correctly rounded
/// operation makes none either. Integers in index arithmetic are such.
template <class S>
bool evaluator<S>::is_exact_result(operation o, const S& a, const S& b, const S& v) const {
  const number_format& f = rules_.numbers().accumulator;
  if (f.unit == 0) return scalar<S>::is_exact(o, a, b, v);
  const bool correctly_rounded = o == operation::add || o == operation::sub || o == operation::mul || (o == operation::div && rules_.numbers().functions == function_set::accurate);
  if (!correctly_rounded || !scalar<S>::is_binary64(v) || !scalar<S>::is_exact(o, a, b, v)) return false;
  const double value = nearest(v);
  if (value == 0) return true;
  if (std::fabs(value) < f.normal || std::fabs(value) > f.largest) return false;
  const double scaled = std::ldexp(value, -std::ilogb(value)) / (2 * f.unit);
  return scaled == std::nearbyint(scaled);
}

/// How far a o b may be from v, the rounding of the operation included.
template <class S>
double evaluator<S>::binary_error(operation o, uncertain x, uncertain y, double v, bool exact) const {
  const double a = x.value, b = y.value, ea = x.error, eb = y.error, sa = std::fabs(a), sb = std::fabs(b);
  double e = 0;
  switch (o) {
  case operation::add:
  case operation::sub: e = ea + eb; break;
  // Zero times an unknown error is no information about zero times a number; products with exact zeros stay exact.
  case operation::mul: e = (a == 0 && ea == 0) || (b == 0 && eb == 0) ? 0 : sa * eb + sb * ea + ea * eb; break;
  case operation::div: e = eb < sb ? (ea + std::fabs(v) * eb) / (sb - eb) : unknown; break;
  case operation::hypot: e = ea + eb; break; // each coordinate moves it by at most itself
  case operation::atan2: e = moved_angle(a, b, ea, eb); break;
  case operation::pow: {
    const double relative = (a > ea ? -std::log1p(-ea / a) : unknown) * (sb + eb) + std::fabs(std::log(a)) * eb;
    e = ea == 0 && eb == 0 ? 0 : std::fabs(v) * std::expm1(relative);
    break;
  }
  default: e = std::max(ea, eb); break;
  }
  const bool exact_operand = (o == operation::add && (b == 0 || a == 0)) || (o == operation::sub && b == 0);
  const bool selects = o == operation::maximum || o == operation::minimum;
  const bool zero_product = o == operation::mul && e == 0 && (a == 0 || b == 0);
  if (exact && ea == 0 && eb == 0) return e;
  if (o == operation::pow || o == operation::div || o == operation::hypot || o == operation::atan2) return o == operation::div && v == 0 && e == 0 ? e : e + rules_.of_function(o, a, v, e);
  if (selects || zero_product || (exact_operand && ea + eb == 0)) return e;
  return e + rules_.rounding(v, e);
}

template <class S>
cell<S> evaluator<S>::binary(const node& n) {
  const cell<S>&x = argument(n, 0), &y = argument(n, 1);
  draft<S> out(x.size(), bounded);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const S &a = x.at(i), &b = y.at(i);
    switch (n.op) {
    case operation::add: out.middle[i] = a + b; break;
    case operation::sub: out.middle[i] = a - b; break;
    case operation::mul: out.middle[i] = a * b; break;
    case operation::div: out.middle[i] = a / b; break;
    case operation::pow: out.middle[i] = scalar<S>::power(a, b); break;
    case operation::hypot: out.middle[i] = scalar<S>::hypot(a, b); break;
    case operation::atan2: out.middle[i] = scalar<S>::angle(a, b); break;
    // A NaN on either side is the result, as in numpy and torch.
    case operation::maximum: out.middle[i] = scalar<S>::less(a, b) || std::isnan(nearest(b)) ? b : a; break;
    default: out.middle[i] = scalar<S>::less(b, a) || std::isnan(nearest(b)) ? b : a; break;
    }
  }
  if constexpr (bounded) {
    const bool rows = (n.op == operation::mul && (x.by_row || y.by_row)) || (n.op == operation::div && x.by_row);
    row_error apart;
    if (rows) apart = row_error{std::vector<double>(x.size()), std::vector<double>(x.by_row ? x.by_row->factor.size() : y.by_row->factor.size(), 0.0)};
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double a = nearest(x.at(i)), b = nearest(y.at(i)), v = nearest(out.middle[i]);
      const bool finite = std::isfinite(a) && std::isfinite(b);
      const bool exact = x.rest(i) == 0 && y.rest(i) == 0 && is_exact_result(n.op, x.at(i), y.at(i), out.middle[i]);
      const bool pole = n.op == operation::div && b == 0 && x.error(i) == 0 && y.error(i) == 0 && rules_.numbers().exact(); // infinite, or NaN, for certain
      out.radius[i] = pole ? 0 : rules_.seal(v, binary_error(n.op, {a, x.error(i)}, {b, y.error(i)}, v, exact), finite);
      if (rows) apart.rest[i] = rules_.seal(v, binary_error(n.op, {a, x.rest(i)}, {b, n.op == operation::mul ? y.rest(i) : y.error(i)}, v, exact), finite);
    }
    if (rows) {
      for (std::size_t i = 0; i < apart.factor.size(); ++i) {
        const double fx = x.by_row ? x.by_row->factor[i] : 0, fy = n.op == operation::mul && y.by_row ? y.by_row->factor[i] : 0;
        apart.factor[i] = fx + fy + fx * fy;
      }
      out.by_row = std::make_shared<const row_error>(std::move(apart));
    }
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::where(const node& n) {
  const cell<S>&c = argument(n, 0), &x = argument(n, 1), &y = argument(n, 2);
  draft<S> out(x.size(), bounded);
  bool by_row = x.by_row != nullptr; // zeros and what is selected of x keep the factor of the row
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool yes = nearest(c.at(i)) != 0;
    out.middle[i] = yes ? x.at(i) : y.at(i);
    if constexpr (bounded) {
      out.radius[i] = yes ? x.error(i) : y.error(i);
      by_row = by_row && c.error(i) == 0 && (yes || (nearest(y.at(i)) == 0 && y.error(i) == 0));
      if (c.error(i) == 0) continue;
      // Undecided: the hull of both branches.
      ++hulls;
      const double a = nearest(x.at(i)), b = nearest(y.at(i));
      const double lo = std::min(a - x.error(i), b - y.error(i)), hi = std::max(a + x.error(i), b + y.error(i));
      if (rules_.numbers().exact()) { // only the evaluation's own rounding is in doubt: the likely branch is kept
        const double apart = std::fabs(nearest(x.at(i) - y.at(i)));
        out.radius[i] = std::isfinite(apart) ? (apart + std::max(x.error(i), y.error(i))) * (1 + 0x1p-40) : unknown;
        continue;
      }
      out.middle[i] = scalar<S>::from((lo + hi) / 2);
      out.radius[i] = (hi - lo) / 2 * (1 + 0x1p-40);
    }
  }
  if (by_row) {
    row_error e{std::vector<double>(x.size(), 0.0), x.by_row->factor};
    for (std::size_t i = 0; i < x.size(); ++i)
      if (nearest(c.at(i)) != 0) e.rest[i] = x.by_row->rest[i];
    out.by_row = std::make_shared<const row_error>(std::move(e));
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::discrete(const node& n) {
  const cell<S>& x = argument(n, 0);
  const bool compares = n.arguments.size() == 2;
  draft<S> out(x.size(), bounded);
  const auto one_sided = [&n](double v) {
    switch (n.op) {
    case operation::sign: return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0;
    case operation::floor: return std::floor(v);
    case operation::ceil: return std::ceil(v);
    case operation::rint: return std::nearbyint(v);
    case operation::trunc: return std::trunc(v);
    case operation::round_half_away: return std::round(v);
    case operation::isnan: return std::isnan(v) ? 1.0 : 0.0;
    case operation::isinf: return std::isinf(v) ? 1.0 : 0.0;
    case operation::lt: return v < 0 ? 1.0 : 0.0;
    case operation::le: return v <= 0 ? 1.0 : 0.0;
    case operation::eq: return v == 0 ? 1.0 : 0.0;
    default: return unknown; // every discrete operation has a test of its value
    }
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    // Comparisons look at the difference; of equal infinities that is zero.
    const double a = nearest(x.at(i));
    double v = a, e = x.error(i);
    if (compares) {
      const cell<S>& y = argument(n, 1);
      const double b = nearest(y.at(i));
      v = a == b && std::isinf(a) ? 0 : nearest(x.at(i) - y.at(i));
      e += y.error(i);
    }
    const double middle = one_sided(v);
    out.middle[i] = scalar<S>::from(middle);
    if constexpr (bounded) {
      if (e == 0) continue;
      const double lo = std::min(one_sided(v - e), one_sided(v + e)), hi = std::max({one_sided(v - e), one_sided(v + e), middle});
      const bool classifies = n.op == operation::isnan || n.op == operation::isinf;
      if (n.op == operation::eq ? std::fabs(v) > e : classifies ? std::isfinite(e) : lo == hi) continue;
      ++hulls;
      const bool either = n.op == operation::eq || classifies;
      const double low = either ? 0 : lo, high = either ? 1 : hi;
      if (rules_.numbers().exact()) {
        // Only the evaluation's own rounding is in doubt: the likely value is kept.
        out.radius[i] = std::max(high - middle, middle - low);
        continue;
      }
      out.middle[i] = scalar<S>::from((low + high) / 2);
      out.radius[i] = (high - low) / 2;
    }
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::kink(const node& n) {
  const cell<S>& x = argument(n, 0);
  draft<S> out(x.size(), bounded);
  const bool step = n.op == operation::step;
  const double low = step ? 0 : -1, at_kink = step ? std::strtod(n.name.c_str(), nullptr) : 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v = nearest(x.at(i)), e = x.error(i);
    const bool undecided = std::fabs(v) <= e;
    double middle = v > 0 ? 1 : v < 0 ? low : at_kink;
    if (undecided || v == 0) ++hulls;
    if constexpr (bounded) {
      if (undecided && !rules_.numbers().exact()) {
        middle = (1 + low) / 2;
        out.radius[i] = (1 - low) / 2;
      } else if (undecided && e > 0) { // only the evaluation's own rounding is in doubt: the likely side is kept
        out.radius[i] = std::max(1 - middle, middle - low);
      }
    }
    out.middle[i] = scalar<S>::from(middle);
  }
  return out.finish();
}

template <class S>
cell<S> evaluator<S>::cast(const node& n) {
  const cell<S>& x = argument(n, 0);
  if constexpr (!bounded) {
    return x;
  } else {
    const auto format = find_number_format(n.name);
    if (!format) return fail_with(format.error().message);
    if (n.op == operation::narrow && rules_.numbers().exact()) return x;
    draft<S> out(x.size(), bounded);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double v = nearest(x.at(i)), e = x.error(i);
      if (n.op == operation::narrow) {
        out.middle[i] = x.at(i);
        const double rounding = (std::fabs(v) + e) * format->unit + format->smallest / 2;
        out.radius[i] = v == 0 && e == 0 ? 0 : std::fabs(v) + e <= format->largest ? (e + rounding) * (1 + 0x1p-40) : unknown;
        continue;
      }
      // The image of [v - e, v + e]; midpoints hold more digits than binary64, which can matter only at a tie.
      const double slack = e + std::fabs(v) * 0x1p-52;
      const double lo = *round_to_format(n.name, e == 0 ? v : v - slack), hi = *round_to_format(n.name, e == 0 ? v : v + slack);
      const double middle = lo == hi ? lo : rules_.numbers().exact() ? *round_to_format(n.name, v) : (lo + hi) / 2;
      out.middle[i] = scalar<S>::from(middle);
      out.radius[i] = lo == hi ? 0 : std::max(hi - middle, middle - lo);
      if (lo != hi) ++hulls;
    }
    return out.finish();
  }
}

} // namespace fpcheck::expr
