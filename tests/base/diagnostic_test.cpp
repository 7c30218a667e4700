#include <fpcheck/base/diagnostic.hpp>

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
