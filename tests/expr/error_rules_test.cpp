// Every error rule against the function itself, moved within the error.
#include "../../src/expr/error_rules.hpp"
#include "../../src/expr/scalar.hpp"

#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace fpcheck::expr {
namespace {

struct ranged {
  operation op;
  double lo, hi;
};

constexpr ranged functions[] = {
    {operation::exp, -30, 30}, {operation::exp2, -30, 30}, {operation::expm1, -30, 10}, {operation::log, 1e-3, 100}, {operation::log2, 1e-3, 100}, {operation::log1p, -0.99, 50},
    {operation::sqrt, 0, 100}, {operation::rsqrt, 1e-3, 100}, {operation::tanh, -12, 12}, {operation::sigmoid, -40, 40}, {operation::softplus, -40, 40}, {operation::erf, -7, 7},
    {operation::sin, -50, 50}, {operation::cos, -50, 50},
};

TEST(error_rules, moved_covers_every_move) {
  std::mt19937_64 random(3);
  for (const ranged& f : functions) {
    std::uniform_real_distribution<double> position(f.lo, f.hi), exponent(-40, 0), part(-1, 1);
    for (int k = 0; k < 20000; ++k) {
      const double x = position(random), e = std::exp2(exponent(random)) * (k % 3 == 0 ? std::fabs(x) : 1), y = elementary(f.op, x);
      const double bound = moved(f.op, x, y, e);
      if (std::isinf(bound)) continue;
      for (const double t : {1.0, -1.0, part(random)}) {
        const double there = elementary(f.op, x + t * e);
        if (std::isnan(there)) continue;
        EXPECT_LE(std::fabs(there - y), bound * (1 + 1e-12) + 8 * 0x1p-53 * (std::fabs(y) + std::fabs(there)) + std::fabs(x) * 0x1p-52 * (bound / e)) << printed_name(f.op) << " " << x << " " << e;
      }
      // Not wastefully wide: the largest move is reached within a small factor when e is small.
      if (e < 1e-3 * std::fabs(x) && e > 1e-9 * std::fabs(x)) {
        const double reached = std::max(std::fabs(elementary(f.op, x + e) - y), std::fabs(elementary(f.op, x - e) - y));
        const bool steady = f.op != operation::sin && f.op != operation::cos && reached > 1e-13 * std::fabs(y) && std::isfinite(reached);
        if (steady) {
          EXPECT_LE(bound, 1.5 * reached + 1e-12 * std::fabs(y)) << printed_name(f.op) << " " << x << " " << e;
        }
      }
    }
  }
}

TEST(error_rules, powers) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> position(-5, 5), exponent(-30, -1);
  for (int k = 0; k < 20000; ++k) {
    const double x = position(random), e = std::exp2(exponent(random)), n = static_cast<double>(static_cast<int>(random() % 9) - 4);
    if (n == 0) continue;
    const double y = std::pow(x, n), bound = moved_power(x, y, e, n);
    if (std::isinf(bound)) continue;
    for (const double there : {std::pow(x + e, n), std::pow(x - e, n), std::pow(x + e / 3, n)}) EXPECT_LE(std::fabs(there - y), bound * (1 + 1e-9) + 1e-14 * std::fabs(y)) << x << " " << e << " " << n;
  }
}

TEST(error_rules, gamma) {
  arithmetic a;
  a.accumulator = *find_number_format("f32");
  EXPECT_DOUBLE_EQ(gamma(a, 1, 0), 0x1p-24 / (1 - 0x1p-24));
  EXPECT_NEAR(gamma(a, 50257, 0), 3.0e-3, 5e-5);
  a.tier = error_tier::probable;
  EXPECT_NEAR(gamma(a, 50257, 0), 8.0e-5, 1e-6);
  EXPECT_NEAR(gamma(a, 768, 0), 9.9e-6, 1e-7);
  EXPECT_EQ(gamma(a, 30, 0), 30 * 0x1p-24 / (1 - 30 * 0x1p-24)); // below 36 terms the worst case is smaller
  a.accumulator = *find_number_format("bf16");
  EXPECT_TRUE(std::isinf(gamma(a, 256, 0)));
  EXPECT_FALSE(std::isinf(gamma(a, 255, 0)));
  a.depth = 20;
  EXPECT_FALSE(std::isinf(gamma(a, 256, 0)));
}

struct evaluated {
  double middle, radius;
};

