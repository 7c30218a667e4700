#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

namespace fpcheck::tensor {
namespace {

std::uint64_t code(dtype type, const std::string& text) {
  const auto out = parse_code(type, text);
  EXPECT_TRUE(out) << text << ": " << out.error().text();
  return out.value_or(0xdead);
}

TEST(number, reals_are_rounded_once) {
  EXPECT_EQ(code(dtype::f32, "0x1.01p+0"), 0x3f808000u);
  EXPECT_EQ(code(dtype::f32, "0.1"), 0x3dcccccdu);
  EXPECT_EQ(code(dtype::f64, "0.1"), 0x3fb999999999999aull);
  EXPECT_EQ(code(dtype::bf16, "-0"), 0x8000u);
  EXPECT_EQ(code(dtype::f16, "inf"), 0x7c00u);
  EXPECT_EQ(code(dtype::e4m3fn, "448"), 0x7eu);
  // 1 + 2^-11 is a tie between two f16; the sum of it and 2^-70 is not, though binary64 would say so.
  EXPECT_EQ(code(dtype::f16, "0x1.002p+0"), 0x3c00u);
  EXPECT_EQ(code(dtype::f16, "0x1.0020000000000000000001p+0"), 0x3c01u);
  EXPECT_EQ(code(dtype::f16, "1.00048828125000000000000000000000000001"), 0x3c01u);
  EXPECT_EQ(code(dtype::f16, "1.00048828124999999999999999999999999999"), 0x3c00u);
  EXPECT_EQ(code(dtype::f16, "-1.00048828125000000000000000000000000001"), 0xbc01u);
}

TEST(number, integers_are_exact_or_refused) {
  EXPECT_EQ(code(dtype::i64, "9007199254740993"), 9007199254740993ull);
  EXPECT_EQ(code(dtype::u64, "18446744073709551615"), ~0ull);
  EXPECT_EQ(code(dtype::i64, "-9223372036854775808"), 1ull << 63);
  EXPECT_EQ(code(dtype::i8, "-128"), 0x80u);
  EXPECT_EQ(code(dtype::i32, "0xffffffff"), 0xffffffffu);
  EXPECT_EQ(code(dtype::i32, "1e3"), 1000u);
  EXPECT_EQ(code(dtype::boolean, "true"), 1u);
  for (const char* bad : {"128", "-129", "0.5", "inf", "nan", "1e40", "0x100"})
    EXPECT_FALSE(parse_code(dtype::i8, bad)) << bad;
  EXPECT_FALSE(parse_code(dtype::u64, "18446744073709551616"));
  EXPECT_FALSE(parse_code(dtype::u32, "-1"));
  EXPECT_FALSE(parse_code(dtype::boolean, "2"));
  for (const char* bad : {"", " 1", "1 ", "x", "1.2.3", "--1", "0x1.8", "1_000"})
    EXPECT_FALSE(parse_code(dtype::f32, bad)) << bad;
}

} // namespace
} // namespace fpcheck::tensor
