// The library's functions are known by what they do, however a compiler spells them: nvcc keeps numbers in .f32 registers, clang writes
// integers in decimal and moves literals into registers, and the LLVM that Triton brings keeps numbers in .b32 registers.
#include "../../src/exec/intended.hpp"
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

TEST(roles, leading_bits_of_a_split) {
  const std::string split = "sub.rn.f32 %f3, %f2, %f1;\nsub.rn.f32 %f4, %f2, %f3;\nst.global.f32 [%rd2], %f4;";
  EXPECT_EQ(with_role("mul.rn.f32 %f2, %f1, 0f45800800;\n" + split, roles::split_part), "sub.rn.f32;"); // 4097
  EXPECT_EQ(with_role("mul.rn.f32 %f2, %f1, 0f45800000;\n" + split, roles::split_part), "") << "4096 leaves no bits off";
  EXPECT_EQ(with_role("mul.rn.f32 %f2, %f1, 0f49742410;\n" + split, roles::split_part), "") << "1000001 is no 2^s + 1";
  const std::string fused = "fma.rn.f32 %f3, %f1, 0f45800000, 0f00000000;\nmul.f32 %f2, %f1, 0f45800800;\nsub.f32 %f4, %f2, %f3;\nst.global.f32 [%rd2], %f4;";
  EXPECT_EQ(with_role(fused, roles::split_part), "sub.f32;");
}

TEST(roles, what_vanishes_as_a_polynomial_is_an_error_term) {
  const std::string inputs = "ld.global.f32 %f2, [%rd1+4];\nld.global.f32 %f3, [%rd1+8];\n", store = "st.global.f32 [%rd2], %f9;";
  // A rotation: (-b / r) a + (a / r) b.
  const std::string rotation = inputs + "div.rn.f32 %f4, %f1, %f3;\nneg.f32 %f5, %f2;\ndiv.rn.f32 %f6, %f5, %f3;\nmul.rn.f32 %f7, %f6, %f1;\n";
  EXPECT_EQ(with_role(rotation + "fma.rn.f32 %f9, %f4, %f2, %f7;\n" + store, role::eft_residual), "fma.rn.f32;");
  EXPECT_EQ(with_role(rotation + "fma.rn.f32 %f9, %f4, %f1, %f7;\n" + store, role::eft_residual), "") << "a^2 - a b over r";
  // The first element of a row that is eliminated: a - (a / b) b, and another one.
  const std::string factor = inputs + "div.rn.f32 %f4, %f1, %f2;\n";
  EXPECT_EQ(with_role(factor + "mul.rn.f32 %f5, %f4, %f2;\nsub.rn.f32 %f9, %f1, %f5;\n" + store, role::eft_residual), "sub.rn.f32;");
  EXPECT_EQ(with_role(factor + "mul.rn.f32 %f5, %f4, %f3;\nsub.rn.f32 %f9, %f1, %f5;\n" + store, role::eft_residual), "");
  // (x + 2) - x - 2, with literals as numbers, and not with another one.
  const std::string sum = "add.rn.f32 %f2, %f1, 0f40000000;\nsub.rn.f32 %f3, %f2, %f1;\n";
  EXPECT_EQ(with_role(sum + "add.rn.f32 %f9, %f3, 0fC0000000;\n" + store, role::eft_residual), "add.rn.f32;");
  EXPECT_EQ(with_role(sum + "add.rn.f32 %f9, %f3, 0fBF800000;\n" + store, role::eft_residual), "");
}

TEST(roles, a_period_that_is_taken_off) {
  const std::string round = "setp.lt.f32 %p1, %f1, 0f00000000;\nadd.f32 %f2, %f1, 0f43B40000;\nselp.f32 %f3, %f2, %f1, %p1;\n";
  const std::string taken = "setp.ge.f32 %p2, %f3, 0f43B40000;\nadd.f32 %f4, %f3, 0fC3B40000;\nselp.f32 %f5, %f4, %f3, %p2;\nst.global.f32 [%rd2], %f5;";
  const std::string cleared = "setp.ge.f32 %p2, %f3, 0f43B40000;\nselp.f32 %f5, 0f00000000, %f3, %p2;\nst.global.f32 [%rd2], %f5;";
  EXPECT_EQ(with_role(round + taken, roles::wrap), "setp.ge.f32;add.f32;");
  EXPECT_EQ(with_role(round + cleared, roles::wrap), "setp.ge.f32;");
  EXPECT_EQ(with_role("mov.f32 %f3, %f1;\n" + taken, roles::wrap), "setp.ge.f32;") << "nothing came round: what is left is judged";
  EXPECT_EQ(with_role("mov.f32 %f3, %f1;\n" + cleared, roles::wrap), "") << "a threshold";
  EXPECT_EQ(with_role(round + "setp.ge.f32 %p2, %f3, 0f43B40000;\nadd.f32 %f4, %f3, 0fC3340000;\nselp.f32 %f5, %f4, %f3, %p2;\nst.global.f32 [%rd2], %f5;", roles::wrap), "") << "half the period";
  EXPECT_EQ(with_role(round + taken + "\nselp.b32 %r1, 1, 0, %p2;\nst.global.u32 [%rd2+4], %r1;", roles::wrap), "") << "turns are counted";
}

TEST(roles, a_load_that_a_swap_verifies) {
  const std::string loop = "A:\nadd.u32 %r2, %r1, 1;\natom.global.cas.b32 %r3, [%rd2], %r1, %r2;\nsetp.ne.s32 %p1, %r1, %r3;\n";
  EXPECT_EQ(with_role("ld.global.u32 %r1, [%rd2];\n" + loop + "mov.u32 %r1, %r3;\n@%p1 bra A;", roles::guess), "ld.global.u32;");
  EXPECT_EQ(with_role("ld.global.u32 %r1, [%rd2];\n" + loop, roles::guess), "") << "tried once";
  EXPECT_EQ(with_role("ld.global.u32 %r1, [%rd2+4];\n" + loop + "mov.u32 %r1, %r3;\n@%p1 bra A;", roles::guess), "") << "of another place";
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
