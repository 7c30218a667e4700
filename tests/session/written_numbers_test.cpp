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
  const auto text = of({"// 0.25 in words", "#define A 0.5f // and 0.25", "float x = a1 * .25f;", "float y = 1e-3 - x0_5;"});
  EXPECT_EQ(line_of_number(text, 0.25, read_as::f32), line(3));
  EXPECT_EQ(line_of_number(text, -0.25, read_as::f32), line(3)) << "the sign may be an operator's";
  EXPECT_EQ(line_of_number(text, 0.5, read_as::f32), line(2)) << "x0_5 is a name";
  EXPECT_EQ(line_of_number(text, 1e-3, read_as::f64), line(4));
  EXPECT_EQ(line_of_number(text, 7, read_as::f64), line());
}

TEST(written_numbers, two_lines_tell_nothing) { EXPECT_EQ(line_of_number(of({"a = 0.3f;", "b = 0.3f;"}), 0.3f, read_as::f32), line()); }

TEST(written_numbers, limits_go_by_their_names) {
  EXPECT_EQ(line_of_number(of({"float MY_FLT_MIN = 1;", "float top = FLT_MIN;"}), 0x1p-126, read_as::f32), line(2));
}

TEST(written_numbers, elements_stand_in_their_table) {
  const auto text = of({"float other = 2.5f;", "__constant__ float table[3] = {", "  1.5f,", "  2.5f, 3.5f", "};"});
  EXPECT_EQ(line_of_element(text, "table", 2.5, read_as::f32), line(4));
  EXPECT_EQ(line_of_element(text, "table", 9, read_as::f32), line(2));
  EXPECT_EQ(line_of_element(text, "tables", 2.5, read_as::f32), line());
}

} // namespace
} // namespace fpcheck::session
