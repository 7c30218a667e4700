// Rows that no tag names: all of P3109 to eight bits, rows made up, and binary32 as a target of binary64.
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/names.hpp>

#include "oracle.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <random>

namespace fpcheck {
namespace {

/// Decodes every code, and encodes every number, every tie and their neighbours, in all deterministic modes.
void check_row(const format_row& row) {
  const oracle::ladder l(row);
  const auto compare = [&](double x) {
    if (row.sign == signedness::unsigned_ && x < 0) return;
    for (const rounding r : oracle::deterministic) {
      const std::uint32_t want = oracle::encode(l, x, r, saturation::finite);
      ASSERT_EQ(encode_bits(row, bits_of(x), policy{.round = r, .saturate = saturation::finite}).code, want)
          << std::hexfloat << x;
      const auto f = static_cast<float>(x);
      if (static_cast<double>(f) != x) continue;
      ASSERT_EQ(encode_bits(row, bits_of(f), policy{.round = r, .saturate = saturation::finite}).code, want)
          << std::hexfloat << x;
    }
  };
  const std::size_t step = l.values.size() > 5000 ? l.values.size() / 2500 | 1 : 1;
  for (std::size_t c = 0; c < l.values.size(); c += step) {
    ASSERT_EQ(decode_double(row, static_cast<std::uint32_t>(c)), l.values[c]);
    const double tie = l.at(c) + (l.at(c + 1) - l.at(c)) / 2;
    for (const double x : {l.at(c), tie})
      for (const double near : {x, std::nextafter(x, HUGE_VAL), std::nextafter(x, -HUGE_VAL)})
        for (const double s : {near, -near}) compare(s);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(rows, all_of_p3109_to_eight_bits) {
  int count = 0;
  for (int bits = 3; bits <= 8; ++bits)
    for (int precision = 1; precision <= bits; ++precision)
      for (const char sign : {'s', 'u'})
        for (const char domain : {'e', 'f'}) {
          const std::string name = "binary" + std::to_string(bits) + "p" + std::to_string(precision) + sign + domain;
          const auto row = find_format(name);
          if (!row) continue; // a precision that leaves no exponent, or an exponent that leaves binary64
          SCOPED_TRACE(name);
          check_row(*row);
          if (::testing::Test::HasFatalFailure()) return;
          ++count;
          EXPECT_EQ(decode_double(*row, *row == p3109_row(bits, precision, row->sign, row->specials) && sign == 's'
                                            ? 1u << (bits - 2)
                                            : 1u << (bits - 1)),
                    1.0); // 1 is the middle code
        }
  EXPECT_GE(count, 120);
}

TEST(rows, made_up) {
  for (const auto specials :
       {special_codes::ieee, special_codes::nan_only, special_codes::finite_only, special_codes::fnuz})
    for (const auto& row : {format_row{8, 2, 6, 1, signedness::signed_, specials},
                            {10, 5, 5, 15, signedness::signed_, specials},
                            {12, 7, 5, 40, signedness::signed_, specials},
                            {16, 6, 10, 31, signedness::signed_, specials},
                            {20, 8, 12, 127, signedness::signed_, specials},
                            {18, 9, 9, 255, signedness::signed_, specials}}) {
      SCOPED_TRACE("bits " + std::to_string(row.bits) + " specials " + std::to_string(static_cast<int>(specials)));
      check_row(row);
    }
  check_row({9, 5, 5, 15, signedness::unsigned_, special_codes::ieee});
}

TEST(rows, binary64_to_binary32_as_the_machine) {
  constexpr std::pair<rounding, int> modes[] = {{rounding::nearest_even, FE_TONEAREST},
                                                {rounding::toward_zero, FE_TOWARDZERO},
                                                {rounding::upward, FE_UPWARD},
                                                {rounding::downward, FE_DOWNWARD}};
  std::mt19937_64 random(6);
  for (const auto& [mode, fe] : modes) {
    for (int i = 0; i < 300000; ++i) {
      auto bits = random();
      const std::uint64_t exponent = 1023 - 160 + (random() % 300);
      bits = (bits & 0x800fffffffffffff) | exponent << 52;
      if (i % 3 == 0) bits = (bits & ~0x1fffffffull) | 0x10000000; // a tie
      if (i % 3 == 1) bits = (bits & ~0x1fffffffull) | (0x10000000 + (random() % 3) - 1);
      volatile double x = std::bit_cast<double>(bits);
      std::fesetround(fe);
      volatile float machine = static_cast<float>(x);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(encode_bits<f32_format>(bits, {.round = mode}).code,
                std::bit_cast<std::uint32_t>(static_cast<float>(machine)))
          << std::hex << bits;
    }
  }
}

TEST(rows, wide_rows_keep_all_their_bits) {
  constexpr format_row row{32, 7, 25, 63, signedness::signed_, special_codes::ieee};
  std::mt19937_64 random(8);
  for (int i = 0; i < 100000; ++i) {
    const auto code = static_cast<std::uint32_t>(random());
    if (!is_finite_code(row, code)) continue;
    const double x = decode_double(row, code);
    ASSERT_EQ(encode_bits(row, bits_of(x), policy{}).code, code);
    const double up = decode_double(row, code + 1);
    if (!is_finite_code(row, code + 1) || (code & 0x7fffffff) == 0x7fffffff) continue;
    ASSERT_EQ(encode_bits(row, bits_of(x + (up - x) / 2), policy{}).code, code % 2 ? code + 1 : code);
  }
}

} // namespace
} // namespace fpcheck
