#include <fpcheck/exact/exponential.hpp>
#include <fpcheck/exact/hyperbolic.hpp>
#include <fpcheck/exact/trigonometric.hpp>

#include "mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace fpcheck::exact {
namespace {

using oracle::generator;

/// Arguments |x| in 2^low .. 2^high, shifted by `centre`, of either sign or positive only.
struct domain {
  double centre;
  int low, high;
  int sign; ///< 0 both
};

struct kernel_case {
  const char* name;
  approximation (*of)(double);
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  std::vector<domain> domains;
};
void PrintTo(const kernel_case& c, std::ostream* o) {
  *o << c.name;
}

/// An MPFR number of 420 bits.
struct real {
  mpfr_t v;
  real() { mpfr_init2(v, 420); }
  ~real() { mpfr_clear(v); }
  real(const real&) = delete;
  real& operator=(const real&) = delete;
};

class elementary_kernel : public testing::TestWithParam<kernel_case> {};

TEST_P(elementary_kernel, error_stays_within_the_stated_bound) {
  generator g(9);
  real x, y, z, e;
  for (const domain& d : GetParam().domains)
    for (int i = 0; i < 2500; ++i) {
      double a = g.number_between(d.low, d.high);
      if (d.sign != 0) a = std::fabs(a) * d.sign;
      a += d.centre;
      const approximation f = GetParam().of(a);
      mpfr_set_d(x.v, a, MPFR_RNDN);
      GetParam().exact(y.v, x.v, MPFR_RNDN);
      mpfr_set_d(z.v, f.high, MPFR_RNDN);
      mpfr_add_d(z.v, z.v, f.low, MPFR_RNDN);
      mpfr_mul_2si(z.v, z.v, f.exponent, MPFR_RNDN);
      mpfr_sub(z.v, z.v, y.v, MPFR_RNDN);
      mpfr_set_d(e.v, f.error, MPFR_RNDN);
      mpfr_mul_2si(e.v, e.v, f.exponent, MPFR_RNDN);
      ASSERT_LE(mpfr_cmpabs(z.v, e.v), 0) << GetParam().name << '(' << std::hexfloat << a << ')';
      ASSERT_LE(f.error, std::fabs(f.high) * 0x1p-59);
      ASSERT_LE(std::fabs(f.low), std::fabs(f.high) * 0x1p-52);
    }
}

using namespace elementary;
INSTANTIATE_TEST_SUITE_P(
    functions, elementary_kernel,
    testing::Values(
        kernel_case{"exp", elementary::exp, mpfr_exp, {{0, -70, 9, 0}, {0, 6, 9, 0}, {0, -12, -4, 0}}},
        kernel_case{"exp2", elementary::exp2, mpfr_exp2, {{0, -70, 9, 0}, {0, 4, 9, 0}}},
        kernel_case{"exp10", elementary::exp10, mpfr_exp10, {{0, -70, 7, 0}, {0, 4, 8, 0}}},
        kernel_case{"expm1", elementary::expm1, mpfr_expm1, {{0, -300, 8, 0}, {0, -12, 6, 0}, {0, -9, -6, 0}}},
        kernel_case{"log", elementary::log, mpfr_log, {{0, -1022, 1023, 1}, {0, -1, 0, 1}, {1, -52, -3, 0}}},
        kernel_case{"log2", elementary::log2, mpfr_log2, {{0, -1022, 1023, 1}, {0, -1, 0, 1}, {1, -52, -3, 0}}},
        kernel_case{"log10", elementary::log10, mpfr_log10, {{0, -1022, 1023, 1}, {1, -52, -3, 0}}},
        kernel_case{"log1p",
                    elementary::log1p,
                    mpfr_log1p,
                    {{0, -300, 1000, 1}, {0, -60, -2, -1}, {-1, -53, -2, 1}, {0, -9, -6, 0}}},
        kernel_case{"sin",
                    elementary::sin,
                    mpfr_sin,
                    {{0, -100, 1023, 0}, {0, -31, 4, 0}, {0x1.921fb54442d18p+1, -49, -20, 0}}},
        kernel_case{"cos",
                    elementary::cos,
                    mpfr_cos,
                    {{0, -100, 1023, 0}, {0, -31, 4, 0}, {0x1.921fb54442d18p+0, -50, -20, 0}}},
        kernel_case{"tan",
                    elementary::tan,
                    mpfr_tan,
                    {{0, -100, 1023, 0}, {0, -31, 4, 0}, {0x1.921fb54442d18p+0, -50, -20, 0}}},
        kernel_case{"asin", elementary::asin, mpfr_asin, {{0, -100, -1, 0}, {1, -50, -2, -1}, {-1, -50, -2, 1}}},
        kernel_case{"acos", elementary::acos, mpfr_acos, {{0, -100, -1, 0}, {1, -50, -2, -1}, {-1, -50, -2, 1}}},
        kernel_case{"atan", elementary::atan, mpfr_atan, {{0, -100, 1023, 0}, {0, -6, 6, 0}}},
        kernel_case{"sinh", elementary::sinh, mpfr_sinh, {{0, -100, 9, 0}, {0, -10, 5, 0}}},
        kernel_case{"cosh", elementary::cosh, mpfr_cosh, {{0, -100, 9, 0}, {0, -10, 5, 0}}},
        kernel_case{"tanh", elementary::tanh, mpfr_tanh, {{0, -100, 9, 0}, {0, -10, 5, 0}}},
        kernel_case{"asinh", elementary::asinh, mpfr_asinh, {{0, -100, 1023, 0}, {0, -10, 5, 0}}},
        kernel_case{"acosh", elementary::acosh, mpfr_acosh, {{1, -52, 3, 1}, {2, 1, 1023, 1}}},
        kernel_case{"atanh", elementary::atanh, mpfr_atanh, {{0, -100, -1, 0}, {1, -53, -2, -1}, {0, -10, -1, 0}}}));

TEST(elementary_kernel, exact_cases_say_so) {
  for (int n = -1074; n <= 1023; ++n) {
    EXPECT_EQ(elementary::exp2(n).error, 0);
    const approximation l = elementary::log2(std::ldexp(1.0, n));
    EXPECT_EQ(l.high * std::ldexp(1.0, l.exponent), n);
    EXPECT_EQ(l.error, 0);
  }
  double p = 1;
  for (int n = 0; n <= 22; ++n, p *= 10) {
    EXPECT_EQ(elementary::exp10(n).high, p);
    EXPECT_EQ(elementary::log10(p).error, 0);
    EXPECT_EQ(round_down(elementary::log10(p)), n);
  }
}

TEST(elementary_kernel, rounding_is_outward_and_tight) {
  generator g(10);
  real x, y;
  for (int i = 0; i < 20000; ++i) {
    const double a = i % 2 ? g.number_between(-20, 9) : -700 - static_cast<double>(g.bits() >> 11) * 0x1p-53 * 46;
    const approximation f = elementary::exp(a);
    mpfr_set_d(x.v, a, MPFR_RNDN);
    mpfr_exp(y.v, x.v, MPFR_RNDN);
    ASSERT_EQ(round_down(f), mpfr_get_d(y.v, MPFR_RNDD)) << std::hexfloat << a;
    ASSERT_EQ(round_up(f), mpfr_get_d(y.v, MPFR_RNDU)) << std::hexfloat << a;
  }
}

} // namespace
} // namespace fpcheck::exact
