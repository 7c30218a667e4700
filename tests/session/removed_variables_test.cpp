// Which shared variables a source declares.
#include "../../src/session/removed_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fpcheck::session {
namespace {

using names = std::vector<std::string>;

TEST(shared_variables, are_found_by_their_declarations) {
  EXPECT_EQ(shared_variables("__shared__ int flag;"), names{"flag"});
  EXPECT_EQ(shared_variables("  __shared__ float tile[32][33], row[N + 1];\n"), (names{"tile", "row"}));
  EXPECT_EQ(shared_variables("__shared__ __align__(16) unsigned char raw[sizeof(float) * 32];"), names{"raw"});
  EXPECT_EQ(shared_variables("__shared__ typename reduce<float, 128>::storage temp;"), names{"temp"});
  EXPECT_EQ(shared_variables("static __shared__ volatile int done = 0;"), names{"done"});
}

TEST(shared_variables, of_the_launch_and_in_comments_are_none) {
  EXPECT_TRUE(shared_variables("extern __shared__ float buffer[];").empty());
  EXPECT_TRUE(shared_variables("// __shared__ int flag;\n/* __shared__ int other; */ \"__shared__ int text;\"").empty());
  EXPECT_TRUE(shared_variables("int flag;").empty());
}

} // namespace
} // namespace fpcheck::session
