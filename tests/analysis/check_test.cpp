// Verdicts on whole kernels, from PTX with a line table.
#include "../exec/launching.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/base/bits.hpp>
#include <fpcheck/ptx/contract.hpp>

#include <cmath>
#include <random>

namespace fpcheck::analysis {
namespace {

const std::string kernels = FPCHECK_SOURCE_DIR "/tests/exec/kernels/";

std::vector<float> uniform(std::size_t n, float lo, float hi) {
  std::mt19937 g(11);
  std::vector<float> v(n);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

checked check_kernel(const exec::launcher& l, options how = {}) {
  static const auto module = exec::load_text(exec::read_file(kernels + "variance.ptx"));
  exec::run_request request = l.request();
  auto r = check(*module->code, request, how);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// The line of the first source line that holds `text`.
std::uint32_t line_of(const std::string& text) {
  const std::string source = exec::read_file(kernels + "variance.cu");
  const auto at = source.find(text);
  return at == std::string::npos ? 0 : 1 + static_cast<std::uint32_t>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

TEST(check, naive_variance_is_flagged_on_its_line) {
  const checked c = check_kernel(exec::launcher("naive_variance", {4, 1, 1}, {128, 1, 1}).in(uniform(4000, 999, 1001)).out(4).value(1000));
  ASSERT_EQ(c.result.findings.size(), 1u);
  const finding& f = c.result.findings[0];
  EXPECT_EQ(f.rule, rule::cancellation);
  ASSERT_FALSE(f.stack.empty());
  EXPECT_EQ(f.stack[0].line, line_of("- m * m"));
  EXPECT_EQ(c.result.verdict, exit_code::findings);
  EXPECT_GT(f.excess, 1000);
  // The shadow's midpoint is the variance in exact arithmetic.
  const std::vector<float> x = uniform(4000, 999, 1001);
  double mean = 0, square = 0;
  for (int i = 0; i < 1000; ++i) mean += x[static_cast<std::size_t>(*f.element * 1000 + static_cast<std::uint64_t>(i))] / 1000.0;
  for (int i = 0; i < 1000; ++i) square += std::pow(x[static_cast<std::size_t>(*f.element * 1000 + static_cast<std::uint64_t>(i))] - mean, 2) / 1000.0;
  EXPECT_NEAR(f.exact, square, 1e-7);
}

TEST(check, data_without_a_mean_makes_the_same_kernel_clean) {
  const checked c = check_kernel(exec::launcher("naive_variance", {4, 1, 1}, {128, 1, 1}).in(uniform(4000, -1, 1)).out(4).value(1000));
  EXPECT_TRUE(c.result.findings.empty());
  EXPECT_EQ(c.result.verdict, exit_code::passed);
}

TEST(check, welford_and_softmax_are_clean) {
  const checked w = check_kernel(exec::launcher("welford", {1, 1, 1}, {32, 1, 1}).in(uniform(4000, 999, 1001)).out(4).value(4).value(1000));
  EXPECT_EQ(w.result.verdict, exit_code::passed);
  EXPECT_EQ(w.result.outputs[0].certified, 4u);
  const checked s = check_kernel(exec::launcher("softmax_rows", {4, 1, 1}, {32, 1, 1}).in(uniform(400, -30, 30)).out(400).value(100));
  EXPECT_EQ(s.result.verdict, exit_code::passed);
  EXPECT_GE(s.result.coverage.fp_shadowed * 100, s.result.coverage.fp_operations * 95);
}

TEST(check, unwritten_elements_and_reads_past_the_end) {
  const checked u = check_kernel(exec::launcher("welford", {1, 1, 1}, {32, 1, 1}).in(uniform(4000, 0, 1)).out(8).value(4).value(1000));
  ASSERT_EQ(u.result.findings.size(), 1u);
  EXPECT_EQ(u.result.findings[0].rule, rule::unwritten_output);
  EXPECT_EQ(u.result.findings[0].count, 4u);
  const checked o = check_kernel(exec::launcher("welford", {1, 1, 1}, {32, 1, 1}).in(uniform(3999, 0, 1)).out(4).value(4).value(1000));
  ASSERT_FALSE(o.result.findings.empty());
  EXPECT_EQ(o.result.findings[0].rule, rule::out_of_bounds);
}

TEST(check, a_range_holds_or_is_told) {
  options how;
  how.ranges.push_back({"1", 0.0, 1.0, false, true});
  const checked c = check_kernel(exec::launcher("softmax_rows", {1, 1, 1}, {32, 1, 1}).in(std::vector<float>{3.0f}).out(1).value(1), how);
  ASSERT_EQ(c.result.findings.size(), 1u); // softmax of one element is 1, outside [0, 1)
  EXPECT_EQ(c.result.findings[0].rule, rule::out_of_range);
}

TEST(check, a_finding_counts_every_element_that_it_stands_for) {
  for (const std::uint32_t blocks : {1u, 4u, 11u}) {
    const checked c = check_kernel(exec::launcher("naive_variance", {blocks, 1, 1}, {128, 1, 1}).in(uniform(blocks * 1000, 999, 1001)).out(blocks).value(1000));
    ASSERT_EQ(c.result.findings.size(), 1u) << blocks;
    EXPECT_EQ(c.result.findings[0].count, blocks);
  }
}

TEST(check, of_two_outputs_the_store_of_the_one_in_question_is_told) {
  const auto module = exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry two(.param .u64 first, .param .u64 second)
{
  .reg .b64 %rd<3>;
  .reg .f32 %f<3>;
  .loc 1 3 0
  ld.param.u64 %rd1, [first];
  mov.f32 %f1, 0f40000000;
  st.global.f32 [%rd1], %f1;
  .loc 1 5 0
  ld.param.u64 %rd2, [second];
  mov.f32 %f2, 0f3f000000;
  st.global.f32 [%rd2], %f2;
  ret;
}
.file 1 "two.cu"
)");
  exec::run_request request = exec::launcher("two", {1, 1, 1}, {1, 1, 1}).out(1).out(1).request();
  options how;
  how.ranges.push_back({"0", 0.0, 1.0, false, false});
  const auto c = check(*module->code, request, how);
  ASSERT_TRUE(c) << c.error().text();
  ASSERT_EQ(c->result.findings.size(), 1u);
  ASSERT_FALSE(c->result.findings[0].stack.empty());
  EXPECT_EQ(c->result.findings[0].stack[0].line, 3u);
}

TEST(check, without_a_shadow_nothing_is_certified) {
  exec::run_request request = exec::launcher("welford", {1, 1, 1}, {32, 1, 1}).in(uniform(4000, 0, 1)).out(4).value(4).value(1000).request();
  request.shadow = exec::shadow_kind::none;
  static const auto module = exec::load_text(exec::read_file(kernels + "variance.ptx"));
  const auto c = check(*module->code, request, {});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->result.outputs[0].certified, 0u);
  request.shadow = exec::shadow_kind::mpfr;
  EXPECT_FALSE(check(*module->code, request, {})) << "a precision that is not there must not be replaced in silence";
  request.shadow = exec::shadow_kind::perturbed;
  request.shadow_parameter = 12;
  EXPECT_FALSE(check(*module->code, request, {})) << "copies come in eights";
}

TEST(check, all_runs_together_take_the_time_that_there_is) {
  const auto checked_until = [](int readings) { // the clock stands still until it was read so often
    options how;
    int read = 0;
    how.clock = [=]() mutable { return read++ < readings ? 0.0 : 1e9; };
    return check_kernel(exec::launcher("naive_variance", {4, 1, 1}, {128, 1, 1}).in(uniform(4000, 999, 1001)).out(4).value(1000), how);
  };
  const checked all = checked_until(1000000);
  EXPECT_EQ(all.result.verdict, exit_code::findings);
  ASSERT_GE(all.runs, 3u) << "the first, with moved inputs, and for the line";
  const checked first = checked_until(2); // it is read where the check begins and before each run
  EXPECT_EQ(first.runs, 1u);
  EXPECT_EQ(first.result.verdict, exit_code::incomplete);
  ASSERT_FALSE(first.result.incomplete.empty());
  EXPECT_NE(first.result.incomplete.back().what.find("the time budget is spent"), std::string::npos);
  EXPECT_EQ(checked_until(1).result.verdict, exit_code::incomplete) << "a first run without time is no interrupted one";
  for (int readings = 3; readings < 40; ++readings) {
    const checked c = checked_until(readings);
    EXPECT_LE(c.runs, all.runs) << readings;
    EXPECT_NE(c.result.verdict, exit_code::passed) << readings;
  }
}

TEST(check, a_run_in_the_blame_domain_serves_whoever_asks) {
  options how;
  const auto kernel = exec::launcher("naive_variance", {4, 1, 1}, {128, 1, 1}).in(uniform(4000, 999, 1001)).out(4).value(1000);
  const std::uint64_t without_lines = check_kernel(kernel, how).runs;
  how.lines = line_attribution::wanted;
  const checked c = check_kernel(kernel, how);
  EXPECT_FALSE(c.result.lines.empty());
  EXPECT_EQ(c.runs, without_lines) << "the finding's run has all blocks already";
}

/// Leaves memory behind in which nothing is a number that a domain has written.
void leave_garbage() {
  std::vector<std::vector<std::uint64_t>> blocks;
  for (std::size_t k = 0; k < 2000; ++k) blocks.emplace_back(512 + 64 * (k % 100), 0x5a5a'0003'7fff'ffffu + k);
}

TEST(check, chosen_precisions_agree) {
  leave_garbage(); // four threads run: the idle lanes' registers are whatever was there
  static const auto module = exec::load_text(exec::read_file(kernels + "variance.ptx"));
  options how;
  how.bounds_of = {"1"};
  std::vector<checked> all;
  for (const std::uint32_t bits : {40u, 128u, 500u}) {
    exec::run_request request = exec::launcher("welford", {1, 1, 1}, {32, 1, 1}).in(uniform(4000, 0, 1)).out(4).value(4).value(1000).request();
    request.shadow = exec::shadow_kind::mpfr;
    request.shadow_parameter = bits;
    auto c = check(*module->code, request, how);
    ASSERT_TRUE(c) << c.error().text();
    EXPECT_EQ(c->result.shadow, "mpfr");
    EXPECT_EQ(c->result.outputs[0].certified, 4u);
    EXPECT_TRUE(c->result.findings.empty());
    all.push_back(*std::move(c));
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const double apart = std::fabs(all[0].bounds[0].midpoint[i] - all[2].bounds[0].midpoint[i]);
    EXPECT_LE(apart, all[0].bounds[0].radius[i] * (1 + 1e-9)) << "40 bits enclose what 500 bits find";
    EXPECT_GT(all[0].bounds[0].radius[i], 0);
    EXPECT_LT(all[1].bounds[0].radius[i], 1e-15);
  }
}

TEST(check, perturbed_copies_judge_alone) {
  static const auto module = exec::load_text(exec::read_file(kernels + "variance.ptx"));
  for (const auto& [kernel, rule_expected] : {std::pair{"naive_variance", 1u}, std::pair{"welford", 0u}}) {
    exec::run_request request = (std::string(kernel) == "welford" ? exec::launcher(kernel, {1, 1, 1}, {32, 1, 1}).in(uniform(4000, 1000, 1001)).out(4).value(4).value(1000)
                                                                : exec::launcher(kernel, {4, 1, 1}, {128, 1, 1}).in(uniform(4000, 1000, 1001)).out(4).value(1000)).request();
    request.shadow = exec::shadow_kind::perturbed;
    request.shadow_parameter = 16;
    const auto c = check(*module->code, request, {});
    ASSERT_TRUE(c) << c.error().text();
    EXPECT_EQ(c->result.findings.size(), rule_expected) << kernel;
    EXPECT_EQ(c->result.outputs[0].certified, 0u) << "copies certify nothing";
  }
}

/// sqrt(x x - y y) and fma, with products that may be fused or not.
constexpr const char* root_of_difference = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
  .reg .b64 %p, %q, %o; .reg .b32 %t; .reg .f32 %a, %b, %u, %v, %d, %r;
  ld.param.u64 %p, [x]; ld.param.u64 %q, [y];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %p, %p, %o; add.u64 %q, %q, %o;
  ld.global.f32 %a, [%p]; mov.f32 %b, %a;
  mul.f32 %u, %a, %a; mul.f32 %v, %b, %b; sub.f32 %d, %u, %v;
  sqrt.rn.f32 %r, %d;
  st.global.f32 [%q], %r;
  ret;
}
)";

TEST(check, a_verdict_that_depends_on_fusing_is_told) {
  const auto m = exec::load_text(root_of_difference);
  const ptx::contraction fused = ptx::contract(m->module);
  ASSERT_EQ(fused.fused, 1u);
  const auto code = exec::decode(fused.code);
  ASSERT_TRUE(code);
  exec::run_request request = exec::launcher("k", {1, 1, 1}, {32, 1, 1}).in(uniform(32, 1, 2)).out(32).request();
  options how;
  how.apart = m->code.get();
  const auto c = check(**code, request, how);
  ASSERT_TRUE(c) << c.error().text();
  EXPECT_EQ(c->result.verdict, exit_code::findings) << "fused it is a rounding error, negative for some x: NaN";
  EXPECT_EQ(c->result.contraction, contraction_outcome::different) << "x x - y y is 0 as written";
  ASSERT_GE(c->result.findings.size(), 2u);
  EXPECT_EQ(c->result.findings.back().rule, rule::contraction);
  EXPECT_EQ(c->result.findings.back().level, level::warning);
}

TEST(check, bounds_are_handed_out) {
  options how;
  how.bounds_of = {"1"};
  const checked c = check_kernel(exec::launcher("softmax_rows", {1, 1, 1}, {32, 1, 1}).in(uniform(100, -3, 3)).out(100).value(100), how);
  ASSERT_EQ(c.bounds.size(), 1u);
  ASSERT_EQ(c.bounds[0].radius.size(), 100u);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_LT(c.bounds[0].radius[i], 1e-12);
    EXPECT_NEAR(c.bounds[0].midpoint[i], c.bounds[0].computed[i], 1e-7);
  }
}

} // namespace
} // namespace fpcheck::analysis
