#include <fpcheck/kernels/probe.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace fpcheck::probe {
namespace {

struct bounds {
  double lower() const { return -1; }
  double upper() const { return 1; }
};

TEST(probe, records_failures_with_place_and_values) {
  clear_host();
  EXPECT_TRUE(range(0.5f, 0, 1));
  EXPECT_TRUE(finite(1e308));
  EXPECT_TRUE(encloses(bounds{}, -1.0));
  EXPECT_EQ(read_host().failures, 0u);
  EXPECT_FALSE(range(NAN, 0, 1));
  const std::uint32_t line = __LINE__ + 1;
  EXPECT_FALSE(range(2.0f, 0, 1));
  EXPECT_FALSE(finite(INFINITY));
  EXPECT_FALSE(encloses(bounds{}, 1.5));
  const report r = read_host();
  ASSERT_EQ(r.failures, 4u);
  ASSERT_EQ(r.hits.size(), 4u);
  EXPECT_EQ(r.hits[1].what, kind::range);
  EXPECT_EQ(r.hits[1].line, line);
  EXPECT_EQ(r.hits[1].value, 2);
  EXPECT_EQ(r.hits[1].upper, 1);
  EXPECT_EQ(std::string(r.hits[1].file).substr(std::string(r.hits[1].file).size() - 14), "probe_test.cpp");
  EXPECT_EQ(r.hits[3].what, kind::encloses);
  EXPECT_EQ(r.hits[3].order, 4u);
}

TEST(probe, keeps_the_latest_and_counts_all) {
  clear_host();
  for (std::uint32_t i = 0; i < capacity + 10; ++i) range(static_cast<double>(i) + 2, 0, 1);
  const report r = read_host();
  EXPECT_EQ(r.failures, capacity + 10u);
  ASSERT_EQ(r.hits.size(), capacity);
  EXPECT_EQ(r.hits.front().order, 11u);
  EXPECT_EQ(r.hits.back().value, capacity + 11.0);
}

TEST(probe, refuses_bytes_of_another_layout) {
  ring other{ring_magic, 2, capacity, sizeof(hit), 0, {}};
  EXPECT_FALSE(decode(&other, sizeof other).understood);
  other.version = 1;
  EXPECT_TRUE(decode(&other, sizeof other).understood);
  EXPECT_FALSE(decode(&other, 100).understood);
}

} // namespace
} // namespace fpcheck::probe
