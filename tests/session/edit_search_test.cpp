// Where an output differs from its reference: the place of a small change with which it does not.
#include <fpcheck/session/kernel_session.hpp>
#include <fpcheck/tensor/file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

namespace fpcheck::session {
namespace {

using testing::HasSubstr;
using testing::Not;

/// One thread an element: `compute` makes %f2 of %f1, on line 7 of k.cu; the store is on line 9.
std::string kernel(const std::string& compute) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k(.param .u64 x, .param .u64 y)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .pred %p<9>;\n"
         ".loc 1 5 1\nld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;\nld.global.f32 %f1, [%rd1];\n"
         ".loc 1 7 3\n" +
         compute + "\n.loc 1 9 5\nst.global.f32 [%rd2], %f2;\nret;\n}\n";
}

analysis::finding mismatch(const std::string& compute, std::vector<std::string> words) {
  const std::string path = testing::TempDir() + "edit_search_" + std::to_string(getpid()) + ".ptx";
  const std::string source = path + ".cu"; // tells the parameters' names
  EXPECT_TRUE(tensor::write_bytes(path, kernel(compute)));
  EXPECT_TRUE(tensor::write_bytes(source, std::string("extern \"C\" __global__ void k(const float* x, float* y);\n")));
  auto session = kernel_session::open(path, source);
  EXPECT_TRUE(session) << (session ? "" : session.error().text());
  const auto out = session->run("k", words);
  unlink(path.c_str()), unlink(source.c_str());
  EXPECT_TRUE(out) << (out ? "" : out.error().text());
  if (!out || out->document.cases.empty() || !out->document.cases[0].run) return {};
  for (const analysis::finding& f : out->document.cases[0].run->findings)
    if (f.rule == analysis::rule::mismatch) return f;
  ADD_FAILURE() << out->text;
  return {};
}

const std::string truncates = "cvt.rzi.s32.f32 %r2, %f1; cvt.rn.f32.s32 %f2, %r2;";

TEST(edit_search, names_the_change_and_keeps_the_store) {
  const analysis::finding f = mismatch(truncates, {"<<<1, 4>>>", "x=[-1.5,2.5,-0.25,7]", "y=empty:4", "want=[-2,2,-1,7]", "--ref", "y=want", "--tol", "bitwise"});
  EXPECT_THAT(f.message, HasSubstr("with rounding down in line 7 every output meets the reference (truncation now)"));
  ASSERT_EQ(f.stack.size(), 2u);
  EXPECT_EQ(f.stack[0].line, 7u);
  EXPECT_EQ(f.stack[1].line, 9u);
  EXPECT_EQ(f.instruction, "cvt.rzi.s32.f32");
}

TEST(edit_search, one_small_whole_number_has_no_place) {
  const analysis::finding f = mismatch(truncates, {"<<<1, 1>>>", "x=[3.5]", "y=empty:1", "want=[4]", "--ref", "y=want", "--tol", "bitwise"});
  EXPECT_THAT(f.message, Not(HasSubstr("every output")));
  ASSERT_EQ(f.stack.size(), 1u);
}

TEST(edit_search, one_number_of_a_formula_that_nobody_guesses_has_no_place) {
  const analysis::finding f = mismatch("mul.rn.f32 %f3, %f1, 0f3FA00000; add.rn.f32 %f2, %f3, 0f40490FDB;", {"<<<1, 1>>>", "x=[1.5]", "y=empty:1", "want=[17.1234]", "--ref", "y=want", "--tol", "rtol=1e-5,atol=0"});
  EXPECT_THAT(f.message, Not(HasSubstr("every output")));
  ASSERT_EQ(f.stack.size(), 1u);
  EXPECT_EQ(f.stack[0].line, 9u);
}

TEST(edit_search, a_constant_is_solved_for_where_several_elements_tell) {
  const analysis::finding f = mismatch("fma.rn.f32 %f2, %f1, 0f3FA00000, 0f40000000;", {"<<<1, 3>>>", "x=[1,2,4]", "y=empty:3", "want=[3.75,5.5,9]", "--ref", "y=want", "--tol", "rtol=1e-6,atol=0"});
  EXPECT_THAT(f.message, HasSubstr("with 1.75 in line 7 every output meets the reference (1.25 now)"));
}

TEST(edit_search, a_formula_of_another_kind_has_no_place) {
  const analysis::finding f = mismatch("mul.rn.f32 %f2, %f1, %f1;", {"<<<1, 4>>>", "x=[1,2,3,4]", "y=empty:4", "want=[0.25,3.5,2.125,9]", "--ref", "y=want", "--tol", "bitwise"});
  EXPECT_THAT(f.message, Not(HasSubstr("every output")));
}

const std::string squares = "cvt.rzi.s32.f32 %r2, %f1; mul.lo.s32 %r3, %r2, %r2; cvt.rn.f32.s32 %f2, %r3;";

TEST(edit_search, a_product_beyond_32_bits_is_told_where_it_explains_all_that_is_wrong) {
  const std::string said = "10000000000 does not fit 32 bits in line 7 and became 1410065408: with all of its bits every output meets the reference";
  const auto wanting = [&](const std::string& compute, const std::string& want) {
    return mismatch(compute, {"<<<1, 3>>>", "x=[100000,2,3]", "y=empty:3", "want=" + want, "--ref", "y=want", "--tol", "rtol=1e-6,atol=0"});
  };
  EXPECT_THAT(wanting(squares, "[1e10,4,9]").message, HasSubstr(said));
  EXPECT_THAT(wanting(squares, "[1e10,5.5,9]").message, Not(HasSubstr("does not fit"))); // the second is wrong without it
  EXPECT_THAT(wanting(squares, "[1410065408,4.5,9]").message, Not(HasSubstr("does not fit"))); // what wraps is right
}

TEST(edit_search, where_all_is_wrong_and_bits_are_mixed_sums_wrap_on_purpose) {
  const auto of = [](const std::string& compute) { return mismatch(compute, {"<<<1, 2>>>", "x=[100000,200000]", "y=empty:2", "want=[12.5,77.25]", "--ref", "y=want", "--tol", "rtol=1e-6,atol=0"}).message; };
  EXPECT_THAT(of(squares), HasSubstr("does not fit 32 bits in line 7"));
  EXPECT_THAT(of("cvt.rzi.s32.f32 %r2, %f1; xor.b32 %r2, %r2, 5; mul.lo.s32 %r3, %r2, %r2; cvt.rn.f32.s32 %f2, %r3;"), Not(HasSubstr("does not fit")));
}

TEST(edit_search, random_inputs_tell_by_two_seeds) {
  const analysis::finding f = mismatch(truncates, {"<<<1, 32>>>", "x=uniform(-9,9):32:f32", "y=empty:32", "--ref", "y=floor(x)", "--tol", "bitwise"});
  EXPECT_THAT(f.message, HasSubstr("with rounding down in line 7"));
}

} // namespace
} // namespace fpcheck::session
