// Calls replaced by the bodies of what they call, as PTX text.
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

namespace fpcheck::ptx {
namespace {

constexpr const char* head = ".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.file 2 \"lib.hpp\"\n";

/// A function that doubles its argument, on line 9 of lib.hpp.
constexpr const char* doubling = R"(
.func (.param .b32 result) twice(.param .b32 x)
{
  .reg .f32 %a, %b;
  .loc 2 9 1
  ld.param.f32 %a, [x]; add.f32 %b, %a, %a; st.param.f32 [result], %b;
  ret;
}
)";

/// A kernel that calls `callee` with %v for %w on line 4 of k.cu.
std::string caller(const std::string& callee, const std::string& guard = "") {
  return ".visible .entry k()\n{\n.reg .f32 %v, %w; .reg .pred %p;\n.loc 1 4 2\n{ .param .b32 p0; .param .b32 r0;\nst.param.f32 [p0], %v;\n" + guard +
         " call (r0), " + callee + ", (p0);\nld.param.f32 %w, [r0];\n}\n.loc 1 5 2\nret;\n}\n";
}

module inlined(const std::string& text) {
  auto m = parse(head + text, "k.ptx");
  EXPECT_TRUE(m) << (m ? "" : m.error().text());
  return m ? inline_calls(*std::move(m)) : module{};
}
const function& kernel(const module& m) {
  for (const function& f : m.functions)
    if (f.is_entry) return f;
  return m.functions.at(0);
}
std::string opcodes(const function& f) {
  std::string out;
  for (const instruction& i : f.body) out += (out.empty() ? "" : " ") + i.text;
  return out;
}

TEST(inline_calls, a_body_stands_where_its_call_stood) {
  const module m = inlined(doubling + caller("twice"));
  const function& f = kernel(m);
  ASSERT_EQ(opcodes(f), "st.param.f32 ld.param.f32 add.f32 st.param.f32 ld.param.f32 ret");
  // The argument and the result are the caller's variables now, and the registers its own.
  EXPECT_EQ(f.body[1].operands[1].id, f.body[0].operands[0].id);
  EXPECT_EQ(f.body[3].operands[0].id, f.body[4].operands[1].id);
  EXPECT_EQ(f.registers[f.body[2].operands[0].id].name, "%b");
}

TEST(inline_calls, positions_say_where_the_call_was) {
  const module m = inlined(doubling + caller("twice"));
  const source_position& p = m.positions[kernel(m).body[2].position];
  EXPECT_EQ(m.files[p.file], "lib.hpp");
  EXPECT_EQ(p.line, 9u);
  ASSERT_EQ(p.inlined_at.size(), 1u);
  EXPECT_EQ(m.files[p.inlined_at[0].file], "k.cu");
  EXPECT_EQ(p.inlined_at[0].line, 4u);
  EXPECT_EQ(p.inlined_at[0].function, "twice");
  EXPECT_TRUE(m.positions[kernel(m).body[5].position].inlined_at.empty());
}

TEST(inline_calls, calls_within_calls) {
  const std::string four = R"(
.func (.param .b32 result) four_times(.param .b32 x)
{
  .reg .f32 %c; .param .b32 p1; .param .b32 r1;
  .loc 2 20 1
  ld.param.f32 %c, [x]; st.param.f32 [p1], %c; call (r1), twice, (p1); ld.param.f32 %c, [r1]; add.f32 %c, %c, %c;
  st.param.f32 [result], %c;
}
)";
  const module m = inlined(doubling + four + caller("four_times"));
  const function& f = kernel(m);
  EXPECT_EQ(opcodes(f), "st.param.f32 ld.param.f32 st.param.f32 ld.param.f32 add.f32 st.param.f32 ld.param.f32 add.f32 st.param.f32 ld.param.f32 ret");
  const auto& frames = m.positions[f.body[4].position].inlined_at;
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function, "twice");
  EXPECT_EQ(frames[0].line, 20u);
  EXPECT_EQ(frames[1].function, "four_times");
  EXPECT_EQ(frames[1].line, 4u);
}

TEST(inline_calls, a_return_in_the_middle_is_a_branch_to_the_end) {
  const std::string early = R"(
.func (.param .b32 result) early(.param .b32 x)
{
  .reg .f32 %a; .reg .pred %q;
  ld.param.f32 %a, [x]; st.param.f32 [result], %a; setp.gt.f32 %q, %a, 0f00000000;
  @%q ret;
  neg.f32 %a, %a; st.param.f32 [result], %a;
  ret;
}
)";
  const module m = inlined(early + caller("early"));
  const function& f = kernel(m);
  ASSERT_EQ(opcodes(f), "st.param.f32 ld.param.f32 st.param.f32 setp.gt.f32 bra neg.f32 st.param.f32 ld.param.f32 ret");
  const instruction& jump = f.body[4];
  EXPECT_EQ(f.registers[jump.guard].name, "%q");
  ASSERT_EQ(jump.operands.size(), 1u);
  EXPECT_EQ(f.labels[jump.operands[0].id].instruction, 7u);
}

TEST(inline_calls, local_variables_begin_undefined) {
  const std::string locals = R"(
.func (.param .b32 result) kept(.param .b32 x)
{
  .local .align 4 .b8 depot[12]; .reg .f32 %a;
  ld.param.f32 %a, [x]; st.local.f32 [depot+4], %a; ld.local.f32 %a, [depot+4]; st.param.f32 [result], %a;
}
)";
  const module m = inlined(locals + caller("kept"));
  const function& f = kernel(m);
  ASSERT_EQ(opcodes(f), "st.param.f32 discard.L2 ld.param.f32 st.local.f32 ld.local.f32 st.param.f32 ld.param.f32 ret");
  const symbol& own = m.symbols[f.body[1].operands[0].id];
  EXPECT_EQ(m.variables[own.id].size, 12u);
  EXPECT_EQ(f.body[3].operands[0].id, f.body[1].operands[0].id);
  EXPECT_NE(std::find(f.variables.begin(), f.variables.end(), own.id), f.variables.end());
}

TEST(inline_calls, what_stays_a_call) {
  const std::string itself = ".func (.param .b32 result) again(.param .b32 x)\n{\n.param .b32 p1; .param .b32 r1; .reg .f32 %a;\nld.param.f32 %a, [x]; st.param.f32 [p1], %a; "
                             "call (r1), again, (p1); ld.param.f32 %a, [r1]; st.param.f32 [result], %a;\n}\n";
  const std::string room = ".func (.param .b32 result) taken(.param .b32 x)\n{\n.reg .b64 %a;\nalloca.u64 %a, 16, 16;\n}\n";
  const std::string wide = ".func (.param .b32 result) wider(.param .b64 x)\n{\n}\n";
  const std::string absent = ".extern .func (.param .b32 result) elsewhere(.param .b32 x);\n";
  for (const auto& text : {itself + caller("again"), room + caller("taken"), wide + caller("wider"), absent + caller("elsewhere"), doubling + caller("twice", "@%p")}) {
    const module m = inlined(text);
    EXPECT_NE(opcodes(kernel(m)).find("call"), std::string::npos) << text;
  }
}

} // namespace
} // namespace fpcheck::ptx
