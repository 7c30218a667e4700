#include "../../src/session/variants.hpp"

#include <gtest/gtest.h>

namespace fpcheck::session {
namespace {

using lines = std::vector<std::uint32_t>;

TEST(variants, lines_that_assign_to_a_variable) {
  const std::string text = "float acc = 0, x;\nacc += x;\nif (acc == 0) y = acc;\nmacc = 1;\nx.acc = 2;\nacc[i + k[0]] *= 2;\nacc <= 3;\nfor (;;) acc=acc*2;\n";
  EXPECT_EQ(assigning_lines(text, "acc"), (lines{1, 2, 6, 8}));
  EXPECT_EQ(assigning_lines(text, "y"), (lines{3}));
  EXPECT_EQ(assigning_lines(text, ""), lines{});
  EXPECT_EQ(assigning_lines("acc[", "acc"), lines{});
}

} // namespace
} // namespace fpcheck::session
