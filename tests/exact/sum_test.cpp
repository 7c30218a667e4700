#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/exact/power.hpp>
#include <fpcheck/exact/running.hpp>
#include <fpcheck/exact/sum.hpp>

#include "mpfr_number.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace fpcheck::exact {
namespace {

using oracle::generator;
using oracle::number;

/// Terms over `spread` binades that cancel almost completely.
std::vector<double> ill_conditioned(generator& g, std::size_t n, int spread) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n / 2; ++i) {
    const double a = g.number_between(-spread, spread);
    x.push_back(a), x.push_back(-a * (g.below(4) == 0 ? 1 + 0x1p-52 : 1));
  }
  x.push_back(0x1p-200);
  for (std::size_t i = x.size() - 1; i > 0; --i) std::swap(x[i], x[g.below(i + 1)]);
  return x;
}

number sum_of(const std::vector<double>& x) {
  number s(0.0);
  for (const double v : x) s = s + number(v);
  return s;
}

TEST(accumulator, is_correctly_rounded_in_every_direction) {
  generator g(30);
  for (int i = 0; i < 400; ++i) {
    const std::vector<double> x = ill_conditioned(g, 2 + g.below(60), i % 2 ? 40 : 900);
    double_sum s;
    float_sum unused;
    for (const double v : x) s.add(v);
    const number exact = sum_of(x);
    EXPECT_EQ(s.round<double>(), mpfr_get_d(exact.raw(), MPFR_RNDN));
    EXPECT_EQ(s.round<double>(direction::down), mpfr_get_d(exact.raw(), MPFR_RNDD));
    EXPECT_EQ(s.round<double>(direction::up), mpfr_get_d(exact.raw(), MPFR_RNDU));
    EXPECT_EQ(s.round<double>(direction::toward_zero), mpfr_get_d(exact.raw(), MPFR_RNDZ));
    EXPECT_EQ(s.sign(), mpfr_sgn(exact.raw()));
  }
}

