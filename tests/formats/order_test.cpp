#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/order.hpp>
#include <fpcheck/formats/remainder.hpp>
#include <fpcheck/formats/scaling.hpp>

#include "every_format.hpp"

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>

namespace fpcheck {
namespace {

template <class Tag>
class order_test : public ::testing::Test {
protected:
  static constexpr format_row row = Tag::row;
  static code_type<Tag> box(std::uint32_t code) { return static_cast<code_type<Tag>>(code << row.box_shift); }
  /// Every code of a small format, a lattice of a large one.
  static std::vector<std::uint32_t> codes(std::uint32_t want) {
    const auto count = static_cast<std::uint32_t>(code_count(row));
    std::vector<std::uint32_t> out;
    const std::uint32_t step = count <= want ? 1 : count / want | 1;
    for (std::uint32_t c = 0; c < count; c += step) out.push_back(c);
    for (std::uint32_t c : {std::uint32_t{0}, sign_mask(row), magnitude_mask(row), code_mask(row), max_magnitude(row)})
      out.push_back(c);
    return out;
  }
};
TYPED_TEST_SUITE(order_test, enumerable_formats, format_names);

/// How two numbers compare, a bit an operator.
template <class Number>
unsigned relations(Number x, Number y) {
  return unsigned{x == y} | unsigned{x < y} << 1 | unsigned{x <= y} << 2 | unsigned{x > y} << 3 | unsigned{x >= y} << 4 | unsigned{x != y} << 5;
}

TYPED_TEST(order_test, comparison_is_that_of_the_values) {
  for (const auto a : this->codes(300))
    for (const auto b : this->codes(300)) {
      const double x = decode_double<TypeParam>(this->box(a)), y = decode_double<TypeParam>(this->box(b));
      const auto p = basic_float<TypeParam>::from_code(this->box(a)),
                 q = basic_float<TypeParam>::from_code(this->box(b));
      ASSERT_EQ(relations(p, q), relations(x, y)) << a << " " << b;
    }
}

TYPED_TEST(order_test, min_and_max) {
  const auto& row = this->row;
  for (const auto a : this->codes(120))
    for (const auto b : this->codes(120)) {
      const auto pa = this->box(a), pb = this->box(b);
      const bool na = is_nan_code(row, a), nb = is_nan_code(row, b);
      const auto low = min<TypeParam>(pa, pb).code, high = max<TypeParam>(pa, pb).code;
      if (na && nb) {
        ASSERT_TRUE(is_nan_code(row, low >> row.box_shift));
      } else if (na || nb) {
        ASSERT_EQ(low, na ? pb : pa);
        ASSERT_EQ(high, na ? pb : pa);
        ASSERT_TRUE(is_nan_code(row, min<TypeParam>(pa, pb, nan_operand::propagates).code >> row.box_shift));
        ASSERT_TRUE(is_nan_code(row, max<TypeParam>(pa, pb, nan_operand::propagates).code >> row.box_shift));
      } else {
        const double x = decode_double<TypeParam>(pa), y = decode_double<TypeParam>(pb);
        const bool a_low = x < y || (x == y && std::signbit(x));
        ASSERT_EQ(low, x == y && std::signbit(x) == std::signbit(y) ? pa : a_low ? pa : pb);
        ASSERT_EQ(high, x == y && std::signbit(x) == std::signbit(y) ? pa : a_low ? pb : pa);
      }
    }
}

TYPED_TEST(order_test, next_is_the_neighbour_in_the_sorted_list_of_values) {
  const auto& row = this->row;
  std::vector<double> sorted;
  for (std::uint32_t c = 0; c < code_count(row); ++c)
    if (!is_nan_code(row, c)) sorted.push_back(decode_double<TypeParam>(this->box(c)));
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (const auto c : this->codes(5000)) {
    if (is_nan_code(row, c)) {
      ASSERT_EQ(next_up(row, this->box(c)), this->box(c));
      continue;
    }
    const double x = decode_double<TypeParam>(this->box(c));
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), x);
    const double above = at + 1 == sorted.end() ? x : *(at + 1), below = at == sorted.begin() ? x : *(at - 1);
    ASSERT_EQ(decode_double(row, next_up(row, this->box(c))), above) << c;
    ASSERT_EQ(decode_double(row, next_down(row, this->box(c))), below) << c;
  }
}

