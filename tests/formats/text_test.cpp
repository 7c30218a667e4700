#include <fpcheck/formats/fmt.hpp>
#include <fpcheck/formats/ostream.hpp>
#include <fpcheck/formats/text.hpp>

#include "every_format.hpp"
#include "oracle.hpp"

#include <mpfr.h>

#include <random>
#include <sstream>

namespace fpcheck {
namespace {

template <class Tag>
class text_test : public ::testing::Test {
protected:
  static basic_float<Tag> read(const std::string& text, const policy& p = {}) {
    basic_float<Tag> x{};
    const auto end = from_chars(text.data(), text.data() + text.size(), x, p);
    EXPECT_EQ(end.ptr, text.data() + text.size()) << text;
    EXPECT_EQ(end.ec, std::errc{}) << text;
    return x;
  }
};
TYPED_TEST_SUITE(text_test, enumerable_formats, format_names);

TYPED_TEST(text_test, every_code_is_written_exactly_and_reads_back) {
  constexpr auto& row = TypeParam::row;
  const std::uint32_t step = row.bits > 16 ? 37 : row.bits > 8 ? 5 : 1;
  for (std::uint32_t c = 0; c < code_count(row); c += step) {
    const auto x = basic_float<TypeParam>::from_code(static_cast<code_type<TypeParam>>(c << row.box_shift));
    for (const auto how : {notation::shortest, notation::exact, notation::hex}) {
      const auto text = to_string(x, how);
      const auto back = this->read(text);
      if (is_nan_code(row, c)) {
        ASSERT_EQ(text, "nan");
        ASSERT_TRUE(is_nan_code(row, back.code() >> row.box_shift));
        continue;
      }
      ASSERT_EQ(back.code(), x.code()) << text;
      if (how != notation::shortest) {
        ASSERT_EQ(std::strtod(text.c_str(), nullptr), static_cast<double>(x)) << text;
      }
    }
  }
}

TYPED_TEST(text_test, decimals_near_ties_round_as_the_written_number) {
  const oracle::ladder ladder(TypeParam::row);
  std::mt19937 random(3);
  mpfr_t exact;
  mpfr_init2(exact, 2000);
  for (int i = 0; i < 1500; ++i) {
    const auto c = random() % ladder.values.size();
    const double below = ladder.at(c), tie = below + (ladder.at(c + 1) - below) / 2;
    // The tie's exact decimal, and the same with a digit far behind it.
    char digits[1300];
    const auto length = std::snprintf(digits, sizeof digits, "%.1100g", i % 2 ? tie : below);
    std::string text(digits, static_cast<std::size_t>(length));
    const bool whole = text.find_first_of(".e") == std::string::npos;
    if (const auto e = text.find('e'); e != std::string::npos) {
      if (i % 3) text.insert(e, std::string(text.find('.') < e ? "" : ".") + std::string(i % 50, '0') + "1");
    } else if (i % 3) {
      text += (whole ? "." : "") + std::string(i % 60, '0') + "1";
    }
    mpfr_set_str(exact, text.c_str(), 10, MPFR_RNDN);
    double odd = mpfr_get_d(exact, MPFR_RNDZ);
    if (mpfr_cmp_d(exact, odd) != 0) odd = bit_cast<double>(bits_of(odd) | 1);
    for (const auto r : oracle::deterministic) {
      const auto got = this->read(text, policy{.round = r}).code();
      ASSERT_EQ(got, oracle::encode(ladder, odd, r, saturation::none)) << text;
    }
  }
  mpfr_clear(exact);
}

TEST(text, grammar) {
  const auto code = [](std::string_view text) -> int {
    bf16_t x{};
    const auto r = from_chars(text.data(), text.data() + text.size(), x);
    if (r.ec != std::errc{}) return -1;
    return r.ptr == text.data() + text.size() ? x.code() : -2 - static_cast<int>(r.ptr - text.data());
  };
  EXPECT_EQ(code("1"), 0x3f80);
  EXPECT_EQ(code("+1."), 0x3f80);
  EXPECT_EQ(code("-.5"), 0xbf00);
  EXPECT_EQ(code("0x1p0"), 0x3f80);
  EXPECT_EQ(code("0x1.01p+0"), 0x3f80); // a tie, to even
  EXPECT_EQ(code("0x1.01000000000000000000000000000000001p+0"), 0x3f81);
  EXPECT_EQ(code("0X.8P1"), 0x3f80);
  EXPECT_EQ(code("-0"), 0x8000);
  EXPECT_EQ(code("1e5000"), 0x7f80);
  EXPECT_EQ(code("1e-5000"), 0);
  EXPECT_EQ(code("1e99999999999999999999"), 0x7f80);
  EXPECT_EQ(code("-inf"), 0xff80);
  EXPECT_EQ(code("Infinity"), 0x7f80);
  EXPECT_EQ(code("nan"), 0x7fc0);
  EXPECT_EQ(code("1e"), -2 - 1); // reads the 1 and stops
  EXPECT_EQ(code("1.5x"), -2 - 3);
  EXPECT_EQ(code(""), -1);
  EXPECT_EQ(code("."), -1);
  EXPECT_EQ(code("-"), -1);
  EXPECT_EQ(code("x"), -1);
}

TEST(text, shortest_exact_and_hex) {
  EXPECT_EQ(to_string(bf16_t(0.1f)), "0.1");
  EXPECT_EQ(to_string(bf16_t(0.1f), notation::exact), "0.10009765625");
  EXPECT_EQ(to_string(e4m3fn_t(0.3f)), "0.3");
  EXPECT_EQ(to_string(e4m3fn_t(0.3f), notation::exact), "0.3125");
  EXPECT_EQ(to_string(e4m3fn_t(-0.3f), notation::hex), "-0x1.4p-2");
  EXPECT_EQ(to_string(e8m0fnu_t::from_code(0), notation::hex), "0x1p-127");
  char small[3];
  EXPECT_EQ(to_chars(small, small + 3, bf16_t(0.125f)).ec, std::errc::value_too_large);
}

TEST(text, streams_and_fmt) {
  std::ostringstream out;
  out << bf16_t(0.1f) << ' ' << std::hexfloat << bf16_t(0.75f);
  EXPECT_EQ(out.str(), "0.1 0x1.8p-1");
  EXPECT_EQ(fmt::format("{} {:a} {:e} {:x}", e4m3fn_t(0.3f), e4m3fn_t(0.3f), e4m3fn_t(0.3f), e4m3fn_t(0.3f)),
            "0.3 0x1.4p-2 0.3125 0x2a");
}

} // namespace
} // namespace fpcheck
