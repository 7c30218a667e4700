// Where findings about whole outputs lie, and how many elements they stand for.
#include "../exec/launching.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/analysis/taken_nan.hpp>

#include <cmath>
#include <random>

namespace fpcheck::analysis {
namespace {

/// One block of 32 threads stores 2 to the first output, in PTX line 12, and 0.5 to the second, in line 13.
checked check_two_outputs(std::size_t first, std::size_t second, const options& how) {
  static const auto module = exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .b32 %r<4>; .reg .b64 %rd<6>;
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd3, %r0, 4;
add.s64 %rd1, %rd1, %rd3;
add.s64 %rd2, %rd2, %rd3;
st.global.f32 [%rd1], 0f40000000;
st.global.f32 [%rd2], 0f3F000000;
ret;
}
)");
  exec::run_request request = exec::launcher("k", {1, 1, 1}, {32, 1, 1}).out(first).out(second).request();
  auto r = check(*module->code, request, how);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

TEST(places, of_two_outputs_the_finding_is_at_the_store_to_its_own) {
  options how;
  how.ranges.push_back({"0", 0.0, 1.0, false, true});
  const checked first = check_two_outputs(32, 32, how);
  ASSERT_EQ(first.result.findings.size(), 1u);
  EXPECT_EQ(first.result.findings[0].rule, rule::out_of_range);
  EXPECT_EQ(first.result.findings[0].ptx_line, 12u);
  how.ranges[0] = {"1", 1.0, 2.0, false, true};
  const checked second = check_two_outputs(32, 32, how);
  ASSERT_EQ(second.result.findings.size(), 1u);
  EXPECT_EQ(second.result.findings[0].ptx_line, 13u);
}

TEST(places, unwritten_elements_are_at_the_store_that_should_have_written_them) {
  const checked first = check_two_outputs(40, 32, {});
  ASSERT_EQ(first.result.findings.size(), 1u);
  EXPECT_EQ(first.result.findings[0].rule, rule::unwritten_output);
  EXPECT_EQ(first.result.findings[0].element, 32u);
  EXPECT_EQ(first.result.findings[0].ptx_line, 12u);
  EXPECT_EQ(check_two_outputs(32, 40, {}).result.findings.at(0).ptx_line, 13u);
}

TEST(places, what_a_compiler_moves_out_of_a_loop_has_the_line_that_uses_it) {
  const auto module = exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "moved.cu"
.visible .entry k(.param .f32 x, .param .u64 y)
{
.reg .f32 %f<4>; .reg .b64 %rd<2>;
ld.param.f32 %f0, [x];
mul.f32 %f1, %f0, %f0;
mul.f32 %f2, %f1, %f0;
.loc 1 7 3
add.f32 %f3, %f2, 0f3F800000;
.loc 1 8 3
ld.param.u64 %rd1, [y];
st.global.f32 [%rd1], %f3;
ret;
}
)");
  const auto line_of = [&](const char* text) {
    for (const exec::op& o : module->code->ops)
      if (o.source != nullptr && o.source->text == text) {
        const auto stack = stack_of(*module->code, o.pc);
        return stack.empty() ? 0u : stack.front().line;
      }
    return ~0u;
  };
  EXPECT_EQ(line_of("mul.f32"), 7u);
  EXPECT_EQ(line_of("add.f32"), 7u);
  EXPECT_EQ(line_of("st.global.f32"), 8u);
}

/// What a mismatch of the maximum of x[0] and 1, taken in line 6, says in the end.
std::string message_with_taken_nan(float x, std::uint64_t instructions, double seconds) {
  static const auto module = exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .f32 %f<2>; .reg .b64 %rd<3>;
.loc 1 5 1
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
ld.global.f32 %f0, [%rd1];
.loc 1 6 1
max.f32 %f1, %f0, 0f3F800000;
.loc 1 7 1
st.global.f32 [%rd2], %f1;
ret;
}
)");
  const exec::run_request request = exec::launcher("k", {1, 1, 1}, {1, 1, 1}).in(std::vector<float>{x}).out(1).request();
  finding f;
  f.message = "a mismatch", f.computed = 1;
  run_result before;
  before.coverage.instructions = instructions;
  name_taken_nan(f, *module->code, request, 1, 0, before, seconds);
  return f.message;
}

