// References whose outputs are all alike: what passes with a remark, and what stays without a verdict.
#include "session.hpp"

namespace fpcheck::cli {
namespace {

/// `copy`: y = x. `scale`: x = 1.5 x where x is not zero. Both of 32 numbers.
const std::string kernels_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 p0, .param .u64 p1)
{
  .reg .f32 %x; .reg .b32 %i; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1];
  mov.u32 %i, %tid.x; mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o; add.u64 %b, %b, %o;
  ld.global.f32 %x, [%a]; st.global.f32 [%b], %x;
  ret;
}
.visible .entry scale(.param .u64 p0, .param .f32 p1)
{
  .reg .pred %p; .reg .f32 %x, %f; .reg .b32 %i; .reg .b64 %a, %o;
  ld.param.u64 %a, [p0]; ld.param.f32 %f, [p1];
  mov.u32 %i, %tid.x; mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o;
  ld.global.f32 %x, [%a]; setp.neu.f32 %p, %f, 0f3F800000; mul.rn.f32 %x, %x, %f;
  @%p st.global.f32 [%a], %x;
  ret;
}
)";

class alike_outputs : public session {
protected:
  std::string ptx_ = write("kernels.ptx", kernels_ptx);
  outcome copy(const std::string& x, const std::string& reference) { return call({"run", ptx_ + ":copy", "-l", "1, 32", "0=" + x, "1=empty:32", "--ref", "1=" + reference}); }
  outcome scale(const std::string& x, const std::string& factor, const std::string& reference) {
    return call({"run", ptx_ + ":scale", "-l", "1, 32", "0=inout:" + x, "1=" + factor, "--ref", "0=" + reference});
  }
};

TEST_F(alike_outputs, outputs_that_are_alike_pass_with_a_remark) {
  const auto alike = copy("full(3.5):32", "3.5 + 0 * arange(32)");
  EXPECT_EQ(alike.code, exit_code::passed) << alike.out << alike.err;
  EXPECT_NE(alike.out.find("note: 1 against"), std::string::npos) << alike.out;
  EXPECT_NE(alike.out.find("these inputs cannot tell them from a constant output, two outputs swapped"), std::string::npos) << alike.out;
  EXPECT_EQ(copy("full(3.5):32", "4.5 + 0 * arange(32)").code, exit_code::findings);
}

TEST_F(alike_outputs, zeros_that_are_computed_are_a_warning) {
  const auto zeros = scale("uniform(1,2):32", "0", "0 * arange(32)");
  EXPECT_EQ(zeros.code, exit_code::passed) << zeros.out << zeros.err;
  EXPECT_NE(zeros.out.find("warning: 0 against"), std::string::npos) << zeros.out;
  EXPECT_NE(zeros.out.find("an all-zero output"), std::string::npos) << zeros.out;
}

TEST_F(alike_outputs, zeros_of_zeros_have_no_verdict) {
  const auto zeros = copy("zeros:32", "0 * arange(32)");
  EXPECT_EQ(zeros.code, exit_code::incomplete) << zeros.out << zeros.err;
  EXPECT_NE(zeros.out.find("these inputs cannot tell"), std::string::npos) << zeros.out;
}

TEST_F(alike_outputs, what_a_kernel_leaves_as_it_was_has_no_verdict) {
  EXPECT_EQ(scale("full(3.5):32", "1", "3.5 + 0 * arange(32)").code, exit_code::incomplete);
  EXPECT_EQ(scale("full(3.5):32", "2", "7 + 0 * arange(32)").code, exit_code::passed);
}

} // namespace
} // namespace fpcheck::cli
