// Ends of lineages and the free run: what is counted, what exact values in the machine's place are, what differences come to.
#include "../exec/launching.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <numeric>
#include <random>

namespace fpcheck::analysis {
namespace {

std::vector<float> uniform(std::size_t n, float lo, float hi) {
  std::mt19937 g(7);
  std::vector<float> v(n);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

/// y[t] = body(x[t]) for 32 threads; the body leaves what is stored in %r1.
std::unique_ptr<exec::loaded> load_body(const std::string& body) {
  return exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .f32 %f<20>; .reg .b32 %r<30>; .reg .b64 %rd<8>; .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  )" + body + R"(
  st.global.b32 [%rd5], %r1;
  ret;
})");
}

exec::run_request request_of(const std::vector<float>& x, tensor::dtype out) {
  exec::run_request r = exec::launcher("k", {1, 1, 1}, {32, 1, 1}).in(x).out(32).request();
  r.buffers[1].type = out;
  return r;
}

checked check_body(const std::string& body, const std::vector<float>& x, tensor::dtype out = tensor::dtype::i32) {
  const auto k = load_body(body);
  exec::run_request request = request_of(x, out);
  auto r = check(*k->code, request, {});
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

exec::run_record run_exactly(const std::string& body, const std::vector<float>& x, const exec::exact_plan& exact) {
  const auto k = load_body(body);
  exec::run_plan plan;
  plan.domain = exec::wide_shadow();
  plan.exact = exact;
  auto r = exec::run(*k->code, request_of(x, tensor::dtype::f32), plan);
  if (!r) throw std::runtime_error(r.error().text());
  for (const auto& i : r->incomplete) ADD_FAILURE() << i.what;
  return std::move(*r);
}

/// The ends that the engine counts, without anything that judges them.
std::uint64_t counted(const std::string& body, const std::vector<float>& x, tensor::dtype out) {
  const auto k = load_body(body);
  exec::run_plan plan;
  plan.domain = exec::ball_shadow();
  plan.watches_ends = true;
  const auto r = exec::run(*k->code, request_of(x, out), plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::accumulate(r->ends.begin(), r->ends.end(), std::uint64_t{0}, [](std::uint64_t n, const exec::end_record& e) { return n + e.count; });
}

/// x plus 3000, less 3000: up to 2^-12 of error.
const std::string lossy = "add.rn.f32 %f2, %f1, 0f453B8000;\nadd.rn.f32 %f2, %f2, 0fC53B8000;\n";
const std::string sign_of_rest = lossy + "add.rn.f32 %f3, %f2, 0fBF8009D5;\nmov.b32 %r2, %f3;\nshr.u32 %r1, %r2, 31;\n";
const std::string product = "mul.rn.f32 %f2, %f1, 0f3F8CCCCD;\n";

TEST(free_run, exact_values_are_rounded_once) {
  const std::vector<float> x = uniform(32, 1, 2);
  const exec::run_record r = run_exactly(lossy + "mul.rn.f32 %f2, %f2, 0f3F8CCCCD;\nmov.b32 %r1, %f2;\n", x, {});
  const auto y = exec::contents<float>(r, 1);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(y[i], static_cast<float>(static_cast<double>(x[i]) * 1.10000002384185791015625)) << i;
}

TEST(free_run, only_the_named_instruction_is_exact) {
  const std::vector<float> x = uniform(32, 1, 2);
  const auto k = load_body(lossy + "mov.b32 %r1, %f2;\n");
  std::uint32_t last = 0;
  for (const exec::op& o : k->code->ops)
    if (o.form == ptx::form::add_f32) last = o.pc;
  exec::exact_plan plan;
  plan.only = {last};
  const auto y = exec::contents<float>(run_exactly(lossy + "mov.b32 %r1, %f2;\n", x, plan), 1);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(y[i], x[i]) << i;
  plan.only = {last - 1};
  const auto z = exec::contents<float>(run_exactly(lossy + "mov.b32 %r1, %f2;\n", x, plan), 1);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(z[i], (x[i] + 3000.0f) - 3000.0f) << i;
}

TEST(free_run, moved_inputs_move_and_exact_looking_ones_stay_where_the_plan_says_so) {
  std::vector<float> x = uniform(32, 1, 2);
  x[5] = 7;
  exec::exact_plan plan;
  plan.moved = 48, plan.copy = 3, plan.moves_all = false;
  const auto y = exec::contents<float>(run_exactly("mul.rn.f32 %f2, %f1, 0f40000000;\nmov.b32 %r1, %f2;\n", x, plan), 1);
  int moved = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_LE(std::fabs(y[i] - 2 * x[i]), 2 * x[i] * 49 * 0x1p-24f) << i;
    moved += y[i] != 2 * x[i];
  }
  EXPECT_GT(moved, 20);
  EXPECT_EQ(y[5], 14);
}

TEST(free_run, a_sign_bit_of_what_cancelled_is_a_finding_and_of_a_product_none) {
  const checked wrong = check_body(sign_of_rest, uniform(32, 1, 1.0006f));
  ASSERT_EQ(wrong.result.findings.size(), 1u);
  EXPECT_EQ(wrong.result.findings[0].rule, rule::cancellation);
  const checked right = check_body(product + "mov.b32 %r2, %f2;\nshr.u32 %r1, %r2, 31;\n", uniform(32, 1, 2));
  EXPECT_EQ(right.result.verdict, exit_code::passed);
}

TEST(free_run, an_index_that_the_inputs_own_rounding_decides_is_a_near_tie) {
  // 3 x, at x half an ulp from a third of an integer: a hair of the input decides.
  std::vector<float> x(32, 1.0f);
  for (std::size_t i = 0; i < 32; ++i) x[i] = static_cast<float>((static_cast<double>(i) + 40) / 3);
  const checked c = check_body("mul.rn.f32 %f2, %f1, 0f40400000;\ncvt.rzi.s32.f32 %r1, %f2;\n", x);
  EXPECT_EQ(c.result.verdict, exit_code::passed);
}

TEST(free_run, an_index_of_exact_data_is_not) {
  std::vector<float> x(32);
  for (std::size_t i = 0; i < 32; ++i) x[i] = static_cast<float>(i);
  const checked c = check_body("div.rn.f32 %f2, %f1, 0f42240000;\nmul.rn.f32 %f2, %f2, 0f42240000;\ncvt.rzi.s32.f32 %r1, %f2;\n", x);
  ASSERT_EQ(c.result.findings.size(), 1u);
  EXPECT_EQ(c.result.findings[0].rule, rule::branch_flip);
}

TEST(free_run, bits_of_a_number_in_an_integer_buffer_are_judged_as_the_number) {
  const checked wrong = check_body(lossy + "mov.b32 %r1, %f2;\n", uniform(32, 1, 2), tensor::dtype::u32);
  ASSERT_EQ(wrong.result.findings.size(), 1u);
  EXPECT_EQ(wrong.result.findings[0].rule, rule::cancellation);
  const checked right = check_body(product + "mov.b32 %r1, %f2;\n", uniform(32, 1, 2), tensor::dtype::u32);
  EXPECT_EQ(right.result.verdict, exit_code::passed);
}

TEST(free_run, a_hash_of_inexact_bits_is_incomplete_and_of_inputs_certified) {
  const std::string hash = "mul.lo.s32 %r3, %r2, 1540483477;\nshr.u32 %r4, %r3, 15;\nxor.b32 %r1, %r3, %r4;\n";
  EXPECT_NE(check_body(lossy + "mov.b32 %r2, %f2;\n" + hash, uniform(32, 1, 2)).result.verdict, exit_code::passed);
  EXPECT_EQ(check_body("mov.b32 %r2, %f1;\n" + hash, uniform(32, 1, 2)).result.verdict, exit_code::passed);
}

/// Whatever becomes of an end, it is counted once: by a finding, by the free run, by the enclosure, or as incomplete.
TEST(free_run, every_end_of_a_lineage_is_counted_once) {
  const std::vector<float> near_one = uniform(32, 1, 2), close = uniform(32, 1, 1.0006f), small = uniform(32, 0.25f, 100);
  std::vector<float> thirds(32);
  for (std::size_t i = 0; i < 32; ++i) thirds[i] = static_cast<float>((static_cast<double>(i) + 40) / 3);
  struct body {
    const char* what;
    std::string text;
    const std::vector<float>& x;
    std::uint64_t lineage_ends::*into;
  };
  const body bodies[] = {
      {"a finding", sign_of_rest, close, &lineage_ends::judged},
      {"the enclosure", product + "cvt.rzi.s32.f32 %r1, %f2;\n", small, &lineage_ends::decided},
      {"an error term", "add.rn.f32 %f2, %f1, 0f3DCCCCCD;\nsub.rn.f32 %f3, %f2, %f1;\nsub.rn.f32 %f4, 0f3DCCCCCD, %f3;\nsetp.gt.f32 %p1, %f4, 0f00000000;\nselp.b32 %r1, 1, 0, %p1;\n", near_one, &lineage_ends::anchored},
      {"the moved inputs", "mul.rn.f32 %f2, %f1, 0f40400000;\ncvt.rzi.s32.f32 %r1, %f2;\n", thirds, &lineage_ends::near_ties},
      {"nobody", lossy + "mov.b32 %r2, %f2;\nmul.lo.s32 %r3, %r2, 1540483477;\nshr.u32 %r4, %r3, 15;\nxor.b32 %r1, %r3, %r4;\n", near_one, &lineage_ends::incomplete},
  };
  for (const body& b : bodies) {
    const lineage_ends ends = check_body(b.text, b.x).result.coverage.lineage_ends;
    EXPECT_GT(ends.*(b.into), 0u) << b.what << ": " << ends.decided << ' ' << ends.equal << ' ' << ends.near_ties << ' ' << ends.anchored << ' ' << ends.judged << ' ' << ends.incomplete;
    EXPECT_EQ(ends.total(), counted(b.text, b.x, tensor::dtype::i32)) << b.what;
  }
}

} // namespace
} // namespace fpcheck::analysis
