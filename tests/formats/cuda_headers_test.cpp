// The preset `cuda` against NVIDIA's own headers, compiled for the host: every conversion they offer.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/scale.hpp>

#include <gtest/gtest.h>

#if __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <bit>
#include <random>

namespace fpcheck {
namespace {

/// Calls f with floats: all of the upper 19 bits, each with lower bits at and beside the ties of every format here.
template <class F>
void for_floats(F f) {
  constexpr std::uint32_t low[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff};
  for (std::uint32_t high = 0; high < (1u << 19); ++high)
    for (const std::uint32_t l : low) {
      f(std::bit_cast<float>(high << 13 | l));
      if (::testing::Test::HasFatalFailure()) return;
    }
}
/// The same values as doubles, and doubles a last place beside them.
template <class F>
void for_doubles(F f) {
  std::mt19937_64 random(9);
  for (std::uint32_t high = 0; high < (1u << 18); ++high) {
    const double x = std::bit_cast<float>(high << 14);
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t half = std::uint64_t{1} << 41;
    for (const std::uint64_t b : {bits, bits + 1, bits - 1, bits | half, bits + 2 * half + 1})
      f(std::bit_cast<double>(b));
    f(std::bit_cast<double>(random()));
    if (::testing::Test::HasFatalFailure()) return;
  }
}
template <class F>
void for_codes(F f) {
  for (std::uint32_t c = 0; c < 0x10000; ++c) {
    f(static_cast<std::uint16_t>(c));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <class Tag>
policy cuda(saturation s) {
  return with(policy_for<Tag>(preset::cuda), s);
}
/// From double the headers keep a NaN's sign and leading payload bits.
template <class Tag>
policy cuda_from_double(saturation s) {
  policy p = cuda<Tag>(s);
  p.nan = nan_rule::payload;
  return p;
}

template <class Tag>
void check_fp8(__nv_fp8_interpretation_t kind) {
  for (const auto& [theirs, ours] : {std::pair{__NV_SATFINITE, saturation::finite}, {__NV_NOSAT, saturation::none}}) {
    for_floats([&, t = theirs, o = ours](float x) {
      ASSERT_EQ(__nv_cvt_float_to_fp8(x, t, kind), encode<Tag>(x, cuda<Tag>(o)).code) << std::hexfloat << x;
    });
    for_doubles([&, t = theirs, o = ours](double x) {
      ASSERT_EQ(__nv_cvt_double_to_fp8(x, t, kind), encode<Tag>(x, cuda_from_double<Tag>(o)).code)
          << std::hexfloat << x;
    });
    for_codes([&, t = theirs, o = ours](std::uint16_t c) {
      const auto half = encode_bits<Tag>(decode_bits32(f16_format::row, c), cuda<Tag>(o)).code;
      ASSERT_EQ(__nv_cvt_halfraw_to_fp8(__half_raw{c}, t, kind), half) << c;
      const auto bf16 = encode_bits<Tag>(decode_bits32(bf16_format::row, c), cuda<Tag>(o)).code;
      ASSERT_EQ(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{c}, t, kind), bf16) << c;
    });
  }
  for (int c = 0; c < 256; ++c) {
    const auto code = static_cast<std::uint8_t>(c);
    const auto half = __nv_cvt_fp8_to_halfraw(code, kind).x;
    const auto wide = decode_bits32(Tag::row, code);
    const auto ours = encode_bits<f16_format>(wide, {.nan = nan_rule::positive}).code;
    ASSERT_EQ(half, ours) << c;
  }
}
TEST(cuda_headers, fp8_e4m3) {
  check_fp8<e4m3fn_format>(__NV_E4M3);
}
TEST(cuda_headers, fp8_e5m2) {
  check_fp8<e5m2_format>(__NV_E5M2);
}

template <class Tag, class Convert>
void check_narrow(Convert convert) {
  // Saturating always; the two rounding modes that the headers have.
  constexpr std::pair<cudaRoundMode, rounding> modes[] = {{cudaRoundNearest, rounding::nearest_even},
                                                          {cudaRoundZero, rounding::toward_zero}};
  for (const auto& [theirs, ours] : modes) {
    const policy p = with(cuda<Tag>(saturation::finite), ours);
    for_floats([&, t = theirs](float x) { ASSERT_EQ(convert(x, t), encode<Tag>(x, p).code) << std::hexfloat << x; });
    for_doubles([&, t = theirs](double x) { ASSERT_EQ(convert(x, t), encode<Tag>(x, p).code) << std::hexfloat << x; });
    for_codes([&, t = theirs](std::uint16_t c) {
      ASSERT_EQ(convert(__half_raw{c}, t), encode_bits<Tag>(decode_bits32(f16_format::row, c), p).code) << c;
      ASSERT_EQ(convert(__nv_bfloat16_raw{c}, t), encode_bits<Tag>(decode_bits32(bf16_format::row, c), p).code) << c;
    });
  }
}

template <__nv_fp6_interpretation_t Kind>
struct fp6_conversion {
  unsigned operator()(float x, cudaRoundMode m) const { return __nv_cvt_float_to_fp6(x, Kind, m); }
  unsigned operator()(double x, cudaRoundMode m) const { return __nv_cvt_double_to_fp6(x, Kind, m); }
  unsigned operator()(__half_raw x, cudaRoundMode m) const { return __nv_cvt_halfraw_to_fp6(x, Kind, m); }
  unsigned operator()(__nv_bfloat16_raw x, cudaRoundMode m) const { return __nv_cvt_bfloat16raw_to_fp6(x, Kind, m); }
};
struct fp4_conversion {
  unsigned operator()(float x, cudaRoundMode m) const { return __nv_cvt_float_to_fp4(x, __NV_E2M1, m); }
  unsigned operator()(double x, cudaRoundMode m) const { return __nv_cvt_double_to_fp4(x, __NV_E2M1, m); }
  unsigned operator()(__half_raw x, cudaRoundMode m) const { return __nv_cvt_halfraw_to_fp4(x, __NV_E2M1, m); }
  unsigned operator()(__nv_bfloat16_raw x, cudaRoundMode m) const {
    return __nv_cvt_bfloat16raw_to_fp4(x, __NV_E2M1, m);
  }
};
TEST(cuda_headers, fp6_e2m3) {
  check_narrow<e2m3fn_format>(fp6_conversion<__NV_E2M3>{});
}
TEST(cuda_headers, fp6_e3m2) {
  check_narrow<e3m2fn_format>(fp6_conversion<__NV_E3M2>{});
}
TEST(cuda_headers, fp4_e2m1) {
  check_narrow<e2m1fn_format>(fp4_conversion{});
}

TEST(cuda_headers, fp6_and_fp4_decode) {
  for (std::uint32_t c = 0; c < 64; ++c) {
    const auto code = static_cast<std::uint8_t>(c);
    EXPECT_EQ(__nv_cvt_fp6_to_halfraw(code, __NV_E2M3).x, encode<f16_format>(decode<e2m3fn_format>(code)).code) << c;
    EXPECT_EQ(__nv_cvt_fp6_to_halfraw(code, __NV_E3M2).x, encode<f16_format>(decode<e3m2fn_format>(code)).code) << c;
    if (c < 16) {
      EXPECT_EQ(__nv_cvt_fp4_to_halfraw(code, __NV_E2M1).x, encode<f16_format>(decode<e2m1fn_format>(code)).code) << c;
    }
  }
}

TEST(cuda_headers, two_elements_stand_low_first) {
  EXPECT_EQ(__nv_cvt_float2_to_fp4x2(float2{0.5f, 6.0f}, __NV_E2M1, cudaRoundNearest), 0x71);
  EXPECT_EQ(__nv_cvt_float2_to_fp8x2(float2{1.0f, 448.0f}, __NV_SATFINITE, __NV_E4M3), 0x7e38);
}

TEST(cuda_headers, e8m0) {
  constexpr std::pair<cudaRoundMode, power_rule> rules[] = {{cudaRoundZero, power_rule::floor},
                                                            {cudaRoundPosInf, power_rule::ceil}};
  for (const auto& [mode, rule] : rules)
    for (const auto& [theirs, ours] : {std::pair{__NV_SATFINITE, saturation::finite}, {__NV_NOSAT, saturation::none}}) {
      const policy p = cuda<e8m0fnu_format>(ours);
      for_floats([&, m = mode, r = rule, t = theirs](float x) {
        ASSERT_EQ(__nv_cvt_float_to_e8m0(x, t, m), encode_power(x, r, p).code) << std::hexfloat << x;
      });
      for_doubles([&, m = mode, r = rule, t = theirs](double x) {
        ASSERT_EQ(__nv_cvt_double_to_e8m0(x, t, m), encode_power(x, r, p).code) << std::hexfloat << x;
      });
      for_codes([&, m = mode, r = rule, t = theirs](std::uint16_t c) {
        ASSERT_EQ(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{c}, t, m),
                  encode_power(decode<bf16_format>(c), r, p).code)
            << c;
      });
    }
  for (int c = 0; c < 256; ++c) {
    const auto theirs = __nv_cvt_e8m0_to_bf16raw(static_cast<std::uint8_t>(c)).x;
    const auto ours = encode_bits<bf16_format>(decode_bits32(e8m0fnu_format::row, static_cast<std::uint32_t>(c)),
                                               {.nan = nan_rule::positive})
                          .code;
    EXPECT_EQ(theirs, ours) << c;
  }
}

template <class Tag, rounding Round>
std::uint16_t ours16(auto x) {
  return encode<Tag>(x, with(policy_for<Tag>(preset::cuda), Round)).code;
}
std::uint16_t code_of(__half h) {
  return __half_raw(h).x;
}
std::uint16_t code_of(__nv_bfloat16 b) {
  return __nv_bfloat16_raw(b).x;
}

TEST(cuda_headers, float_and_double_to_half_and_bfloat16) {
  using enum rounding;
  for_floats([](float x) {
    ASSERT_EQ(code_of(__float2half_rn(x)), (ours16<f16_format, nearest_even>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2half_rz(x)), (ours16<f16_format, toward_zero>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2half_rd(x)), (ours16<f16_format, downward>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2half_ru(x)), (ours16<f16_format, upward>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2bfloat16_rn(x)), (ours16<bf16_format, nearest_even>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2bfloat16_rz(x)), (ours16<bf16_format, toward_zero>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2bfloat16_rd(x)), (ours16<bf16_format, downward>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__float2bfloat16_ru(x)), (ours16<bf16_format, upward>(x))) << std::hexfloat << x;
  });
  for_doubles([](double x) {
    ASSERT_EQ(code_of(__double2half(x)), (ours16<f16_format, nearest_even>(x))) << std::hexfloat << x;
    ASSERT_EQ(code_of(__double2bfloat16(x)), (ours16<bf16_format, nearest_even>(x))) << std::hexfloat << x;
  });
}

TEST(cuda_headers, half_and_bfloat16_to_float) {
  for_codes([](std::uint16_t c) {
    const float half = __half2float(__half(__half_raw{c})),
                bf16 = __bfloat162float(__nv_bfloat16(__nv_bfloat16_raw{c}));
    const bool nan_half = is_nan_code(f16_format::row, c), nan_bf16 = is_nan_code(bf16_format::row, c);
    ASSERT_TRUE(nan_half ? half != half : bits_of(half) == decode_bits32(f16_format::row, c)) << c;
    ASSERT_TRUE(nan_bf16 ? bf16 != bf16 : bits_of(bf16) == decode_bits32(bf16_format::row, c)) << c;
  });
}

template <class Integer>
std::vector<Integer> tricky_integers() {
  std::mt19937_64 random(4);
  std::vector<Integer> out{0, 1, std::numeric_limits<Integer>::max(), std::numeric_limits<Integer>::min()};
  for (int i = 0; i < 200000; ++i) {
    const auto bits = random() >> (random() % 64), keep = random() % 64;
    const auto head = bits >> keep << keep; // long runs of zeros, and a last place beside them
    for (const auto x : {bits, head, head + 1, head - 1}) out.push_back(static_cast<Integer>(x));
  }
  return out;
}

TEST(cuda_headers, integers_to_half) {
  using enum rounding;
  for (const auto i : tricky_integers<int>()) {
    ASSERT_EQ(code_of(__int2half_rn(i)), (ours16<f16_format, nearest_even>(i))) << i;
    ASSERT_EQ(code_of(__int2half_rz(i)), (ours16<f16_format, toward_zero>(i))) << i;
    ASSERT_EQ(code_of(__int2half_rd(i)), (ours16<f16_format, downward>(i))) << i;
    ASSERT_EQ(code_of(__int2half_ru(i)), (ours16<f16_format, upward>(i))) << i;
  }
  for (const auto i : tricky_integers<unsigned>())
    ASSERT_EQ(code_of(__uint2half_rn(i)), (ours16<f16_format, nearest_even>(i))) << i;
  for (const auto i : tricky_integers<long long>()) {
    ASSERT_EQ(code_of(__ll2half_rn(i)), (ours16<f16_format, nearest_even>(i))) << i;
    ASSERT_EQ(code_of(__ll2half_ru(i)), (ours16<f16_format, upward>(i))) << i;
  }
  for (const auto i : tricky_integers<unsigned long long>())
    ASSERT_EQ(code_of(__ull2half_rn(i)), (ours16<f16_format, nearest_even>(i))) << i;
  for (const auto i : tricky_integers<short>())
    ASSERT_EQ(code_of(__short2half_rn(i)), (ours16<f16_format, nearest_even>(i))) << i;
}

TEST(cuda_headers, integers_to_bfloat16) {
  using enum rounding;
  for (const auto i : tricky_integers<int>())
    ASSERT_EQ(code_of(__int2bfloat16_rn(i)), (ours16<bf16_format, nearest_even>(i))) << i;
  for (const auto i : tricky_integers<unsigned>())
    ASSERT_EQ(code_of(__uint2bfloat16_rn(i)), (ours16<bf16_format, nearest_even>(i))) << i;
#if !defined(FPCHECK_SANITIZED) // on the host these convert 2^63 back, which is undefined
  for (const auto i : tricky_integers<long long>())
    ASSERT_EQ(code_of(__ll2bfloat16_rn(i)), (ours16<bf16_format, nearest_even>(i))) << i;
  for (const auto i : tricky_integers<unsigned long long>())
    ASSERT_EQ(code_of(__ull2bfloat16_rn(i)), (ours16<bf16_format, nearest_even>(i))) << i;
#endif
  for (const auto i : tricky_integers<short>())
    ASSERT_EQ(code_of(__short2bfloat16_rn(i)), (ours16<bf16_format, nearest_even>(i))) << i;
}

TEST(cuda_headers, half_and_bfloat16_to_integers) {
  for_codes([](std::uint16_t c) {
    const __half h(__half_raw{c});
    const __nv_bfloat16 b(__nv_bfloat16_raw{c});
    ASSERT_EQ(__half2int_rz(h), (to_integer<int, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2uint_rz(h), (to_integer<unsigned, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2short_rz(h), (to_integer<short, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2ushort_rz(h), (to_integer<unsigned short, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2char_rz(h), (to_integer<signed char, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2uchar_rz(h), (to_integer<unsigned char, f16_format>(c).value)) << c;
    ASSERT_EQ(__half2ll_rz(h),
              (to_integer<long long, f16_format>(c, rounding::toward_zero, integer_nan::top_bit).value))
        << c;
    ASSERT_EQ(__half2ull_rz(h),
              (to_integer<unsigned long long, f16_format>(c, rounding::toward_zero, integer_nan::top_bit).value))
        << c;
    ASSERT_EQ(__bfloat162int_rz(b), (to_integer<int, bf16_format>(c).value)) << c;
    ASSERT_EQ(__bfloat162uint_rz(b), (to_integer<unsigned, bf16_format>(c).value)) << c;
    ASSERT_EQ(__bfloat162short_rz(b), (to_integer<short, bf16_format>(c).value)) << c;
    ASSERT_EQ(__bfloat162char_rz(b), (to_integer<signed char, bf16_format>(c).value)) << c;
    ASSERT_EQ(__bfloat162ll_rz(b),
              (to_integer<long long, bf16_format>(c, rounding::toward_zero, integer_nan::top_bit).value))
        << c;
    ASSERT_EQ(__bfloat162ull_rz(b),
              (to_integer<unsigned long long, bf16_format>(c, rounding::toward_zero, integer_nan::top_bit).value))
        << c;
  });
}

template <class Tag, class Number, class Raw>
void check_arithmetic() {
  std::mt19937 random(2);
  const policy p = policy_for<Tag>(preset::cuda);
  for (int i = 0; i < 300000; ++i) {
    const auto a = static_cast<std::uint16_t>(random());
    const auto b = static_cast<std::uint16_t>(i % 2 ? random() : a ^ (random() & 0x83ff));
    const Number x(Raw{a}), y(Raw{b});
    const auto agree = [&](Number theirs, std::uint16_t ours) {
      return code_of(theirs) == ours || (is_nan_code(Tag::row, code_of(theirs)) && is_nan_code(Tag::row, ours));
    };
    ASSERT_TRUE(agree(__hadd(x, y), add<Tag>(a, b, p).code)) << a << " " << b;
    ASSERT_TRUE(agree(__hsub(x, y), subtract<Tag>(a, b, p).code)) << a << " " << b;
    ASSERT_TRUE(agree(__hmul(x, y), multiply<Tag>(a, b, p).code)) << a << " " << b;
    ASSERT_TRUE(agree(__hmin(x, y), min<Tag>(a, b).code)) << a << " " << b;
    ASSERT_TRUE(agree(__hmax(x, y), max<Tag>(a, b).code)) << a << " " << b;
    ASSERT_EQ(__hlt(x, y), compare_codes(Tag::row, a, b) == ordering::less);
    ASSERT_EQ(__heq(x, y), compare_codes(Tag::row, a, b) == ordering::equal);
  }
}
TEST(cuda_headers, half_arithmetic) {
  check_arithmetic<f16_format, __half, __half_raw>();
}
TEST(cuda_headers, bfloat16_arithmetic) {
  check_arithmetic<bf16_format, __nv_bfloat16, __nv_bfloat16_raw>();
}

} // namespace
} // namespace fpcheck
#else
TEST(cuda_headers, absent) {
  GTEST_SKIP() << "no CUDA headers on this machine: the preset cuda was not compared with them";
}
#endif
