// Narrow arithmetic against MPFR and the ladder of real values.
#include <fpcheck/formats/arithmetic.hpp>

#include "every_format.hpp"
#include "oracle.hpp"

#include <mpfr.h>

#include <bit>
#include <random>

namespace fpcheck {
namespace {

/// A number wide enough for every exact sum and product here.
class exact_number {
public:
  explicit exact_number(mpfr_prec_t bits = 1200) { mpfr_init2(value_, bits); }
  exact_number(double x) : exact_number() { mpfr_set_d(value_, x, MPFR_RNDN); }
  exact_number(const exact_number&) = delete;
  exact_number& operator=(const exact_number&) = delete;
  ~exact_number() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }

  /// The nearest binary64 number toward zero, its last bit set if anything was cut off: compares with every number and
  /// midpoint of a format of at most 51 bits as the exact number does.
  double odd() {
    const double d = mpfr_get_d(value_, MPFR_RNDZ);
    const bool cut = mpfr_cmp_d(value_, d) != 0;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(d) | (cut ? 1u : 0u));
  }

private:
  mpfr_t value_;
};

enum class operation { add, subtract, multiply, divide, fma, sqrt };

exact_number& apply(operation op, exact_number& out, double a, double b, double c) {
  const exact_number x(a), y(b), z(c);
  auto* const px = const_cast<exact_number&>(x).get();
  auto* const py = const_cast<exact_number&>(y).get();
  auto* const pz = const_cast<exact_number&>(z).get();
  switch (op) {
  case operation::add:
    mpfr_add(out.get(), px, py, MPFR_RNDN);
    break;
  case operation::subtract:
    mpfr_sub(out.get(), px, py, MPFR_RNDN);
    break;
  case operation::multiply:
    mpfr_mul(out.get(), px, py, MPFR_RNDN);
    break;
  case operation::divide:
    mpfr_div(out.get(), px, py, MPFR_RNDN);
    break;
  case operation::fma:
    mpfr_fma(out.get(), px, py, pz, MPFR_RNDN);
    break;
  case operation::sqrt:
    mpfr_sqrt(out.get(), px, MPFR_RNDN);
    break;
  }
  return out;
}

/// Out of line: the bodies are large, and inlined always.
template <class Tag>
[[gnu::noinline]] encoded<code_type<Tag>> run(operation op, code_type<Tag> a, code_type<Tag> b, code_type<Tag> c,
                                              const policy& p) {
  switch (op) {
  case operation::add:
    return add<Tag>(a, b, p);
  case operation::subtract:
    return subtract<Tag>(a, b, p);
  case operation::multiply:
    return multiply<Tag>(a, b, p);
  case operation::divide:
    return divide<Tag>(a, b, p);
  case operation::fma:
    return fma<Tag>(a, b, c, p);
  case operation::sqrt:
    break;
  }
  return sqrt<Tag>(a, p);
}

template <class Tag>
class arithmetic_test : public ::testing::Test {
protected:
  oracle::ladder ladder{Tag::row};
  exact_number result;

  /// Checks one operation on finite operands with a non-zero finite exact result.
  void check(operation op, code_type<Tag> a, code_type<Tag> b, code_type<Tag> c) {
    const double x = decode_double<Tag>(a), y = decode_double<Tag>(b), z = decode_double<Tag>(c);
    apply(op, result, x, y, z);
    if (mpfr_zero_p(result.get()) || !mpfr_number_p(result.get())) return check_special(op, a, b, c);
    const double exact = result.odd();
    if (!is_signed(Tag::row) && exact < 0) return;
    for (const rounding r : oracle::deterministic) {
      const auto got = run<Tag>(op, a, b, c, policy{.round = r});
      ASSERT_EQ(got.code, oracle::encode(ladder, exact, r, saturation::none))
          << "operation " << static_cast<int>(op) << std::hexfloat << " of " << x << ", " << y << ", " << z
          << " rounding " << static_cast<int>(r);
      const double rounded = decode_double<Tag>(got.code);
      ASSERT_EQ(any(got.flags, status::inexact), rounded != rounded || mpfr_cmp_d(result.get(), rounded) != 0);
    }
  }

