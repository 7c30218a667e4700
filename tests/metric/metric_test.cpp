#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/metric/compare.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace fpcheck::metric {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

template <class Tag>
class metric_test : public ::testing::Test {};
using formats = ::testing::Types<f16_format, bf16_format, tf32_format, e5m2_format, e4m3fn_format, e4m3fnuz_format,
                                 e3m4_format, e2m3fn_format, e3m2fn_format, e2m1fn_format>;
TYPED_TEST_SUITE(metric_test, formats);

TYPED_TEST(metric_test, ulp_is_the_gap_above_a_number_and_half_of_it_the_rounding_error) {
  constexpr format_row row = TypeParam::row;
  for (std::uint32_t c = 0; c < max_magnitude(row); ++c) {
    const auto stored = c << row.box_shift;
    const double x = decode_double(row, stored), above = decode_double(row, (c + 1) << row.box_shift);
    ASSERT_EQ(ulp<TypeParam>(x), above - x) << c;
    ASSERT_EQ(ulp<TypeParam>(-x), above - x);
    const double between = x + (above - x) * 0.375; // not a number of the format: its binade decides
    ASSERT_EQ(ulp<TypeParam>(between), above - x);
    ASSERT_EQ(error_in_ulps<TypeParam>(x, between), 0.375);
    ASSERT_EQ(error_in_ulps<TypeParam>(above, x), 1.0);
    ASSERT_EQ(code_distance(row, stored, (c + 1) << row.box_shift), (step_count{1, true}));
  }
}

TYPED_TEST(metric_test, distance_counts_the_numbers_between) {
  constexpr format_row row = TypeParam::row;
  if (row.bits > 8) return;
  for (std::uint32_t a = 0; a < code_count(row); ++a)
    for (std::uint32_t b = 0; b < code_count(row); ++b) {
      const auto d = code_distance(row, a, b);
      if (is_nan_code(row, a) || is_nan_code(row, b)) {
        ASSERT_FALSE(d.defined);
        continue;
      }
      const double x = decode_double(row, a), y = decode_double(row, b);
      std::uint64_t between = 0;
      for (std::uint32_t c = 0; c < code_count(row); ++c) {
        const double z = decode_double(row, c);
        const bool negative_zero = z == 0 && std::signbit(z);
        between += !negative_zero && z > std::min(x, y) && z <= std::max(x, y);
      }
      ASSERT_EQ(d.steps, between) << a << " " << b;
    }
}

TEST(ulp, of_the_wide_formats) {
  EXPECT_EQ(ulp(binary64_grid, 1.0), std::numeric_limits<double>::epsilon());
  EXPECT_EQ(ulp(binary64_grid, 0.0), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(ulp(binary64_grid, 0x1p-1040), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(ulp(binary64_grid, std::numeric_limits<double>::max()), 0x1p971);
  EXPECT_EQ(ulp(binary32_grid, 1e-45), 0x1p-149);
  EXPECT_EQ(ulp(binary32_grid, std::nextafter(2.0, 0.0)), 0x1p-23);
  EXPECT_EQ(grid_of<f32_format>(), binary32_grid);
  EXPECT_TRUE(std::isnan(ulp(binary64_grid, infinity)) && std::isnan(ulp(binary64_grid, nan_value)));
}

TEST(ulp, the_format_goes_on_beyond_its_largest_number) {
  EXPECT_EQ(ulp<e4m3fn_format>(448), 32);
  EXPECT_EQ(ulp<e4m3fn_format>(1000), 64);
  EXPECT_EQ(unit_roundoff(grid_of<f32_format>()), 0x1p-24);
  EXPECT_EQ(unit_roundoff(grid_of<f16_format>()), 0x1p-11);
  EXPECT_EQ(unit_roundoff(grid_of<bf16_format>()), 0x1p-8);
  EXPECT_EQ(unit_roundoff(grid_of<e4m3fn_format>()), 0x1p-4);
  EXPECT_EQ(unit_roundoff(grid_of<e5m2_format>()), 0x1p-3);
  EXPECT_EQ(smallest_positive(grid_of<e5m2_format>()), 0x1p-16);
}

TEST(distance, error_in_ulps_at_the_ends_of_binary64) {
  const double max = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(error_in_ulps(binary64_grid, -max, max), 0x1p54 - 2);
  EXPECT_EQ(error_in_ulps(binary64_grid, tiny, 0), 1);
  EXPECT_EQ(error_in_ulps(binary64_grid, 0, 3 * tiny), 3);
  EXPECT_EQ(error_in_ulps(binary64_grid, infinity, infinity), 0);
  EXPECT_EQ(error_in_ulps(binary64_grid, infinity, 1), infinity);
  EXPECT_EQ(error_in_ulps(binary64_grid, 1, -infinity), infinity);
  EXPECT_EQ(error_in_ulps(binary64_grid, infinity, -infinity), infinity);
  EXPECT_TRUE(std::isnan(error_in_ulps(binary64_grid, nan_value, 1)));
  EXPECT_TRUE(std::isnan(error_in_ulps(binary64_grid, 1, nan_value)));
}

TEST(distance, error_in_ulps_against_long_double) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const double exact = std::bit_cast<double>(random());
    const double actual = std::bit_cast<double>(std::bit_cast<std::uint64_t>(exact) ^ (random() >> (random() % 64)));
    if (!std::isfinite(exact) || !std::isfinite(actual)) continue;
    int e = 0;
    std::frexp(exact, &e);
    const int lowest = std::max(e - 53, -1074);
    const long double want =
        std::ldexp(std::fabs(static_cast<long double>(actual) - exact), exact == 0 ? 1074 : -lowest);
    if (want > 1e300L) continue;
    const double got = error_in_ulps(binary64_grid, actual, exact);
    ASSERT_NEAR(got, static_cast<double>(want), static_cast<double>(want) * 0x1p-51)
        << std::hexfloat << actual << " " << exact;
  }
}

