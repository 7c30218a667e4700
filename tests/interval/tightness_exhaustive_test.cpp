#include "tightness.hpp"

#include <gtest/gtest.h>

#include <array>

/// Whole formats. FPCHECK_SHARD=i/n runs the i-th of n parts; a part is complete in itself.
namespace fpcheck::interval {
namespace {

using namespace tightness;

template <class T>
class all_pairs : public testing::Test {};
using formats = testing::Types<bf16_t, f16_t>;
TYPED_TEST_SUITE(all_pairs, formats);

/// Sums, products and quotients of 16-bit numbers through exact or correctly sticky binary64 arithmetic: an oracle
/// fast enough for 2^32 pairs. A double-rounded result is caught by rounding to odd first.
double odd(double value, double error) {
  if (error == 0 || (__builtin_bit_cast(std::uint64_t, value) & 1) != 0) return value;
  return (error > 0) == (value > 0) ? std::nextafter(value, value > 0 ? INFINITY : -INFINITY)
                                    : std::nextafter(value, 0.0);
}

template <class T>
double below(double x) {
  int e = 0;
  std::frexp(x, &e);
  const int quantum = std::max(e - 1, min_exponent(T::row)) - T::row.precision + 1;
  const double r = std::ldexp(std::floor(std::ldexp(x, -quantum)), quantum);
  if (r > grid<T>::largest) return grid<T>::largest;
  return r < -grid<T>::largest ? -infinity : r;
}
template <class T>
bool tight(interval<T> z, double exact) {
  return z.lower() == below<T>(exact) && z.upper() == -below<T>(-exact);
}

TYPED_TEST(all_pairs, arithmetic_is_the_tightest) {
  const shard part = shard_from_environment();
  using set = interval<TypeParam>;
  std::uint64_t checked = 0;
  for (std::uint64_t i = part.index; i < 65536; i += part.count) {
    const double x = static_cast<double>(TypeParam::from_code(static_cast<std::uint16_t>(i)));
    if (!std::isfinite(x)) continue;
    for (std::uint32_t j = 0; j < 65536; ++j) {
      const double y = static_cast<double>(TypeParam::from_code(static_cast<std::uint16_t>(j)));
      if (!std::isfinite(y)) continue;
      const set a{static_cast<float>(x)}, b{static_cast<float>(y)};
      const exact::rounded<double> s = exact::two_sum(x, y);
      ASSERT_TRUE(tight(a + b, odd(s.value, s.error))) << x << " + " << y;
      ASSERT_TRUE(tight(a * b, x * y)) << x << " * " << y;
      if (y != 0) {
        const double q = x / y, rest = std::fma(-q, y, x);
        ASSERT_TRUE(tight(a / b, odd(q, y < 0 ? -rest : rest))) << x << " / " << y;
      }
      ++checked;
    }
  }
  this->RecordProperty("pairs", std::to_string(checked));
}

TYPED_TEST(all_pairs, elementary_functions_are_the_tightest) {
  for (const auto& c : unary_cases<TypeParam>())
    for (std::uint32_t i = 0; i < 65536; ++i) {
      const double x = static_cast<double>(TypeParam::from_code(static_cast<std::uint16_t>(i)));
      if (std::isfinite(x)) {
        ASSERT_EQ(check_point(c, x), "");
      }
    }
}

class all_binary32 : public testing::TestWithParam<unary_case<float>> {};
TEST_P(all_binary32, every_point_is_the_tightest) {
  const shard part = shard_from_environment();
  for (std::uint64_t code = part.index; code < (std::uint64_t{1} << 32); code += part.count) {
    const float x = __builtin_bit_cast(float, static_cast<std::uint32_t>(code));
    if (std::isfinite(x)) {
      ASSERT_EQ(check_point(GetParam(), x), "");
    }
  }
}
INSTANTIATE_TEST_SUITE_P(functions, all_binary32, testing::ValuesIn(unary_cases<float>()),
                         [](const auto& i) { return std::string(i.param.name); });

} // namespace
} // namespace fpcheck::interval
