#include <fpcheck/interval/certificate.hpp>
#include <fpcheck/interval/range.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace fpcheck::interval {
namespace {

using exact::oracle::generator;

/// A dot product of two halves of the input, in order.
struct dot_kernel {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    const std::size_t n = x.size() / 2;
    N s = x[0] * x[n];
    for (std::size_t i = 1; i < n; ++i) s = s + x[i] * x[n + i];
    y[0] = s;
  }
};

std::vector<float> draw(generator& g, std::size_t n) {
  std::vector<float> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(static_cast<float>(g.number_between(-3, 2)));
  return x;
}

std::vector<float> run(const std::vector<float>& x) {
  std::vector<float> y(1);
  dot_kernel{}(std::span<const float>(x), std::span<float>(y));
  return y;
}

TEST(certificate, an_honest_dot_product_passes_every_one) {
  generator g(50);
  for (int i = 0; i < 50; ++i) {
    const std::vector<float> x = draw(g, 256), y = run(x);
    const std::span<const float> in(x), out(y);
    const certificate a = certify_bracket<float>(dot_kernel{}, in, out);
    const certificate b = certify_any_order<float>(in.first(128), in.last(128), y[0], 128);
    const certificate c = certify_running<float>(dot_kernel{}, in, out);
    EXPECT_EQ(a.result, verdict::pass);
    EXPECT_EQ(b.result, verdict::pass);
    EXPECT_EQ(c.result, verdict::pass);
    EXPECT_GE(a.blow_up, 1);
    EXPECT_GE(b.blow_up, c.blow_up) << "the order-free bound knows least";
    EXPECT_LT(c.blow_up, 1e5);
  }
}

TEST(certificate, a_contracted_evaluation_stays_in_the_bracket) {
  generator g(51);
  for (int i = 0; i < 50; ++i) {
    const std::vector<float> x = draw(g, 64);
    float s = x[0] * x[32];
    for (int j = 1; j < 32; ++j) s = std::fmaf(x[static_cast<std::size_t>(j)], x[static_cast<std::size_t>(32 + j)], s);
    const std::vector<float> y{s};
    EXPECT_EQ(certify_bracket<float>(dot_kernel{}, x, y).result, verdict::pass);
  }
}

TEST(certificate, wrong_kernels_fail_with_a_witness) {
  generator g(52);
  int bracket = 0, any_order = 0, running = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<float> x = draw(g, 64);
    for (float& v : x) v = std::fabs(v);
    // An accumulator of bf16 precision instead of binary32.
    float s = 0;
    for (std::size_t j = 0; j < 32; ++j) {
      s += x[j] * x[32 + j];
      s = __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, s) & 0xffff0000u);
    }
    const std::vector<float> y{s};
    const std::span<const float> in(x);
    const certificate a = certify_bracket<float>(dot_kernel{}, x, y);
    bracket += a.result == verdict::fail;
    if (a.result == verdict::fail) {
      EXPECT_EQ(a.output, s);
      EXPECT_FALSE(is_member(a.output, a.enclosure));
    }
    any_order += certify_any_order<float>(in.first(32), in.last(32), s, 32).result == verdict::fail;
    running += certify_running<float>(dot_kernel{}, x, y).result == verdict::fail;
  }
  EXPECT_EQ(bracket, 100);
  EXPECT_EQ(any_order, 100);
  EXPECT_EQ(running, 100);
}

TEST(certificate, what_cannot_be_decided_is_unknown) {
  const std::vector<float> x{0x1p127f, 1, 4, 1}, y{INFINITY};
  EXPECT_EQ(certify_bracket<float>(dot_kernel{}, x, y).result, verdict::unknown);
  EXPECT_EQ(certify_running<float>(dot_kernel{}, x, y).result, verdict::unknown);
  const std::vector<float> ones(20, 1.0f);
  EXPECT_EQ(certify_any_order<float>(ones, ones, 20.0f, std::size_t{1} << 25).result, verdict::unknown);
}

