#include <fpcheck/ptx/join.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

using namespace fpcheck;

const std::string head = ".version 8.8\n.target sm_90\n.address_size 64\n";

const std::string caller = head + R"(
.extern .func (.param .b32 r) twice (.param .b32 a) ;
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v) ;
.extern .global .align 4 .f32 factor;
.global .align 1 .b8 $str[3] = {97, 10, 0};
.weak .func (.param .b32 r) shared_by_all (.param .b32 a)
{
  .reg .f32 %f<2>;
  ld.param.f32 %f1, [a];
  st.param.f32 [r], %f1;
  ret;
}
.visible .entry k(.param .u64 p)
{
  .reg .b64 %rd<4>;
  .reg .f32 %f<5>;
  .loc 1 7 3
  ld.param.u64 %rd1, [p];
  mov.u64 %rd2, $str;
  ld.global.f32 %f1, [factor];
  {
  .param .b32 a;
  .param .b32 r;
  st.param.f32 [a], %f1;
  call.uni (r), twice, (a);
  ld.param.f32 %f2, [r];
  }
  st.global.f32 [%rd1], %f2;
  ret;
}
.file 1 "/tmp/caller.cu"
)";

const std::string called = head + R"(
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v) ;
.visible .global .align 4 .f32 factor = 0f40400000; // "{ a brace in a comment"
.global .align 1 .b8 $str[5] = {97, 98, 99, 10, 0};
.weak .func (.param .b32 r) shared_by_all (.param .b32 a)
{
  .reg .f32 %f<2>;
  ld.param.f32 %f1, [a];
  st.param.f32 [r], %f1;
  ret;
}
.visible .func (.param .b32 r) twice (.param .b32 a)
{
  .reg .b64 %rd<2>;
  .reg .f32 %f<3>;
  .loc 1 4 2, function_name $L__info_string0, inlined_at 1 9 1
  mov.u64 %rd1, $str;
  ld.param.f32 %f1, [a];
  add.f32 %f2, %f1, %f1;
  st.param.f32 [r], %f2;
  ret;
}
.file 1 "/tmp/called.cu"
.section .debug_str
{
$L__info_string0:
.b8 95,90,0
}
)";

TEST(Join, DefinitionsMeetDeclarations) {
  const auto m = ptx::parse(ptx::join(std::array{caller, called}), "joined.ptx");
  ASSERT_TRUE(m) << m.error().text();
  const auto bodies = [&](const char* name) { return std::count_if(m->functions.begin(), m->functions.end(), [&](const auto& f) { return f.name == name && f.has_body; }); };
  EXPECT_EQ(bodies("twice"), 1);
  EXPECT_EQ(bodies("shared_by_all"), 1);
  EXPECT_EQ(bodies("k"), 1);
  const auto factor = std::find_if(m->variables.begin(), m->variables.end(), [](const auto& v) { return v.name == "factor"; });
  ASSERT_NE(factor, m->variables.end());
  EXPECT_FALSE(factor->is_extern);
}

TEST(Join, DefinitionsMayComeFirst) {
  const auto m = ptx::parse(ptx::join(std::array{called, caller}), "joined.ptx");
  ASSERT_TRUE(m) << m.error().text();
}

TEST(Join, OwnNamesAndFilesAreToldApart) {
  const std::string text = ptx::join(std::array{caller, called});
  EXPECT_NE(text.find("$str$unit0[3]"), std::string::npos) << text;
  EXPECT_NE(text.find("$str$unit1[5]"), std::string::npos);
  EXPECT_NE(text.find("mov.u64 %rd1, $str$unit1;"), std::string::npos);
  EXPECT_NE(text.find(".file 2 \"/tmp/called.cu\""), std::string::npos);
  EXPECT_NE(text.find(".loc 2 4 2, function_name $L__info_string0$unit1, inlined_at 2 9 1"), std::string::npos);
  EXPECT_NE(text.find(".loc 1 7 3"), std::string::npos);
  EXPECT_EQ(text.find(".version", text.find(".version") + 1), std::string::npos);
}

} // namespace
