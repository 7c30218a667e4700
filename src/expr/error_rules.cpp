#include "elementary.hpp"
#include "error_rules.hpp"

namespace fpcheck::expr {

double moved_power(double x, double y, double e, double exponent) {
  if (e == 0) return 0;
  const double size = std::fabs(x);
  if (exponent > 0) {
    if (e < size / 2) return std::fabs(y) * std::expm1(exponent * std::log1p(e / size));
    return std::pow(size + e, exponent) + std::fabs(y);
  }
  return e < size ? std::fabs(y) * std::expm1(exponent * std::log1p(-e / size)) : unknown;
}

double moved_polygamma(std::int64_t order, double x, double e) {
  if (e == 0) return 0;
  // Between two poles, and right of zero, the next derivative is convex or monotone: it is largest at an end.
  const bool pole = !(x - e > 0) && (std::floor(x - e) != std::floor(x + e) || std::floor(x - e) == x - e);
  if (pole) return unknown;
  const double steepest = std::max(std::fabs(polygamma(order + 1, x - e)), std::fabs(polygamma(order + 1, x + e)));
  return std::isnan(steepest) ? unknown : e * steepest * (1 + 0x1p-40);
}

double moved_angle(double y, double x, double ey, double ex) {
  if (ey == 0 && ex == 0) return 0;
  const double distance = std::hypot(x, y), step = std::hypot(ex, ey) * (1 + 0x1p-40);
  // Across the negative half-axis, or around zero, any angle may come out.
  const bool cut = x - ex <= 0 && std::fabs(y) <= ey;
  return cut || !(step < distance) ? 2 * M_PI * (1 + 0x1p-40) : std::asin(std::min(step / distance * (1 + 0x1p-50), 1.0)) * (1 + 0x1p-40);
}

double moved(operation o, double x, double y, double e) {
  if (e == 0) return 0;
  if (const elementary_row* r = find_elementary(o)) {
    const double m = r->moved(x, y, e);
    return std::isnan(m) ? unknown : m;
  }
  if (o == operation::relu) return x + e <= 0 ? 0 : e;
  return o == operation::neg || o == operation::abs ? e : unknown;
}

} // namespace fpcheck::expr
