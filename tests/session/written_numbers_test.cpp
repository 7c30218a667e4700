// The line of a source that a number is written in.
#include "../../src/session/written_numbers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fpcheck::session {
namespace {

numbered_lines of(std::vector<std::string> lines) {
  return [lines = std::move(lines)](std::uint32_t n) { return n <= lines.size() ? std::optional(lines[n - 1]) : std::nullopt; };
}
using line = std::optional<std::uint32_t>;

TEST(written_numbers, one_line_has_the_number) {
  const auto text = of({"// 0.25 in words", "#define A 0.5f // and 0.25", "__global__ void k(int n) {", "float x = a1 * .25f;", "float y = 1e-3 - x0_5;", "f(A); }"});
  EXPECT_EQ(line_of_number(text, 0.25, read_as::f32, 5), line(4));
  EXPECT_EQ(line_of_number(text, -0.25, read_as::f32, 5), line(4)) << "the sign may be an operator's";
  EXPECT_EQ(line_of_number(text, 0.5, read_as::f32, 5), line(2)) << "x0_5 is a name";
  EXPECT_EQ(line_of_number(text, 1e-3, read_as::f64, 4), line(5));
  EXPECT_EQ(line_of_number(text, 7, read_as::f64, 4), line());
}

TEST(written_numbers, two_lines_tell_nothing) { EXPECT_EQ(line_of_number(of({"void k() {", "a = 0.3f;", "b = 0.3f; }"}), 0.3f, read_as::f32, 2), line()); }

TEST(written_numbers, limits_go_by_their_names) {
  EXPECT_EQ(line_of_number(of({"void k() {", "float MY_FLT_MIN = 1;", "float top = FLT_MIN;", "}"}), 0x1p-126, read_as::f32, 2), line(3));
}

TEST(written_numbers, another_function_says_nothing_of_this_one) {
  const auto text = of({"namespace n {", "constexpr float used = 1.5f, unused = 3.5f;", "constexpr float other = 2.5f;", "__global__ void a(float* x)", "{", "  if (x) { x[0] *= 0.5f; }", "}", "__global__ void b(float* x) {", "  x[0] = x[0] / 2 + used;",
                        "}", "}"});
  EXPECT_EQ(line_of_number(text, 0.5, read_as::f32, 9), line()) << "the compiler's, of x / 2";
  EXPECT_EQ(line_of_number(text, 0.5, read_as::f32, 4), line(6));
  EXPECT_EQ(line_of_number(text, 1.5, read_as::f32, 9), line(2));
  EXPECT_EQ(line_of_number(text, 2.5, read_as::f32, 9), line()) << "not named in b";
  EXPECT_EQ(line_of_number(text, 1.5, read_as::f32, 3), line()) << "no function";
}

TEST(written_numbers, functions_that_are_named_are_looked_at_behind_the_own) {
  const auto text = of({"template <class T> struct largest {", "  static T start() { return T(-7.5f); }", "};", "__device__ float other() { return 7.5f; }", "__global__ void k(float* x) {", "  x[0] = largest<float>::start();", "}"});
  EXPECT_EQ(line_of_number(text, -7.5, read_as::f32, 6), line(2)) << "other is not named";
  EXPECT_EQ(line_of_number(of({"float f() { return 7.5f; }", "float g() { return 7.5f; }", "void k() { f(); g(); }"}), 7.5, read_as::f32, 3), line());
}

TEST(written_numbers, masks_of_low_bits) {
  EXPECT_EQ(line_of_low_bits(of({"x = 1u << n;", "// (1u << n) - 1", "m = (1u << (n % 32)) - 1u;"})), line(3));
  EXPECT_EQ(line_of_low_bits(of({"m = ~(~0u << n);"})), line(1));
  EXPECT_EQ(line_of_low_bits(of({"a = (1u << n) - 1;", "b = (1ull << m) - 1;"})), line());
}

TEST(written_numbers, comments_over_several_lines_do_not_count) {
  EXPECT_EQ(line_of_number(of({"void k() { /* was 0.3,", " then 0.3 { */ a = \"0.3 }\";", "b = 0.3f; }"}), 0.3f, read_as::f32, 3), line(3));
}

TEST(written_numbers, elements_stand_in_their_table) {
  const auto text = of({"float other = 2.5f;", "__constant__ float table[3] = {", "  1.5f,", "  2.5f, 3.5f", "};"});
  EXPECT_EQ(line_of_element(text, "table", 1, 2.5, read_as::f32), line(4));
  EXPECT_EQ(line_of_element(text, "table", 1, 9, read_as::f32), line(2));
  EXPECT_EQ(line_of_element(text, "tables", 1, 2.5, read_as::f32), line());
}

TEST(written_numbers, elements_go_by_their_position) {
  const auto text = of({"__global__ void k(const float* w) { f(w[4]); }", "__device__ const float __w[4] = {4, 4, 4, 4}, w[4] = {", " 1, /* 4,", " */ 4,", " { 2,", " 4 },", "};"});
  EXPECT_EQ(line_of_element(text, "w", 0, 1, read_as::f32), line(3));
  EXPECT_EQ(line_of_element(text, "w", 1, 4, read_as::f32), line(4));
  EXPECT_EQ(line_of_element(text, "w", 3, 4, read_as::f32), line(6));
  EXPECT_EQ(line_of_element(text, "w", 4, 0, read_as::f32), line(2)) << "filled in";
}

} // namespace
} // namespace fpcheck::session
