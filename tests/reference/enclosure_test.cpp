// Enclosures against MPFI at several precisions, and the cases that MPFI does not have.
#include <fpcheck/reference/enclosure.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>
#include <mpfi.h>
#include <mpfr.h>

#include <cmath>
#include <limits>

namespace fpcheck::reference {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
using exact::oracle::generator;

std::string text_of(mpfi_srcptr x) {
  char* text = nullptr;
  mpfr_asprintf(&text, "[%Ra, %Ra]", &x->left, &x->right);
  std::string out(text);
  mpfr_free_str(text);
  return out;
}
/// The text with zeros of one sign.
std::string unsigned_zeros(std::string s) {
  for (std::size_t at; (at = s.find("-0x0p+0")) != std::string::npos;) s.erase(at, 1);
  return s;
}

struct bounds_of {
  double low, high;
};
bounds_of draw(generator& g, int low_exponent, int high_exponent) {
  const double a = g.number_between(low_exponent, high_exponent);
  switch (g.below(4)) {
  case 0:
    return {a, a};
  case 1:
    return {a, std::nextafter(a, inf)};
  case 2:
    return {a, a + std::fabs(a) * static_cast<double>(g.below(1000)) / 256};
  default:
    break;
  }
  const double b = g.number_between(low_exponent, high_exponent);
  return {std::fmin(a, b), std::fmax(a, b)};
}

class peer {
public:
  explicit peer(mpfr_prec_t bits) { mpfi_init2(value_, bits); }
  peer(mpfr_prec_t bits, bounds_of b) : peer(bits) { mpfi_interv_d(value_, b.low, b.high); }
  peer(const peer&) = delete;
  peer& operator=(const peer&) = delete;
  ~peer() { mpfi_clear(value_); }
  mpfi_ptr raw() { return value_; }

private:
  mpfi_t value_;
};

TEST(enclosure, arithmetic_is_mpfi_s) {
  generator g(70);
  for (const int bits : {24, 53, 113, 300})
    for (int i = 0; i < 3000; ++i) {
      const bounds_of p = draw(g, -20, 20), q = draw(g, -20, 20);
      const enclosure a(p.low, p.high, bits), b(q.low, q.high, bits);
      peer x(bits, p), y(bits, q), r(bits);
      const auto same = [&](const enclosure& ours, const char* what) {
        EXPECT_EQ(unsigned_zeros(ours.text()), unsigned_zeros(text_of(r.raw()))) << what << " " << bits << " bits";
      };
      mpfi_add(r.raw(), x.raw(), y.raw()), same(a + b, "+");
      mpfi_sub(r.raw(), x.raw(), y.raw()), same(a - b, "-");
      mpfi_mul(r.raw(), x.raw(), y.raw()), same(a * b, "*");
      if (!b.contains(0)) mpfi_div(r.raw(), x.raw(), y.raw()), same(a / b, "/");
      mpfi_sqr(r.raw(), x.raw()), same(sqr(a), "sqr");
      mpfi_abs(r.raw(), x.raw()), same(abs(a), "abs");
      if (p.low >= 0) mpfi_sqrt(r.raw(), x.raw()), same(sqrt(a), "sqrt");
      ASSERT_FALSE(testing::Test::HasFailure()) << a.text() << " " << b.text();
    }
}

TEST(enclosure, functions_are_mpfi_s) {
  using ours = enclosure (*)(const enclosure&);
  using theirs = int (*)(mpfi_ptr, mpfi_srcptr);
  struct row {
    const char* name;
    ours f;
    theirs peer_f;
    double least; ///< the domain begins above it
    int high_exponent;
  };
  const row rows[] = {
      {"exp", exp, mpfi_exp, -inf, 8},    {"exp2", exp2, mpfi_exp2, -inf, 8}, {"expm1", expm1, mpfi_expm1, -inf, 8},
      {"log", log, mpfi_log, 0, 20},      {"log2", log2, mpfi_log2, 0, 20},   {"log1p", log1p, mpfi_log1p, -1, 20},
      {"sin", sin, mpfi_sin, -inf, 40},   {"cos", cos, mpfi_cos, -inf, 40},   {"atan", atan, mpfi_atan, -inf, 20},
      {"sinh", sinh, mpfi_sinh, -inf, 8}, {"tanh", tanh, mpfi_tanh, -inf, 8}};
  generator g(71);
  for (const row& f : rows)
    for (const int bits : {53, 200})
      for (int i = 0; i < 400; ++i) {
        const bounds_of p = draw(g, -30, f.high_exponent);
        if (p.low <= f.least) continue;
        peer x(bits, p), r(bits);
        f.peer_f(r.raw(), x.raw());
        ASSERT_EQ(unsigned_zeros(f.f(enclosure(p.low, p.high, bits)).text()), unsigned_zeros(text_of(r.raw())))
            << f.name << " of [" << p.low << ", " << p.high << "], " << bits << " bits";
      }
}

TEST(enclosure, sets_that_mpfi_has_not) {
  const enclosure none = enclosure::empty(53), all = enclosure::entire(53), x(1.0, 2.0, 53);
  EXPECT_TRUE((none + x).is_empty() && (x / enclosure(0.0, 53)).is_empty() && (-none).is_empty());
  EXPECT_TRUE(enclosure(std::nan(""), 53).is_empty() && enclosure(2.0, 1.0, 53).is_empty());
  EXPECT_EQ(x / enclosure(0.0, 4.0, 53), enclosure(0.25, inf, 53));
  EXPECT_EQ(x / enclosure(-4.0, 0.0, 53), enclosure(-inf, -0.25, 53));
  EXPECT_EQ(enclosure(-1.0, 2.0, 53) / enclosure(0.0, 4.0, 53), all);
  EXPECT_EQ(x / enclosure(-1.0, 1.0, 53), all);
  EXPECT_EQ(enclosure(0.0, 53) / enclosure(-1.0, 1.0, 53), enclosure(0.0, 53));
  EXPECT_EQ(enclosure(0.0, 53) * all, enclosure(0.0, 53));
  EXPECT_EQ(sqrt(enclosure(-4.0, 9.0, 53)), enclosure(0.0, 3.0, 53));
  EXPECT_TRUE(sqrt(enclosure(-4.0, -1.0, 53)).is_empty() && log(enclosure(-1.0, 0.0, 53)).is_empty());
  EXPECT_EQ(log(enclosure(-1.0, 1.0, 53)), enclosure(-inf, 0.0, 53));
  EXPECT_EQ(sin(all), enclosure(-1.0, 1.0, 53));
  EXPECT_EQ(exp(all), enclosure(0.0, inf, 53));
  EXPECT_TRUE(intersection(x, enclosure(3.0, 4.0, 53)).is_empty());
  EXPECT_EQ(convex_hull(none, x), x);
}

TEST(enclosure, extrema_at_any_size_of_argument) {
  // A double and its neighbour with a maximum between them, which a short pi does not see (notes: 2^33).
  const enclosure thin(0x1.74602727225abp+33, std::nextafter(0x1.74602727225abp+33, inf), 53);
  EXPECT_EQ(sin(thin).upper(), 1.0);
  EXPECT_EQ(sin(thin).lower(), 0.99999999999948508);
  const enclosure huge(0x1p1000, 53);
  EXPECT_LE(sin(huge).width(), 0x1p-53);
  const enclosure half_turn = enclosure::pi(200) / enclosure(2.0, 200);
  EXPECT_EQ(sin(half_turn).upper(), 1.0);
  EXPECT_TRUE(cos(half_turn).contains(0.0));
  EXPECT_LT(cos(half_turn).width(), 0x1p-198);
}

TEST(enclosure, text_and_precision) {
  const auto tenth = enclosure::from_text("0.1", 53);
  ASSERT_TRUE(tenth.has_value());
  EXPECT_EQ(tenth->text(), "[0x1.9999999999999p-4, 0x1.999999999999ap-4]");
  EXPECT_FALSE(enclosure::from_text("0.1x").has_value());
  EXPECT_FALSE(enclosure::from_text("").has_value());
  EXPECT_FALSE(enclosure::from_text("inf").has_value());
  const enclosure fine = *enclosure::from_text("0.1", 300);
  EXPECT_TRUE(fine.subset_of(*tenth));
  EXPECT_EQ(fine.with_precision(53), *tenth);
  EXPECT_EQ(fine.middle(), 0.1);
  EXPECT_EQ((fine + *tenth).precision(), 300);
  EXPECT_EQ(enclosure::empty().text(), "[empty]");
}

} // namespace
} // namespace fpcheck::reference
