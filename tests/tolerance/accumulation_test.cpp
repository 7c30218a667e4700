// Bounds of sums that tensor cores make, against the tensor cores' own functions: never exceeded, on data of both signs and of one, for every
// inner extent; and what a kernel's own sums are called.
#include <fpcheck/exec/tensor_core.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/tolerance/accumulation.hpp>
#include <fpcheck/tolerance/reference.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fpcheck::tolerance {
namespace {

namespace core = exec::tensor_core;

/// An instruction behind a name of `--acc`, and after how many products its sum goes into a wider one.
struct summing {
  const char* name;
  format_row format;
  core::product_row row;
  int step, depth;
};
constexpr format_row f16 = f16_format::row, bf16 = bf16_format::row, tf32 = tf32_format::row, e4m3 = e4m3fn_format::row;
using s = core::sum_format;
using t = core::step_order;
const summing instructions[] = {
    {"mma.f16", f16, {f16, f16, 25, s::f32, t::at_once}, 8, 0},         {"wgmma.f16", f16, {f16, f16, 25, s::f32, t::at_once}, 16, 0},
    {"mma.bf16", bf16, {bf16, bf16, 25, s::f32, t::at_once}, 8, 0},     {"wgmma.bf16", bf16, {bf16, bf16, 25, s::f32, t::at_once}, 16, 0},
    {"mma.tf32", tf32, {tf32, tf32, 25, s::f32, t::at_once}, 4, 0},     {"wgmma.tf32", tf32, {tf32, tf32, 25, s::f32, t::at_once}, 8, 0},
    {"mma.fp8", e4m3, {e4m3, e4m3, 25, s::f32, t::pairs_then_added}, 16, 0}, {"wgmma.fp8", e4m3, {e4m3, e4m3, 13, s::f32_short, t::at_once}, 32, 128},
};

/// A random number of the format as an operand; its value in `value`.
core::operand draw(const format_row& f, double x, long double& value) {
  const core::operand o = core::split(f, encode_bits(f, bits_of(x), policy{}).code);
  value = o.significand == 0 ? 0.0L : std::ldexp(static_cast<long double>(o.significand), o.exponent - mantissa_bits(f));
  return o;
}

TEST(accumulation, no_sum_of_a_tensor_core_leaves_its_bound) {
  for (const summing& i : instructions) {
    const auto sums = find_accumulation(i.name);
    ASSERT_TRUE(sums) << i.name;
    expr::arithmetic a;
    a.accumulator = sums->format, a.depth = sums->depth;
    for (const bool one_sign : {false, true})
      for (const int n : {16, 128, 1024, 4096, 16384}) {
        if (n < i.step) continue;
        std::mt19937_64 random(static_cast<unsigned>(n) + (one_sign ? 1u : 0u));
        std::uniform_real_distribution<double> positive(0.0, 1.0);
        std::normal_distribution<double> normal;
        for (int sample = 0; sample < (n > 1024 ? 8 : 64); ++sample) {
          std::vector<core::operand> x, y;
          long double exact = 0, size = 0;
          for (int k = 0; k < n; ++k) {
            long double u = 0, v = 0;
            x.push_back(draw(i.format, one_sign ? positive(random) : normal(random), u));
            y.push_back(draw(i.format, one_sign ? positive(random) : normal(random), v));
            exact += u * v, size += std::fabs(u * v);
          }
          std::uint32_t c = 0;
          float wide = 0;
          for (int k = 0; k < n; k += i.step) {
            c = core::dot(i.row, &x[static_cast<std::size_t>(k)], &y[static_cast<std::size_t>(k)], i.step, c);
            if (i.depth != 0 && (k + i.step) % i.depth == 0) wide += bit_cast<float>(c), c = 0;
          }
          const long double computed = i.depth == 0 ? bit_cast<float>(c) : wide + bit_cast<float>(c);
          ASSERT_LE(std::fabs(computed - exact), expr::gamma(a, n, 0) * size) << i.name << ' ' << n << ' ' << one_sign;
        }
      }
  }
}

/// Numbers that a tensor core takes in, and what it makes of their product.
struct summed {
  std::vector<double> x, y;
  long double exact = 0, computed = 0;
};

enum class data_kind { both_signs, one_sign, spread };

summed sum_by(const summing& i, int n, data_kind kind, bool in_two_pieces, std::mt19937_64& random) {
  summed out;
  std::uniform_real_distribution<double> positive(0.0, 1.0);
  std::normal_distribution<double> normal;
  std::vector<core::operand> x, y;
  for (int k = 0; k < n; ++k) {
    double u = kind == data_kind::one_sign ? positive(random) : normal(random);
    if (kind == data_kind::spread) u = std::ldexp(k % 64 < 32 ? -u : u, static_cast<int>(random() % 12) - 6);
    long double v = 0;
    x.push_back(draw(i.format, u, v)), out.x.push_back(static_cast<double>(v));
    y.push_back(draw(i.format, kind == data_kind::one_sign ? positive(random) : normal(random), v)), out.y.push_back(static_cast<double>(v));
    out.exact += static_cast<long double>(out.x.back()) * out.y.back();
  }
  std::uint32_t c = 0;
  float wide = 0;
  for (int k = 0; k < n; k += i.step) {
    c = core::dot(i.row, &x[static_cast<std::size_t>(k)], &y[static_cast<std::size_t>(k)], i.step, c);
    const bool ends = i.depth != 0 ? (k + i.step) % i.depth == 0 : in_two_pieces && k + i.step == n / 2;
    if (ends) wide += bit_cast<float>(c), c = 0;
  }
  out.computed = static_cast<long double>(wide + bit_cast<float>(c));
  return out;
}

/// The bound of one product of a row and a column.
double bound_of(const char* accumulator, const summed& s) {
  const auto n = static_cast<std::int64_t>(s.x.size());
  expr::environment e;
  e.tensors["a"] = {{1, ""}, {n, ""}}, e.tensors["b"] = {{n, ""}, {1, ""}};
  const auto p = expr::infer("a @ b", e);
  EXPECT_TRUE(p);
  const expr::bindings inputs{{"a", {{1, n}, s.x}}, {"b", {{n, 1}, s.y}}};
  declaration d;
  d.accumulator = accumulator;
  const auto r = make_reference(p->nodes, p->root, inputs, d);
  EXPECT_TRUE(r);
  return r ? r->worst[0] : 0;
}

TEST(accumulation, bounds_of_running_sums_hold_and_are_close) {
  for (const summing& i : instructions)
    for (const data_kind kind : {data_kind::both_signs, data_kind::one_sign, data_kind::spread})
      for (const int n : {128, 1024, 16384}) {
        std::mt19937_64 random(static_cast<unsigned>(n) * 3u + static_cast<unsigned>(kind));
        double bounds = 0, errors = 0;
        const int samples = n > 1024 ? 12 : 48;
        for (int sample = 0; sample < samples; ++sample) {
          const summed s = sum_by(i, n, kind, sample % 3 == 2, random);
          const double bound = bound_of(i.name, s), error = static_cast<double>(std::fabs(s.computed - s.exact));
          ASSERT_LE(error, bound) << i.name << ' ' << n << " kind " << static_cast<int>(kind);
          bounds += bound, errors += error;
        }
        // Sums of eight-bit numbers are mostly exact in mma.sync, where the bound is of what might have been; in wgmma they are so short that chance does more.
        const bool is_fp8 = i.format.bits == 8;
        const bool one_sign = kind == data_kind::one_sign, is_short = i.row.sum != s::f32;
        if (is_fp8 && !(is_short && one_sign)) continue;
        const double most = is_fp8 ? 5 : one_sign ? (n > 128 ? 4 : 6) : 64;
        EXPECT_LE(bounds, most * errors) << i.name << ' ' << n << " kind " << static_cast<int>(kind);
      }
}

TEST(accumulation, the_bound_is_that_of_the_truncation_and_not_of_chance) {
  declaration d;
  const auto units = [&](const char* name) {
    d.accumulator = name;
    const auto a = arithmetic_of(d, expr::error_tier::probable);
    return a ? expr::gamma(*a, 1 << 14, 0) : 0.0;
  };
  EXPECT_GT(units("mma.bf16"), 10 * units("f32")); // cut sums have a bias that no luck takes away
  EXPECT_NEAR(units("mma.bf16"), 0x1p-10, 0x1p-19);
  EXPECT_NEAR(units("mma.tf32"), (1 << 14) * (0x1p-25 * 5 / 4 + 0x1p-23 / 4), 0x1p-19);
  EXPECT_NEAR(units("wgmma.fp8"), 128 * (0x1p-13 * 34 / 32), 2e-3); // of 128 products, however many there are
}

TEST(accumulation, names_are_formats_and_tensor_cores) {
  EXPECT_FALSE(find_accumulation("bf16")->cuts);
  EXPECT_EQ(find_accumulation("mma.bf16")->format.name, "f32");
  const auto wrong = find_accumulation("mma.bf61");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().hint.find("mma.bf16"), std::string::npos);
}

} // namespace
} // namespace fpcheck::tolerance
