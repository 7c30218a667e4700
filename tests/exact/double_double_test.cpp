#include <fpcheck/exact/double_double.hpp>

#include "mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace fpcheck::exact {
namespace {

using oracle::generator;
using oracle::number;

constexpr double u2 = 0x1p-106;

number value(double_double a) {
  return number(a.high) + number(a.low);
}

double_double draw(generator& g) {
  const double h = g.number_between(-100, 100);
  const double l = g.below(4) == 0 ? 0 : h * 0x1p-53 * (static_cast<double>(g.below(2001)) * 1e-3 - 1);
  return double_double{fast_two_sum(h, l)};
}

/// |computed - exact| / scale, in u^2.
double error_of(double_double computed, const number& exact, const number& scale) {
  return (abs(value(computed) - exact) / abs(scale)).to_double() / u2;
}

struct worst_errors {
  double add = 0, add_one = 0, mul = 0, mul_one = 0, div = 0, div_one = 0, sqrt = 0, fma = 0;
};

TEST(double_double, errors_stay_within_the_stated_bounds) {
  generator g(4);
  worst_errors w;
  const auto worse = [](double& a, double b) { a = b > a ? b : a; };
  for (int i = 0; i < 30000; ++i) {
    const double_double a = draw(g), c = draw(g);
    const double_double b =
        i % 3 == 0 ? double_double{two_sum(-a.high * (1 + 0x1p-52 * double(g.below(8))), c.low)} : draw(g);
    const number x = value(a), y = value(b), z = value(c);
    if (!(x + y == number(0.0))) worse(w.add, error_of(add(a, b), x + y, x + y));
    worse(w.mul, error_of(mul(a, b), x * y, x * y));
    worse(w.mul_one, error_of(mul(a, b.high), x * number(b.high), x * number(b.high)));
    worse(w.div, error_of(div(a, b), x / y, x / y));
    worse(w.div_one, error_of(div(a, b.high), x / number(b.high), x / number(b.high)));
    if (!(x + number(b.high) == number(0.0)))
      worse(w.add_one, error_of(add(a, b.high), x + number(b.high), x + number(b.high)));
    number root;
    mpfr_sqrt(root.raw(), abs(x).raw(), MPFR_RNDN);
    worse(w.sqrt, error_of(sqrt(abs(a)), root, root));
    worse(w.fma, error_of(fma(a, b, c), x * y + z, abs(x * y) + abs(z)));
  }
  struct row {
    const char* name;
    double worst, proved, published; // in u^2
  };
  const row rows[] = {{"add", w.add, 5.01, 3.01},         {"add one", w.add_one, 3.01, 2}, {"mul", w.mul, 7, 4},
                      {"mul one", w.mul_one, 2.01, 2},    {"div", w.div, 14, 15.01},       {"div one", w.div_one, 4.01, 3},
                      {"sqrt", w.sqrt, 4.25, 3.125},      {"fma", w.fma, 12.01, 7.01}};
  for (const row& r : rows) {
    std::printf("%-8s worst %5.2f u^2 of %5.2f proved (%.0f %%)\n", r.name, r.worst, r.proved, 100 * r.worst / r.proved);
    EXPECT_LE(r.worst, r.proved) << r.name;
    EXPECT_LE(r.worst, r.published) << r.name;
    EXPECT_GT(r.worst, 0.2 * r.proved) << r.name << ": the operands are too tame";
  }
}

TEST(double_double, float_float_matches_double_to_its_precision) {
  generator g(5);
  for (int i = 0; i < 20000; ++i) {
    const float_float a{two_sum(static_cast<float>(g.number_between(-10, 10)), 0x1p-30f)};
    const float_float b{two_sum(static_cast<float>(g.number_between(-10, 10)), -0x1p-31f)};
    const double x = double(a.high) + double(a.low), y = double(b.high) + double(b.low);
    const float_float p = mul(a, b);
    ASSERT_LE(abs(double(p.high) + double(p.low) - x * y), abs(x * y) * 7 * 0x1p-48);
  }
}

} // namespace
} // namespace fpcheck::exact
