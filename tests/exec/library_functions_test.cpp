// The library's functions are known by what they do, however a compiler spells them: nvcc keeps numbers in .f32 registers, clang writes
// integers in decimal and moves literals into registers, and the LLVM that Triton brings keeps numbers in .b32 registers.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

/// The program of a kernel with two pointers, %rd1 and %rd2, around `body`. In Triton's spelling %f registers are .b32.
std::unique_ptr<loaded> kernel(const std::string& body, const std::string& type_of_f) {
  return load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .pred %p<8>; .reg .b32 %r<16>; .reg .b64 %rd<4>; .reg )" +
                   type_of_f + R"( %f<32>;
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [y];
ld.global.f32 %f1, [%rd1];
)" + body + "\nret;\n}\n");
}

/// The texts of the instructions that have the role, one after another.
std::string with_role(const std::string& body, role r, const std::string& type_of_f = ".f32") {
  const auto k = kernel(body, type_of_f);
  std::string out;
  for (const op& o : k->code->ops)
    if (o.roles.has(r)) out += o.source->text + ";";
  return out;
}

// sinf: the multiple of pi / 2 that is taken off first.
const std::string reduce = "mul.f32 %f2, %f1, 0f3F22F983;\ncvt.rni.s32.f32 %r1, %f2;\ncvt.rn.f32.s32 %f3, %r1;\n";

TEST(library_functions, range_reduction_of_sinf) {
  const std::string nvcc = reduce + "fma.rn.f32 %f4, %f3, 0fBFC90FDA, %f1;\nst.global.f32 [%rd2], %f4;";
  const std::string clang = reduce + "mov.f32 %f9, 0fBFC90FDA;\nfma.rn.f32 %f4, %f9, %f3, %f1;\nst.global.f32 [%rd2], %f4;";
  const std::string triton = reduce + "mov.b32 %r9, -1077342246;\nfma.rn.f32 %f4, %f3, %r9, %f1;\nst.global.b32 [%rd2], %f4;";
  EXPECT_EQ(with_role(nvcc, role::range_reduction), "fma.rn.f32;");
  EXPECT_EQ(with_role(clang, role::range_reduction), "fma.rn.f32;");
  EXPECT_EQ(with_role(triton, role::range_reduction, ".b32"), "fma.rn.f32;");
  // Another constant is somebody's sum.
  EXPECT_EQ(with_role(reduce + "fma.rn.f32 %f4, %f3, 0fBFC90FDB, %f1;\nst.global.f32 [%rd2], %f4;", role::range_reduction), "");
}

TEST(library_functions, pole_of_logf) {
  const std::string end = "setp.eq.f32 %p3, %f1, 0f00000000;\nselp.f32 %f9, 0fFF800000, %f8, %p3;\nst.global.f32 [%rd2], %f9;";
  const std::string numbers = "cvt.rn.f32.s32 %f7, %r4;\nmul.f32 %f8, %f7, 0f34000000;\n";
  const std::string nvcc = "mov.b32 %r2, %f1;\nadd.s32 %r3, %r2, -1059760811;\nand.b32 %r4, %r3, -8388608;\n" + numbers + end;
  // Of the select's operands the other way round, with the comparison that goes with it.
  const std::string clang = "mov.b32 %r2, %f1;\nadd.s32 %r3, %r2, -1059760811;\nand.b32 %r4, %r3, -8388608;\n" + numbers +
                            "setp.neu.f32 %p3, %f1, 0f00000000;\nselp.f32 %f9, %f8, 0fFF800000, %p3;\nst.global.f32 [%rd2], %f9;";
  const std::string triton = "add.s32 %r3, %f1, -1059760811;\nand.b32 %r4, %r3, -8388608;\n" + numbers + end;
  EXPECT_EQ(with_role(nvcc, role::pole), "selp.f32;");
  EXPECT_EQ(with_role(clang, role::pole), "selp.f32;");
  EXPECT_EQ(with_role(triton, role::pole, ".b32"), "selp.f32;");
  // Nobody takes the argument's bits apart: a kernel that masks zeros.
  EXPECT_EQ(with_role("mul.f32 %f8, %f1, 0f34000000;\n" + end, role::pole), "");
}