struct difference_kernel {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    y[0] = x[0] / (x[0] + x[1]);        // monotone
    y[1] = x[0] * x[0] - x[0] * N(2.0); // not monotone over [0, 3]
  }
};

TEST(certificate, ranges_over_boxes_hold_samples_and_are_sharp) {
  const std::vector<interval<double>> box{interval<double>{1.0, 2.0}, interval<double>{3.0, 4.0}};
  const std::vector<box_range> r = range_over_box(difference_kernel{}, box, 2);
  EXPECT_EQ(r[0].method, range_method::corners);
  EXPECT_LE(r[0].value.lower(), 0.2);
  EXPECT_GE(r[0].value.lower(), 0.2 - 1e-15);
  EXPECT_NEAR(r[0].value.upper(), 0.4, 1e-15);
  generator g(53);
  for (int i = 0; i < 1000; ++i) {
    const double a = 1 + static_cast<double>(g.below(1001)) * 1e-3, b = 3 + static_cast<double>(g.below(1001)) * 1e-3;
    EXPECT_TRUE(is_member(a / (a + b), r[0].value));
    EXPECT_TRUE(is_member(a * a - 2 * a, r[1].value));
  }
  const std::vector<interval<double>> narrow{interval<double>{0.9, 1.1}, interval<double>{3.0, 4.0}};
  const std::vector<box_range> m = range_over_box(difference_kernel{}, narrow, 2);
  EXPECT_EQ(m[1].method, range_method::affine);
  EXPECT_LT(wid(m[1].value), 0.011); // natural: 0.8, mean value: 0.04; exact: 0.01
}

struct root_kernel {
  template <class N>
  void operator()(std::span<const N> x, std::span<N> y) const {
    using std::sqrt;
    y[0] = sqrt(x[0] - x[1]);
  }
};

TEST(certificate, a_function_that_may_leave_its_domain_is_unknown) {
  const std::vector<float> in{1.0f, 1.0f / 3}, inside{std::sqrt(1.0f - 1.0f / 3)};
  EXPECT_EQ(certify_bracket<float>(root_kernel{}, in, inside).result, verdict::pass);
  struct thirds_kernel {
    void operator()(std::span<const float> x, std::span<float> y) const { y[0] = std::sqrt(x[0] / 3 - x[1]); }
    void operator()(std::span<const double> x, std::span<double> y) const { y[0] = std::sqrt(x[0] / 3 - x[1]); }
    void operator()(std::span<const decorated<float>> x, std::span<decorated<float>> y) const {
      y[0] = sqrt(x[0] / decorated<float>(3.0f) - x[1]);
    }
  };
  const float third = 1.0f / 3; // above 1/3: the difference may be negative
  const std::vector<float> at_zero{1.0f, third}, out{0.0f}, nan{std::nanf("")};
  EXPECT_EQ(certify_bracket<float>(thirds_kernel{}, at_zero, out).result, verdict::unknown);
  EXPECT_EQ(certify_bracket<float>(thirds_kernel{}, at_zero, nan).result, verdict::unknown);
}

