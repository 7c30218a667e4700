#include <fpcheck/kernels/float_key.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

/// Equal keys exactly for equal numbers, NaN being one key, over all codes of a format.
template <class Tag>
void expect_canonical() {
  std::map<double, std::uint64_t> key_of;
  std::set<std::uint64_t> keys;
  bool nan = false;
  for (std::uint64_t code = 0; code < code_count(Tag::row); ++code) {
    const auto x = basic_float<Tag>::from_code(static_cast<code_type<Tag>>(code << Tag::row.box_shift));
    const std::uint64_t key = float_key(x);
    const double value = static_cast<double>(x);
    if (std::isnan(value)) {
      ASSERT_EQ(key, 0x7ff8000000000000u) << code;
      nan = true;
      continue;
    }
    ASSERT_EQ(key, float_key(value)) << code; // the same in whatever format
    ASSERT_EQ(key_of.emplace(value, key).first->second, key) << code;
    keys.insert(key);
  }
  EXPECT_EQ(keys.size(), key_of.size());
  EXPECT_EQ(keys.count(0x7ff8000000000000u), 0u);
  EXPECT_EQ(nan, has_nan(Tag::row));
}

TEST(FloatKey, OneZeroOneNanAndNothingElseMerged) {
  expect_canonical<f16_format>();
  expect_canonical<bf16_format>();
  expect_canonical<e4m3fn_format>();
  expect_canonical<e5m2_format>();
  expect_canonical<e4m3fnuz_format>();
  expect_canonical<e5m2fnuz_format>();
  expect_canonical<e8m0fnu_format>();
  expect_canonical<e3m2fn_format>();
  expect_canonical<e2m1fn_format>();
}

TEST(FloatKey, WideFormats) {
  EXPECT_EQ(float_key(-0.0f), float_key(0.0));
  EXPECT_EQ(float_key(bit_cast<float>(0xffc12345u)), float_key(bit_cast<double>(0x7ff0000000000001u)));
  EXPECT_EQ(float_key(0x1p-149f), bits_of(0x1p-149));
  EXPECT_EQ(float_key(-0x1.8p-140f), bits_of(-0x1.8p-140));
  EXPECT_EQ(float_key(0x1p-1074), 1u);
  EXPECT_EQ(float_key(-INFINITY), 0xfff0000000000000u);
  for (std::uint64_t n = 0; n < (std::uint64_t{1} << 32); n += 65537) { // every sign and exponent
    const float f = bit_cast<float>(static_cast<std::uint32_t>(n));
    if (!std::isnan(f) && f != 0) { ASSERT_EQ(float_key(f), bits_of(static_cast<double>(f))) << n; }
  }
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// The oracle: ldexp and floor are exact where the quotient is in range.
std::int64_t cell_by_floor(double x, int width) {
  if (std::isnan(x)) return -most - 1;
  const double cell = std::floor(std::ldexp(x, -width));
  if (std::fabs(cell) >= 0x1p63) return cell < 0 ? -most : most;
  return static_cast<std::int64_t>(cell);
}

TEST(Cell, IsTheFloor) {
  for (std::uint64_t i = 0; i < 400000; ++i) {
    const double x = bit_cast<double>((fmix64(i + 1) & 0x803fffffffffffffull) + ((900 + i % 300) << 52));
    const int width = static_cast<int>(fmix32(static_cast<std::uint32_t>(i)) % 140) - 70;
    ASSERT_EQ(cell_of(x, width), cell_by_floor(x, width)) << x << ' ' << width;
    const double on_border = std::ldexp(std::floor(std::ldexp(x, -width)), width);
    ASSERT_EQ(cell_of(on_border, width), cell_by_floor(on_border, width)) << on_border << ' ' << width;
  }
}

TEST(Cell, NeighboursOfBordersZeroAndTheEnds) {
  EXPECT_EQ(cell_of(-0.0, 0), 0);
  EXPECT_EQ(cell_of(-0x1p-1074, 0), -1);
  EXPECT_EQ(cell_of(0x1p-1074, 0), 0);
  EXPECT_EQ(cell_of(-0x1p-149f, 3), -1);
  EXPECT_EQ(cell_of(0.999999f, 0), 0);
  EXPECT_EQ(cell_of(-1.0f, 0), -1);
  EXPECT_EQ(cell_of(std::nextafter(-1.0, -2.0), 0), -2);
  EXPECT_EQ(cell_of(0x1p62, 0), std::int64_t{1} << 62);
  EXPECT_EQ(cell_of(std::nextafter(0x1p63, 0.0), 0), most - 1023);
  EXPECT_EQ(cell_of(0x1p63, 0), most);
  EXPECT_EQ(cell_of(-0x1p63, 0), -most);
  EXPECT_EQ(cell_of(INFINITY, 4096), most);
  EXPECT_EQ(cell_of(-INFINITY, -4096), -most);
  EXPECT_EQ(cell_of(NAN, 0), -most - 1);
  EXPECT_EQ(cell_of(0x1p-1074, -4096), most);
  EXPECT_EQ(cell_of(1e308, 4096), 0);
  EXPECT_EQ(cell_of(e4m3fn_t(0.7), -2), 2); // 0.6875 in quarters
}

TEST(HashNumbers, EqualNumbersAndNothingElse) {
  EXPECT_EQ(hash_numbers(7, 0.0f, 1.5), hash_numbers(7, -0.0, bf16_t(1.5)));
  EXPECT_NE(hash_numbers(7, 0.0f, 1.5), hash_numbers(8, 0.0f, 1.5));
  EXPECT_NE(hash_numbers(7, 1.0, 2.0), hash_numbers(7, 2.0, 1.0));
  std::set<std::uint64_t> hashes;
  for (std::uint64_t code = 0; code < 65536; ++code)
    hashes.insert(hash_numbers(1, f16_t::from_code(static_cast<std::uint16_t>(code))));
  EXPECT_EQ(hashes.size(), 65536u - 1 - 2045); // of two zeros and 2046 NaNs one each
}

} // namespace
