#include <fpcheck/kernels/hash.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

// Known answers: SMHasher for fmix, the xxhsum program for xxHash, Random123's kat_vectors for Philox; the rest were
// worked out by hand from the published constants with arbitrary-precision integers.
TEST(Hash, KnownAnswers) {
  EXPECT_EQ(fmix32(0), 0u);
  EXPECT_EQ(fmix32(1), 0x514e28b7u);
  EXPECT_EQ(fmix64(1), 0xb456bcfc34c2cb2cull);
  EXPECT_EQ(xxh32(0x64636261u), 0xa3643705u);
  EXPECT_EQ(xxh32(1u), 0xf3bb7693u);
  EXPECT_EQ(xxh64(0x6867666564636261ull), 0x3ad351775b4634b7ull);
  EXPECT_EQ(xxh64(1u), 0x9f29cb17a2a49995ull);
  EXPECT_EQ(pcg(0), 0x07bb2fe2u);
  EXPECT_EQ(pcg(0xdeadbeefu), 0x67299972u);
  EXPECT_EQ(lowbias32(1), 0x688990c0u);
  EXPECT_EQ(lowbias32(0xdeadbeefu), 0xe628c683u);
  EXPECT_EQ(triple32(1), 0x042741d6u);
  EXPECT_EQ(triple32(0xdeadbeefu), 0x0921725eu);
}

TEST(Hash, PhiloxKnownAnswers) {
  const philox_block zero = philox4x32({{0, 0, 0, 0}}, {{0, 0}});
  EXPECT_EQ(zero, (philox_block{{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}}));
  const philox_block ones = philox4x32({{~0u, ~0u, ~0u, ~0u}}, {{~0u, ~0u}});
  EXPECT_EQ(ones, (philox_block{{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}}));
  const philox_block pi = philox4x32({{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}}, {{0xa4093822u, 0x299f31d0u}});
  EXPECT_EQ(pi, (philox_block{{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}}));
}

template <class Tag>
std::set<double> finite_values() {
  std::set<double> values;
  for (std::uint64_t code = 0; code < code_count(Tag::row); ++code)
    if (is_finite_code(Tag::row, static_cast<std::uint32_t>(code)))
      values.insert(decode_double(Tag::row, static_cast<std::uint32_t>(code) << Tag::row.box_shift));
  return values;
}

// The oracle is the list of all values of the format.
template <class Tag>
void expect_representable_as_listed(std::uint64_t limit) {
  const std::set<double> values = finite_values<Tag>();
  for (std::uint64_t n = 0; n < limit; ++n)
    ASSERT_EQ(representable<Tag>(n), values.count(static_cast<double>(n)) != 0) << n;
}

TEST(Representable, AgreesWithTheListOfValues) {
  expect_representable_as_listed<f16_format>(70000);
  expect_representable_as_listed<bf16_format>(200000);
  expect_representable_as_listed<e4m3fn_format>(1000);
  expect_representable_as_listed<e5m2_format>(70000);
  expect_representable_as_listed<e4m3fnuz_format>(1000);
  expect_representable_as_listed<e2m1fn_format>(20);
  expect_representable_as_listed<e8m0fnu_format>(5000);
  expect_representable_as_listed<ue5m3_format>(200000);
}

TEST(Representable, WideIntegersInBinary32) {
  for (int k = 0; k < 64; ++k)
    for (std::uint64_t d : {0ull, 1ull, 2ull, 64ull, 127ull, 128ull, 129ull, 255ull, 256ull, 1ull << 32, (1ull << 40) - 1}) {
      for (const std::uint64_t n : {(std::uint64_t{1} << k) + d, (std::uint64_t{1} << k) - d}) {
        const float f = static_cast<float>(n);
        const bool exact = f < 0x1p64f && static_cast<std::uint64_t>(f) == n;
        EXPECT_EQ(representable<f32_format>(n), exact) << n;
        EXPECT_EQ(bits_lost<f32_format>(n) == 0, exact) << n;
      }
    }
  EXPECT_EQ(bits_lost<f32_format>(0xffffffffu), 8);
  EXPECT_EQ(bits_lost<bf16_format>(0x101), 1);
  EXPECT_EQ(bits_lost<bf16_format>(0x100), 0);
}

template <class Tag>
void expect_unit_maps() {
  constexpr int p = Tag::row.precision;
  const double step = std::ldexp(1.0, -p);
  const std::uint32_t low = (std::uint32_t{1} << (32 - p)) - 1;
  for (std::uint32_t m = 0; m < (std::uint32_t{1} << p); ++m) {
    const std::uint32_t first = m << (32 - p);
    for (const std::uint32_t n : {first, first | (low & 0x5a5a5a5au), first | low}) {
      ASSERT_EQ(static_cast<double>(unit_closed_open_as<Tag>(n)), m * step);
      ASSERT_EQ(static_cast<double>(unit_open_closed_as<Tag>(n)), (m + 1) * step);
      ASSERT_EQ(static_cast<double>(unit_open_as<Tag>(n)), (m | 1) * step);
    }
  }
}

TEST(UnitInterval, NarrowMapsAreUniformOnTheirGrid) {
  expect_unit_maps<f16_format>();
  expect_unit_maps<bf16_format>();
  expect_unit_maps<e4m3fn_format>();
  expect_unit_maps<e5m2_format>();
}

TEST(UnitInterval, Binary32StaysClearOfTheExcludedEnds) {
  for (std::uint64_t n = 0; n < (std::uint64_t{1} << 32); n += 251) {
    const auto word = static_cast<std::uint32_t>(n);
    const double a = unit_closed_open(word), b = unit_open_closed(word), c = unit_open(word);
    ASSERT_EQ(a, std::floor(word / 256.0) * 0x1p-24);
    ASSERT_EQ(b, a + 0x1p-24);
    ASSERT_EQ(c, (2 * std::floor(word / 512.0) + 1) * 0x1p-24);
  }
  EXPECT_EQ(unit_closed_open(~0u), 1.0f - 0x1p-24f);
  EXPECT_EQ(unit_open_closed(~0u), 1.0f);
  EXPECT_EQ(unit_open_closed(0), 0x1p-24f);
  EXPECT_EQ(unit_open(0), 0x1p-24f);
  EXPECT_EQ(unit_open(~0u), 1.0f - 0x1p-24f);
}

} // namespace