TYPED_TEST(order_test, nextafter_goes_one_number_towards_the_other) {
  using number = basic_float<TypeParam>;
  for (const auto a : this->codes(200))
    for (const auto b : this->codes(7)) {
      const number x = number::from_code(this->box(a)), y = number::from_code(this->box(b)), z = nextafter(x, y);
      const double from = static_cast<double>(x), to = static_cast<double>(y), next = static_cast<double>(z);
      if (std::isnan(from) || std::isnan(to)) {
        ASSERT_TRUE(std::isnan(next));
      } else if (from == to) {
        ASSERT_EQ(z.code(), y.code());
      } else {
        ASSERT_EQ(next, decode_double(this->row, from < to ? next_up(this->row, this->box(a)) : next_down(this->row, this->box(a))));
        ASSERT_TRUE(from < to ? from < next && next <= to : to <= next && next < from);
      }
    }
}

/// The product in binary64, which holds it, rounded once; the ends of both ranges besides.
TYPED_TEST(order_test, ldexp_rounds_once) {
  for (const auto c : this->codes(500))
    for (const int n : {-2000000000, -70, -40, -9, -3, -1, 0, 1, 2, 8, 33, 64, 2000000000}) {
      const double x = decode_double<TypeParam>(this->box(c));
      const auto got = ldexp<TypeParam>(this->box(c), n);
      const double scaled = std::ldexp(x, std::clamp(n, -700, 700)); // beyond every format from 2^-300 on
      if (std::isnan(x)) {
        ASSERT_TRUE(is_nan_code(this->row, got.code >> this->row.box_shift) || !has_nan(this->row));
        continue;
      }
      const auto expected = encode_bits<TypeParam>(bits_of(scaled), policy{});
      ASSERT_EQ(got.code, expected.code) << x << " * 2^" << n;
      ASSERT_EQ(got.flags, expected.flags) << x << " * 2^" << n;
    }
}

TYPED_TEST(order_test, total_order_is_total) {
  const auto codes = this->codes(64);
  for (const auto a : codes)
    for (const auto b : codes) {
      const bool ab = total_order(this->row, this->box(a), this->box(b));
      const bool ba = total_order(this->row, this->box(b), this->box(a));
      ASSERT_TRUE(ab || ba);
      ASSERT_EQ(ab && ba, a == b);
      const double x = decode_double<TypeParam>(this->box(a)), y = decode_double<TypeParam>(this->box(b));
      if (x < y) {
        ASSERT_TRUE(ab && !ba);
      }
      if (x == y && std::signbit(x) != std::signbit(y)) {
        ASSERT_EQ(ab, std::signbit(x));
      }
    }
}

/// The machine's rounding of a double to an integer.
double integral(double x, rounding r) {
  switch (r) {
  case rounding::toward_zero:
    return std::trunc(x);
  case rounding::upward:
    return std::ceil(x);
  case rounding::downward:
    return std::floor(x);
  case rounding::nearest_away:
    return std::round(x);
  default:
    return std::nearbyint(x);
  }
}
constexpr rounding integral_modes[] = {rounding::nearest_even, rounding::nearest_away, rounding::toward_zero,
                                       rounding::upward, rounding::downward};

/// An integer type's ends, and what a NaN becomes where its top bit is asked for.
struct integer_type {
  __int128 least, greatest, top_bit;
};

/// A conversion of x, which is `whole` when rounded; `top_bit` is what it gave for a NaN whose top bit was asked for.
void check_integer(const integer_type& type, double x, double whole, __int128 value, status flags, __int128 top_bit) {
  if (x != x) {
    ASSERT_TRUE(value == 0 && top_bit == type.top_bit);
    ASSERT_EQ(flags, status::invalid);
  } else if (whole < static_cast<double>(type.least) || whole >= static_cast<double>(type.greatest + 1)) {
    ASSERT_TRUE(value == (whole < 0 ? type.least : type.greatest)) << x;
    ASSERT_EQ(flags, status::invalid);
  } else {
    ASSERT_TRUE(value == static_cast<__int128>(whole)) << x;
    ASSERT_EQ(flags, whole == x ? status::none : status::inexact);
  }
}

template <class Integer, class Tag>
void check_to_integer(code_type<Tag> code, double x) {
  using limits = std::numeric_limits<Integer>;
  const integer_type type{limits::min(), limits::max(), static_cast<Integer>(std::uint64_t{1} << (sizeof(Integer) * 8 - 1))};
  for (const auto r : integral_modes) {
    const auto got = to_integer<Integer, Tag>(code, r);
    check_integer(type, x, integral(x, r), got.value, got.flags, x != x ? to_integer<Integer, Tag>(code, r, integer_nan::top_bit).value : 0);
  }
}

