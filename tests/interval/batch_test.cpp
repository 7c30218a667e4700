#include <fpcheck/interval/batch.hpp>
#include <fpcheck/interval/elementary.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <vector>

namespace fpcheck::interval::batch {
namespace {

using exact::oracle::generator;
using set = fpcheck::interval::interval<double>;

/// Intervals as two arrays.
struct arrays {
  std::vector<double> lower, upper;
  explicit arrays(std::size_t n) : lower(n), upper(n) {}
  void put(std::size_t i, set x) { lower[i] = x.lower(), upper[i] = x.upper(); }
  set at(std::size_t i) const { return {lower[i], upper[i]}; }
  operator input() const { return {lower.data(), upper.data()}; }
  operator output() { return {lower.data(), upper.data()}; }
};

/// How wild the numbers are.
struct range {
  int low, high;
  unsigned special; ///< one in this many is empty, unbounded, zero or subnormal; 0 for none
};

set draw(generator& g, range r) {
  if (r.special != 0 && g.below(r.special) == 0) switch (g.below(8)) {
    case 0:
      return set::empty();
    case 1:
      return set::entire();
    case 2:
      return set{0.0};
    case 3:
      return set{0.0, infinity};
    case 4:
      return set{-infinity, 0.0};
    case 5:
      return set{-0x1p-1074, 0x1p-1060};
    case 6:
      return set{largest};
    default:
      return set{1.0};
    }
  const double a = g.number_between(r.low, r.high);
  const double b = g.below(2) == 0 ? a : (g.below(2) == 0 ? a * (1 + 0x1p-20) : g.number_between(r.low, r.high));
  return {std::fmin(a, b), std::fmax(a, b)};
}

class batch_paths : public testing::TestWithParam<isa> {
protected:
  void SetUp() override {
    if (!is_available(GetParam())) GTEST_SKIP() << "this machine lacks the instructions of the path";
  }
};

TEST_P(batch_paths, give_the_bits_of_the_scalar_operations) {
  generator g(40);
  for (const range r : {range{-30, 30, 0}, range{-30, 30, 9}, range{-1022, 1023, 0}, range{-1022, 1023, 5},
                        range{-1022, -880, 0}, range{-4, 9, 50}, range{-70, 0, 0}})
    for (const std::size_t n :
         {std::size_t{1}, std::size_t{7}, std::size_t{64}, std::size_t{1000}, std::size_t{4099}}) {
      arrays a(n), b(n), out(n);
      for (std::size_t i = 0; i < n; ++i) a.put(i, draw(g, r)), b.put(i, draw(g, r));
      const auto check = [&](const char* name, auto of_one) {
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_EQ(out.at(i), of_one(a.at(i), b.at(i)))
              << name << std::hexfloat << " [" << a.lower[i] << ", " << a.upper[i] << "] [" << b.lower[i] << ", "
              << b.upper[i] << "] -> [" << out.lower[i] << ", " << out.upper[i] << "]";
      };
      batch::add(a, b, out, n, GetParam()), check("add", [](set x, set y) { return x + y; });
      batch::sub(a, b, out, n, GetParam()), check("sub", [](set x, set y) { return x - y; });
      batch::mul(a, b, out, n, GetParam()), check("mul", [](set x, set y) { return x * y; });
      batch::div(a, b, out, n, GetParam()), check("div", [](set x, set y) { return x / y; });
      batch::sqrt(a, out, n, GetParam()), check("sqrt", [](set x, set) { return fpcheck::interval::sqrt(x); });
      batch::exp(a, out, n, GetParam()), check("exp", [](set x, set) { return fpcheck::interval::exp(x); });
      batch::log(a, out, n, GetParam()), check("log", [](set x, set) { return fpcheck::interval::log(x); });
      batch::sin(a, out, n, GetParam()), check("sin", [](set x, set) { return fpcheck::interval::sin(x); });
      if (HasFatalFailure()) return;
    }
}

TEST_P(batch_paths, do_not_depend_on_the_rounding_mode) {
  generator g(41);
  const std::size_t n = 500;
  arrays a(n), b(n), expected(n), out(n);
  for (std::size_t i = 0; i < n; ++i) a.put(i, draw(g, {-8, 8, 20})), b.put(i, draw(g, {-8, 8, 20}));
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    batch::div(a, b, expected, n, GetParam());
    std::fesetround(mode);
    batch::div(a, b, out, n, GetParam());
    const int left = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(left, mode);
    EXPECT_EQ(out.lower, expected.lower);
    EXPECT_EQ(out.upper, expected.upper);
  }
}

INSTANTIATE_TEST_SUITE_P(paths, batch_paths, testing::Values(isa::generic, isa::avx2, isa::avx512));

} // namespace
} // namespace fpcheck::interval::batch
