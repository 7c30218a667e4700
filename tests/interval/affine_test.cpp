// Affine forms hold every sample, and do not blow up where intervals do.
#include <fpcheck/interval/certificate.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace fpcheck::interval {
namespace {

using exact::oracle::generator;
using set = interval<double>;

/// Two inputs through every operation, some of them several times.
struct every_operation {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    const N &a = x[0], &b = x[1], c = a * b - a / (b * b + N(1.0));
    y[0] = a + b - a, y[1] = a * a - b * a, y[2] = c, y[3] = exp(a) - a, y[4] = sqrt(b * b + N(0.5)) - b;
    y[5] = log(b * b + N(0.25)) + sin(a), y[6] = tanh(a - b) - cos(a * b), y[7] = fma(a, b, -c) / (N(2.0) + a * a);
  }
};
constexpr std::size_t results = 8;

std::vector<affine> forms(const std::vector<set>& box) {
  return detail::outputs_of<affine>(every_operation{}, box.size(), results,
                                    [&](std::size_t i) { return affine(box[i], i, box.size()); });
}

TEST(affine, holds_every_sample) {
  generator g(60);
  for (int round = 0; round < 3000; ++round) {
    std::vector<set> box;
    for (int i = 0; i < 2; ++i) {
      const double c = g.number_between(-4, 1), r = std::ldexp(1.0, -static_cast<int>(g.below(40)));
      box.push_back(set{c - r, c + r});
    }
    const std::vector<affine> f = forms(box);
    for (int j = 0; j < 9; ++j) {
      const double at[] = {0, 0.5, 1}, wide[] = {box[0].upper() - box[0].lower(), box[1].upper() - box[1].lower()};
      const std::vector<double> p{box[0].lower() + wide[0] * at[j % 3], box[1].lower() + wide[1] * at[j / 3]};
      // The exact value at a point is in the interval evaluation there: the form's range must meet it, and the form
      // itself must hold it up to the evaluation's width.
      const auto at_point = detail::outputs_of<set>(every_operation{}, 2, results, [&](std::size_t i) {
        return set{std::fmin(std::fmax(p[i], box[i].lower()), box[i].upper())};
      });
      for (std::size_t k = 0; k < results; ++k) {
        const set form = detail::form_range(f[k]);
        ASSERT_FALSE(intersection(f[k].range, at_point[k]).is_empty()) << k;
        ASSERT_LE(form.lower(), at_point[k].upper()) << k;
        ASSERT_GE(form.upper(), at_point[k].lower()) << k;
        ASSERT_TRUE(subset(f[k].range, form)) << k;
      }
    }
  }
}

TEST(affine, a_point_of_a_form_is_on_the_right_side_of_the_center) {
  // x - x is a point, x - x / 2 keeps half the width: what a form without memory cannot know.
  const std::vector<set> box{set{1.0, 3.0}};
  const affine x(box[0], 0, 1), zero = x - x, half = x - x * affine(0.5);
  EXPECT_LT(wid(zero.range), 1e-300);
  EXPECT_NEAR(wid(half.range), 1.0, 1e-15);
  EXPECT_NEAR(wid((x * x).range), 8.0, 1e-14); // a square, not a product: [1, 9]
}

TEST(affine, unbounded_and_undefined_arguments_say_nothing_false) {
  const affine all(set::entire(), 0, 1), x(set{-1.0, 2.0}, 0, 1);
  EXPECT_EQ((all - all).range, set::entire());
  EXPECT_EQ((all * x).range, set::entire());
  EXPECT_EQ(recip(x).range, set::entire());
  EXPECT_EQ(sqrt(x).range.lower(), 0.0);
  EXPECT_GE(sqrt(x).range.upper(), std::sqrt(2.0));
  EXPECT_EQ(log(x).range.lower(), -infinity);
  EXPECT_EQ(exp(affine(set{0.0, 1e6}, 0, 1)).range.upper(), infinity);
}

/// E[x^2] - E[x]^2, and softmax's first output.
struct variance_kernel {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    N s(0.0), q(0.0);
    for (const N& v : x) s = s + v, q = q + v * v;
    const N n(1.0 / static_cast<double>(x.size())), mean = s * n;
    y[0] = q * n - mean * mean;
  }
};
struct softmax_kernel {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    N sum = exp(x[0]);
    for (std::size_t i = 1; i < x.size(); ++i) sum = sum + exp(x[i]);
    y[0] = exp(x[0]) / sum;
  }
};

std::vector<set> box_round(generator& g, std::size_t n, double offset, double scale) {
  std::vector<set> x;
  for (std::size_t i = 0; i < n; ++i) {
    double v = 0;
    for (int k = 0; k < 12; ++k) v += static_cast<double>(g.below(1 << 20)) * 0x1p-20 - 0.5;
    v = v * scale + offset;
    x.push_back(set{v - std::fabs(v) * 0x1p-9, v + std::fabs(v) * 0x1p-9});
  }
  return x;
}
set natural_range(const std::function<void(std::span<const set>, std::span<set>)>& kernel, const std::vector<set>& x) {
  std::vector<set> y(1, set{0.0});
  kernel(x, y);
  return y[0];
}

TEST(affine, a_variance_far_from_zero_keeps_its_width) {
  generator g(61);
  for (const double mean : {10.0, 100.0}) {
    const std::vector<set> x = box_round(g, 64, mean, 1);
    const set natural = natural_range(variance_kernel{}, x);
    const affine f =
        detail::outputs_of<affine>(variance_kernel{}, 64, 1, [&](std::size_t i) { return affine(x[i], i, 64); })[0];
    // To first order the exact width is 2 sum |dV/dx_i| r_i with dV/dx_i = 2 (x_i - m) / n.
    double m = 0, exact_width = 0;
    for (const set v : x) m += mid(v) / 64;
    for (const set v : x) exact_width += 4 * std::fabs(mid(v) - m) / 64 * rad(v);
    std::printf("variance n=64 mean %g: natural %.1f, affine %.3f times the width to first order\n", mean,
                wid(natural) / exact_width, wid(f.range) / exact_width);
    EXPECT_GT(wid(natural), 10 * exact_width);
    EXPECT_LT(wid(f.range), 1.3 * exact_width);
  }
}

TEST(affine, a_softmax_of_spread_inputs_is_within_a_small_factor) {
  generator g(62);
  const std::vector<set> x = box_round(g, 16, 0, 1);
  const std::vector<box_range> r = range_over_box(softmax_kernel{}, x, 1);
  const affine f =
      detail::outputs_of<affine>(softmax_kernel{}, 16, 1, [&](std::size_t i) { return affine(x[i], i, 16); })[0];
  EXPECT_LT(wid(f.range), 1.1 * wid(r[0].value));
  EXPECT_GE(wid(f.range), (1 - 1e-12) * wid(r[0].value));
}

} // namespace
} // namespace fpcheck::interval
