// Inputs that known implementations got wrong, with the values that exact arithmetic gives, and the tables of encodings
// and overflow behaviour that the formats are specified by.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/limits.hpp>
#include <fpcheck/formats/scale.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace fpcheck {
namespace {

constexpr double infinity = HUGE_VAL;
const double nan_value = std::numeric_limits<double>::quiet_NaN();

template <class Tag, class Number>
std::uint32_t code(Number x, const policy& p = {}) {
  return encode<Tag>(x, p).code;
}
template <class Tag>
std::uint32_t by(preset who, double x) {
  return encode<Tag>(static_cast<float>(x), policy_for<Tag>(who)).code;
}

struct encoding {
  format_row row;
  std::uint32_t max_code;
  double max, min_normal, min_subnormal;
  int infinity; ///< code or -1
  int nan;      ///< a NaN's code or -1
  double overflow_tie;
  bool tie_overflows;
};

TEST(encodings, table) {
  const encoding table[] = {
      {bf16_format::row, 0x7f7f, 0x1.fep127, 0x1p-126, 0x1p-133, 0x7f80, 0x7f81, 0x1.ffp127, true},
      {f16_format::row, 0x7bff, 65504, 0x1p-14, 0x1p-24, 0x7c00, 0x7c01, 65520, true},
      {tf32_format::row, 0x7f7fe000 >> 13, 0x1.ffcp127, 0x1p-126, 0x1p-136, 0x7f800000 >> 13, 0x7fc00000 >> 13,
       0x1.ffep127, true},
      {e5m2_format::row, 0x7b, 57344, 0x1p-14, 0x1p-16, 0x7c, 0x7d, 61440, true},
      {e4m3fn_format::row, 0x7e, 448, 0x1p-6, 0x1p-9, -1, 0x7f, 464, false},
      {e4m3_format::row, 0x77, 240, 0x1p-6, 0x1p-9, 0x78, 0x79, 248, true},
      {e4m3b11fnuz_format::row, 0x7f, 30, 0x1p-10, 0x1p-13, -1, 0x80, 31, true},
      {e4m3fnuz_format::row, 0x7f, 240, 0x1p-7, 0x1p-10, -1, 0x80, 248, true},
      {e5m2fnuz_format::row, 0x7f, 57344, 0x1p-15, 0x1p-17, -1, 0x80, 61440, true},
      {e3m4_format::row, 0x6f, 15.5, 0x1p-2, 0x1p-6, 0x70, 0x71, 15.75, true},
      {e2m3fn_format::row, 0x1f, 7.5, 1, 0x1p-3, -1, -1, 7.75, true},
      {e3m2fn_format::row, 0x1f, 28, 0x1p-2, 0x1p-4, -1, -1, 30, true},
      {e2m1fn_format::row, 0x7, 6, 1, 0x1p-1, -1, -1, 7, true},
      {ue4m3_format::row, 0x7e, 448, 0x1p-6, 0x1p-9, -1, 0x7f, 464, false},
      {ue5m3_format::row, 0xfe, 114688, 0x1p-14, 0x1p-17, -1, 0xff, 118784, false},
      {p3109_row(8, 4, signedness::signed_, special_codes::p3109_extended), 0x7e, 224, 0x1p-7, 0x1p-10, 0x7f, 0x80, 232,
       false},
      {p3109_row(8, 3, signedness::signed_, special_codes::p3109_finite), 0x7f, 57344, 0x1p-15, 0x1p-17, -1, 0x80,
       61440, true},
      {p3109_row(8, 3, signedness::unsigned_, special_codes::p3109_extended), 0xfd, 0x1.4p31, 0x1p-31, 0x1p-33, 0xfe,
       0xff, 0x1.6p31, true},
  };
  for (const auto& t : table) {
    const auto box = [&](std::uint32_t c) { return c << t.row.box_shift; };
    EXPECT_EQ(max_magnitude(t.row), t.max_code) << t.max;
    EXPECT_EQ(decode_double(t.row, box(t.max_code)), t.max);
    EXPECT_EQ(decode_double(t.row, box(1u << mantissa_bits(t.row))), t.min_normal) << t.max;
    EXPECT_EQ(decode_double(t.row, box(1)), t.min_subnormal) << t.max;
    if (t.infinity >= 0) {
      EXPECT_EQ(decode_double(t.row, box(static_cast<std::uint32_t>(t.infinity))), infinity);
    }
    EXPECT_EQ(has_infinity(t.row), t.infinity >= 0);
    if (t.nan >= 0) {
      EXPECT_TRUE(std::isnan(decode_double(t.row, box(static_cast<std::uint32_t>(t.nan)))));
    }
    EXPECT_EQ(has_nan(t.row), t.nan >= 0);
    const auto overflows = [&](double x) {
      return any(encode_bits(t.row, bits_of(x), policy{}).flags, status::overflow);
    };
    EXPECT_EQ(overflows(t.overflow_tie), t.tie_overflows) << t.max;
    EXPECT_FALSE(overflows(std::nextafter(t.overflow_tie, 0.0))) << t.max;
    EXPECT_TRUE(overflows(std::nextafter(t.overflow_tie, infinity))) << t.max;
  }
}

TEST(encodings, every_e2m1_value_and_tie) {
  const double values[] = {0, .5, 1, 1.5, 2, 3, 4, 6};
  for (std::uint8_t c = 0; c < 8; ++c) EXPECT_EQ(decode<e2m1fn_format>(c), values[c]);
  const double ties[] = {.25, .75, 1.25, 1.75, 2.5, 3.5, 5}, rounded[] = {0, 1, 1, 2, 2, 4, 4};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(static_cast<double>(e2m1fn_t(ties[i])), rounded[i]);
  EXPECT_EQ(code<e2m1fn_format>(1e30), 7u);
  EXPECT_EQ(code<e2m1fn_format>(-infinity), 15u);
}

TEST(overflow, cuda) {
  const auto saturated = preset::cuda;
  for (const double x : {1e9, infinity}) {
    EXPECT_EQ(by<e4m3fn_format>(saturated, x), 0x7eu);
    EXPECT_EQ(by<e4m3fn_format>(saturated, -x), 0xfeu);
    EXPECT_EQ(by<e5m2_format>(saturated, x), 0x7bu);
    EXPECT_EQ(by<e5m2_format>(saturated, -x), 0xfbu);
    EXPECT_EQ(by<e2m3fn_format>(saturated, -x), 0x3fu);
    EXPECT_EQ(by<e3m2fn_format>(saturated, x), 0x1fu);
    const auto open = [](auto row) { return with(policy_of(preset::cuda, row), saturation::none); };
    EXPECT_EQ(code<e4m3fn_format>(-x, open(e4m3fn_format::row)), 0xffu);
    EXPECT_EQ(code<e5m2_format>(-x, open(e5m2_format::row)), 0xfcu);
  }
  for (const double x : {nan_value, -nan_value}) {
    EXPECT_EQ(by<e4m3fn_format>(saturated, x), 0x7fu);
    EXPECT_EQ(by<e5m2_format>(saturated, x), 0x7fu);
    EXPECT_EQ(by<e2m3fn_format>(saturated, x), 0x1fu);
    EXPECT_EQ(by<e3m2fn_format>(saturated, x), 0x1fu);
    EXPECT_EQ(by<e2m1fn_format>(saturated, x), 0x7u);
    EXPECT_EQ(by<bf16_format>(saturated, x), 0x7fffu);
  }
}

TEST(overflow, ml_dtypes) {
  const auto who = preset::ml_dtypes;
  EXPECT_EQ(by<e4m3fn_format>(who, 1e9), 0x7fu);
  EXPECT_EQ(by<e4m3fn_format>(who, -infinity), 0xffu);
  EXPECT_EQ(by<e5m2_format>(who, 1e9), 0x7cu);
  EXPECT_EQ(by<e4m3fnuz_format>(who, 1e9), 0x80u);
  EXPECT_EQ(by<e4m3fn_format>(who, -nan_value), 0xffu);
  EXPECT_EQ(by<e5m2_format>(who, nan_value), 0x7eu);
  const auto saturating = [](auto row) { return with(policy_of(preset::ml_dtypes, row), saturation::finite_only); };
  EXPECT_EQ(code<e4m3fn_format>(1e9, saturating(e4m3fn_format::row)), 0x7eu);
  EXPECT_EQ(code<e4m3fn_format>(infinity, saturating(e4m3fn_format::row)), 0x7fu); // not clamped
  EXPECT_EQ(code<e5m2_format>(infinity, saturating(e5m2_format::row)), 0x7cu);
  EXPECT_EQ(by<e2m1fn_format>(who, nan_value), 0x8u);
  EXPECT_EQ(by<e2m3fn_format>(who, nan_value), 0x20u);
  EXPECT_EQ(by<e3m2fn_format>(who, nan_value), 0x20u);
}

TEST(overflow, torch_and_onnx) {
  EXPECT_EQ(by<e4m3fn_format>(preset::torch, 1e9), 0x7fu);
  EXPECT_EQ(by<e4m3fn_format>(preset::torch, -nan_value), 0xffu);
  const auto newer = with(policy_of(preset::torch, e4m3fn_format::row), saturation::finite);
  EXPECT_EQ(code<e4m3fn_format>(1e9, newer), 0x7eu);
  const auto who = preset::onnx;
  EXPECT_EQ(by<e4m3fn_format>(who, infinity), 0x7eu);
  EXPECT_EQ(by<e5m2_format>(who, -infinity), 0xfbu);
  EXPECT_EQ(by<e4m3fnuz_format>(who, 1e9), 0x7fu);
  EXPECT_EQ(by<e4m3fnuz_format>(who, infinity), 0x80u);
  EXPECT_EQ(by<e5m2fnuz_format>(who, -infinity), 0x80u);
  EXPECT_EQ(by<e5m2fnuz_format>(who, -1e9), 0xffu);
  const auto open = [](auto row) { return with(policy_of(preset::onnx, row), saturation::none); };
  EXPECT_EQ(code<e4m3fn_format>(1e9, open(e4m3fn_format::row)), 0x7fu);
  EXPECT_EQ(code<e5m2_format>(1e9, open(e5m2_format::row)), 0x7cu);
  EXPECT_EQ(code<e4m3fnuz_format>(1e9, open(e4m3fnuz_format::row)), 0x80u);
  // The standard's table: round_mode "up" unless one is given, and saturating.
  EXPECT_EQ(by<e8m0fnu_format>(who, 1.0), 0x7fu);
  EXPECT_EQ(by<e8m0fnu_format>(who, 1.125), 0x80u);
  EXPECT_EQ(by<e8m0fnu_format>(who, 0x1.8p127), 0xfeu);
  EXPECT_EQ(by<e8m0fnu_format>(who, infinity), 0xfeu);
}

TEST(overflow, p3109) {
  using extended = p3109_format<8, 4>;
  using finite = p3109_format<8, 4, signedness::signed_, special_codes::p3109_finite>;
  const policy none = policy_of(preset::p3109, extended::row);
  const policy sat_finite = with(none, saturation::finite), propagate = with(none, saturation::finite_only);
  EXPECT_EQ(code<extended>(1e9, sat_finite), 0x7eu);
  EXPECT_EQ(code<extended>(infinity, sat_finite), 0x7eu);
  EXPECT_EQ(code<extended>(1e9, propagate), 0x7eu);
  EXPECT_EQ(code<extended>(infinity, propagate), 0x7fu);
  EXPECT_EQ(code<finite>(infinity, propagate), 0x7fu);
  EXPECT_EQ(decode_double<finite>(0x7f), 240);
  EXPECT_EQ(code<extended>(1e9, none), 0x7fu);
  EXPECT_EQ(code<extended>(infinity, none), 0x7fu);
  EXPECT_EQ(code<extended>(1e9, with(none, rounding::toward_zero)), 0x7eu);
  EXPECT_EQ(code<extended>(-1e9, with(none, rounding::upward)), 0xfeu);
  EXPECT_EQ(code<extended>(-1e9, with(none, rounding::downward)), 0xffu);
  EXPECT_EQ(code<finite>(1e9, none), 0x7fu);
  EXPECT_EQ(code<extended>(nan_value, none), 0x80u);
  EXPECT_EQ(code<extended>(-1e-30, none), 0u); // no negative zero
}

TEST(scales, five_rules) {
  struct row {
    double x;
    double floor, ceil, nearest_up, nearest_even, nearest_log2;
  };
  const row table[] = {{1.45, 1, 2, 1, 1, 2},
                       {1.5, 1, 2, 2, 2, 2},
                       {3.0, 2, 4, 4, 2, 4},
                       {0.75, 0.5, 1, 1, 0.5, 1},
                       {0x1.6a09e6p+100, 0x1p100, 0x1p101, 0x1p100, 0x1p100, 0x1p100}};
  for (const auto& t : table) {
    const auto value = [&](power_rule r) { return decode_double<e8m0fnu_format>(encode_power(t.x, r).code); };
    EXPECT_EQ(value(power_rule::floor), t.floor) << t.x;
    EXPECT_EQ(value(power_rule::ceil), t.ceil) << t.x;
    EXPECT_EQ(value(power_rule::nearest_up), t.nearest_up) << t.x;
    // 1.5 lies between the codes 127 and 128: the even one is 2. 3 lies between 128 and 129: the even one is 2.
    EXPECT_EQ(value(power_rule::nearest_even), t.nearest_even) << t.x;
    EXPECT_EQ(value(power_rule::nearest_log2), t.nearest_log2) << t.x;
  }
  EXPECT_EQ(code<e8m0fnu_format>(3.0), 0x80u);
  EXPECT_EQ(code<e8m0fnu_format>(0.75), 0x7eu);
}

TEST(scales, the_boundary_of_nearest_log2_is_the_square_root_of_two) {
  const auto root = static_cast<unsigned __int128>((std::uint64_t{1} << 52) | 0x6a09e667f3bcdull);
  EXPECT_TRUE(root * root >= static_cast<unsigned __int128>(1) << 105);
  EXPECT_TRUE((root - 1) * (root - 1) < static_cast<unsigned __int128>(1) << 105);
}

TEST(scales, zero_negative_and_infinite) {
  const policy cuda = policy_of(preset::cuda, e8m0fnu_format::row), open = with(cuda, saturation::none);
  const policy ml = policy_of(preset::ml_dtypes, e8m0fnu_format::row);
  const policy torch = policy_of(preset::torch, e8m0fnu_format::row);
  EXPECT_EQ(encode_power(0, power_rule::ceil, cuda).code, 0u);
  EXPECT_EQ(encode_power(0, power_rule::nearest_up, ml).code, 0xffu);
  EXPECT_EQ(encode_power(0, power_rule::nearest_up, torch).code, 0u);
  EXPECT_EQ(encode_power(-1, power_rule::ceil, cuda).code, 0x7fu);
  EXPECT_EQ(encode_power(-1, power_rule::nearest_up, ml).code, 0xffu);
  EXPECT_EQ(encode_power(-1, power_rule::nearest_up, torch).code, 0x7fu);
  EXPECT_EQ(encode_power(infinity, power_rule::floor, open).code, 0xffu);
  EXPECT_EQ(encode_power(infinity, power_rule::floor, cuda).code, 0xfeu);
  EXPECT_EQ(encode_power(infinity, power_rule::ceil, cuda).code, 0xfeu);
  EXPECT_EQ(encode_power(infinity, power_rule::nearest_up, ml).code, 0xffu);
  EXPECT_EQ(encode_power(0x1.2p127, power_rule::floor).code, 0xfeu);
  EXPECT_EQ(encode_power(0x1.2p127, power_rule::ceil, cuda).code, 0xfeu);
  EXPECT_EQ(encode_power(0x1.2p127, power_rule::ceil, open).code, 0xffu);
  EXPECT_EQ(encode_power(0x1.2p127, power_rule::nearest_up).code, 0xfeu);
  EXPECT_EQ(encode_power(0x1p-130, power_rule::nearest_even).code, 0u);
}

TEST(cases, wide_sources_round_once) {
  EXPECT_EQ(code<bf16_format>(1 + 0x1p-8 + 0x1p-40), 0x3f81u);
  EXPECT_EQ(code<e4m3fn_format>(1.0625 + 0x1p-30), 0x39u);
  EXPECT_EQ(code<bf16_format>(16973823), 0x4b81u);
  EXPECT_EQ(static_cast<float>(bf16_t(16842753)), 16908288.0f);
  EXPECT_EQ(static_cast<float>(bf16_t(std::int64_t{-16842753})), -16908288.0f);
  EXPECT_EQ(code<bf16_format>(~std::uint64_t{0}), code<bf16_format>(0x1p64));
}

TEST(cases, nan_never_becomes_a_number) {
  for (const auto rule : {nan_rule::quiet, nan_rule::positive, nan_rule::all_ones, nan_rule::payload}) {
    const policy p{.nan = rule};
    for (const std::uint32_t bits : {0x7fffffffu, 0x7f800001u, 0xffffffffu, 0xff800001u}) {
      EXPECT_TRUE(is_nan_code(bf16_format::row, encode_bits<bf16_format>(bits, p).code));
      EXPECT_TRUE(is_nan_code(tf32_format::row, encode_bits<tf32_format>(bits, p).code >> 13));
      EXPECT_TRUE(is_nan_code(e5m2_format::row, encode_bits<e5m2_format>(bits, p).code));
      EXPECT_TRUE(is_nan_code(e4m3fn_format::row, encode_bits<e4m3fn_format>(bits, p).code));
    }
    EXPECT_TRUE(is_nan_code(f16_format::row, encode_bits<f16_format>(std::uint64_t{0x7ff0000000000001}, p).code));
  }
  EXPECT_EQ(encode_bits<bf16_format>(0x7f800001u).flags, status::invalid);
  EXPECT_EQ(encode_bits<bf16_format>(0x7fc00001u).flags, status::none);
}

TEST(cases, e4m3fn) {
  EXPECT_EQ(code<e4m3fn_format>(464.0), 0x7eu);
  EXPECT_EQ(code<e4m3fn_format>(465.0), 0x7fu);
  EXPECT_EQ(code<e4m3fn_format>(465.0, {.saturate = saturation::finite}), 0x7eu);
  EXPECT_EQ(code<e4m3fn_format>(480.0), 0x7fu);
  EXPECT_EQ(code<e4m3fn_format>(495.0), 0x7fu);
  EXPECT_EQ(code<e4m3fn_format>(0.3), 0x2au);
  EXPECT_EQ(static_cast<double>(e4m3fn_t(1.0625)), 1.0);
  EXPECT_EQ(static_cast<double>(f16_t(1.00048828125)), 1.0);
  EXPECT_EQ(code<e4m3fn_format>(-1e-30), 0x80u);
  // Overflow toward zero: 448 as IEEE 754 reads, NaN as OFP8 can be read.
  const policy inward{.round = rounding::toward_zero};
  EXPECT_EQ(code<e4m3fn_format>(1e9, inward), 0x7eu);
  EXPECT_EQ(code<e4m3fn_format>(1e9, {.round = rounding::toward_zero, .overflow = overflow_rule::always}), 0x7fu);
  EXPECT_TRUE(std::isnan(decode<e4m3fn_format>(0x7f)) && std::isnan(decode<e4m3fn_format>(0xff)));
}

TEST(cases, e5m2) {
  EXPECT_EQ(static_cast<double>(e5m2_t(58000.0)), 57344);
  EXPECT_EQ(static_cast<double>(e5m2_t(61440.0)), infinity);
  EXPECT_EQ(static_cast<double>(e5m2_t(61439.99)), 57344);
  EXPECT_EQ(decode<e5m2_format>(0x7c), HUGE_VALF);
  for (const int c : {0x7d, 0x7e, 0x7f}) EXPECT_TRUE(std::isnan(decode<e5m2_format>(static_cast<std::uint8_t>(c))));
}

TEST(cases, e2m1) {
  EXPECT_EQ(static_cast<double>(e2m1fn_t(0.25000006f)), 0.5);
  EXPECT_EQ(encode<e2m1fn_format>(nan_value).flags, status::invalid);
  EXPECT_EQ(code<e2m1fn_format>(nan_value, {.without_nan = no_nan::zero}), 0u);
}

TEST(cases, formats_without_negative_zero) {
  EXPECT_EQ(code<e4m3fnuz_format>(-1e-5), 0u);
  EXPECT_EQ(code<e4m3b11fnuz_format>(decode_double<f16_format>(0x8001)), 0u);
  EXPECT_EQ(code<e5m2fnuz_format>(-0.0), 0u);
  EXPECT_TRUE(std::isnan(decode<e4m3fnuz_format>(0x80)) && std::isnan(decode<e5m2fnuz_format>(0x80)));
  EXPECT_TRUE(std::isnan(decode_double<e8m0fnu_format>(0xff)));
}

TEST(cases, signs_of_zero_under_directed_rounding) {
  EXPECT_EQ(code<f16_format>(-1e-9, {.round = rounding::upward}), 0x8000u);
  EXPECT_EQ(code<f16_format>(1e-9, {.round = rounding::downward}), 0u);
  EXPECT_EQ(code<f16_format>(1e-9, {.round = rounding::upward}), 1u);
}

TEST(cases, same_width_is_the_identity) {
  EXPECT_EQ(code<f32_format>(3.0f), 0x40400000u);
  for (const std::uint32_t bits : {0x40400000u, 1u, 0x80000001u, 0x7f7fffffu, 0x7f800000u})
    EXPECT_EQ(encode_bits<f32_format>(bits).code, bits);
  EXPECT_EQ(f16_t::from_code(8).code(), 8);
}

TEST(cases, saturating_integers) {
  EXPECT_EQ((to_integer<std::int32_t, e4m3fn_format>(0x7f).value), 0);
  EXPECT_EQ((to_integer<std::int8_t, e4m3fn_format>(0x7e).value), 127);
  EXPECT_EQ((to_integer<std::uint8_t, e4m3fn_format>(0xfe).value), 0);
  EXPECT_EQ((to_integer<std::int16_t, e5m2_format>(0xfc).value), -32768);
}

TEST(cases, ue5m3_codes_are_finite_to_the_last_but_one) {
  for (int c = 248; c <= 254; ++c)
    EXPECT_EQ(decode_double<ue5m3_format>(static_cast<std::uint8_t>(c)), (c - 240) * 8192.0);
}

TEST(cases, every_e4m3_code_round_trips) {
  for (int c = 0; c < 256; ++c) {
    if (is_nan_code(e4m3fn_format::row, static_cast<std::uint32_t>(c))) continue;
    EXPECT_EQ(code<e4m3fn_format>(decode<e4m3fn_format>(static_cast<std::uint8_t>(c))), static_cast<std::uint32_t>(c));
  }
}

} // namespace
} // namespace fpcheck
