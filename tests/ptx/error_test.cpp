#include "kernel_text.hpp"

#include <gmock/gmock.h>

#include <chrono>

namespace fpcheck::ptx {
namespace {

using test::kernel_text;
using testing::HasSubstr;

struct wrong {
  const char* body;
  std::uint32_t line, column;
  const char* message;
};

class malformed : public testing::TestWithParam<wrong> {};

TEST_P(malformed, is_told_with_its_place) {
  const auto m = parse(kernel_text(GetParam().body), "t.ptx");
  ASSERT_FALSE(m);
  EXPECT_THAT(m.error().message, HasSubstr(GetParam().message));
  EXPECT_EQ(m.error().where.file, "t.ptx");
  EXPECT_EQ(m.error().where.line, GetParam().line) << m.error().text();
  EXPECT_EQ(m.error().where.column, GetParam().column) << m.error().text();
  EXPECT_EQ(m.error().code, exit_code::usage);
}

INSTANTIATE_TEST_SUITE_P(
    operands, malformed,
    testing::Values(
        wrong{"add.f32 %f1, %f2;", 8, 1, "lacks an operand"},
        wrong{"add.f32 %f1, %f2, %f3, %f4;", 8, 24, "too many operands"},
        wrong{"add.f32 %f1, %s2, %f3;", 8, 14, "floating-point and an integer"},
        wrong{"add.s32 %r1, %r2, %f3;", 8, 19, "floating-point and an integer"},
        wrong{"add.f64 %fd1, %fd2, %f3;", 8, 21, "width"}, wrong{"mul.wide.s32 %r1, %r2, %r3;", 8, 14, "width"},
        wrong{"add.s32 %r1, %r2, %p1;", 8, 19, "predicate cannot"},
        wrong{"setp.eq.s32 %r1, %r2, %r3;", 8, 13, "predicate is wanted"},
        wrong{"selp.b32 %r1, %r2, %r3, %r4;", 8, 25, "predicate is wanted"},
        wrong{"add.s32 5, %r2, %r3;", 8, 9, "written"}, wrong{"add.s32 %tid.x, %r2, %r3;", 8, 9, "written"},
        wrong{"add.s32 %r1, %r2, 1.5;", 8, 19, "integer constant"},
        wrong{"add.f32 %f1, %f2, 1;", 8, 19, "floating-point constant"},
        wrong{"add.s32 %r1, %r2, nowhere;", 8, 19, "not declared"},
        wrong{"add.s32 %r1, %r2, %r99;", 8, 19, "not declared"},
        wrong{"ld.global.f32 %f1, %rd1;", 8, 20, "square brackets"},
        wrong{"ld.global.f32 %f1, [%h1];", 8, 20, "32 or 64 bits"}, wrong{"ld.global.f64 %f1, [%rd1];", 8, 15, "width"},
        wrong{"ld.global.v4.f32 {%f1, %f2}, [%rd1];", 8, 18, "number of elements"},
        wrong{"ld.global.f32 {%f1, %f2}, [%rd1];", 8, 15, "vector"},
        wrong{"ld.global.f32 %f1, [%rd1, {%r1}];", 8, 20, "coordinates"},
        wrong{"add.s32 %r1, %r2, !%r3;", 8, 19, "negated"}, wrong{"add.s32 %r1, %r2, _;", 8, 19, "result only"},
        wrong{"add.s32 %r1|%r4, %r2, %r3;", 8, 13, "pair"}, wrong{"bra %r1;", 8, 5, "label"},
        wrong{"bra nowhere;", 8, 5, "unknown label"}, wrong{"@%r1 ret;", 8, 2, "no predicate"},
        wrong{"add.s32 %r1, %r2, 0x;", 8, 19, "malformed number"},
        wrong{"add.s32 %r1, %r2, 99999999999999999999;", 8, 19, "malformed number"},
        wrong{"mov.u32 %r1, 1/0;", 8, 15, "division by zero"}, wrong{"mov.u32 %r1, %nonsense;", 8, 14, "not declared"},
        wrong{"add.s32 %r1, %r2.b0, %r3;", 8, 14, "video"}));

INSTANTIATE_TEST_SUITE_P(
    statements, malformed,
    testing::Values(wrong{"ret", 9, 1, "expected an operand, not '}'"}, wrong{"{ ret;", 5, 1, "does not end"},
                    wrong{"L: ret;\nL: ret;", 9, 1, "twice"}, wrong{".reg .f99 x;", 8, 6, "register type"},
                    wrong{".reg .b32 x, x;", 8, 14, "twice"},
                    wrong{".reg .b32 %x<99999999999>;", 8, 14, "number of registers"},
                    wrong{".nonsense 5;", 8, 1, "unknown directive"}, wrong{"call nowhere;", 8, 6, "not declared"},
                    wrong{"call k, (%rd1, %r1);", 8, 1, "kernel"}, wrong{"call %rd1, (%r1);", 8, 1, "prototype"},
                    wrong{"T: .branchtargets nowhere;", 8, 19, "unknown label"},
                    wrong{"5;", 8, 1, "expected an instruction"}, wrong{".local .b8 x[];", 8, 12, "no size"},
                    wrong{".local .align 3 .b8 x;", 8, 8, "power of two"},
                    wrong{".local .b8 x[99999999999999999];", 8, 14, "an extent"}, wrong{"\x80;", 8, 1, "byte 0x80"}));

TEST(malformed, an_error_shows_the_line_and_a_caret) {
  const auto m = parse(kernel_text("mov.u32 %r1, tablee;\n") + ".global .u32 table;", "t.ptx");
  ASSERT_FALSE(m);
  EXPECT_THAT(m.error().text(),
              HasSubstr("t.ptx:8:14: error: 'tablee' is not declared\n  mov.u32 %r1, tablee;\n               ^\n"));
}

TEST(malformed, a_near_name_is_suggested) {
  const auto m = parse(
      ".version 8.0\n.target sm_80\n.global .u32 table;\n.entry k () { .reg .b64 x; mov.u64 x, tabel; }", "t.ptx");
  ASSERT_FALSE(m);
  EXPECT_THAT(m.error().hint, HasSubstr("did you mean 'table'"));
}

TEST(malformed, a_row_is_named_when_operands_do_not_fit) {
  const auto m = parse(kernel_text("add.f32 %f1, %f2;"), "t.ptx");
  ASSERT_FALSE(m);
  EXPECT_THAT(m.error().hint, HasSubstr("add{<rnd>}{.ftz}{.sat}.f32 d, a, b"));
}

TEST(malformed, not_ptx_at_all) {
  for (const char* text : {"", "   \n", "int main() {}",
                           "\x7f"
                           "ELF",
                           "// only a comment", "/* open"}) {
    const auto m = parse(text, "t.ptx");
    ASSERT_FALSE(m) << text;
    EXPECT_THAT(m.error().message, HasSubstr(".version")) << text;
  }
}

TEST(malformed, what_is_not_supported_makes_the_run_incomplete) {
  const auto m = parse(".version 8.0\n.target sm_80\n.func (.reg .b32 r) f (.reg .b32 a) { ret; }", "t.ptx");
  ASSERT_FALSE(m);
  EXPECT_EQ(m.error().code, exit_code::incomplete);
}

// Hostile input: one clear error, quickly, in little memory.

double seconds_to_parse(const std::string& text, bool& ok) {
  const auto start = std::chrono::steady_clock::now();
  ok = parse(text, "hostile.ptx").has_value();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string_view what, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += what;
  return out;
}

TEST(hostile, four_thousand_million_registers_cost_nothing) {
  const auto m = parse(kernel_text(".reg .f32 %big<4000000000>;\nmov.f32 %big3999999999, %f1;"), "t.ptx");
  ASSERT_TRUE(m) << m.error().text();
  EXPECT_EQ(m->functions[0].registers.size(), 2u);
  EXPECT_FALSE(parse(kernel_text(".reg .f32 %big<4000000000>;\nmov.f32 %big4000000000, %f1;"), "t.ptx"));
}

TEST(hostile, nesting_is_bounded) {
  for (const std::string& deep :
       {kernel_text(repeated("{", 100000)), kernel_text("mov.u32 %r1, " + repeated("(", 100000)),
        kernel_text("mov.u32 %r1, " + repeated("-", 100000)), kernel_text("mov.u32 %r1, " + repeated("1?", 100000)),
        ".version 9.0\n.global .u32 x" + repeated("[1]", 100000),
        ".version 9.0\n.global .u32 x[1] = " + repeated("{", 100000),
        kernel_text("add.s32 " + repeated("%r1, ", 100000)), kernel_text("ld.v4.f32 {" + repeated("%f1, ", 100000)),
        ".version 9.0\n.section .x " + repeated("{", 100000), kernel_text("mov.u32 %r1, " + repeated("1+", 100000)),
        kernel_text("add" + repeated(".rn", 100000) + ".f32 %f1, %f1, %f1;"),
        ".version 9.0\n.global .attribute" + repeated("(", 100000)}) {
    bool ok = false;
    EXPECT_LT(seconds_to_parse(deep, ok), 2.0) << deep.substr(0, 300);
  }
}

TEST(hostile, sizes_are_bounded) {
  for (const char* text :
       {".global .b8 x[4][1000000000] = {{1}, {2}};", ".global .b8 x[1000000000][1000000000];",
        ".file 4000000000 \"x\"", ".global .b8 x[1099511627777];", ".global .align 4294967296 .b8 x;"})
    EXPECT_FALSE(parse(".version 9.0\n.target sm_90\n" + std::string(text), "t.ptx")) << text;
  const auto large = parse(".version 9.0\n.target sm_90\n.global .b8 x[1099511627776] = {1};", "t.ptx");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->variables[0].initial.size(), 1u);
}

TEST(hostile, every_truncation_of_a_module_is_read_or_refused) {
  const std::string text =
      kernel_text("@%p1 setp.lt.and.f32 %p1|%p2, %f1, 0f3F800000, !%p3;\n{ .reg .b32 x; ld.global.v2.f32 {%f1, %f2}, "
                  "[%rd1+4]; }\n"
                  ".loc 1 2 3, function_name $L, inlined_at 1 2 3\nL: bra L;") +
      ".file 1 \"x\"\n.global .u64 p[2] = {generic(k)+1, 2};\n.section .debug_str { $L: .b8 1, 2 }\n";
  ASSERT_TRUE(parse(text, "t.ptx")) << parse(text, "t.ptx").error().text();
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto m = parse(text.substr(0, n), "t.ptx");
    EXPECT_TRUE(m || !m.error().message.empty());
  }
}

TEST(hostile, every_changed_byte_of_a_module_is_read_or_refused) {
  const std::string text =
      kernel_text("@%p1 fma.rn.f32 %f1, %f2, -1.5e3, %f3;\ncvta.to.global.u64 %rd1, %rd2;\nL: bra L;");
  for (std::size_t n = 0; n < text.size(); ++n)
    for (char c : {'\0', '\xff', '"', '{', '}', '[', ';', '.', '%', '<', '9', ':', '|', '-'}) {
      std::string changed = text;
      changed[n] = c;
      const auto m = parse(changed, "t.ptx");
      EXPECT_TRUE(m || !m.error().message.empty());
    }
}

} // namespace
} // namespace fpcheck::ptx
