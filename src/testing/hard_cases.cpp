#include <fpcheck/testing/numbers.hpp>

#include "draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fpcheck::testing {
namespace {

using reference::function;


double value_at(function f, double x) {
  return reference::evaluate(f, std::array{x}, reference::rounding::nearest).value;
}

/// How far f(x) is from the nearest tie of the format, in its ulps; 1 where it cannot be told.
double distance_to_tie(const code_space& space, function f, double x) {
  const double y = std::fabs(value_at(f, x));
  if (!std::isfinite(y) || y == 0 || y > space.largest()) return 1;
  const double steps = y / metric::ulp(space.grid(), y);
  const double part = steps - std::floor(steps);
  // A result that is a number of the format already, or a tie exactly, is an easy case.
  return part == 0 || part == 0.5 ? 1 : std::fabs(part - 0.5);
}

/// The arguments at which f passes from values below `level` to values above it, by bisection over the codes.
std::uint64_t crossing(const code_space& space, function f, double level, double from, double to) {
  double low = from, high = to;
  const bool rising = value_at(f, low) < value_at(f, high);
  for (int i = 0; i < 80; ++i) {
    const double middle = low + (high - low) / 2;
    ((value_at(f, middle) < level) == rising ? low : high) = middle;
  }
  return space.truncated(low);
}

/// Where the function's results leave the format, and the points that its implementations treat apart.
std::vector<double> special_points(const code_space& space, function f) {
  const double largest = space.largest(), least = metric::smallest_positive(space.grid());
  std::vector<double> out{0.0, 1.0, 0.5, 2.0, least, largest, std::ldexp(1.0, -space.grid().precision)};
  for (int k = 1; k <= 12; ++k) out.push_back(k * 1.5707963267948966);           // multiples of pi/2 and their kin
  for (int k = 1; k < 16; ++k) out.push_back(k * 0.6931471805599453 * 0.5);      // reductions by ln 2
  for (int k = -4; k <= 4; ++k) out.push_back(std::ldexp(1.0, 8 * k));
  for (const double level : {largest, least, least / 2, std::ldexp(1.0, space.grid().min_exponent)})
    if (std::isfinite(value_at(f, 1)) && std::isfinite(level)) out.push_back(level);
  return out;
}

bool grows_exponentially(function f) {
  using enum function;
  return f == exp || f == exp2 || f == exp10 || f == expm1 || f == sinh || f == cosh || f == tgamma;
}

std::vector<std::uint64_t> thresholds(const code_space& space, function f) {
  std::vector<std::uint64_t> out;
  for (const double x : special_points(space, f)) {
    out.push_back(space.truncated(x));
    out.push_back(space.negated(space.truncated(x)));
  }
  if (!grows_exponentially(f)) return out;
  std::vector<std::uint64_t> edges{crossing(space, f, space.largest(), 1, 2000)};
  if (f == function::exp || f == function::exp2 || f == function::exp10)
    for (const double level : {std::ldexp(1.0, space.grid().min_exponent), metric::smallest_positive(space.grid()) / 2})
      edges.push_back(crossing(space, f, level, -2000, 0));
  for (int weight = 0; weight < 8; ++weight) out.insert(out.end(), edges.begin(), edges.end()); // what goes wrong most
  return out;
}

std::uint64_t nearest_to_a_tie(const code_space& space, function f, dice& d) {
  std::uint64_t best = 0;
  double distance = 2;
  for (int i = 0; i < 32; ++i) {
    const int high = grows_exponentially(f) ? 6 : std::ilogb(space.largest()) / 2;
    const double x = std::exp2(d.uniform(-space.grid().precision, high));
    std::uint64_t code = space.truncated(x);
    if (d.one_in(2)) code = space.negated(code);
    const double here = distance_to_tie(space, f, space.value(code));
    if (here < distance) distance = here, best = code;
  }
  return best;
}

/// The points without repetition, the simplest first.
std::vector<std::uint64_t> simplest_first(const code_space& space, std::vector<std::uint64_t> points) {
  std::sort(points.begin(), points.end(), [&](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t of_a = space.complexity(a), of_b = space.complexity(b);
    return of_a != of_b ? of_a < of_b : a < b;
  });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

} // namespace

rc::Gen<std::uint64_t> hard_codes(const code_space& space, reference::function f) {
  RC_ASSERT(reference::arity(f) == 1);
  const std::vector<std::uint64_t> points = thresholds(space, f), ordered = simplest_first(space, points);
  return generator_of<std::uint64_t>(
      [space, f, points](dice& d, int) {
        if (d.one_in(2)) return nearest_to_a_tie(space, f, d);
        std::uint64_t code = points[d.below(points.size())];
        for (std::uint64_t steps = d.below(3); steps > 0; --steps) code = d.one_in(2) ? space.next_up(code) : space.next_down(code);
        return code;
      },
      // To simpler hard points: what a near tie shrinks to is no near tie, but it is as likely to be where the function goes wrong.
      [space, ordered](std::uint64_t code) {
        std::vector<std::uint64_t> out;
        for (const std::uint64_t p : ordered)
          if (space.complexity(p) < space.complexity(code)) out.push_back(p);
        return out;
      });
}

} // namespace fpcheck::testing
