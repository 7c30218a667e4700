// What a branch governs in the source: where a barrier inside it ends, and one behind an early return begins.
#include "../../src/analysis/barriers_in_branches.hpp"

#include <gtest/gtest.h>

namespace fpcheck::analysis {
namespace {

TEST(BarriersInBranches, LastLineOfWhatABranchGoverns) {
  const std::string source = "if (i < n) {\n"           // 1
                             "  f(); // }\n"             // 2
                             "  g(\"}\");\n"             // 3
                             "}\n"                       // 4
                             "if (i >= n) return;\n"     // 5
                             "__syncthreads();\n"        // 6
                             "if (a) b();\n"             // 7
                             "else {\n"                  // 8
                             "  c();\n"                  // 9
                             "}\n"                       // 10
                             "for (int k = 0; k < n; ++k)\n" // 11
                             "  if (k)\n"                // 12
                             "    d();\n"                // 13
                             "x = sinf(y);\n"            // 14
                             "while (p(q) /* { */ ) {\n" // 15
                             "  e();\n";                 // 16
  EXPECT_EQ(last_governed_line(source, 1), 4u);
  EXPECT_EQ(last_governed_line(source, 5), 5u);
  EXPECT_EQ(last_governed_line(source, 7), 10u);
  EXPECT_EQ(last_governed_line(source, 11), 13u);
  EXPECT_EQ(last_governed_line(source, 14), 0u); // sinf is no if
  EXPECT_EQ(last_governed_line(source, 15), 0u); // never closed
  EXPECT_EQ(last_governed_line(source, 40), 0u);
}

} // namespace
} // namespace fpcheck::analysis
