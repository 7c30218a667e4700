#include <fpcheck/formats/bulk.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

namespace fpcheck {
namespace {

std::vector<float> inputs(std::size_t n) {
  std::mt19937 random(n);
  std::vector<float> out(n);
  for (auto& x : out) {
    auto bits = static_cast<std::uint32_t>(random());
    if (random() % 2) bits = (bits & 0x807fffff) | (100 + random() % 40) << 23; // where the narrow formats are
    if (random() % 16 == 0) bits |= 0x7f800000;
    x = std::bit_cast<float>(bits);
  }
  return out;
}

template <class Tag>
void encodes_as_one_by_one(const policy& p, isa_level level) {
  for (const std::size_t n : {0, 1, 15, 16, 17, 63, 64, 65, 1000}) {
    const auto in = inputs(n);
    std::vector<code_type<Tag>> out(n + 1, code_type<Tag>{0x55});
    encode<Tag>(in, std::span(out).first(n), p, level);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(out[i], encode<Tag>(in[i], p).code) << std::hexfloat << in[i] << " level " << static_cast<int>(level);
    ASSERT_EQ(out[n], code_type<Tag>{0x55}); // nothing beyond the end
  }
}

template <class Tag>
void every_policy() {
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    for (int r = 0; r < 6; ++r)
      for (int s = 0; s < 3; ++s)
        for (int n = 0; n < 4; ++n)
          encodes_as_one_by_one<Tag>({.round = static_cast<rounding>(r),
                                      .saturate = static_cast<saturation>(s),
                                      .nan = static_cast<nan_rule>(n)},
                                     level);
    for (const auto who : {preset::ocp, preset::cuda, preset::ml_dtypes, preset::torch, preset::onnx, preset::p3109})
      encodes_as_one_by_one<Tag>(policy_for<Tag>(who), level);
  }
}

TEST(bulk, e4m3fn) {
  every_policy<e4m3fn_format>();
}
TEST(bulk, e4m3fnuz) {
  every_policy<e4m3fnuz_format>();
}
TEST(bulk, e2m1fn) {
  every_policy<e2m1fn_format>();
}
TEST(bulk, bf16) {
  every_policy<bf16_format>();
}
TEST(bulk, e8m0fnu) {
  every_policy<e8m0fnu_format>();
}

TEST(bulk, beyond_the_cache) {
  const auto in = inputs(detail::beyond_cache + 779);
  std::vector<std::uint8_t> out(in.size());
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    std::fill(out.begin(), out.end(), std::uint8_t{0x55});
    encode<e5m2_format>(std::span(in).first(in.size() - 1), out, policy{}, level);
    for (std::size_t i = 0; i + 1 < in.size(); ++i) ASSERT_EQ(out[i], encode<e5m2_format>(in[i]).code) << i;
    ASSERT_EQ(out.back(), 0x55);
  }
}

// The loop that asks for its memory ahead begins at twice a turn and what is ahead of it, with what is left over at three places.
TEST(bulk, turns_and_what_is_left_over) {
  constexpr std::size_t least = 2 * (detail::turn + detail::ahead);
  const auto in = inputs(least + 5000);
  std::vector<std::uint8_t> out(in.size());
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    for (const std::size_t n : {least - 1, least, least + 1, least + 2 * detail::turn - 1, least + 2 * detail::turn, least + 4321})
      for (const std::size_t start : {0, 1, 7, 15, 16}) {
        std::fill(out.begin(), out.end(), std::uint8_t{0x55});
        encode<e4m3fn_format>(std::span(in).subspan(start, n), std::span(out).subspan(3, n), policy{}, level);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[3 + i], encode<e4m3fn_format>(in[start + i]).code) << n << ' ' << start << ' ' << i;
        ASSERT_EQ(out[2], 0x55);
        ASSERT_EQ(out[3 + n], 0x55);
      }
  }
}

// All upper halves of a binary32 code; of the lower half it matters only whether it is zero.
TEST(bulk, halves_see_what_they_jam) {
  for (int precision = 2; precision <= 6; ++precision)
    for (const auto specials : {special_codes::ieee, special_codes::nan_only, special_codes::finite_only, special_codes::fnuz, special_codes::p3109_extended}) {
      const format_row row{5 + precision, 5, precision, 15, signedness::signed_, specials, precision == 6 ? 3 : 0};
      for (const auto round : {rounding::nearest_even, rounding::nearest_away})
        for (const auto saturate : {saturation::none, saturation::finite, saturation::finite_only}) {
          const policy p{.round = round, .saturate = saturate, .nan = nan_rule::payload};
          ASSERT_TRUE(encodes_in_halves(row, p));
          for (std::uint32_t high = 0; high < 0x10000; ++high)
            for (const std::uint32_t low : {0x0u, 0x1u, 0x8000u, 0xffffu}) {
              const std::uint32_t bits = high << 16 | low;
              ASSERT_EQ(encode_half(row, bits, p), encode_bits(row, bits, p).code) << std::hex << bits << " precision " << precision;
            }
        }
    }
}

TEST(bulk, stochastic) {
  constexpr policy p{.round = rounding::stochastic, .saturate = saturation::finite, .stochastic_bits = 8};
  const auto in = inputs(5000);
  std::mt19937 random(1);
  std::vector<std::uint32_t> words(in.size());
  for (auto& w : words) w = static_cast<std::uint32_t>(random());
  std::vector<std::uint8_t> out(in.size());
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    encode<e4m3fn_format, p>(in, words, out, level);
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], encode<e4m3fn_format>(in[i], p, words[i]).code);
  }
}

template <class Tag>
void decodes() {
  std::vector<code_type<Tag>> in;
  for (std::uint32_t c = 0; c < code_count(Tag::row); ++c) in.push_back(static_cast<code_type<Tag>>(c));
  std::vector<float> out(in.size());
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    decode<Tag>(std::span<const code_type<Tag>>(in), out, level);
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(bits_of(out[i]), decode_bits32(Tag::row, in[i]));
  }
}
TEST(bulk, decode) {
  decodes<e4m3fn_format>(), decodes<e5m2_format>(), decodes<bf16_format>(), decodes<f16_format>(),
      decodes<e8m0fnu_format>();
}

} // namespace
} // namespace fpcheck
