// Shadows through registers, memory and integer code: every enclosure holds the exact value, and lineage is not lost
// where bytes only move.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <random>

namespace fpcheck::exec {
namespace {

struct enclosure {
  double computed, midpoint, radius;
  std::uint8_t taints;
  bool shadowed;
};

std::vector<enclosure> enclosures(const run_record& r, std::size_t buffer) {
  std::vector<enclosure> out;
  region& m = *r.buffers[buffer];
  const auto values = contents<float>(r, buffer);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const shadow_cell* c = m.shadow.find(i);
    enclosure e{values[i], values[i], 0, c != nullptr ? c->taints : std::uint8_t{0}, false};
    if (c != nullptr && c->tag == shadow_tag::f32) {
      e.midpoint = bit_cast<double>(m.shadow.words(i)[0]);
      e.radius = bit_cast<double>(m.shadow.words(i)[1]);
      e.shadowed = true;
    }
    out.push_back(e);
  }
  return out;
}

/// y[t] = body(x[t]) for 32 threads; the body leaves its result in %f1.
run_record run_body(const std::string& body, const std::vector<float>& x, const domain_table& domain) {
  const auto k = load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .f32 %f<20>; .reg .b32 %r<30>; .reg .b64 %rd<8>; .reg .b16 %h<8>; .reg .pred %p<4>; .reg .f64 %fd<8>;
  .shared .align 8 .b8 tile[1024];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  )" + body + R"(
  st.global.f32 [%rd5], %f1;
  ret;
})");
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(x).out(32).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  for (const auto& i : r->incomplete) ADD_FAILURE() << i.what;
  return std::move(*r);
}

