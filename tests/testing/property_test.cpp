// Properties report through GoogleTest, shrink, and can be replayed.
#include <fpcheck/testing/matchers.hpp>
#include <fpcheck/testing/property.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include <set>

namespace fpcheck::testing {
namespace {

using ::testing::HasSubstr;

TEST(property, holds) {
  int tried = 0;
  EXPECT_TRUE(property({"addition commutes", 50}, [&](float a, float b) {
    ++tried;
    EXPECT_THAT(a + b, bitwise_equal(b + a));
  }, any_code<float>(), any_code<float>()));
  EXPECT_GE(tried, 1); // 50, or what RC_PARAMS says
}

TEST(property, reports_the_smallest_counterexample_and_how_to_replay_it) {
  const std::string text = detail::run_property("no number is above two", [] { RC_ASSERT(!(*finite<float>() > 2)); });
  EXPECT_THAT(text, HasSubstr("Falsifiable after"));
  EXPECT_THAT(text, HasSubstr("RC_PARAMS=\"reproduce="));
  EXPECT_THAT(text, HasSubstr("RC_PARAMS=\"seed="));
  EXPECT_TRUE(text.find("\n3\n") != std::string::npos || text.find("\n4\n") != std::string::npos) << text;
}

TEST(property, expectations_inside_shrink) {
  const std::string text = detail::run_property("nothing is NaN", [] {
    const float x = *any_code<float>();
    EXPECT_THAT(x, within_ulps(0, x == x ? x : 0.0f));
  });
  EXPECT_THAT(text, HasSubstr("1 NaN for a number"));
  EXPECT_THAT(text, HasSubstr("Falsifiable after"));
}

TEST(property, a_failure_fails_the_running_test) {
  EXPECT_NONFATAL_FAILURE(property("never", [](float) { return false; }, any_code<float>()), "Falsifiable after 1");
}

TEST(property, the_same_seed_gives_the_same_values) {
  const auto drawn = [] {
    std::vector<std::uint64_t> out;
    (void)detail::run_property("draw", [&] { out.push_back(to_code(*any_code<double>())); });
    return out;
  };
  EXPECT_EQ(drawn(), drawn());
}

} // namespace
} // namespace fpcheck::testing
