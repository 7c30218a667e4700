#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace fpcheck::tensor {
namespace {

const dtype small_reals[] = {dtype::f16,      dtype::bf16,     dtype::e4m3fn,      dtype::e5m2,
                             dtype::e4m3fnuz, dtype::e5m2fnuz, dtype::e4m3b11fnuz, dtype::e3m4,
                             dtype::e3m2fn,   dtype::e2m3fn,   dtype::e2m1fn};

unsigned bits_in_use(dtype type) {
  switch (type) {
  case dtype::e2m1fn:
    return 4;
  case dtype::e3m2fn:
  case dtype::e2m3fn:
    return 6;
  default:
    return static_cast<unsigned>(8 * size_of(type));
  }
}

/// All finite non-negative values of a format with their codes, by decoding.
std::map<double, std::uint64_t> positive_values(dtype type) {
  std::map<double, std::uint64_t> out;
  for (std::uint64_t c = 0; c < (1u << (bits_in_use(type) - 1)); ++c)
    if (const double v = decode(type, c); std::isfinite(v)) out.emplace(v, c);
  return out;
}

/// Nearest by search among all values, ties to the even code; nothing above the largest value.
std::optional<std::uint64_t> nearest_by_search(const std::map<double, std::uint64_t>& values, double x) {
  auto above = values.lower_bound(x);
  if (above == values.end()) return std::nullopt;
  if (above->first == x || above == values.begin()) return above->second;
  const auto below = std::prev(above);
  const double up = above->first - x, down = x - below->first;
  if (up == down) return (above->second & 1) == 0 ? above->second : below->second;
  return up < down ? above->second : below->second;
}

TEST(element, known_codes) {
  EXPECT_EQ(decode(dtype::e4m3fn, 0x7e), 448);
  EXPECT_TRUE(std::isnan(decode(dtype::e4m3fn, 0x7f)));
  EXPECT_EQ(decode(dtype::e5m2, 0x7b), 57344);
  EXPECT_EQ(decode(dtype::e5m2, 0xfc), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(decode(dtype::e4m3fnuz, 0x7f), 240);
  EXPECT_TRUE(std::isnan(decode(dtype::e4m3fnuz, 0x80)));
  EXPECT_EQ(decode(dtype::e5m2fnuz, 0x7f), 57344);
  EXPECT_EQ(decode(dtype::e4m3b11fnuz, 0x7f), 30);
  EXPECT_EQ(decode(dtype::e2m1fn, 7), 6);
  EXPECT_EQ(decode(dtype::e3m2fn, 0x1f), 28);
  EXPECT_EQ(decode(dtype::e2m3fn, 0x1f), 7.5);
  EXPECT_EQ(decode(dtype::e3m4, 0x6f), 15.5);
  EXPECT_EQ(decode(dtype::e8m0fnu, 0), std::ldexp(1.0, -127));
  EXPECT_EQ(decode(dtype::f16, 1), std::ldexp(1.0, -24));
  EXPECT_EQ(decode(dtype::bf16, 0x3f81), 1.0078125);
  EXPECT_EQ(encode(dtype::f16, 65520), 0x7c00u);
  EXPECT_EQ(encode(dtype::f16, 65519.99), 0x7bffu);
  EXPECT_EQ(encode(dtype::e4m3fn, 464.0), 0x7eu);
  EXPECT_EQ(encode(dtype::e4m3fn, 465.0), 0x7fu);
  EXPECT_EQ(encode(dtype::e2m1fn, -100), 0xfu);
}

TEST(element, every_small_code_survives_decode_and_encode) {
  for (const dtype type : small_reals)
    for (std::uint64_t c = 0; c < (std::uint64_t{1} << bits_in_use(type)); ++c)
      if (const double v = decode(type, c); !std::isnan(v)) {
        ASSERT_EQ(encode(type, v), c) << name(type) << " " << c;
      }
}

TEST(element, encode_is_nearest_with_ties_to_even) {
  std::mt19937_64 random(5);
  for (const dtype type : small_reals) {
    const auto values = positive_values(type);
    std::vector<double> probes;
    for (auto it = values.begin(); std::next(it) != values.end(); ++it) {
      const double middle = (it->first + std::next(it)->first) / 2; // exact in binary64
      probes.insert(probes.end(), {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)});
    }
    std::uniform_real_distribution<double> exponent(-30, 17);
    for (int i = 0; i < 2000; ++i) probes.push_back(std::exp2(exponent(random)));
    for (const double x : probes)
      if (const auto expected = nearest_by_search(values, x)) {
        ASSERT_EQ(encode(type, x), *expected) << name(type) << " " << x;
        const std::uint64_t negative = encode(type, -x);
        ASSERT_EQ(decode(type, negative), -decode(type, *expected)) << name(type) << " " << -x;
      }
  }
}

TEST(element, integers_truncate_and_saturate) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(encode(dtype::i8, 1e9), 127u);
  EXPECT_EQ(decode_integer(dtype::i8, encode(dtype::i8, -1e9)), -128);
  EXPECT_EQ(encode(dtype::u8, -3), 0u);
  EXPECT_EQ(decode_integer(dtype::i64, encode(dtype::i64, inf)), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(encode(dtype::u64, inf), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(encode(dtype::i32, std::nan("")), 0u);
  EXPECT_EQ(decode_integer(dtype::i16, encode(dtype::i16, -7.9)), -7);
  EXPECT_EQ(encode(dtype::boolean, -0.0), 0u);
}

TEST(dtype, names) {
  for (const dtype type : all_dtypes()) {
    EXPECT_EQ(find_dtype(name(type)), type);
    if (!safetensors_name(type).empty()) {
      EXPECT_EQ(find_dtype(safetensors_name(type)), type);
    }
  }
  EXPECT_EQ(find_dtype("BFloat16"), dtype::bf16);
  EXPECT_EQ(parse_dtype("e4m3").error().hint, "did you mean 'e4m3fn'?"); // two formats are called so
  EXPECT_EQ(find_dtype(""), std::nullopt);
  const auto wrong = parse_dtype("fp31");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().hint.find("fp3"), std::string::npos) << wrong.error().hint;
}

} // namespace
} // namespace fpcheck::tensor
