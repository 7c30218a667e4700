// Runs in which an instruction is rounded otherwise: against the formats' own rounding, and against the same thing written in PTX.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <cmath>
#include <random>

namespace fpcheck::exec {
namespace {

constexpr int threads = 256;

/// out[t] = body's %f9 of %f1 = x[t] and %f2 = x[t + 256].
std::unique_ptr<loaded> load_body(const std::string& body) {
  return load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .f32 %f<20>; .reg .f64 %d<8>; .reg .b32 %r<30>; .reg .b64 %rd<8>; .reg .pred %p<4>; .reg .b16 %h<8>;
  .shared .align 4 .f32 cell[256];
  ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x; mul.wide.u32 %rd3, %r0, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+1024];
  )" + body + R"(
  st.global.f32 [%rd5], %f9;
  ret;
})");
}

std::vector<float> numbers(std::uint32_t seed, int spread) {
  std::mt19937 g(seed);
  std::vector<float> x(2 * threads);
  for (float& v : x) v = std::ldexp(1 + static_cast<float>(g() >> 9) * 0x1p-23f, static_cast<int>(g() % static_cast<unsigned>(2 * spread + 1)) - spread) * ((g() & 1) != 0 ? 1.0f : -1.0f);
  return x;
}

/// The first instruction of that form.
std::uint32_t pc_of(const loaded& k, ptx::form form) {
  for (const op& o : k.code->ops)
    if (o.source != nullptr && o.form == form) return o.pc;
  throw std::runtime_error("no such instruction");
}

std::vector<float> run_with(const loaded& k, const std::vector<float>& x, std::vector<variant_change> changes, std::uint64_t seed = 0) {
  run_plan p;
  p.domain = wide_shadow();
  p.variant = variant_plan{std::move(changes), seed};
  const auto r = run(*k.code, launcher("k", {1, 1, 1}, {threads, 1, 1}).in(x).out(threads).request(), p);
  if (!r) throw std::runtime_error(r.error().text());
  return contents<float>(*r, 1);
}

template <class Format>
float rounded(double v) {
  return static_cast<float>(decode_double(Format::row, encode_bits(Format::row, bits_of(v), policy{}).code));
}

TEST(variants, a_result_is_rounded_as_the_format_rounds_it) {
  const auto k = load_body("add.rn.f32 %f9, %f1, %f2;");
  for (const int spread : {2, 20, 140})
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
      const auto x = numbers(seed, std::min(spread, 126));
      const std::uint32_t pc = pc_of(*k, ptx::form::add_f32);
      const auto half = run_with(*k, x, {{pc, number::f16}}), brain = run_with(*k, x, {{pc, number::bf16}}), e5 = run_with(*k, x, {{pc, number::e5m2}});
      for (std::size_t t = 0; t < threads; ++t) {
        const double sum = double{x[t]} + double{x[t + threads]};
        EXPECT_EQ(half[t], rounded<f16_format>(sum)) << x[t] << " + " << x[t + threads];
        EXPECT_EQ(brain[t], rounded<bf16_format>(sum));
        EXPECT_EQ(e5[t], rounded<e5m2_format>(sum));
      }
    }
}

TEST(variants, toward_zero_and_flushed) {
  const auto k = load_body("mul.rn.f32 %f9, %f1, %f2;"), written = load_body("mul.rz.f32 %f9, %f1, %f2;"), flushed = load_body("mul.rn.ftz.f32 %f9, %f1, %f2;");
  const std::uint32_t pc = pc_of(*k, ptx::form::mul_f32);
  variant_change zero{pc}, ftz{pc};
  zero.rounding = variant_rounding::toward_zero, ftz.flushes = true;
  for (std::uint32_t seed = 0; seed < 16; ++seed) {
    const auto x = numbers(seed, 70);
    EXPECT_EQ(run_with(*k, x, {zero}), run_with(*written, x, {}));
    EXPECT_EQ(run_with(*k, x, {ftz}), run_with(*flushed, x, {}));
  }
}

