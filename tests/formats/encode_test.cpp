#include <fpcheck/formats/encode.hpp>

#include "every_format.hpp"
#include "oracle.hpp"

#include <bit>
#include <random>

namespace fpcheck {
namespace {

template <class Tag>
class encode_test : public ::testing::Test {
protected:
  oracle::ladder ladder{Tag::row};

  std::uint32_t expected(double x, rounding r, saturation s) const {
    if (!is_signed(Tag::row) && std::signbit(x)) return x == 0 ? 0 : quiet_nan_code(Tag::row);
    return oracle::encode(ladder, x, r, s);
  }

  template <class Source>
  void check(Source x) const {
    for (const rounding r : oracle::deterministic) {
      for (const saturation s : {saturation::none, saturation::finite}) {
        const policy p{.round = r, .saturate = s};
        const auto want = expected(x, r, s);
        const auto got = encode<Tag>(x, p);
        ASSERT_EQ(got.code, want) << "x = " << std::hexfloat << static_cast<double>(x) << " rounding "
                                  << static_cast<int>(r) << " saturation " << static_cast<int>(s);
        const bool exact = decode_double<Tag>(got.code) == static_cast<double>(x);
        ASSERT_EQ(any(got.flags, status::inexact), !exact && got.flags != status::invalid) << std::hexfloat << x;
      }
    }
  }
};
TYPED_TEST_SUITE(encode_test, enumerable_formats, format_names);

TYPED_TEST(encode_test, every_code_decodes_to_its_definition_and_back) {
  const auto& l = this->ladder;
  for (std::uint32_t c = 0; c < code_count(TypeParam::row); ++c) {
    const auto stored = static_cast<code_type<TypeParam>>(c << TypeParam::row.box_shift);
    const double x = decode_double<TypeParam>(stored);
    if (is_nan_code(TypeParam::row, c)) {
      ASSERT_NE(x, x) << c;
      continue;
    }
    const auto magnitude = c & magnitude_mask(TypeParam::row);
    const double want = magnitude < l.values.size() ? l.values[magnitude] : std::numeric_limits<double>::infinity();
    ASSERT_EQ(x, c & sign_mask(TypeParam::row) ? -want : want) << c;
    ASSERT_EQ(encode<TypeParam>(x).code, stored);
    if constexpr (fits_binary32(TypeParam::row)) {
      ASSERT_EQ(static_cast<double>(decode<TypeParam>(stored)), x);
      ASSERT_EQ(encode<TypeParam>(static_cast<float>(x)).code, stored);
    }
  }
}

TYPED_TEST(encode_test, ties_and_their_neighbours_from_both_sources) {
  const auto& l = this->ladder;
  for (std::size_t c = 0; c < l.values.size(); ++c) {
    const double below = l.at(c), middle = below + (l.at(c + 1) - below) / 2;
    for (const double x : {below, middle}) {
      const double up = std::numeric_limits<double>::infinity();
      for (const double near : {x, std::nextafter(x, up), std::nextafter(x, -up)})
        for (const double signed_x : {near, -near}) this->check(signed_x);
      const auto f = static_cast<float>(x);
      for (const float near : {f, std::nextafter(f, HUGE_VALF), std::nextafter(f, -HUGE_VALF)})
        for (const float signed_x : {near, -near})
          if (std::isfinite(near)) this->check(signed_x);
    }
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(encode_test, a_slice_of_all_floats) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 200000; ++i) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(x)) this->check(x);
    const auto y = std::bit_cast<double>(std::uint64_t{random()} << 32 | random());
    if (std::isfinite(y)) this->check(y);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(encode_test, integers_round_once) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    // Around ties: few leading bits, a gap, and one low bit that a detour through binary64 would lose.
    const int width = static_cast<int>(random() % 63) + 1;
    const std::uint64_t head = random() >> (64 - width) >> (width > 24 ? width - 24 : 0)
                                                               << (width > 24 ? width - 24 : 0);
    const auto magnitude = head + (random() % 3) - 1;
    if (magnitude >> 63) continue;
    const auto x = static_cast<std::int64_t>(magnitude) * (random() % 2 ? 1 : -1);
    for (const rounding r : oracle::deterministic) {
      const policy p{.round = r};
      const auto direct = encode<TypeParam>(x, p).code;
      if (!is_signed(TypeParam::row) && x < 0) continue;
      // Through round-to-odd in 53 bits nothing is lost for a target of at most 51.
      const std::uint64_t top = magnitude >> 11, rest = magnitude & 2047;
      const double odd = std::ldexp(static_cast<double>(top | (rest != 0)), 11);
      const double through = magnitude < (std::uint64_t{1} << 53) ? static_cast<double>(magnitude) : odd;
      ASSERT_EQ(direct, this->expected(x < 0 ? -through : through, r, saturation::none)) << x;
    }
  }
}

} // namespace
} // namespace fpcheck
