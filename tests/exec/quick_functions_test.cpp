// The ball domain's branch-free functions against MPFR: at the midpoint within the stated error, at both ends enclosed.
#include "../../src/exec/domains/ball_domain.hpp"
#include "../../src/exec/domains/wide_functions.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <random>

namespace fpcheck::exec {
namespace {

double distance_to_exp2(double argument, double offset, double from) {
  mpfr_t y;
  mpfr_init2(y, 300);
  mpfr_set_d(y, argument, MPFR_RNDN);
  mpfr_add_d(y, y, offset, MPFR_RNDN);
  mpfr_exp2(y, y, MPFR_RNDN);
  mpfr_sub_d(y, y, from, MPFR_RNDN);
  const double d = std::fabs(mpfr_get_d(y, MPFR_RNDA));
  mpfr_clear(y);
  return d;
}

TEST(quick_functions, exp2_encloses) {
  std::mt19937_64 g(1);
  double worst = 0;
  for (int k = 0; k < 60000; ++k) {
    const double unit = static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63;
    const double a = unit * (k % 3 == 0 ? 1000 : k % 3 == 1 ? 30 : 1);
    const double r = k % 5 == 0 ? 0 : k % 5 == 1 ? 0.25 * static_cast<double>(g() >> 11) * 0x1p-53 : std::ldexp(1.0, -static_cast<int>(g() % 60) - 2);
    const auto b = ball_domain::ex2_quickly({a, r});
    ASSERT_GE(b.radius, 0) << a;
    worst = std::max(worst, distance_to_exp2(a, 0, b.midpoint) / b.midpoint);
    for (const double side : {-r, r}) ASSERT_LE(distance_to_exp2(a, side, b.midpoint), b.radius) << a << " +- " << r;
  }
  EXPECT_LE(worst, 0x1p-51);
}

/// |2^(high + low + offset) - (y.high + y.low)|, over 2^high.
double distance_of_wide(const wide_ball& a, double offset, const wide_ball& y) {
  mpfr_t x, e;
  mpfr_init2(x, 400), mpfr_init2(e, 400);
  mpfr_set_d(x, a.high, MPFR_RNDN);
  mpfr_add_d(x, x, a.low, MPFR_RNDN), mpfr_add_d(x, x, offset, MPFR_RNDN);
  mpfr_exp2(e, x, MPFR_RNDN);
  mpfr_sub_d(x, e, y.high, MPFR_RNDN), mpfr_sub_d(x, x, y.low, MPFR_RNDN);
  mpfr_div_d(x, x, y.high, MPFR_RNDN);
  const double d = std::fabs(mpfr_get_d(x, MPFR_RNDA));
  mpfr_clear(x), mpfr_clear(e);
  return d;
}

TEST(quick_functions, wide_exp2_encloses) {
  std::mt19937_64 g(2);
  double worst = 0;
  for (int k = 0; k < 40000; ++k) {
    const double unit = static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63;
    const double high = k % 7 == 0 ? std::nearbyint(unit * 800 * 128) / 128 : unit * (k % 3 == 0 ? 800 : k % 3 == 1 ? 20 : 0x1p-8);
    const double low = k % 5 == 0 ? 0 : std::ldexp(high, -53) * (static_cast<double>(g() >> 11) * 0x1p-53 - 0.5);
    const double r = k % 2 == 0 ? 0 : std::ldexp(1.0, -static_cast<int>(g() % 100) - 10);
    const wide_ball a{high, low, r}, y = wide_exp2(a);
    const double bound = y.radius / y.high;
    worst = std::max(worst, distance_of_wide(a, 0, y));
    for (const double side : {-r, r}) ASSERT_LE(distance_of_wide(a, side, y), bound) << high << " + " << low << " +- " << r;
    ASSERT_LE(bound, 0.7 * r + 0x1p-100);
  }
  EXPECT_LE(worst, 0x1p-102);
}

TEST(quick_functions, exp2_passes_unusual_arguments_on) {
  for (const double a : {1000.5, -1e9, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")}) EXPECT_LT(ball_domain::ex2_quickly({a, 0}).radius, 0) << a;
  EXPECT_LT(ball_domain::ex2_quickly({1.0, 0.5}).radius, 0);
  EXPECT_LT(ball_domain::ex2_quickly({1.0, HUGE_VAL}).radius, 0);
}

/// Balls of all kinds: exact, wide, tiny, huge, subnormal, zero, infinite, NaN.
exact::ball<double> any_ball(std::mt19937_64& g) {
  const auto number = [&]() -> double {
    switch (g() % 12) {
    case 0: return 0.0;
    case 1: return -0.0;
    case 2: return INFINITY;
    case 3: return -INFINITY;
    case 4: return NAN;
    case 5: return bit_cast<double>(g() & 0x800fffffffffffffu);                        // subnormal
    case 6: return bit_cast<double>(g());                                               // any bits
    case 7: return static_cast<double>(static_cast<std::int64_t>(g() % 2001) - 1000);   // an integer
    default: return std::ldexp(static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63, static_cast<int>(g() % 80) - 40);
    }
  };
  double radius = 0;
  if (g() % 2 == 0) radius = std::fabs(number());
  if (radius != radius) radius = INFINITY;
  return {number(), g() % 8 == 0 ? std::ldexp(1.0, -1070 + static_cast<int>(g() % 200)) : radius};
}

void expect_same(exact::ball<double> usual, exact::ball<double> full, const char* what, std::uint64_t& compared) {
  ++compared;
  ASSERT_EQ(bits_of(usual.midpoint), bits_of(full.midpoint)) << what;
  ASSERT_EQ(bits_of(usual.radius), bits_of(full.radius)) << what << " of midpoint " << full.midpoint;
}

TEST(usual_enclosures, are_the_full_ones_bit_for_bit_unless_they_say_so) {
  std::mt19937_64 g(11);
  std::uint64_t compared = 0;
  for (int k = 0; k < 2000000; ++k) {
    const exact::ball<double> a = any_ball(g), b = any_ball(g), c = any_ball(g);
    std::uint64_t odd = 0;
    const auto sum = usual::add(a, b, odd);
    if (odd == 0) expect_same(sum, a + b, "sum", compared);
    odd = 0;
    const auto product = usual::mul(a, b, odd);
    if (odd == 0) expect_same(product, a * b, "product", compared);
    odd = 0;
    const auto fused = usual::fma(a, b, c, odd);
    if (odd == 0) expect_same(fused, exact::fma(a, b, c), "fma", compared);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 1000000u);
}

#if defined(__AVX512F__)
/// Fills 32 lanes with balls; one warp in four has no unusual one.
numbers<ball_domain> any_balls(std::mt19937_64& g, bool tame) {
  numbers<ball_domain> out;
  for (int i = 0; i < warp_size; ++i) {
    exact::ball<double> x = any_ball(g);
    while (tame && !(std::fabs(x.midpoint) > 1e-9 && std::fabs(x.midpoint) < 1e9 && x.radius < 1e9 && (x.radius == 0 || x.radius > 1e-30))) x = any_ball(g);
    out.set(i, x);
  }
  return out;
}

TEST(usual_enclosures, of_whole_warps_are_the_full_ones) {
  std::mt19937_64 g(13);
  std::uint64_t compared = 0;
  for (int k = 0; k < 20000; ++k) {
    const bool tame = k % 4 != 0;
    const auto a = any_balls(g, tame), b = any_balls(g, tame), c = any_balls(g, tame);
    alignas(64) numbers<ball_domain> r;
    const auto check = [&](bool good, const char* what, auto full) {
      if (!good) return;
      for (int i = 0; i < warp_size; ++i) expect_same(r.get(i), full(i), what, compared);
    };
    double* const to = &r.words[0][0];
    // Each operand once as it is, and once as one of which only the midpoints are there.
    for (int known = 0; known < 8; ++known) {
      const bool ka = (known & 1) != 0, kb = (known & 2) != 0, kc = (known & 4) != 0;
      const auto row = [](const numbers<ball_domain>& x, bool k) { return row_operand{&x.words[0][0], k}; };
      const auto at = [](const numbers<ball_domain>& x, bool k, int i) { return k ? exact::ball<double>{x.get(i).midpoint, 0.0} : x.get(i); };
      check(ball_domain::fma(to, row(a, ka), row(b, kb), row(c, kc)), "fma", [&](int i) { return exact::fma(at(a, ka, i), at(b, kb, i), at(c, kc, i)); });
      if (kc) continue;
      check(ball_domain::add(to, row(a, ka), row(b, kb)), "sum", [&](int i) { return at(a, ka, i) + at(b, kb, i); });
      check(ball_domain::sub(to, row(a, ka), row(b, kb)), "difference", [&](int i) { return at(a, ka, i) - at(b, kb, i); });
      check(ball_domain::mul(to, row(a, ka), row(b, kb)), "product", [&](int i) { return at(a, ka, i) * at(b, kb, i); });
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 8000000u);
}
#endif

TEST(usual_enclosures, cover_what_kernels_compute_with) {
  std::mt19937_64 g(12);
  std::uint64_t odd = 0;
  for (int k = 0; k < 100000; ++k) {
    const auto ball = [&] {
      const double m = g() % 4 == 0 ? 0.0 : std::ldexp(static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63, static_cast<int>(g() % 250) - 125);
      return exact::ball<double>{m, g() % 2 == 0 ? 0.0 : std::fabs(m) * 0x1p-30};
    };
    const auto a = ball(), b = ball(), c = ball();
    usual::add(a, b, odd), usual::mul(a, b, odd), usual::fma(a, b, c, odd);
  }
  EXPECT_EQ(odd, 0u);
}

} // namespace
} // namespace fpcheck::exec