TEST(accumulator, rounds_ties_and_subnormals_once) {
  const auto rounds = [](std::initializer_list<double> terms, direction d = direction::nearest_even) {
    double_sum s;
    for (const double v : terms) s.add(v);
    return s.round<double>(d);
  };
  EXPECT_EQ(rounds({1, 0x1p-53}), 1);
  EXPECT_EQ(rounds({1, 0x1p-53, 0x1p-1074}), 1 + 0x1p-52);
  EXPECT_EQ(rounds({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
  EXPECT_EQ(rounds({0x1p-1074, 0x1p-1074}), 0x1p-1073);
  EXPECT_EQ(rounds({0x1.fffffffffffffp1023, 0x1p970}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(rounds({0x1.fffffffffffffp1023, 0x1p970}, direction::down), 0x1.fffffffffffffp1023);
  EXPECT_EQ(rounds({0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023}), 0x1.fffffffffffffp1023);
  float_sum f;
  f.add(1.0f), f.add(0x1p-24f), f.add(0x1p-149f);
  EXPECT_EQ(f.round<float>(), 1 + 0x1p-23f);
  EXPECT_EQ(f.round<double>(), 1 + 0x1p-24);
}

TEST(accumulator, dot_products_are_exact) {
  generator g(31);
  for (int i = 0; i < 300; ++i) {
    double_dot s;
    number exact(0.0);
    mpfr_set_prec(exact.raw(), 4600);
    mpfr_set_zero(exact.raw(), 1);
    const int low = i % 3 == 0 ? -1022 : (i % 3 == 1 ? -60 : 300), high = i % 3 == 0 ? -500 : (i % 3 == 1 ? 60 : 510);
    for (int j = 0; j < 20; ++j) {
      const double a = g.number_between(low, high), b = g.number_between(low, high);
      s.add_product(a, b);
      mpfr_t p;
      mpfr_init2(p, 120);
      mpfr_set_d(p, a, MPFR_RNDN);
      mpfr_mul_d(p, p, b, MPFR_RNDN);
      mpfr_add(exact.raw(), exact.raw(), p, MPFR_RNDN);
      mpfr_clear(p);
    }
    ASSERT_EQ(s.round<double>(), mpfr_get_d(exact.raw(), MPFR_RNDN));
    ASSERT_EQ(s.round<double>(direction::up), mpfr_get_d(exact.raw(), MPFR_RNDU));
  }
}

TEST(accumulator, permutations_and_splits_give_one_bit_pattern) {
  generator g(32);
  std::vector<double> x = ill_conditioned(g, 40, 500);
  double_sum first;
  for (const double v : x) first.add(v);
  const double expected = first.round<double>();
  for (int i = 0; i < 20000; ++i) {
    for (std::size_t j = x.size() - 1; j > 0; --j) std::swap(x[j], x[g.below(j + 1)]);
    double_sum parts[3];
    for (std::size_t j = 0; j < x.size(); ++j) parts[g.below(3)].add(x[j]);
    parts[1].merge(parts[2]);
    parts[1].merge(parts[0]);
    ASSERT_EQ(bits_of(parts[1].round<double>()), bits_of(expected));
  }
}

TEST(accumulator, many_terms_carry_in_time) {
  float_sum s;
  for (int i = 0; i < 2000000; ++i) s.add(0x1.fffffep100f);
  EXPECT_EQ(s.round<double>(), 2000000 * 0x1.fffffep100);
}

TEST(accumulator, special_values) {
  const double inf = std::numeric_limits<double>::infinity();
  double_sum a, b, c;
  a.add(inf), a.add(1);
  EXPECT_EQ(a.round<double>(), inf);
  b.add(-inf), b.add(inf);
  EXPECT_TRUE(std::isnan(b.round<double>()));
  c.merge(a);
  EXPECT_EQ(c.round<double>(), inf);
  EXPECT_TRUE(std::signbit(double_sum{}.round<double>(direction::down)));
}

TEST(sum, compensated_sums_keep_their_bounds) {
  generator g(33);
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> x = ill_conditioned(g, 200, 12);
    const number exact = sum_of(x);
    double magnitude = 0;
    for (const double v : x) magnitude += std::fabs(v);
    const double n = static_cast<double>(x.size()), u = 0x1p-53, size = std::fabs(exact.to_double());
    const auto error = [&exact](double s) { return abs(number(s) - exact).to_double(); };
    EXPECT_LE(error(sum_neumaier(x.data(), x.size())), u * size + 2 * n * n * u * u * magnitude);
    EXPECT_LE(error(sum_pairwise(x.data(), x.size())), (std::ceil(std::log2(n)) + 8) * u * magnitude);
    EXPECT_LE(error(sum_k_fold<3>(x.data(), x.size())), u * size + 4 * std::pow(2 * n * u, 3) * magnitude + 0x1p-250);
    EXPECT_LE(error(sum_kahan(x.data(), x.size())), 3 * u * magnitude);
  }
  const std::vector<double> trap{1, 1e100, 1, -1e100};
  EXPECT_EQ(sum_neumaier(trap.data(), 4), 2);
  for (std::size_t n = 0; n < 70; ++n) {
    const std::vector<double> ones(n, 1.0);
    EXPECT_EQ(sum_pairwise(ones.data(), n), static_cast<double>(n));
  }
}

TEST(sum, compensated_dots_keep_their_bounds) {
  generator g(34);
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> x = ill_conditioned(g, 100, 10);
    std::vector<double> y;
    for (std::size_t j = 0; j < x.size(); ++j) y.push_back(g.number_between(-8, 8));
    number exact(0.0);
    double magnitude = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      exact = exact + number(x[j]) * number(y[j]);
      magnitude += std::fabs(x[j] * y[j]);
    }
    const double n = static_cast<double>(x.size()), u = 0x1p-53, size = std::fabs(exact.to_double());
    EXPECT_LE(abs(number(dot_compensated(x.data(), y.data(), x.size())) - exact).to_double(),
              u * size + 2 * n * n * u * u * magnitude);
    EXPECT_LE(abs(number(dot_k_fold<3>(x.data(), y.data(), x.size())) - exact).to_double(),
              u * size + 4 * std::pow(3 * n * u, 3) * magnitude);
  }
}

template <class T>
void expect_running_bound(generator& g) {
  running<T> s{0};
  number exact(0.0);
  for (int j = 0; j < 60; ++j) {
    const T a = static_cast<T>(g.number_between(-12, 12)), b = static_cast<T>(g.number_between(-12, 12));
    s = j % 2 ? fma(running<T>{a}, running<T>{b}, s) : s + running<T>{a} * running<T>{b};
    exact = exact + number(a) * number(b);
    ASSERT_LE(abs(exact - number(s.value)).to_double(), s.bound);
    const running<T> q = s / running<T>{a}, r = sqrt(running<T>{std::fabs(a)} * running<T>{std::fabs(b)});
    number root = number(std::fabs(a)) * number(std::fabs(b));
    mpfr_sqrt(root.raw(), root.raw(), MPFR_RNDN);
    ASSERT_LE(abs(exact / number(a) - number(q.value)).to_double(), q.bound);
    ASSERT_LE(abs(root - number(r.value)).to_double(), r.bound);
  }
  ASSERT_LT(s.bound, std::fabs(static_cast<double>(s.value)) * 1e-2 + 1);
}

TEST(running, bounds_hold_and_are_useful) {
  generator g(35);
  for (int i = 0; i < 200; ++i) expect_running_bound<float>(g), expect_running_bound<double>(g);
}

TEST(power, exact_comparisons_and_exact_powers) {
  EXPECT_EQ(compare_power(3, 4, 81), 0);
  EXPECT_EQ(compare_power(3, 4, std::nextafter(81, 100)), -1);
  EXPECT_EQ(compare_power(2, -3, 0.125), 0);
  EXPECT_EQ(compare_power(3, -1, 1.0 / 3), 1);
  EXPECT_EQ(compare_power(1 + 0x1p-52, 64, 1 + 64 * 0x1p-52), 1);
  EXPECT_EQ(compare_power(0x1.fffffffffffffp1023, 64, 0x1p-1074), 1);
  EXPECT_TRUE(is_exact_power(9, 0.5, 3));
  EXPECT_TRUE(is_exact_power(0x1p-1074, 0.5, 0x1p-537));
  EXPECT_FALSE(is_exact_power(9, 1.0 / 3, 0x1.0a402b8d2cbbcp+1));
  EXPECT_FALSE(is_exact_power(8, 1.0 / 3, 2)) << "1/3 is not exact, so neither is its power";
  EXPECT_TRUE(is_exact_power(0.25, -1.5, 8));
  EXPECT_FALSE(is_exact_power(3, -1, 1.0 / 3));
  generator g(36);
  for (int i = 0; i < 3000; ++i) {
    const double x = std::fabs(g.number_between(-20, 20)), y = g.number_between(-5, 5);
    const approximation p = elementary::pow(x, y), r = elementary::hypot(x, y);
    number X(x), Y(y), e;
    mpfr_set_prec(e.raw(), 300);
    mpfr_pow(e.raw(), X.raw(), Y.raw(), MPFR_RNDN);
    ASSERT_EQ(round_down(p), mpfr_get_d(e.raw(), MPFR_RNDD)) << std::hexfloat << x << '^' << y;
    ASSERT_EQ(round_up(p), mpfr_get_d(e.raw(), MPFR_RNDU)) << std::hexfloat << x << '^' << y;
    mpfr_hypot(e.raw(), X.raw(), Y.raw(), MPFR_RNDN);
    ASSERT_EQ(round_down(r), mpfr_get_d(e.raw(), MPFR_RNDD)) << std::hexfloat << x << ' ' << y;
    mpfr_atan2(e.raw(), Y.raw(), X.raw(), MPFR_RNDN);
    ASSERT_EQ(round_up(elementary::atan2(y, x)), mpfr_get_d(e.raw(), MPFR_RNDU)) << std::hexfloat << x << ' ' << y;
    const int n = static_cast<int>(g.below(60)) + 2;
    mpfr_rootn_ui(e.raw(), X.raw(), static_cast<unsigned long>(n), MPFR_RNDN);
    ASSERT_EQ(round_down(elementary::pow_reciprocal(x, n)), mpfr_get_d(e.raw(), MPFR_RNDD)) << std::hexfloat << x;
  }
}

} // namespace
} // namespace fpcheck::exact