  /// Zeros by IEEE 754's sign rule; division by zero and invalid operations by what the format can say.
  void check_special(operation op, code_type<Tag> a, code_type<Tag> b, code_type<Tag> c) {
    if (!has_zero(Tag::row)) return;
    for (const rounding r : oracle::deterministic) {
      const auto got = run<Tag>(op, a, b, c, policy{.round = r});
      if (mpfr_zero_p(result.get())) {
        ASSERT_TRUE(is_zero_code(Tag::row, got.code >> Tag::row.box_shift));
        ASSERT_EQ(got.flags, status::none);
      } else if (mpfr_nan_p(result.get())) {
        ASSERT_EQ(got.flags, status::invalid);
        ASSERT_EQ(has_nan(Tag::row), is_nan_code(Tag::row, got.code >> Tag::row.box_shift));
      } else {
        ASSERT_EQ(got.flags, status::divide_by_zero);
        ASSERT_EQ(has_infinity(Tag::row), is_infinity_code(Tag::row, got.code >> Tag::row.box_shift));
      }
    }
  }

  static bool finite(std::uint32_t code) { return is_finite_code(Tag::row, code); }
  static code_type<Tag> box(std::uint32_t code) { return static_cast<code_type<Tag>>(code << Tag::row.box_shift); }
};
TYPED_TEST_SUITE(arithmetic_test, enumerable_formats, format_names);

TYPED_TEST(arithmetic_test, pairs) {
  // All pairs of the formats of at most six bits, a lattice that meets every code of the others; the rest is
  // exhaustive.
  constexpr auto count = static_cast<std::uint32_t>(code_count(TypeParam::row));
  const bool all = std::getenv("FPCHECK_EXHAUSTIVE") != nullptr && count <= 256;
  const std::uint32_t step = count <= 64 || all ? 1 : count <= 256 ? 5 : count / 61 | 1;
  for (std::uint32_t a = 0; a < count; a += count <= 256 ? 1 : count / 127 | 1) {
    if (!this->finite(a)) continue;
    for (std::uint32_t b = a % step; b < count; b += step) {
      if (!this->finite(b)) continue;
      for (const auto op : {operation::add, operation::subtract, operation::multiply, operation::divide})
        this->check(op, this->box(a), this->box(b), 0);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(arithmetic_test, square_roots) {
  constexpr auto count = static_cast<std::uint32_t>(code_count(TypeParam::row));
  for (std::uint32_t a = 0; a<count; a += count> 4096 ? 7 : 1) {
    if (this->finite(a)) this->check(operation::sqrt, this->box(a), 0, 0);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(arithmetic_test, fma_with_addends_near_the_tie) {
  std::mt19937 random(11);
  const std::uint32_t mask = code_mask(TypeParam::row);
  const int triples = std::getenv("FPCHECK_EXHAUSTIVE") != nullptr ? 400000 : 4000;
  for (int i = 0; i < triples; ++i) {
    const std::uint32_t a = random() & mask, b = random() & mask, c = random() & mask;
    if (!this->finite(a) || !this->finite(b) || !this->finite(c)) continue;
    this->check(operation::fma, this->box(a), this->box(b), this->box(c));
    // An addend that nearly cancels the product, and one far below it.
    const std::uint32_t p =
        run<TypeParam>(operation::multiply, this->box(a), this->box(b), 0, {}).code >> TypeParam::row.box_shift;
    const std::uint32_t small = (static_cast<std::uint32_t>(random()) & 3) | sign_mask(TypeParam::row);
    for (const std::uint32_t near : {p ^ sign_mask(TypeParam::row), p + 1, p - 1, small})
      if (this->finite(near & mask)) this->check(operation::fma, this->box(a), this->box(b), this->box(near & mask));
    if (this->HasFatalFailure()) return;
  }
}

TEST(arithmetic_test, bf16_fma_that_the_detour_through_wider_formats_gets_wrong) {
  const auto tiny = encode<bf16_format>(-0x1p-40).code, tinier = encode<bf16_format>(-0x1p-60).code;
  EXPECT_EQ(fma<bf16_format>(0x3f81, 0x3fc0, tiny).code, 0x3fc1);
  EXPECT_EQ(fma<bf16_format>(0x3f81, 0x3fc0, tinier).code, 0x3fc1);
}

} // namespace
} // namespace fpcheck