evaluated value(const std::string& text, const std::vector<double>& x, arithmetic a, const std::map<std::string, std::string>& round = {}) {
  environment e;
  e.tensors["x"] = {{static_cast<std::int64_t>(x.size()), ""}};
  e.round = round;
  const auto p = infer(text, e);
  EXPECT_TRUE(p) << text;
  const auto v = evaluate<double>(p->nodes, std::array{p->root}, {{"x", {{static_cast<std::int64_t>(x.size())}, x}}}, a);
  EXPECT_TRUE(v);
  return {v->roots[0].middle[0], v->roots[0].radius[0]};
}

arithmetic f32() {
  arithmetic a;
  a.accumulator = *find_number_format("f32");
  return a;
}

TEST(error_rules, stored_intermediates_join_the_bound) {
  const std::vector<double> x{1.0001, 2.0001};
  const evaluated plain = value("let p = x * 3; sum(p)", x, f32()), stored = value("let p = x * 3; sum(p)", x, f32(), {{"p", "bf16"}});
  EXPECT_EQ(plain.middle, stored.middle);
  EXPECT_GT(stored.radius, 9 * 0x1p-9);
  EXPECT_LT(stored.radius, 9 * 0x1p-7);
  const auto bf16 = [](double v) { return tensor::decode(tensor::dtype::bf16, tensor::encode(tensor::dtype::bf16, v)); };
  EXPECT_LE(std::fabs(bf16(3 * x[0]) + bf16(3 * x[1]) - stored.middle), stored.radius);
}

TEST(error_rules, explicit_rounding_is_an_image) {
  // 1.0001 is far from a tie of e4m3fn: the rounding is decided; 1.0625 is one.
  const evaluated decided = value("round_to(sum(x), 'e4m3fn')", {0.5, 0.50001}, f32());
  EXPECT_EQ(decided.middle, 1);
  EXPECT_EQ(decided.radius, 0);
  const evaluated tie = value("round_to(sum(x), 'e4m3fn')", {0.5, 0.5625 + 0x1p-30}, f32());
  EXPECT_EQ(tie.middle - tie.radius, 1);
  EXPECT_EQ(tie.middle + tie.radius, 1.125);
}

TEST(error_rules, flushing_costs_the_smallest_normal) {
  arithmetic flush = f32();
  flush.subnormal = subnormal_results::flushed;
  const std::vector<double> x{0x1p-100, 0x1p-40};
  EXPECT_LT(value("x[0] * x[1]", x, f32()).radius, 0x1p-148);
  EXPECT_GE(value("x[0] * x[1]", x, flush).radius, 0x1p-126);
}

TEST(error_rules, fast_functions_are_wider) {
  arithmetic fast = f32();
  fast.functions = function_set::fast;
  const std::vector<double> x{1.5};
  for (const char* f : {"tanh(x[0])", "sin(x[0])", "exp(20 * x[0])", "log(x[0] - 0.75)", "1 / x[0]"}) EXPECT_GT(value(f, x, fast).radius, value(f, x, f32()).radius) << f;
}

TEST(error_rules, overflow_has_no_bound) {
  EXPECT_TRUE(std::isinf(value("exp(x[0])", {100.0}, f32()).radius));
  EXPECT_FALSE(std::isinf(value("exp(x[0])", {80.0}, f32()).radius));
  EXPECT_FALSE(std::isinf(value("sum(softmax(1000 * x))", {1.0, 0.5}, f32()).radius));
}

/// A correctly rounded operation reaches its bound, and never passes it: half the constant would fail, and so would twice.
TEST(error_rules, single_operations_are_tight) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<float> near(1.0F, 1.1F);
  struct single {
    const char* text;
    float (*run)(float, float);
    double least;
  };
  const single all[] = {{"x[0] + x[1]", [](float a, float b) { return a + b; }, 0.9},
                        {"x[0] * x[1]", [](float a, float b) { return a * b; }, 0.9},
                        {"x[0] / x[1]", [](float a, float b) { return a / b; }, 0.8},
                        {"sqrt(x[0]) * x[1]", [](float a, float b) { return std::sqrt(a) * b; }, 0.6},
                        {"x[0] - x[1] / 3", [](float a, float b) { return a - b / 3; }, 0.6}};
  for (const single& s : all) {
    double largest = 0;
    for (int k = 0; k < 3000; ++k) {
      const float a = near(random), b = near(random);
      const evaluated v = value(s.text, {a, b}, f32());
      const double error = std::fabs(static_cast<double>(s.run(a, b)) - v.middle);
      ASSERT_LE(error, v.radius) << s.text << " " << a << " " << b;
      if (v.radius > 0) largest = std::max(largest, error / v.radius);
    }
    EXPECT_GT(largest, s.least) << s.text;
  }
}

