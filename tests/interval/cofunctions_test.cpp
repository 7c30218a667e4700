// The optional functions of IEEE 1788 over binary64: points against MPFR, sets against their members.
#include <fpcheck/interval/decorated.hpp>

#include "../exact/mpfr_number.hpp"
#include "tightness.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::interval {
namespace {

using exact::oracle::generator;
using set = interval<double>;

struct named_function {
  const char* name;
  set (*of)(set);
  decorated<double> (*decorated_of)(decorated<double>);
  reference::function exact;
  bool period_pi; ///< poles at multiples of pi or odd ones of pi / 2
};
const named_function functions[] = {{"cot", cot, cot, reference::function::cot, true},     {"sec", sec, sec, reference::function::sec, true},
                                    {"csc", csc, csc, reference::function::csc, true},     {"coth", coth, coth, reference::function::coth, false},
                                    {"sech", sech, sech, reference::function::sech, false}, {"csch", csch, csch, reference::function::csch, false},
                                    {"acot", acot, acot, reference::function::acot, false}, {"acoth", acoth, acoth, reference::function::acoth, false},
                                    {"cbrt", cbrt, cbrt, reference::function::cbrt, false}};

double drawn(generator& g) {
  const double m = 1 + static_cast<double>(g.below(std::uint64_t{1} << 52)) * 0x1p-52;
  const bool power = g.below(6) == 0;
  const int e = g.below(3) == 0 ? static_cast<int>(g.below(2040)) - 1020 : static_cast<int>(g.below(16)) - 8;
  return std::ldexp(power ? 1.0 : m, e) * (g.below(2) == 0 ? 1 : -1);
}

/// A bound is the tightest, or one number outside of it where the value lies within the kernel's error of one.
TEST(cofunctions, points_are_within_one_number_of_the_tightest) {
  generator g(80);
  for (const named_function& f : functions) {
    int loose = 0, empty = 0;
    for (int i = 0; i < 10000; ++i) {
      const double x = drawn(g);
      const set y = f.of(set{x});
      const reference::bracket b = reference::enclose(f.exact, std::span<const double>(&x, 1));
      if (std::isnan(b.low) || tightness::is_pole(f.exact, x)) {
        ASSERT_TRUE(y.is_empty()) << f.name << ' ' << x;
        ++empty;
        continue;
      }
      ASSERT_TRUE(y.lower() <= b.low && b.high <= y.upper()) << f.name << std::hexfloat << ' ' << x;
      ASSERT_TRUE(y.lower() >= exact::next_down(b.low) && y.upper() <= exact::next_up(b.high)) << f.name << std::hexfloat << ' ' << x;
      loose += y.lower() != b.low || y.upper() != b.high ? 1 : 0;
    }
    EXPECT_LE(loose, 2) << f.name;
    EXPECT_LT(empty, f.exact == reference::function::acoth ? 8000 : 1) << f.name;
  }
}

/// The members of a set have their values in the image, and the ends of the image are values at ends, extremes or infinite.
TEST(cofunctions, images_hold_the_values_of_all_members_and_no_more) {
  generator g(81);
  for (const named_function& f : functions) {
    const double scale = f.period_pi ? 9 : 3;
    for (int i = 0; i < 1000; ++i) {
      const auto end = [&] { return g.below(8) == 0 ? 0.0 : scale * (static_cast<double>(g.below(4001)) / 2000 - 1); };
      const double a = end(), b = a + static_cast<double>(g.below(400)) / 100;
      const set x = g.below(12) == 0 ? set{a, infinity} : set{a, b};
      const set y = f.of(x);
      double least = infinity, greatest = -infinity;
      for (int k = 0; k <= 64; ++k) {
        const set value = f.of(set{std::fmin(a + (b - a) * k / 64, b)});
        if (value.is_empty()) continue;
        ASSERT_TRUE(subset(value, y)) << f.name << " [" << x.lower() << ", " << x.upper() << "] -> [" << y.lower() << ", " << y.upper() << "]";
        least = std::fmin(least, value.upper()), greatest = std::fmax(greatest, value.lower());
      }
      const auto comes_near = [&](double bound, double found) {
        return std::isinf(bound) || x.upper() == infinity || std::fabs(bound - found) <= 0.05 * std::fmax(1.0, std::fabs(bound)) || std::fabs(bound) > 4;
      };
      if (y.is_empty()) continue;
      ASSERT_TRUE(comes_near(y.lower(), least) && comes_near(y.upper(), greatest))
          << f.name << " [" << x.lower() << ", " << x.upper() << "] -> [" << y.lower() << ", " << y.upper() << "], found [" << least << ", " << greatest << "]";
    }
  }
}

TEST(cofunctions, poles_and_limits) {
  EXPECT_EQ(cot(set{0.0}), set::empty());
  EXPECT_EQ(cot(set{0.0, 1.0}).upper(), infinity);
  EXPECT_EQ(cot(set{-1.0, 0.0}).lower(), -infinity);
  EXPECT_EQ(cot(set{-1.0, 1.0}), set::entire());
  EXPECT_EQ(csc(set{1.0, 2.0}).lower(), 1);
  EXPECT_EQ(csc(set{0.0, 2.0}), (set{1.0, infinity}));
  EXPECT_EQ(csc(set{-2.0, 0.0}), (set{-infinity, -1.0}));
  EXPECT_EQ(sec(set{-1.0, 0.5}).lower(), 1);
  EXPECT_EQ(sec(set{2.0, 4.0}).upper(), -1);
  EXPECT_EQ(sec(set{1.0, 2.0}), set::entire());
  EXPECT_EQ(coth(set{0.0, infinity}), (set{1.0, infinity}));
  EXPECT_EQ(coth(set{-1.0, infinity}), set::entire());
  EXPECT_EQ(csch(set{-infinity, 0.0}), (set{-infinity, 0.0}));
  EXPECT_EQ(sech(set::entire()), (set{0.0, 1.0}));
  EXPECT_EQ(acot(set::entire()), (set{0.0, 0x1.921fb54442d19p+1}));
  EXPECT_EQ(acoth(set{-1.0, 1.0}), set::empty());
  EXPECT_EQ(acoth(set{1.0, infinity}), (set{0.0, infinity}));
  EXPECT_EQ(cbrt(set{-27.0, 0x1p-1074}), (set{-3.0, cbrt(set{0x1p-1074}).upper()}));
  EXPECT_EQ(cbrt(set{-0x1p-1074, 8.0}).upper(), 2);
}

TEST(cofunctions, decorations_tell_poles) {
  for (const named_function& f : functions) {
    const bool pole_at_zero = f.of(set{0.0}).is_empty();
    EXPECT_EQ(f.decorated_of(decorated<double>(set{-0.5, 0.5})).mark, pole_at_zero ? decoration::trv : decoration::com) << f.name;
    EXPECT_EQ(f.decorated_of(decorated<double>(set{2.0, 3.0})).mark, decoration::com) << f.name;
    EXPECT_EQ(f.decorated_of(decorated<double>(set{1.5, 1.625})).mark, f.exact == reference::function::sec ? decoration::trv : decoration::com) << f.name;
  }
}

} // namespace
} // namespace fpcheck::interval
