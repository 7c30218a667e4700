#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/base/plain_text.hpp>

#include <gtest/gtest.h>

#include <array>

namespace fpcheck {
namespace {

TEST(diagnostic, text_points_at_the_column) {
  const diagnostic d{"unknown dtype 'f23'", {"k.cu", 3, 9}, "// x=randn:4:f23", "did you mean 'f32'?"};
  EXPECT_EQ(d.text(), "k.cu:3:9: error: unknown dtype 'f23'\n"
                      "  // x=randn:4:f23\n"
                      "          ^\n"
                      "  hint: did you mean 'f32'?\n");
}

TEST(plain_text, keeps_what_is_read_and_replaces_what_acts) {
  EXPECT_EQ(plain_text("grüße\t\u4f60\U0001f600\n"), "grüße\t\u4f60\U0001f600\n");
  for (const char* acting : {"\x1b", "\x07", "\r", "\x7f", "\u009b", "\u202e", "\u2066", "\u200f", "\u2028", "\uffff"})
    EXPECT_EQ(plain_text(std::string("a") + acting + "b"), "a\ufffd" "b");
  EXPECT_EQ(plain_text(std::string_view("a\0b", 3)), "a\ufffd" "b");
  // Bytes that are no UTF-8: alone, cut off, overlong, a surrogate, beyond the last character.
  EXPECT_EQ(plain_text("\xff"), "\ufffd");
  EXPECT_EQ(plain_text("\xe4\xbd"), "\ufffd\ufffd");
  EXPECT_EQ(plain_text("\xc0\xaf"), "\ufffd\ufffd");
  EXPECT_EQ(plain_text("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");
  EXPECT_EQ(plain_text("\xf4\x90\x80\x80"), "\ufffd\ufffd\ufffd\ufffd");
}

TEST(point_at, shows_a_window_of_a_long_line) {
  EXPECT_EQ(point_at("\tx = y;", 4).indent, "\t  ");
  EXPECT_EQ(point_at("ü = y;", 6).indent, "    "); // columns are bytes, as compilers count; ü is one blank
  const std::string line = std::string(1000, 'a') + "BAD" + std::string(1000, 'b');
  const pointed_line shown = point_at(line, 1001);
  EXPECT_LT(shown.text.size(), 220u);
  EXPECT_EQ(shown.text.substr(0, 4), "...a");
  EXPECT_EQ(shown.text.substr(shown.indent.size(), 3), "BAD");
  EXPECT_TRUE(point_at(line, 0).text.starts_with("aaa"));
  EXPECT_LT(point_at(std::string(1000, '\xbf'), 500).text.size(), 700u); // no start of a character anywhere
}

TEST(diagnostic, names_out_of_files_do_not_act_on_the_terminal) {
  const diagnostic d{"no kernel '\x1b[2J'", {"k\u202e.cu", 1, 2}, "\x1b]0;title\x07", {}};
  for (const char* acting : {"\x1b", "\x07", "\u202e"}) EXPECT_EQ(d.text().find(acting), std::string::npos);
}

TEST(diagnostic, suggests_only_near_names) {
  const std::array names{"softmax", "variance", "welford"};
  EXPECT_EQ(nearest_name("varianec", names), "variance");
  EXPECT_EQ(nearest_name("conv2d_backward", names), "");
  EXPECT_EQ(edit_distance("abcd", "abdc"), 1u);
}

TEST(exit_code, order_of_several) {
  EXPECT_EQ(worse(exit_code::findings, exit_code::incomplete), exit_code::findings);
  EXPECT_EQ(worse(exit_code::usage, exit_code::findings), exit_code::usage);
  EXPECT_EQ(worse(exit_code::passed, exit_code::incomplete), exit_code::incomplete);
  EXPECT_EQ(worse(exit_code::internal_error, exit_code::usage), exit_code::internal_error);
}

} // namespace
} // namespace fpcheck
