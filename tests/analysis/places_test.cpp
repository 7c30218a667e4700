// Where findings about whole outputs lie, and how many elements they stand for.
#include "../exec/launching.hpp"

#include <fpcheck/analysis/check.hpp>

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