std::vector<float> inputs(float lo, float hi) {
  std::mt19937 g(3);
  std::vector<float> v(32);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

/// x + 1e-3 (rounded: an error to carry about), then `move`, then the result; its exact value is that of `exact`.
template <class F>
void expect_enclosed(const std::string& move, F exact, bool with_shadow = true) {
  const std::vector<float> x = inputs(0.5f, 2.0f);
  for (const domain_table& d : {ball_shadow(), wide_shadow(), interval_shadow()}) {
    const run_record r = run_body("add.rn.f32 %f1, %f1, 0f3A83126F;\n" + move, x, d);
    const auto e = enclosures(r, 1);
    for (std::size_t i = 0; i < 32; ++i) {
      const long double want = exact(static_cast<long double>(x[i]) + 0.001000000047497451305389404296875L);
      EXPECT_EQ(e[i].shadowed, with_shadow) << move << " loses the lineage of lane " << i << " in " << d.name;
      EXPECT_EQ(e[i].taints & taint_cut, 0) << move;
      if (e[i].shadowed) { EXPECT_LE(std::fabs(static_cast<double>(want - e[i].midpoint)), e[i].radius + std::fabs(static_cast<double>(want)) * 0x1p-52) << move << " in " << d.name; }
    }
  }
}

TEST(shadow, travels_with_bytes) {
  const auto same = [](long double v) { return v; };
  expect_enclosed("", same);
  expect_enclosed("mov.b32 %r1, %f1;\nmov.b32 %f1, %r1;", same);
  expect_enclosed("mov.b32 %r1, %f1;\nxor.b32 %r1, %r1, -2147483648;\nmov.b32 %f1, %r1;\nmul.rn.f32 %f1, %f1, 0f3F800000;", [](long double v) { return -v; });
  expect_enclosed("mov.b32 %r1, %f1;\nadd.s32 %r1, %r1, 8388608;\nmov.b32 %f1, %r1;\nmul.rn.f32 %f1, %f1, 0f3F800000;", [](long double v) { return 2 * v; });
  expect_enclosed("mov.b32 %r1, %f1;\nprmt.b32 %r2, %r1, 0, 0x0123;\nprmt.b32 %r1, %r2, 0, 0x0123;\nmov.b32 %f1, %r1;\nmul.rn.f32 %f1, %f1, 0f3F800000;", same);
  expect_enclosed("mov.b32 %r1, %f1;\nmov.b64 %rd6, {%r1, %r0};\nmov.b64 {%r2, %r3}, %rd6;\nmov.b32 %f1, %r2;", same);
  expect_enclosed("mov.u32 %r5, tile;\nshl.b32 %r6, %r0, 2;\nadd.s32 %r5, %r5, %r6;\nst.shared.f32 [%r5], %f1;\nbar.sync 0;\nld.shared.b32 %r7, [%r5];\nmov.b32 %f1, %r7;", same);
  expect_enclosed("setp.gt.f32 %p1, %f1, 0f00000000;\nselp.f32 %f1, %f1, 0f3F800000, %p1;", same);
  expect_enclosed("mov.b32 %r1, %f1;\nshfl.sync.idx.b32 %r2, %r1, %r0, 31, -1;\nmov.b32 %f1, %r2;", same);
}

TEST(shadow, travels_with_halves_of_its_bits) {
  const auto same = [](long double v) { return v; };
  const std::string split = "mov.b32 %r1, %f1;\nmov.b32 {%h1, %h2}, %r1;\n";
  expect_enclosed(split + "mov.b32 %r2, {%h1, %h2};\nmov.b32 %f1, %r2;", same);
  expect_enclosed(split + "cvt.u32.u16 %r3, %h1;\ncvt.u16.u32 %h3, %r3;\nmov.b32 %r2, {%h3, %h2};\nmov.b32 %f1, %r2;", same);
  // bfloat16 by hand: rounded to the nearest, then the high half is taken, as debug code for sm_100 does it.
  const std::string rounded = "mov.b32 %r1, %f1;\nshr.u32 %r2, %r1, 16;\nand.b32 %r2, %r2, 1;\nadd.s32 %r1, %r1, 32767;\nadd.s32 %r1, %r1, %r2;\n";
  expect_enclosed(rounded + "{ .reg .b16 low; mov.b32 {low, %h1}, %r1; }\ncvt.f32.bf16 %f1, %h1;", same);
  // Halves in the wrong order are no number, and no 16-bit numbers either.
  expect_enclosed(split + "mov.b32 %r2, {%h1, %h1};\nmov.b32 %f1, %r2;", same, false);
}

TEST(shadow, travels_with_copies_byte_by_byte) {
  const auto same = [](long double v) { return v; };
  const auto copied = [](int bytes) {
    std::string text;
    for (int k = 0; k < bytes; ++k) text += "ld.u8 %h1, [%rd6+" + std::to_string(k) + "];\nst.u8 [%rd6+" + std::to_string(k + 8) + "], %h1;\n";
    return text;
  };
  const std::string own = "mov.u32 %r5, tile;\nshl.b32 %r6, %r0, 4;\nadd.s32 %r5, %r5, %r6;\ncvt.u64.u32 %rd6, %r5;\ncvta.shared.u64 %rd6, %rd6;\n";
  expect_enclosed(own + "st.f32 [%rd6], %f1;\n" + copied(4) + "ld.f32 %f1, [%rd6+8];", same);
  expect_enclosed(own + "cvt.f64.f32 %fd1, %f1;\nst.f64 [%rd6], %fd1;\n" + copied(8) + "ld.f64 %fd1, [%rd6+8];\ncvt.rn.f32.f64 %f1, %fd1;", same);
  // All but the last byte: that is another number.
  expect_enclosed(own + "st.f32 [%rd6], %f1;\nst.f32 [%rd6+8], 0f42280000;\n" + copied(3) + "ld.f32 %f1, [%rd6+8];", same, false);
}

TEST(shadow, halves_of_a_double_move_on_their_own) {
  // As frexp does it in debug code: the halves go through registers of their own before the exponent changes.
  expect_enclosed("cvt.f64.f32 %fd1, %f1;\nmov.b64 {%r1, %r2}, %fd1;\nmov.u32 %r3, %r1;\nmov.u32 %r4, %r2;\nadd.s32 %r4, %r4, 1048576;\nmov.u32 %r7, %r3;\n"
                  "mov.b64 %fd2, {%r7, %r4};\ncvt.rn.f32.f64 %f1, %fd2;",
                  [](long double v) { return 2 * v; });
}

TEST(shadow, arithmetic_encloses_in_every_domain) {
  expect_enclosed("mul.rn.f32 %f1, %f1, %f1;", [](long double v) { return v * v; });
  expect_enclosed("fma.rn.f32 %f1, %f1, %f1, 0fBF800000;", [](long double v) { return v * v - 1; });
  expect_enclosed("div.rn.f32 %f1, 0f3F800000, %f1;", [](long double v) { return 1 / v; });
  expect_enclosed("sqrt.rn.f32 %f1, %f1;", [](long double v) { return std::sqrt(v); });
  expect_enclosed("ex2.approx.ftz.f32 %f1, %f1;", [](long double v) { return std::exp2(v); });
  expect_enclosed("lg2.approx.f32 %f1, %f1;", [](long double v) { return std::log2(v); });
  expect_enclosed("cvt.f64.f32 %fd1, %f1;\nmul.rn.f64 %fd1, %fd1, %fd1;\ncvt.rn.f32.f64 %f1, %fd1;", [](long double v) { return v * v; });
  expect_enclosed("cvt.rn.bf16.f32 %h1, %f1;\ncvt.f32.bf16 %f1, %h1;", [](long double v) { return v; });
  expect_enclosed("cvt.rn.f16.f32 %h1, %f1;\ncvt.f32.f16 %f1, %h1;", [](long double v) { return v; });
}

TEST(shadow, a_hash_of_inexact_bits_is_a_cut_that_is_counted) {
  // The sum's error is one rounding: within the limit, so the lineage ends as a near-tie and the result is exact.
  const run_record r = run_body("add.rn.f32 %f1, %f1, 0f3A83126F;\nmov.b32 %r1, %f1;\nmul.lo.u32 %r1, %r1, 747796405;\nshr.u32 %r1, %r1, 9;\nor.b32 %r1, %r1, 1065353216;\nmov.b32 %f1, %r1;",
                                inputs(0.5f, 2.0f), ball_shadow());
  EXPECT_GT(r.counts.cuts, 0u);
  EXPECT_EQ(r.counts.cuts, r.counts.near_ties);
  for (const auto& e : enclosures(r, 1)) EXPECT_EQ(e.taints & taint_cut, 0);
}

TEST(shadow, the_exponent_of_an_inexact_number_is_exact_where_its_binade_is_sure) {
  // As logf takes it: the bits less those of 2/3, and a mask. The sum with 1000 has lost up to 500 half ulps of x.
  const std::string lossy = "add.rn.f32 %f1, %f1, 0f447A0000;\nadd.rn.f32 %f1, %f1, 0fC47A0000;\n";
  const std::string exponent = "mov.b32 %r1, %f1;\nsub.s32 %r2, %r1, 1059760811;\nand.b32 %r3, %r2, -8388608;\ncvt.rn.f32.s32 %f1, %r3;";
  const run_record sure = run_body(lossy + exponent, inputs(1.05f, 1.25f), ball_shadow());
  EXPECT_EQ(sure.counts.cuts, 0u);
  // Around 4/3 the exact sum may lie on the other side.
  const run_record unsure = run_body(lossy + exponent, inputs(1.33333f, 1.33335f), ball_shadow());
  EXPECT_GT(unsure.counts.cuts, 0u);
}

TEST(shadow, a_hash_of_garbage_is_a_cut_that_taints) {
  // (x + 2^24) - 2^24 has lost most of x; its bits must not become clean data.
  const run_record r = run_body("add.rn.f32 %f1, %f1, 0f4CBEBC20;\nadd.rn.f32 %f1, %f1, 0fCCBEBC21;\nmov.b32 %r1, %f1;\nmul.lo.u32 %r1, %r1, 747796405;\nshr.u32 %r1, %r1, 9;\nor.b32 %r1, %r1, 1065353216;\nmov.b32 %f1, %r1;",
                                inputs(0.5f, 2.0f), ball_shadow());
  int tainted = 0;
  for (const auto& e : enclosures(r, 1)) tainted += (e.taints & taint_cut) != 0;
  EXPECT_GT(tainted, 16);
}

TEST(shadow, magic_rounding_is_a_decision_and_absorption_is_not) {
  // 1.5 * 2^23 added and taken away rounds on purpose: the exact result is the integer.
  const run_record rounded = run_body("add.rn.f32 %f1, %f1, 0f4B400000;\nsub.rn.f32 %f1, %f1, 0f4B400000;", inputs(0.5f, 99.0f), ball_shadow());
  for (const auto& e : enclosures(rounded, 1)) EXPECT_EQ(e.midpoint, e.computed);
  // The same constant added and not taken away again loses the addend: absorption.
  const run_record lost = run_body("add.rn.f32 %f1, %f1, 0f4B400000;\nmul.rn.f32 %f1, %f1, 0f3F000000;", inputs(0.25f, 0.4f), ball_shadow());
  for (const auto& e : enclosures(lost, 1)) EXPECT_NE(e.midpoint, e.computed);
}

TEST(shadow, levels_agree_with_the_default_domain_about_bits) {
  const std::vector<float> x = inputs(-3.0f, 3.0f);
  const std::string body = "fma.rn.f32 %f2, %f1, %f1, %f1;\nsin.approx.f32 %f3, %f2;\ndiv.rn.f32 %f1, %f3, %f2;\ncvt.rn.bf16.f32 %h1, %f1;\ncvt.f32.bf16 %f1, %h1;";
  const auto bare = contents<std::uint32_t>(run_body(body, x, no_shadow()), 1);
  for (const domain_table& d : {ball_shadow(), wide_shadow(), interval_shadow(), perturbed_shadow(), perturbed_wide_shadow(), blame_shadow()})
    EXPECT_EQ(contents<std::uint32_t>(run_body(body, x, d), 1), bare) << d.name;
}

} // namespace
} // namespace fpcheck::exec
