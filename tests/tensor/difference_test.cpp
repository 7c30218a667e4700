#include <fpcheck/tensor/difference.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fpcheck::tensor {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

array of(dtype type, std::vector<double> values) {
  array a(type, {values.size()});
  for (std::size_t i = 0; i < values.size(); ++i) a.set(i, values[i]);
  return a;
}

difference with(const array& a, const array& b, const std::string& tolerance) {
  return *compare(a, b, *parse_tolerance(tolerance, a.type));
}

TEST(difference, nan_passes_against_nan_only) {
  const auto d = with(of(dtype::f32, {nan, nan, 1, inf, inf, -inf}), of(dtype::f32, {nan, 1, nan, inf, 1, inf}),
                      "rtol=1e30,atol=1e30");
  EXPECT_EQ(d.failed, 4u);
  EXPECT_EQ(d.nan_for_number, 1u);
  EXPECT_EQ(d.number_for_nan, 1u);
  EXPECT_EQ(d.infinities, 2u);
  EXPECT_EQ(d.identical, 2u);
  EXPECT_FALSE(d.passed());
}

TEST(difference, ulps_and_bias) {
  const double u = std::ldexp(1.0, -23);
  const auto d = with(of(dtype::f32, {1 + u, 1 + 3 * u, 2 - u, 4}), of(dtype::f64, {1, 1, 2, 4 + u}), "1ulp");
  EXPECT_EQ(d.failed, 1u);
  EXPECT_EQ(d.max_ulps, 3);
  EXPECT_EQ(d.worst.at(0).index, 1u);
  EXPECT_DOUBLE_EQ(d.mean_signed_ulps, (1 + 3 - 0.5 - 0.25) / 4);
  EXPECT_EQ(d.histogram, (std::vector<std::uint64_t>{0, 2, 1, 0, 1}));
  EXPECT_EQ(d.ulp_percentiles[0], 0.5);
  EXPECT_EQ(d.ulp_percentiles[3], 3);
  EXPECT_EQ(with(of(dtype::f32, {1 + u}), of(dtype::f32, {1}), "0ulp").failed, 1u);
}

TEST(difference, tolerances) {
  const array a = of(dtype::f32, {1.0005}), b = of(dtype::f32, {1});
  EXPECT_TRUE(with(a, b, "rtol=1e-3").passed());
  EXPECT_FALSE(with(a, b, "rtol=1e-4").passed());
  EXPECT_TRUE(with(a, b, "atol=1e-3,rtol=0").passed());
  EXPECT_FALSE(with(a, b, "torch").passed());
  EXPECT_FALSE(with(of(dtype::f32, {0.0}), of(dtype::f32, {-0.0}), "bitwise").passed());
  EXPECT_TRUE(with(of(dtype::f32, {0.0}), of(dtype::f32, {-0.0}), "0ulp").passed());
  for (const char* bad : {"", "2", "ulp", "-1ulp", "rtol=", "rtol=x", "atol=nan", "2 ulp ", "inf", "infulp"})
    EXPECT_FALSE(parse_tolerance(bad, dtype::f32)) << bad;
}

TEST(difference, integers_beyond_doubles) {
  array a(dtype::i64, {1}), b(dtype::i64, {1});
  store_code(dtype::i64, a.data.data(), (1ull << 60) + 1);
  store_code(dtype::i64, b.data.data(), 1ull << 60);
  EXPECT_FALSE(with(a, b, "bitwise").passed());
  EXPECT_FALSE(with(a, b, "0ulp").passed());
  EXPECT_TRUE(with(of(dtype::i32, {5}), of(dtype::i32, {6}), "atol=1").passed());
}

TEST(difference, shapes_must_agree) {
  EXPECT_FALSE(compare(array(dtype::f32, {2, 3}), array(dtype::f32, {3, 2}), {}));
  EXPECT_TRUE(compare(array(dtype::f32, {0}), array(dtype::f32, {0}), {})->passed());
}

TEST(difference, keeps_the_ten_worst_in_order) {
  array a(dtype::f32, {1000}), b(dtype::f32, {1000});
  for (std::uint64_t i = 0; i < 1000; ++i)
    b.set(i, 1), a.set(i, 1 + std::ldexp(static_cast<double>((i * 37) % 1000), -23));
  const auto d = with(a, b, "0ulp");
  ASSERT_EQ(d.worst.size(), 10u);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(d.worst[k].ulps, 999 - static_cast<double>(k));
}

} // namespace
} // namespace fpcheck::tensor