TEST(certificate, claims_over_boxes) {
  using set = interval<double>;
  const auto result = [&](set x, set first, set second) {
    const std::vector<set> box{x, set{3.0, 4.0}}, claims{first, second};
    return certify_box(difference_kernel{}, box, claims);
  };
  const auto monotone = result(set{1.0, 2.0}, set{0.19, 0.41}, set{-1.1, 0.1});
  EXPECT_EQ(monotone[0].result, verdict::pass);
  EXPECT_NEAR(monotone[0].blow_up, 1, 1e-9);
  EXPECT_EQ(monotone[0].range.proved, decoration::com);
  const auto wide = result(set{0.0, 3.0}, set{0.0, 1.5}, set{-2.0, 4.0});
  EXPECT_EQ(wide[1].result, verdict::unknown) << "the range is [-1, 3], the enclosure wider";
  EXPECT_GT(wide[1].blow_up, 1);
  const auto wrong = result(set{0.0, 3.0}, set{0.1, 0.4}, set{-1.0, 2.0});
  for (const box_certificate& c : wrong) {
    EXPECT_EQ(c.result, verdict::fail);
    ASSERT_EQ(c.witness.size(), 2u);
    EXPECT_TRUE(is_member(c.witness[0], set{0.0, 3.0}) && is_member(c.witness[1], set{3.0, 4.0}));
  }
  EXPECT_TRUE(disjoint(wrong[1].output, set{-1.0, 2.0}));

  const std::vector<set> across{set{0.0, 2.0}, set{1.0, 1.0}}, claims{set{0.0, 1.0}};
  const auto c = certify_box(root_kernel{}, across, claims);
  EXPECT_EQ(c[0].range.proved, decoration::trv);
  EXPECT_EQ(c[0].result, verdict::unknown) << "undefined for half of the box";
  const std::vector<set> beside{set{1.0, 2.0}, set{1.0, 1.0}};
  EXPECT_EQ(certify_box(root_kernel{}, beside, claims)[0].result, verdict::pass);
}

std::vector<interval<double>> random_box(generator& g, std::size_t n, double scale, double width) {
  std::vector<interval<double>> x;
  for (std::size_t i = 0; i < n; ++i) {
    const double c = scale * (static_cast<double>(g.below(2001)) * 1e-3 - 1);
    x.push_back(interval<double>{c - width, c + width});
  }
  return x;
}
std::vector<double> sample(generator& g, const std::vector<interval<double>>& x) {
  std::vector<double> p;
  for (const auto v : x) p.push_back(v.lower() + (v.upper() - v.lower()) * static_cast<double>(g.below(3)) / 2);
  return p;
}
double variance_of(const std::vector<double>& p) {
  const double mean = std::accumulate(p.begin(), p.end(), 0.0) / static_cast<double>(p.size());
  double s = 0;
  for (const double v : p) s += (v - mean) * (v - mean);
  return s / static_cast<double>(p.size());
}

TEST(range, composites_hold_samples_and_do_not_blow_up) {
  generator g(54);
  for (int i = 0; i < 200; ++i) {
    const auto x = random_box(g, 6, i % 2 ? 1 : 20, 0.01), y = random_box(g, 6, 3, 0.5);
    const auto soft = range::softmax(x);
    const auto lse = range::logsumexp(x), length = range::norm(x), product = range::dot(x, y), var = range::variance(x);
    double least_variance = 1e300, greatest_variance = 0;
    for (int j = 0; j < 50; ++j) {
      const std::vector<double> p = sample(g, x), q = sample(g, y);
      double sum = 0, squares = 0, pq = 0;
      for (std::size_t k = 0; k < 6; ++k) sum += std::exp(p[k] - p[0]), squares += p[k] * p[k], pq += p[k] * q[k];
      const auto near = [](double v, interval<double> r) {
        const double slack = 1e-13 * (std::fabs(v) + 1);
        return v >= r.lower() - slack && v <= r.upper() + slack;
      };
      for (std::size_t k = 0; k < 6; ++k) ASSERT_TRUE(near(std::exp(p[k] - p[0]) / sum, soft[k]));
      ASSERT_TRUE(near(p[0] + std::log(sum), lse));
      ASSERT_TRUE(near(std::sqrt(squares), length));
      ASSERT_TRUE(near(pq, product));
      const double v = variance_of(p);
      ASSERT_TRUE(near(v, var)) << v;
      least_variance = std::fmin(least_variance, v), greatest_variance = std::fmax(greatest_variance, v);
    }
    EXPECT_NEAR(wid(lse), 0.02, 1e-9);
    EXPECT_LE(var.lower(), least_variance + 1e-12);
    EXPECT_LE(wid(var), 3 * (greatest_variance - least_variance) + 1e-3);
  }
}

} // namespace
} // namespace fpcheck::interval
