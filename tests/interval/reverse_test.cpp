#include <fpcheck/interval/reverse.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::interval {
namespace {

using exact::oracle::generator;
using set = interval<double>;

set draw(generator& g, double scale) {
  const auto unit = [&g] { return static_cast<double>(g.below(4001)) / 2000 - 1; };
  const double a = scale * unit(), b = g.below(3) == 0 ? a : (g.below(6) == 0 ? 0 : scale * unit());
  switch (g.below(12)) {
  case 0:
    return {std::fmin(a, b), infinity};
  case 1:
    return {-infinity, std::fmax(a, b)};
  default:
    return {std::fmin(a, b), std::fmax(a, b)};
  }
}

/// A member of x, often an end of it.
double member(generator& g, set x) {
  const double l = std::fmax(x.lower(), -50), u = std::fmin(x.upper(), 50);
  if (!(l <= u)) return std::isfinite(x.lower()) ? x.lower() : x.upper();
  const double t = l + (u - l) * static_cast<double>(g.below(9)) / 8;
  return is_member(t, x) ? t : l;
}

/// One reverse operation: whenever f(t, s) is certainly in c for t in x and s in b, t must be in the result.
template <class Forward, class Reverse>
void expect_complete(std::uint64_t seed, double scale, Forward f, Reverse rev) {
  generator g(seed);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    const set x = draw(g, scale), b = draw(g, 4), wide = draw(g, 3);
    const double t = member(g, x), s = member(g, b);
    const set value = f(set{t}, set{s});
    // Half of the time c is built round the value, so that there is something to find.
    const set c = g.below(2) == 0 || value.is_empty() ? wide : convex_hull(value, g.below(2) == 0 ? value : wide);
    const set result = rev(c, x, b);
    ASSERT_TRUE(subset(result, x));
    if (value.is_empty() || !subset(value, c)) continue;
    ++hits;
    ASSERT_TRUE(is_member(t, result)) << std::hexfloat << "t " << t << " s " << s << " c [" << c.lower() << ", "
                                      << c.upper() << "] x [" << x.lower() << ", " << x.upper() << "] b [" << b.lower()
                                      << ", " << b.upper() << "] -> [" << result.lower() << ", " << result.upper()
                                      << "]";
  }
  EXPECT_GT(hits, 3000);
}

TEST(reverse, no_member_is_lost) {
  expect_complete(
      60, 20, [](set t, set) { return sin(t); }, [](set c, set x, set) { return sin_rev(c, x); });
  expect_complete(
      61, 20, [](set t, set) { return cos(t); }, [](set c, set x, set) { return cos_rev(c, x); });
  expect_complete(
      62, 20, [](set t, set) { return tan(t); }, [](set c, set x, set) { return tan_rev(c, x); });
  expect_complete(
      67, 20, [](set t, set) { return atan(t); }, [](set c, set x, set) { return atan_rev(c, x); });
  expect_complete(
      63, 20, [](set t, set) { return sqr(t); }, [](set c, set x, set) { return sqr_rev(c, x); });
  expect_complete(
      64, 20, [](set t, set) { return abs(t); }, [](set c, set x, set) { return abs_rev(c, x); });
  expect_complete(
      65, 5, [](set t, set) { return cosh(t); }, [](set c, set x, set) { return cosh_rev(c, x); });
  for (const int n : {-3, -2, -1, 0, 1, 2, 3})
    expect_complete(
        66, 5, [n](set t, set) { return pown(t, n); }, [n](set c, set x, set) { return pown_rev(c, x, n); });
}

TEST(reverse, no_member_of_a_binary_operation_is_lost) {
  expect_complete(
      70, 5, [](set t, set s) { return t * s; }, [](set c, set x, set b) { return mul_rev(b, c, x); });
  expect_complete(
      71, 5, [](set t, set s) { return pow(t, s); }, [](set c, set x, set b) { return pow_rev1(b, c, x); });
  expect_complete(
      72, 5, [](set t, set s) { return pow(s, t); }, [](set c, set x, set b) { return pow_rev2(b, c, x); });
  expect_complete(
      73, 5, [](set t, set s) { return atan2(t, s); }, [](set c, set x, set b) { return atan2_rev1(b, c, x); });
  expect_complete(
      74, 5, [](set t, set s) { return atan2(s, t); }, [](set c, set x, set b) { return atan2_rev2(b, c, x); });
}

TEST(reverse, known_inverses) {
  EXPECT_EQ(mul_rev(set{2.0}, set{4.0, 6.0}), (set{2.0, 3.0}));
  EXPECT_EQ(atan2_rev1(set{1.0}, set{0.0}), set{0.0});
  EXPECT_EQ(atan2_rev2(set{1.0}, set{4.0, 5.0}), set::empty());
  EXPECT_LT(wid(atan2_rev1(set{2.0}, atan2(set{3.0}, set{2.0}))), 1e-14);
  EXPECT_LT(wid(atan2_rev2(set{-2.0}, atan2(set{-2.0}, set{-3.0}))), 1e-14);
  EXPECT_EQ(sin_rev(set{2.0, 3.0}), set::empty());
  EXPECT_EQ(atan_rev(set{1.6, 3.0}), set::empty());
  EXPECT_EQ(atan_rev(set{-2.0, 2.0}), set::entire());
  EXPECT_EQ(atan_rev(set{0.0, 2.0}, set{-1.0, 7.0}), (set{0.0, 7.0}));
  EXPECT_LT(wid(atan_rev(atan(set{3.0}))), 1e-14);
}

} // namespace
} // namespace fpcheck::interval