TEST(distance, of_floats_and_doubles) {
  EXPECT_EQ(code_distance(1.0f, std::nextafter(1.0f, 2.0f)).steps, 1u);
  EXPECT_EQ(code_distance(-0.0f, 0.0f), (step_count{0, true}));
  EXPECT_EQ(code_distance(-std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::denorm_min()).steps,
            2u);
  EXPECT_EQ(code_distance(-infinity, infinity).steps, 2 * (std::uint64_t{0x7ff} << 52));
  EXPECT_FALSE(code_distance(nan_value, nan_value).defined);
  EXPECT_FALSE(code_distance(std::numeric_limits<float>::quiet_NaN(), 1.0f).defined);
}

TEST(compare, nan_never_agrees_with_a_number) {
  const allowance generous{infinity, infinity, infinity};
  for (const double x : {0.0, 1.0, -infinity, infinity, 5e-324}) {
    EXPECT_EQ(compare(binary64_grid, nan_value, x, generous), agreement::nan_for_number);
    EXPECT_EQ(compare(binary64_grid, x, nan_value, generous), agreement::number_for_nan);
  }
  EXPECT_FALSE(agrees(agreement::nan_for_number) || agrees(agreement::number_for_nan));
  EXPECT_EQ(compare(binary64_grid, nan_value, -nan_value), agreement::both_nan);
  EXPECT_FALSE(agrees(compare(binary64_grid, nan_value, nan_value, {}, nan_match::differs)));
}

TEST(compare, infinities_agree_with_themselves_only) {
  const allowance generous{infinity, infinity, infinity};
  EXPECT_EQ(compare(binary64_grid, infinity, infinity), agreement::identical);
  EXPECT_EQ(compare(binary64_grid, infinity, -infinity, generous), agreement::sign_of_infinity);
  EXPECT_EQ(compare(binary64_grid, infinity, 1e308, generous), agreement::infinite_for_finite);
  EXPECT_EQ(compare(binary64_grid, 1e308, infinity, generous), agreement::infinite_for_finite);
  EXPECT_EQ(compare(binary64_grid, -1e308, 1e308, generous), agreement::within);
}

TEST(compare, an_allowance_that_is_no_number_allows_nothing) {
  EXPECT_EQ(compare(binary64_grid, 1.0, 2.0, {nan_value, 0, 0}), agreement::apart);
  EXPECT_EQ(compare(binary64_grid, 1.0, 2.0, {0, nan_value, 0}), agreement::apart);
  EXPECT_EQ(compare(binary64_grid, 1.0, 2.0, {0, 0, nan_value}), agreement::apart);
  EXPECT_EQ(compare(binary64_grid, 1.0, 2.0, {0, 0, -1}), agreement::apart);
}

TEST(compare, zeros_ulps_and_tolerances) {
  EXPECT_EQ(compare(binary64_grid, -0.0, 0.0), agreement::equal);
  EXPECT_EQ(compare(binary64_grid, 1.0, 1.0), agreement::identical);
  EXPECT_EQ(compare(binary64_grid, 1.0, std::nextafter(1.0, 2.0)), agreement::apart);
  EXPECT_EQ(compare(binary64_grid, 1.0, std::nextafter(1.0, 2.0), {0, 0, 1}), agreement::within);
  EXPECT_EQ(compare<bf16_format>(1.0078125, 1.0, {0, 0, 1}), agreement::within);
  EXPECT_EQ(compare<bf16_format>(1.015625, 1.0, {0, 0, 1.5}), agreement::apart);
  EXPECT_EQ(compare(binary64_grid, 1.01, 1.0, {0.02, 0, 0}), agreement::within);
  EXPECT_EQ(compare(binary64_grid, 101, 100, {0, 0.02, 0}), agreement::within);
  EXPECT_EQ(compare(binary64_grid, 103, 100, {0, 0.02, 0}), agreement::apart);
}

} // namespace
} // namespace fpcheck::metric
