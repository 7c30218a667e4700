// Blocks with shared scales, and packed codes.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/block.hpp>
#include <fpcheck/formats/bulk_block.hpp>
#include <fpcheck/formats/nvfp4.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fpcheck {
namespace {

constexpr double infinity = HUGE_VAL;

template <class Tag, class Number>
std::uint32_t code(Number x, const policy& p = {}) {
  return encode<Tag>(x, p).code;
}
template <class Element>
double scale_of(std::initializer_list<float> in, const block_policy& p = {}) {
  std::uint8_t out[32] = {};
  return decode_double<e8m0fnu_format>(quantise_block<Element>(in.begin(), in.size(), out, p));
}

TEST(blocks, mxfp4_scales) {
  EXPECT_EQ(scale_of<e2m1fn_format>({2.7f, 0}), 0.5);
  EXPECT_EQ(scale_of<e2m1fn_format>({5.5f, 0}), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({1.2f, 0}), 0.25);
  EXPECT_EQ(scale_of<e4m3fn_format>({448.0f}), 1.0);
  EXPECT_EQ(scale_of<e5m2_format>({57344.0f}), 1.0);
  EXPECT_EQ(scale_of<e3m2fn_format>({28.0f}), 1.0);
  EXPECT_EQ(scale_of<e2m3fn_format>({7.5f}), 1.0);
  EXPECT_EQ(scale_of<mxint8_element>({1.5f}), 1.0);
}

TEST(blocks, other_scale_rules) {
  const auto rule = [](scale_rule r) { return block_policy{.scale = r}; };
  EXPECT_EQ(scale_of<e2m1fn_format>({7.9f}, rule(scale_rule::floor)), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({7.9f}, rule(scale_rule::ceil)), 2.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({6.0f}, rule(scale_rule::ceil)), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({std::nextafter(6.0f, 7.0f)}, rule(scale_rule::ceil)), 2.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({6.9f}, rule(scale_rule::even)), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({7.0f}, rule(scale_rule::even)), 2.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({8.9f}, rule(scale_rule::nearest)), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({9.0f}, rule(scale_rule::nearest)), 2.0);  // 1.5: code 128 is even
  EXPECT_EQ(scale_of<e2m1fn_format>({18.0f}, rule(scale_rule::nearest)), 2.0); // 3: code 128 is even
  EXPECT_EQ(scale_of<e2m1fn_format>({18.1f}, rule(scale_rule::nearest)), 4.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({4.4f}, rule(scale_rule::nearest)), 0.5);
}

TEST(blocks, values_above_the_largest_element_are_clamped) {
  const float in[] = {7.9f, -7.9f, 0.25f, 5.0f};
  std::uint8_t out[4];
  EXPECT_EQ(quantise_block<e2m1fn_format>(in, 4, out), 127);
  const double want[] = {6, -6, 0, 4};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(dequantise<e2m1fn_format>(out[i], 127), want[i]);
}

TEST(blocks, the_smallest_magnitudes_survive) {
  const float in[] = {0x1p-127f, 0};
  std::uint8_t out[2];
  const auto scale = quantise_block<e2m1fn_format>(in, 2, out);
  EXPECT_EQ(dequantise<e2m1fn_format>(out[0], scale), 0x1p-127);
}

TEST(blocks, infinity_and_nan_never_vanish_silently) {
  const float in[] = {HUGE_VALF, 1, 1, 1};
  std::uint8_t out[4];
  EXPECT_EQ(quantise_block<e2m1fn_format>(in, 4, out), 0xff);
  EXPECT_TRUE(std::isnan(dequantise<e2m1fn_format>(out[1], 0xff)));
  const auto scale = quantise_block<e2m1fn_format>(in, 4, out, {.special = special_rule::elements});
  EXPECT_EQ(dequantise<e2m1fn_format>(out[0], scale), 1.5); // the largest element under the scale of the others
  EXPECT_EQ(dequantise<e2m1fn_format>(out[1], scale), 1.0);
  const auto e5m2 = quantise_block<e5m2_format>(in, 4, out, {.special = special_rule::elements, .element = {}});
  EXPECT_EQ(dequantise<e5m2_format>(out[0], e5m2), infinity);
}

TEST(blocks, zero_blocks) {
  EXPECT_EQ(scale_of<e2m1fn_format>({0, 0}), 0x1p-127);
  EXPECT_EQ(scale_of<e2m1fn_format>({0, 0}, {.zero = zero_block::one}), 1.0);
  EXPECT_EQ(scale_of<e2m1fn_format>({0, -0.0f}, {.zero = zero_block::emax}), 0.25);
}

TEST(blocks, mxint8) {
  const float in[] = {1.999f, -1.0f, 0.0078125f, 0.0234375f, -2.0f + 0x1p-23f};
  std::uint8_t out[5];
  EXPECT_EQ(quantise_block<mxint8_element>(in, 5, out), 127);
  const double want[] = {127 / 64.0, -1, 0, 2 / 64.0, -127 / 64.0}; // 0.5 and 1.5 of a step: ties to even
  for (int i = 0; i < 5; ++i) EXPECT_EQ(dequantise<mxint8_element>(out[i], 127), want[i]) << i;
}

TEST(blocks, packed_codes) {
  std::uint8_t bytes[packed_size(8, 6)] = {};
  for (std::size_t i = 0; i < 8; ++i) store_packed<6>(bytes, i, static_cast<std::uint8_t>(63 - 5 * i));
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(load_packed<6>(bytes, i), 63 - 5 * i);
  store_packed<6>(bytes, 3, 0);
  EXPECT_EQ(load_packed<6>(bytes, 2), 53);
  EXPECT_EQ(load_packed<6>(bytes, 3), 0);
  EXPECT_EQ(load_packed<6>(bytes, 4), 43);
  std::uint8_t nibbles[2] = {};
  store_packed<4>(nibbles, 0, 0x3);
  store_packed<4>(nibbles, 1, 0xc);
  EXPECT_EQ(nibbles[0], 0xc3); // element 0 in the low nibble
}

TEST(nvfp4, all_zero_block_has_a_finite_scale) {
  const float in[16] = {};
  const auto block = quantise_nvfp4(in, nvfp4_tensor_scale(0));
  EXPECT_LE(block.scale, 0x7e);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(dequantise_nvfp4(block, i, 1.0f), 0.0f);
}

TEST(nvfp4, scale_saturates_instead_of_becoming_nan) {
  float in[16] = {1e6f};
  EXPECT_EQ(quantise_nvfp4(in, 1.0f).scale, 0x7e);
}

TEST(nvfp4, scale_that_rounds_to_zero) {
  float in[16] = {6 * 0x1p-10f, 1e-9f};
  EXPECT_EQ(quantise_nvfp4(in, 1.0f).scale, 0);
  EXPECT_EQ(quantise_nvfp4(in, 1.0f, {.underflow = zero_scale::min_positive}).scale, 1);
  in[0] = std::nextafter(in[0], 1.0f);
  EXPECT_EQ(quantise_nvfp4(in, 1.0f).scale, 1);
}

TEST(nvfp4, divides_instead_of_multiplying_by_the_reciprocal) {
  const float v = 0.02392577938735485f, scale = decode<ue4m3_format>(0x07);
  EXPECT_EQ(scale, 0.013671875f);
  float in[16] = {v};
  in[1] = 6 * scale; // the block's largest magnitude makes the scale code 7
  const auto block = quantise_nvfp4(in, 1.0f);
  ASSERT_EQ(block.scale, 0x07);
  EXPECT_EQ(load_packed<4>(block.elements, 0), 0x3);
  EXPECT_EQ(code<e2m1fn_format>(v * (1 / scale)), 0x4u); // what the reciprocal would have given
}

TEST(nvfp4, a_tensor_at_full_range) {
  float in[16] = {};
  for (int i = 0; i < 16; ++i) in[i] = static_cast<float>(i - 8) * 1000;
  const float tensor = nvfp4_tensor_scale(8000);
  const auto block = quantise_nvfp4(in, tensor);
  EXPECT_EQ(block.scale, 0x7e);
  EXPECT_NEAR(dequantise_nvfp4(block, 0, tensor), -8000, 0.01);
  in[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(quantise_nvfp4(in, tensor).scale, 0x7f);
  EXPECT_TRUE(std::isnan(dequantise_nvfp4(quantise_nvfp4(in, tensor), 0, tensor)));
}

/// The error of each element is at most half a step of its block, a step being the spacing at the element's magnitude.
template <class Element>
void errors_are_within_half_a_step(scale_rule rule) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  std::vector<float> in(1000), out(1000);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::ldexp(normal(random), static_cast<int>(i / 100) * 7 - 35);
  std::vector<std::uint8_t> codes(in.size()), scales(block_count(in.size(), mx_block_size));
  quantise<Element>(in, codes, scales, {.scale = rule});
  dequantise<Element>(codes, scales, out);
  const double max = decode_double(Element::row, max_magnitude(Element::row));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double scale = decode_double<e8m0fnu_format>(scales[i / mx_block_size]), x = in[i] / scale,
                 y = out[i] / scale;
    int e = 0;
    std::frexp(x, &e);
    const double step = std::ldexp(1.0, std::max(e - 1, min_exponent(Element::row)) - mantissa_bits(Element::row));
    if (std::fabs(x) > max) {
      ASSERT_EQ(std::fabs(y), max);
    } else {
      ASSERT_LE(std::fabs(x - y), step / 2) << i;
    }
    if (rule == scale_rule::ceil) {
      ASSERT_LE(std::fabs(x), max);
    }
    ASSERT_LE(std::fabs(x), 2 * max + 1);
  }
}