TEST(variants, without_changes_every_bit_is_the_machines) {
  const auto k = load_body("ex2.approx.f32 %f3, %f1; fma.rn.f32 %f4, %f3, %f2, %f1; cvt.f64.f32 %d1, %f4; mul.rn.f64 %d2, %d1, %d1; cvt.rn.f32.f64 %f5, %d2; sqrt.approx.f32 %f9, %f5;");
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const auto x = numbers(seed, 4);
    run_plan bare;
    const auto r = run(*k->code, launcher("k", {1, 1, 1}, {threads, 1, 1}).in(x).out(threads).request(), bare);
    ASSERT_TRUE(r);
    const auto machine = contents<float>(*r, 1), varied = run_with(*k, x, {});
    for (std::size_t t = 0; t < threads; ++t) EXPECT_EQ(bits_of(machine[t]), bits_of(varied[t]));
  }
}

TEST(variants, a_wider_value_stays_wide_through_moves_and_shared_memory_up_to_the_next_operation) {
  const std::string passes = "mov.f32 %f4, %f3; mov.u32 %r1, cell; shl.b32 %r2, %r0, 2; add.u32 %r3, %r1, %r2; st.shared.f32 [%r3], %f4; ld.shared.f32 %f5, [%r3];";
  const auto k = load_body("add.rn.f32 %f3, %f1, %f2;" + passes + "sub.rn.f32 %f9, %f5, %f1;");
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const auto x = numbers(seed, 12);
    const auto wide = run_with(*k, x, {{pc_of(*k, ptx::form::add_f32), number::f64}});
    for (std::size_t t = 0; t < threads; ++t) EXPECT_EQ(wide[t], x[t + threads]) << "(a + b) - a in binary64 is b";
  }
}

TEST(variants, a_fused_sum_is_split) {
  const auto k = load_body("fma.rn.f32 %f9, %f1, %f2, %f1;"), written = load_body("mul.rn.f32 %f3, %f1, %f2; add.rn.f32 %f9, %f3, %f1;");
  variant_change split{pc_of(*k, ptx::form::fma_f32)};
  split.splits = true;
  for (std::uint32_t seed = 0; seed < 16; ++seed) {
    const auto x = numbers(seed, 6);
    EXPECT_EQ(run_with(*k, x, {split}), run_with(*written, x, {}));
  }
}

TEST(variants, stochastic_rounding_has_the_value_as_its_mean_and_both_neighbours_as_its_results) {
  const auto k = load_body("add.rn.f32 %f9, %f1, %f2;");
  std::vector<float> x(2 * threads);
  for (std::size_t t = 0; t < threads; ++t) x[t] = 1, x[t + threads] = static_cast<float>(t % 16) * 0x1p-11f; // between 1 and 1 + 2^-7 in bfloat16
  variant_change c{pc_of(*k, ptx::form::add_f32), number::bf16};
  c.rounding = variant_rounding::stochastic;
  double means[16] = {};
  constexpr int runs = 200;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const auto y = run_with(*k, x, {c}, seed);
    for (std::size_t t = 0; t < threads; ++t) {
      ASSERT_TRUE(y[t] == 1 || y[t] == 1 + 0x1p-7f) << y[t];
      means[t % 16] += (y[t] - 1) / (runs * 16.0);
    }
  }
  for (int k2 = 0; k2 < 16; ++k2) EXPECT_NEAR(means[k2] * 0x1p7, k2 / 16.0, 5 * 0.5 / std::sqrt(runs * 16.0)) << k2;
}

TEST(variants, a_comparison_of_a_wider_value_is_its_own) {
  // 1 + 2^-30 is 1 in binary32, and more than 1 in binary64.
  const auto k = load_body("add.rn.f32 %f3, %f1, %f2; setp.gt.f32 %p1, %f3, 0f3F800000; selp.f32 %f9, 0f40000000, 0f00000000, %p1;");
  std::vector<float> x(2 * threads, 1.0f);
  std::fill(x.begin() + threads, x.end(), 0x1p-30f);
  EXPECT_EQ(run_with(*k, x, {})[0], 0.0f);
  EXPECT_EQ(run_with(*k, x, {{pc_of(*k, ptx::form::add_f32), number::f64}})[0], 2.0f);
}

} // namespace
} // namespace fpcheck::exec