TEST(library_functions, bits_that_are_counted_are_taken_apart_too) {
  const std::string end = "cvt.rn.f32.u32 %f8, %r3;\nsetp.eq.f32 %p3, %f1, 0f00000000;\nselp.f32 %f9, 0fFF800000, %f8, %p3;\nst.global.f32 [%rd2], %f9;";
  for (const char* taken : {"not.b32 %r3, %r2;\n", "clz.b32 %r3, %r2;\n", "popc.b32 %r3, %r2;\n", "abs.s32 %r3, %r2;\n", "rem.u32 %r3, %r2, 3;\n"})
    EXPECT_EQ(with_role(std::string("mov.b32 %r2, %f1;\n") + taken + end, role::pole), "selp.f32;") << taken;
}

TEST(library_functions, tail_of_powf) {
  const std::string number = "ex2.approx.ftz.f32 %f3, %f1;\nabs.f32 %f4, %f1;\n";
  const std::string nvcc = number + "setp.lt.f32 %p1, %f1, 0f00000000;\nselp.f32 %f5, 0f00000000, 0f7F800000, %p1;\nsetp.gt.f32 %p2, %f4, 0f43180000;\n"
                                    "selp.f32 %f6, %f5, %f3, %p2;\nst.global.f32 [%rd2], %f6;";
  const std::string clang = number + "setp.gt.f32 %p2, %f4, 0f43180000;\nsetp.lt.f32 %p1, %f1, 0f00000000;\nselp.f32 %f5, 0f00000000, 0f7F800000, %p1;\n"
                                     "selp.f32 %f6, %f5, %f3, %p2;\nst.global.f32 [%rd2], %f6;";
  const std::string triton = number + "setp.gt.f32 %p2, %f4, 0f43180000;\nsetp.lt.f32 %p1, %f1, 0f00000000;\nselp.b32 %f5, 0, 2139095040, %p1;\n"
                                      "selp.b32 %f6, %f5, %f3, %p2;\nst.global.b32 [%rd2], %f6;";
  EXPECT_EQ(with_role(nvcc, role::pole), "setp.lt.f32;");
  EXPECT_EQ(with_role(clang, role::pole), "setp.lt.f32;");
  EXPECT_EQ(with_role(triton, role::pole, ".b32"), "setp.lt.f32;");
  // A sign that decides more than what is taken beyond the range.
  EXPECT_EQ(with_role(number + "setp.lt.f32 %p1, %f1, 0f00000000;\nselp.f32 %f5, 0f00000000, 0f7F800000, %p1;\nst.global.f32 [%rd2], %f5;", role::pole), "");
}

/// R1: a rounding constant that is taken off again in another lane, or by integer code that the old lists of forms did not name.
TEST(roles, a_magic_sum_is_taken_apart_through_a_shuffle) {
  const std::string add = "add.f32 %f2, %f1, 0f4B400000;\n", off = "add.f32 %f4, %f3, 0fCB400000;\nst.global.f32 [%rd2], %f4;";
  EXPECT_EQ(with_role(add + "mov.f32 %f3, %f2;\n" + off, role::magic_add), "add.f32;");
  EXPECT_EQ(with_role(add + "shfl.sync.bfly.b32 %f3, %f2, 1, 31, -1;\n" + off, role::magic_add, ".b32"), "add.f32;");
  EXPECT_EQ(with_role(add + "shfl.sync.bfly.b32 %f3, %f2, 1, 31, -1;\nst.global.f32 [%rd2], %f3;", role::magic_add, ".b32"), "") << "nobody takes it off";
  EXPECT_EQ(with_role(add + "mov.b32 %r1, %f2;\nrem.u32 %r2, %r1, 3;\nst.global.u32 [%rd2], %r2;", role::magic_add), "add.f32;");
}

/// A narrow sum that a loop carries may be an error term as well: both are known of it.
TEST(roles, an_instruction_may_have_several) {
  role_set r;
  EXPECT_TRUE(r.empty());
  r.add(role::eft_residual);
  r.add(role::narrow_accumulator);
  EXPECT_TRUE(r.has(role::eft_residual) && r.has(role::narrow_accumulator) && !r.has(role::pole));
  EXPECT_FALSE(r == role_set(role::eft_residual));
}

} // namespace
} // namespace fpcheck::exec