TEST(blocks, errors) {
  for (const auto rule : {scale_rule::floor, scale_rule::ceil, scale_rule::even, scale_rule::nearest}) {
    errors_are_within_half_a_step<e2m1fn_format>(rule);
    errors_are_within_half_a_step<e2m3fn_format>(rule);
    errors_are_within_half_a_step<e3m2fn_format>(rule);
    errors_are_within_half_a_step<e4m3fn_format>(rule);
    errors_are_within_half_a_step<e5m2_format>(rule);
  }
}

TEST(nvfp4, errors) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  std::vector<float> in(1600), out(1600);
  for (auto& x : in) x = normal(random);
  std::vector<nvfp4_block> blocks(in.size() / nvfp4_block_size);
  const float tensor = nvfp4_tensor_scale(largest_magnitude(in));
  quantise_nvfp4(in, blocks, tensor);
  dequantise_nvfp4(blocks, out, tensor);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double step = decode<ue4m3_format>(blocks[i / 16].scale) * static_cast<double>(tensor), x = in[i] / step;
    // 4 to 6 are one apart from 4 and 6: at most 1 off, or a little beyond 6 where the block's scale was rounded down.
    const double spacing = std::fabs(x) <= 2 ? 0.5 : std::fabs(x) <= 4 ? 1 : 2;
    ASSERT_LE(std::fabs(out[i] / step - x), spacing / 2 * 1.0001) << x;
  }
}

} // namespace
} // namespace fpcheck
