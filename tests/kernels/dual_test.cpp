#include <fpcheck/kernels/gradient_exact.hpp>

#include <gtest/gtest.h>
#include <mpfr.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>

namespace {

using namespace fpcheck::kernels;
using number = dual<double, 2>;

/// An MPFR number of 200 bits.
class real {
public:
  real(double x = 0) {
    mpfr_init2(value, 200);
    mpfr_set_d(value, x, MPFR_RNDN);
  }
  real(const real&) = delete;
  ~real() { mpfr_clear(value); }
  double near() const { return mpfr_get_d(value, MPFR_RNDN); }
  mpfr_t value;
};

/// A derivative by a central difference in MPFR with a step of 2^-60: right to about 2^-120 for these functions.
double derivative(const std::function<void(real&)>& f, double x) {
  real up(x), down(x), step(0x1p-60);
  mpfr_add(up.value, up.value, step.value, MPFR_RNDN);
  mpfr_sub(down.value, down.value, step.value, MPFR_RNDN);
  f(up), f(down);
  mpfr_sub(up.value, up.value, down.value, MPFR_RNDN);
  mpfr_mul_2si(up.value, up.value, 59, MPFR_RNDN);
  return up.near();
}

struct function {
  const char* name;
  number (*dual_form)(const number&);
  std::function<void(real&)> exact;
  double low, high;
};

const function functions[] = {
    {"exp", [](const number& x) { return exp(x); }, [](real& x) { mpfr_exp(x.value, x.value, MPFR_RNDN); }, -20, 20},
    {"log", [](const number& x) { return log(x); }, [](real& x) { mpfr_log(x.value, x.value, MPFR_RNDN); }, 2, 1000},
    {"sqrt", [](const number& x) { return sqrt(x); }, [](real& x) { mpfr_sqrt(x.value, x.value, MPFR_RNDN); }, 0.01,
     1e6},
    {"tanh", [](const number& x) { return tanh(x); }, [](real& x) { mpfr_tanh(x.value, x.value, MPFR_RNDN); }, -1, 1},
    {"erf", [](const number& x) { return erf(x); }, [](real& x) { mpfr_erf(x.value, x.value, MPFR_RNDN); }, -3, 3},
    {"1 / x", [](const number& x) { return number(1.0) / x; },
     [](real& x) { mpfr_ui_div(x.value, 1, x.value, MPFR_RNDN); }, 0.1, 100},
    {"x / (x x + 3) - x / 7", [](const number& x) { return x / fma(x, x, number(3.0)) - x / 7.0; },
     [](real& x) {
       real square, seventh;
       mpfr_sqr(square.value, x.value, MPFR_RNDN);
       mpfr_add_ui(square.value, square.value, 3, MPFR_RNDN);
       mpfr_div_ui(seventh.value, x.value, 7, MPFR_RNDN);
       mpfr_div(x.value, x.value, square.value, MPFR_RNDN);
       mpfr_sub(x.value, x.value, seventh.value, MPFR_RNDN);
     },
     -0.5, 0.5}};

RC_GTEST_PROP(Dual, DerivativesAreThoseOfMpfr, (std::uint32_t draw)) {
  for (const function& f : functions) {
    const double x = f.low + (f.high - f.low) * (draw * 0x1p-32);
    number moving(x);
    moving.tangent[0] = 1, moving.tangent[1] = -2.5;
    const number y = f.dual_form(moving);
    real exact(x);
    f.exact(exact);
    const double slope = derivative(f.exact, x);
    RC_TAG(f.name);
    RC_ASSERT(std::fabs(y.value - exact.near()) <= 8 * 0x1p-53 * (std::fabs(exact.near()) + 0.1));
    RC_ASSERT(std::fabs(y.tangent[0] - slope) <= 16 * 0x1p-53 * (std::fabs(slope) + 0.1 * std::fabs(y.value)));
    RC_ASSERT(std::fabs(y.tangent[1] + 2.5 * slope) <= 48 * 0x1p-53 * (std::fabs(slope) + 0.1 * std::fabs(y.value)));
  }
}

/// Row norms times exponentials, so that every parameter matters to several outputs.
struct mixed {
  std::uint64_t n;
  template <class Parameters>
  auto operator()(std::uint64_t o, const Parameters& x) const {
    typename Parameters::scalar sum(0.0);
    for (std::uint64_t i = 0; i < n; ++i)
      sum = fma(1.0 / static_cast<double>(1 + (o + i) % 5), x(i) * x((i + o) % n), sum);
    return exp(sum * 0.1) + sum;
  }
};

TEST(ExactComparison, FindsTheElement) {
  const std::uint64_t n = 21, outputs = 6;
  std::vector<float> x;
  std::vector<double> upstream;
  for (std::uint64_t i = 0; i < n; ++i) x.push_back(static_cast<float>(std::sin(static_cast<double>(i))));
  for (std::uint64_t o = 0; o < outputs; ++o) upstream.push_back(std::cos(static_cast<double>(o)) + 0.2);
  const std::vector<double> j = jacobian(mixed{n}, outputs, x.data(), n);
  std::vector<double> gradient(n, 0.0);
  for (std::uint64_t o = 0; o < outputs; ++o)
    for (std::uint64_t i = 0; i < n; ++i) gradient[i] += upstream[o] * j[o * n + i];
  for (double& g : gradient) g = static_cast<double>(static_cast<float>(g));
  const element_rounding stored{0x1p-24, 0x1p-53, 8};
  EXPECT_EQ(compare_exactly(j, upstream, gradient, stored).outcome, gradient_outcome::passed);
  gradient[13] += 1e-5 * std::fabs(gradient[13]);
  gradient[4] += 1e-6 * std::fabs(gradient[4]);
  const exact_comparison c = compare_exactly(j, upstream, gradient, stored);
  EXPECT_EQ(c.outcome, gradient_outcome::wrong);
  EXPECT_EQ(c.wrong, (std::vector<std::uint64_t>{13, 4}));
  EXPECT_EQ(c.claimed, gradient[13]);
  gradient[2] = NAN;
  EXPECT_EQ(compare_exactly(j, upstream, gradient, stored).wrong.front(), 2u);
  EXPECT_EQ(
      compare_exactly(std::vector<double>(n * outputs, 0.0), upstream, std::vector<double>(n, 0.0), stored).outcome,
      gradient_outcome::incomplete);
  EXPECT_EQ(compare_exactly({}, {}, {}, stored).outcome, gradient_outcome::incomplete);
}

} // namespace
