#include "tightness.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>

namespace fpcheck::interval {
namespace {

using namespace tightness;

template <class T>
class narrow : public testing::Test {};
using formats = testing::Types<e4m3fn_t, e5m2_t, bf16_t, f16_t>;
TYPED_TEST_SUITE(narrow, formats);

template <class T>
std::vector<double> finite_values(std::uint32_t step) {
  std::vector<double> r;
  for (std::uint32_t code = 0; code < code_count(T::row); code += step) {
    const double x = static_cast<double>(T::from_code(static_cast<typename T::code_t>(code)));
    if (std::isfinite(x)) r.push_back(x);
  }
  return r;
}

template <class T>
void expect_tight_pair(double x, double y) {
  using set = interval<T>;
  const set a{static_cast<float>(x)}, b{static_cast<float>(y)};
  const std::array arguments{x, y};
  ASSERT_TRUE(matches(a + b, expected<T>(reference::function::add, arguments))) << x << " + " << y;
  ASSERT_TRUE(matches(a - b, expected<T>(reference::function::sub, arguments))) << x << " - " << y;
  ASSERT_TRUE(matches(a * b, expected<T>(reference::function::mul, arguments))) << x << " * " << y;
  if (y == 0) {
    ASSERT_TRUE((a / b).is_empty());
  } else {
    ASSERT_TRUE(matches(a / b, expected<T>(reference::function::div, arguments))) << x << " / " << y;
  }
}

TYPED_TEST(narrow, arithmetic_of_points_is_the_tightest) {
  const bool small = TypeParam::row.bits == 8;
  const std::vector<double> xs = finite_values<TypeParam>(small ? 1 : 257),
                            ys = finite_values<TypeParam>(small ? 1 : 263);
  for (const double x : xs)
    for (const double y : ys) {
      expect_tight_pair<TypeParam>(x, y);
      if (this->HasFatalFailure()) return;
    }
}

TYPED_TEST(narrow, elementary_functions_of_points_are_the_tightest) {
  const std::vector<double> xs = finite_values<TypeParam>(TypeParam::row.bits == 8 ? 1 : 61);
  for (const auto& c : unary_cases<TypeParam>())
    for (const double x : xs) ASSERT_EQ(check_point(c, x), "");
}

TYPED_TEST(narrow, bounds_are_numbers_of_the_format) {
  const std::vector<double> xs = finite_values<TypeParam>(TypeParam::row.bits == 8 ? 5 : 1021);
  for (const double x : xs) {
    const auto y = exp(interval<TypeParam>{static_cast<float>(x)});
    for (const double bound : {double(y.lower()), double(y.upper())})
      if (std::isfinite(bound)) {
        ASSERT_EQ(static_cast<double>(TypeParam(bound)), bound) << x;
      }
  }
}

TEST(narrow_formats, unbounded_intervals_exist_without_infinity_in_the_format) {
  using set = interval<e4m3fn_t>;
  const set big{448.0f};
  EXPECT_EQ((big + big).lower(), 448);
  EXPECT_EQ((big + big).upper(), infinity);
  EXPECT_EQ(numbers_to_interval<e4m3fn_t>(449, 450), (set{448.0f, static_cast<float>(infinity)}));
  EXPECT_EQ(sqr(set{0.001953125f}), (set{0.0f, 0.001953125f}));
}

TEST(binary32, slice_of_all_points_is_the_tightest) {
  for (const auto& c : unary_cases<float>())
    for (std::uint64_t code = 12345; code < (std::uint64_t{1} << 32); code += 1048573) { // 4,096 points, odd stride
      const float x = __builtin_bit_cast(float, static_cast<std::uint32_t>(code));
      if (std::isfinite(x)) {
        ASSERT_EQ(check_point(c, x), "");
      }
    }
}

/// The points of all 2^32 whose values lie within 2^-49 of a binary32 number, as tests/gpu/interval_tightness.cu wrote
/// them; every other point is decided there.
TEST(binary32, hardest_points_are_the_tightest) {
  std::ifstream file(FPCHECK_SOURCE_DIR "/tests/interval/hard_points.txt");
  std::set<std::string> seen;
  std::size_t points = 0;
  for (std::string name, code; file >> name >> code; ++points) {
    const float x = __builtin_bit_cast(float, static_cast<std::uint32_t>(std::stoul(code, nullptr, 16)));
    for (const auto& c : unary_cases<float>())
      if (c.name == name) {
        seen.insert(name);
        ASSERT_EQ(check_point(c, x), "");
      }
  }
  EXPECT_EQ(points, 1465u);
  EXPECT_EQ(seen.size(), 20u); // sqrt and rsqrt are decided exactly there
}

TEST(binary32, neighbours_of_special_points_are_the_tightest) {
  std::vector<float> points;
  for (const float centre : {0.0f, 0x1p-149f, 0x1p-126f, 0x1p-30f, 0x1p-24f, 0.5f, 1.0f, 1.5707964f, 3.1415927f, 10.0f,
                             88.72284f, 89.0f, 103.97f, 128.0f, 1e22f, 0x1p100f, 0x1.fffffep127f})
    for (float x = centre, y = centre, i = 0; i < 40; i += 1) {
      points.push_back(x), points.push_back(y), points.push_back(-x), points.push_back(-y);
      x = std::nextafterf(x, INFINITY), y = std::nextafterf(y, -INFINITY);
    }
  for (const auto& c : unary_cases<float>())
    for (const float x : points)
      if (std::isfinite(x)) {
        ASSERT_EQ(check_point(c, x), "");
      }
}

} // namespace
} // namespace fpcheck::interval