TYPED_TEST(order_test, to_integers) {
  for (const auto c : this->codes(3000)) {
    const auto code = this->box(c);
    const double x = decode_double<TypeParam>(code);
    check_to_integer<std::int8_t, TypeParam>(code, x);
    check_to_integer<std::uint8_t, TypeParam>(code, x);
    check_to_integer<std::int16_t, TypeParam>(code, x);
    check_to_integer<std::uint32_t, TypeParam>(code, x);
    check_to_integer<std::int32_t, TypeParam>(code, x);
    check_to_integer<std::int64_t, TypeParam>(code, x);
    check_to_integer<std::uint64_t, TypeParam>(code, x);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(order_test, to_integral_numbers) {
  if constexpr (has_zero(TypeParam::row)) {
    const auto& row = this->row;
    const double max = decode_double(row, max_magnitude(row) << row.box_shift);
    for (const auto c : this->codes(3000)) {
      const double x = decode_double<TypeParam>(this->box(c));
      for (const auto r : integral_modes) {
        const double want = integral(x, r);
        const auto got = round_to_integral<TypeParam>(this->box(c), policy{.round = r});
        const double y = decode_double<TypeParam>(got.code);
        if (x != x || std::isinf(x)) {
          ASSERT_TRUE(y == x || y != y);
        } else if (std::fabs(want) > max) {
          ASSERT_TRUE(any(got.flags, status::overflow));
        } else {
          ASSERT_EQ(y, want) << x;
          if (has_negative_zero(row)) {
            ASSERT_EQ(std::signbit(y), std::signbit(x));
          }
          ASSERT_EQ(any(got.flags, status::inexact), want != x);
        }
      }
    }
  }
}

TYPED_TEST(order_test, remainders_are_those_of_binary64) {
  if constexpr (has_zero(TypeParam::row)) {
    for (const auto a : this->codes(200))
      for (const auto b : this->codes(200)) {
        const double x = decode_double<TypeParam>(this->box(a)), y = decode_double<TypeParam>(this->box(b));
        const auto got = remainder<TypeParam>(this->box(a), this->box(b));
        const auto truncated = fmod<TypeParam>(this->box(a), this->box(b));
        const double want = std::remainder(x, y), want_fmod = std::fmod(x, y);
        if (want != want) {
          if (has_nan(this->row)) {
            ASSERT_TRUE(is_nan_code(this->row, got.code >> this->row.box_shift));
          }
          continue;
        }
        ASSERT_EQ(decode_double<TypeParam>(truncated.code), want_fmod) << x << " " << y;
        if (!is_signed(this->row) && want < 0) continue; // has no code; the policy decides
        ASSERT_EQ(decode_double<TypeParam>(got.code), want) << x << " " << y;
        ASSERT_EQ(got.flags, status::none);
        if (has_negative_zero(this->row)) {
          ASSERT_EQ(std::signbit(decode_double<TypeParam>(got.code)), std::signbit(want)) << x << " " << y;
        }
      }
  }
}

TEST(order_test, binary32_remainders_and_integers) {
  std::mt19937 random(5);
  for (int i = 0; i < 300000; ++i) {
    const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
    const auto near =
        static_cast<std::uint32_t>((a & 0xff800000u) ^ (random() & 0x03ffffffu)); // exponents that are close
    for (const std::uint32_t c : {b, near}) {
      const float x = std::bit_cast<float>(a), y = std::bit_cast<float>(c);
      const float want = std::remainder(x, y), truncated = std::fmod(x, y);
      const auto got = remainder<f32_format>(a, c);
      if (want != want) {
        ASSERT_TRUE(is_nan_code(f32_format::row, got.code));
        continue;
      }
      ASSERT_EQ(got.code, std::bit_cast<std::uint32_t>(want)) << std::hexfloat << x << " " << y;
      ASSERT_EQ(fmod<f32_format>(a, c).code, std::bit_cast<std::uint32_t>(truncated));
    }
    check_to_integer<std::int32_t, f32_format>(a, std::bit_cast<float>(a));
    check_to_integer<std::uint64_t, f32_format>(a, std::bit_cast<float>(a));
  }
}

} // namespace
} // namespace fpcheck
