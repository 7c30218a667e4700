// Every member of numeric_limits against an enumeration of the format's values.
#include <fpcheck/formats/limits.hpp>

#include "every_format.hpp"

#include <cmath>
#include <unordered_set>

namespace fpcheck {
namespace {

template <class Tag>
class limits_test : public ::testing::Test {};
TYPED_TEST_SUITE(limits_test, enumerable_formats, format_names);

TYPED_TEST(limits_test, every_member_by_enumeration) {
  using number = basic_float<TypeParam>;
  using limits = std::numeric_limits<number>;
  constexpr format_row row = TypeParam::row;
  double max = 0, lowest = HUGE_VAL, denorm_min = HUGE_VAL, above_one = HUGE_VAL;
  bool infinity = false, nan = false, negative = false;
  std::vector<double> positive;
  for (std::uint32_t c = 0; c < code_count(row); ++c) {
    const auto x = static_cast<double>(number::from_code(static_cast<code_type<TypeParam>>(c << row.box_shift)));
    nan |= x != x;
    infinity |= std::isinf(x);
    if (!std::isfinite(x)) continue;
    negative |= x < 0;
    max = std::max(max, x);
    lowest = std::min(lowest, x);
    if (x > 0) denorm_min = std::min(denorm_min, x), positive.push_back(x);
    if (x > 1) above_one = std::min(above_one, x);
  }
  std::sort(positive.begin(), positive.end());
  // The smallest normal number: below it the spacing no longer shrinks with the number.
  double min_normal = denorm_min;
  for (std::size_t i = 0; i + 1 < positive.size(); ++i) {
    int e = 0;
    std::frexp(positive[i], &e);
    if (positive[i + 1] - positive[i] <= std::ldexp(1.0, e - 1) * (above_one - 1)) {
      min_normal = positive[i];
      break;
    }
  }
  EXPECT_EQ(static_cast<double>(limits::max()), max);
  EXPECT_EQ(static_cast<double>(limits::lowest()), lowest);
  EXPECT_EQ(static_cast<double>(limits::min()), min_normal);
  EXPECT_EQ(static_cast<double>(limits::denorm_min()), denorm_min);
  EXPECT_EQ(static_cast<double>(limits::epsilon()), above_one - 1);
  EXPECT_EQ(static_cast<double>(limits::round_error()), 0.5);
  EXPECT_EQ(limits::has_infinity, infinity);
  EXPECT_EQ(limits::has_quiet_NaN, nan);
  EXPECT_EQ(limits::is_signed, negative);
  if (infinity) {
    EXPECT_EQ(static_cast<double>(limits::infinity()), HUGE_VAL);
  }
  if (nan) {
    const auto x = static_cast<double>(limits::quiet_NaN());
    EXPECT_NE(x, x);
  }
  if (limits::has_signaling_NaN) {
    const auto x = static_cast<double>(limits::signaling_NaN());
    EXPECT_NE(x, x);
    EXPECT_NE(limits::signaling_NaN().code(), limits::quiet_NaN().code());
  }
  EXPECT_EQ(limits::has_denorm == std::denorm_present, denorm_min < min_normal);
  // radix^(min_exponent - 1) is the smallest normal number, radix^(max_exponent - 1) the largest power of two.
  EXPECT_EQ(std::ldexp(1.0, limits::min_exponent - 1), min_normal);
  EXPECT_LE(std::ldexp(1.0, limits::max_exponent - 1), max);
  EXPECT_GT(std::ldexp(1.0, limits::max_exponent), max);
  EXPECT_EQ(std::ldexp(1.0, 1 - limits::digits), above_one - 1);
  EXPECT_GE(std::pow(10.0, limits::min_exponent10), min_normal);
  EXPECT_LT(std::pow(10.0, limits::min_exponent10 - 1), min_normal);
  EXPECT_LE(std::pow(10.0, limits::max_exponent10), max);
  EXPECT_GT(std::pow(10.0, limits::max_exponent10 + 1), max);
  EXPECT_EQ(limits::digits10, static_cast<int>(std::floor((limits::digits - 1) * std::log10(2.0))));
  EXPECT_EQ(limits::max_digits10, static_cast<int>(std::ceil(limits::digits * std::log10(2.0) + 1)));
  EXPECT_TRUE(limits::is_specialized && limits::is_bounded && limits::radix == 2);
  EXPECT_FALSE(limits::is_integer || limits::is_exact || limits::is_modulo || limits::traps);
}

TEST(limits, members_that_libraries_got_wrong) {
  using e4 = std::numeric_limits<e4m3fn_t>;
  using e5 = std::numeric_limits<e5m2_t>;
  using e2 = std::numeric_limits<e2m1fn_t>;
  EXPECT_EQ(e4::min_exponent, -5);
  EXPECT_EQ(e4::max_exponent, 9);
  EXPECT_EQ(e4::max_digits10, 3);
  EXPECT_EQ(e5::min_exponent, -13);
  EXPECT_EQ(e5::max_exponent, 16);
  EXPECT_EQ(e2::min_exponent, 1);
  EXPECT_EQ(e2::max_exponent, 3);
  EXPECT_EQ(static_cast<double>(e2::round_error()), 0.5);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<e3m2fn_t>::round_error()), 0.5);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<e2m3fn_t>::round_error()), 0.5);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<e8m0fnu_t>::lowest()), 0x1p-127);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<tf32_t>::epsilon()), 0x1p-10);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<e2m3fn_t>::lowest()), -7.5);
  EXPECT_EQ(static_cast<double>(std::numeric_limits<e3m2fn_t>::lowest()), -28);
}

TEST(limits, binary32_agrees_with_float) {
  using ours = std::numeric_limits<f32_t>;
  using theirs = std::numeric_limits<float>;
  EXPECT_EQ(static_cast<float>(ours::max()), theirs::max());
  EXPECT_EQ(static_cast<float>(ours::min()), theirs::min());
  EXPECT_EQ(static_cast<float>(ours::denorm_min()), theirs::denorm_min());
  EXPECT_EQ(static_cast<float>(ours::epsilon()), theirs::epsilon());
  EXPECT_EQ(ours::digits10, theirs::digits10);
  EXPECT_EQ(ours::max_digits10, theirs::max_digits10);
  EXPECT_EQ(ours::min_exponent10, theirs::min_exponent10);
  EXPECT_EQ(ours::max_exponent10, theirs::max_exponent10);
  EXPECT_EQ(ours::min_exponent, theirs::min_exponent);
  EXPECT_EQ(ours::max_exponent, theirs::max_exponent);
  EXPECT_TRUE(ours::is_iec559);
}

TEST(limits, equal_numbers_hash_alike) {
  EXPECT_EQ(std::hash<bf16_t>{}(bf16_t(0.0f)), std::hash<bf16_t>{}(bf16_t(-0.0f)));
  std::unordered_set<e4m3fn_t> all;
  for (int c = 0; c < 256; ++c) {
    const auto x = e4m3fn_t::from_code(static_cast<std::uint8_t>(c));
    if (x == x) all.insert(x);
  }
  EXPECT_EQ(all.size(), 253u); // 254 numbers, two of which are zero
}

} // namespace
} // namespace fpcheck