/// 1 + 2^-24 rounds to 1, so that a running sum loses every later term: each way to add up reaches its worst case.
TEST(error_rules, stagnating_sums_reach_the_worst_case) {
  constexpr int n = 1000;
  std::vector<double> terms(n, 0x1p-24), roots(n, 0x1p-12);
  terms[0] = roots[0] = 1;
  float running = 0;
  for (const double t : terms) running += static_cast<float>(t);
  ASSERT_EQ(running, 1.0F);
  for (const char* text : {"sum(x)", "cumsum(x)[-1]", "scatter_add(x, 0 * arange(1000), 1)[0]"}) {
    const evaluated v = value(text, terms, f32());
    EXPECT_LE(v.middle - 1, v.radius) << text;
    EXPECT_GT(v.middle - 1, 0.99 * v.radius) << text;
  }
  for (const char* text : {"x @ x", "sum(x * x)"}) {
    const evaluated v = value(text, roots, f32());
    EXPECT_LE(v.middle - 1, v.radius) << text;
    EXPECT_GT(v.middle - 1, 0.99 * v.radius) << text;
  }
}

TEST(error_rules, exact_results_carry_no_error) {
  EXPECT_EQ(value("x[0] + x[1]", {3.0, 5.0}, f32()).radius, 0);
  EXPECT_EQ(value("max(arange(8) % 3)", {1.0}, f32()).radius, 0);
  EXPECT_EQ(value("x[0] / x[1]", {3.0, 4.0}, f32()).radius, 0);
  EXPECT_GT(value("x[0] / x[1]", {1.0, 3.0}, f32()).radius, 0);
  // Multiples of 2^-8, and no more of them than 24 bits count.
  EXPECT_EQ(value("sum(x / 256)", {3.0, 5.0, 200.0}, f32()).radius, 0);
  EXPECT_EQ(value("cumsum(x / 256)[-1]", {3.0, 5.0, 200.0}, f32()).radius, 0);
  EXPECT_GT(value("sum(x / 256)", {3.0, 5.0, 0x1p24}, f32()).radius, 0);
  EXPECT_GT(value("x[0] + x[1]", {1.0, 0x1p-30}, f32()).radius, 0x1p-30);  // beyond 24 bits
  EXPECT_GT(value("x[0] + x[1]", {1.0, 0x1p-60}, f32()).radius, 0);        // beyond 53 bits
  EXPECT_GT(value("x[0] * x[1]", {0x1.000002p0, 0x1.000002p0}, f32()).radius, 0);
}

TEST(error_rules, undecided_branches_take_the_hull) {
  // (x + 1) - 1 is 2^-30 up to binary32's rounding of 1: its sign is open.
  const evaluated r = value("relu((x[0] + 1) - 1) + where((x[0] + 1) - 1 > 0, 5, 7)", {0x1p-30}, f32());
  EXPECT_LE(r.middle - r.radius, 5);
  EXPECT_GE(r.middle + r.radius, 7);
  EXPECT_EQ(value("where(x[0] > 0, 5, 7)", {0x1p-30}, f32()).radius, 0);
}

TEST(error_rules, indices_that_rounding_leaves_open_choose_any_of_their_rows) {
  // 0.37 * 100 is 37 up to binary32's rounding: its floor is 36 or 37.
  for (const char* text : {"x[floor(x[100:101] * 0.37)][0]", "gather(x[:50], 0, floor(x[100:101] * 0.37))[0]"}) {
    std::vector<double> x(101, 0.0);
    x[35] = 9, x[36] = 5, x[37] = 7, x[38] = 1, x[100] = 100;
    const evaluated v = value(text, x, f32());
    EXPECT_LE(v.middle - v.radius, 5) << text;
    EXPECT_GE(v.middle + v.radius, 7) << text;
    EXPECT_LE(v.radius, 2.01) << text;
    x[100] = 99;
    EXPECT_EQ(value(text, x, f32()).radius, 0) << text; // 36.63
  }
  // The last row may be the only one that is there.
  EXPECT_EQ(value("x[:37][floor(x[37:38] * 0.37)][0]", std::vector<double>(38, 100.0), f32()).middle, 100);
}

TEST(error_rules, rows_that_rounding_leaves_open_may_be_added_to) {
  const char* counts[] = {"scatter_add(1 + 0 * x, floor(x * 0.37), 40)[36]", "scatter_add(1 + 0 * x, floor(x * 0.37), 40)[37]"};
  for (const char* text : counts) {
    const evaluated open = value(text, {99.0, 100.0, 101.0}, f32()), decided = value(text, {99.0, 99.0, 101.0}, f32());
    EXPECT_LE(open.middle - open.radius, 1) << text;
    EXPECT_GE(open.middle + open.radius, 2) << text;
    EXPECT_EQ(decided.radius, 0) << text;
  }
}

} // namespace
} // namespace fpcheck::expr
