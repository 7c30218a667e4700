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
