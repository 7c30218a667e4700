// The maps to the unit interval over all 2^32 integers: every point of the grid is hit as often as every other, and
// nothing else is hit.
#include <fpcheck/kernels/hash.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

constexpr std::uint64_t all = std::uint64_t{1} << 32;

/// Counts map(n) 2^scale for every n; it must be an integer in [0, 2^scale].
template <class Map>
std::vector<std::uint32_t> count_points(int scale, Map map) {
  std::vector<std::uint32_t> counts((std::size_t{1} << scale) + 1);
  const float up = static_cast<float>(std::uint32_t{1} << scale);
  for (std::uint64_t n = 0; n < all; ++n) {
    const float point = map(static_cast<std::uint32_t>(n)) * up;
    const auto index = static_cast<std::size_t>(point);
    if (!(point >= 0 && point <= up) || static_cast<float>(index) != point) {
      ADD_FAILURE() << n << " is mapped off the grid";
      return counts;
    }
    ++counts[index];
  }
  return counts;
}

/// Points first, first + step, ..., last are hit `times` times, others never.
void expect_uniform(const std::vector<std::uint32_t>& counts, std::size_t first, std::size_t last, std::size_t step,
                    std::uint32_t times) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool wanted = i >= first && i <= last && (i - first) % step == 0;
    ASSERT_EQ(counts[i], wanted ? times : 0) << "point " << i;
  }
}

TEST(UnitIntervalExhaustive, Binary32) {
  constexpr std::size_t top = std::size_t{1} << 24;
  expect_uniform(count_points(24, [](std::uint32_t n) { return unit_closed_open(n); }), 0, top - 1, 1, 256);
  expect_uniform(count_points(24, [](std::uint32_t n) { return unit_open_closed(n); }), 1, top, 1, 256);
  expect_uniform(count_points(24, [](std::uint32_t n) { return unit_open(n); }), 1, top - 1, 2, 512);
}

template <class Tag>
void expect_narrow() {
  constexpr int p = Tag::row.precision;
  constexpr std::size_t top = std::size_t{1} << p;
  constexpr std::uint32_t times = std::uint32_t{1} << (32 - p);
  const auto value = [](auto x) { return static_cast<float>(x); };
  expect_uniform(count_points(p, [&](std::uint32_t n) { return value(unit_closed_open_as<Tag>(n)); }), 0, top - 1, 1, times);
  expect_uniform(count_points(p, [&](std::uint32_t n) { return value(unit_open_closed_as<Tag>(n)); }), 1, top, 1, times);
  expect_uniform(count_points(p, [&](std::uint32_t n) { return value(unit_open_as<Tag>(n)); }), 1, top - 1, 2, 2 * times);
}

TEST(UnitIntervalExhaustive, Binary16) { expect_narrow<f16_format>(); }
TEST(UnitIntervalExhaustive, Bfloat16) { expect_narrow<bf16_format>(); }
TEST(UnitIntervalExhaustive, E4m3) { expect_narrow<e4m3fn_format>(); }
TEST(UnitIntervalExhaustive, E5m2) { expect_narrow<e5m2_format>(); }

} // namespace