TEST(places, a_nan_is_looked_for_where_there_may_be_one_and_time_for_it) {
  EXPECT_EQ(message_with_taken_nan(NAN, 6, 100), "a mismatch; a NaN ('0' holds some) is taken away by a minimum or maximum in line 6");
  EXPECT_EQ(message_with_taken_nan(0.5f, 6, 100), "a mismatch") << "nothing speaks of a NaN";
  EXPECT_EQ(message_with_taken_nan(NAN, std::uint64_t{1} << 40, 100), "a mismatch") << "the launch is long";
  EXPECT_EQ(message_with_taken_nan(NAN, 6, 0), "a mismatch") << "the time is spent";
}

TEST(places, of_more_undefined_cells_than_are_remembered_no_origin_is_told) {
  static const auto module = exec::load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry fill(.param .u64 x, .param .u64 y, .param .u32 at)
{
.reg .b32 %r<4>; .reg .f32 %f<1>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;
mad.lo.s32 %r2, %r1, 1024, %r0;
mul.wide.u32 %rd3, %r2, 4;
add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;
ld.global.f32 %f0, [%rd1];
st.global.f32 [%rd2], %f0;
ret;
}
.visible .entry use(.param .u64 x, .param .u64 y, .param .u32 at)
{
.reg .b32 %r<1>; .reg .f32 %f<1>; .reg .b64 %rd<4>; .reg .pred %p<1>;
ld.param.u64 %rd2, [y]; ld.param.u32 %r0, [at];
mul.wide.u32 %rd3, %r0, 4;
add.s64 %rd2, %rd2, %rd3;
ld.global.f32 %f0, [%rd2];
setp.gt.f32 %p0, %f0, 0f00000000;
@%p0 bra done;
st.global.f32 [%rd2], 0f3F800000;
done:
ret;
}
)");
  constexpr std::uint32_t remembered = 1u << 20, blocks = remembered / 1024 + 2;
  exec::run_plan plan;
  plan.domain = exec::ball_shadow();
  plan.tracks_races = false, plan.follows_undefined = true;
  for (const std::uint32_t at : {0u, blocks * 1024 - 1}) {
    exec::run_request request = exec::launcher("fill", {blocks, 1, 1}, {1024, 1, 1}).out(blocks * 1024).out(blocks * 1024).value(at).request();
    request.threads = 1;
    request.launches.push_back(request.launches[0]);
    request.launches[1].kernel = "use", request.launches[1].grid = {1, 1, 1}, request.launches[1].block = {1, 1, 1};
    const auto run = exec::run(*module->code, request, plan);
    ASSERT_TRUE(run);
    EXPECT_FALSE(run->faults.empty());
    EXPECT_EQ(run->undefined.cells.size(), remembered);
    ASSERT_EQ(run->undefined.uses.size(), at == 0 ? 1u : 0u);
    for (const auto& [user, origin] : run->undefined.uses) EXPECT_EQ(module->code->ops[origin].ptx_line, 12u) << user;
  }
}

TEST(counts, a_finding_stands_for_all_elements_that_are_too_far_off) {
  static const auto module = exec::load_text(exec::read_file(FPCHECK_SOURCE_DIR "/tests/exec/kernels/variance.ptx"));
  std::mt19937 g(11);
  for (const std::uint32_t rows : {1u, 3u, 6u, 11u}) {
    std::vector<float> x(1000 * rows);
    for (float& v : x) v = 999 + 2 * static_cast<float>(g() >> 8) * 0x1p-24f;
    exec::run_request request = exec::launcher("naive_variance", {rows, 1, 1}, {128, 1, 1}).in(x).out(rows).value(1000).request();
    const auto c = check(*module->code, request, {});
    ASSERT_TRUE(c);
    ASSERT_EQ(c->result.findings.size(), 1u) << rows;
    EXPECT_EQ(c->result.findings[0].count, rows) << "every row is wrong, in one line";
  }
}

} // namespace
} // namespace fpcheck::analysis
