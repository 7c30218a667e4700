#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/kernels/difference.hpp>
#include <fpcheck/kernels/gradient_differences.hpp>
#include <fpcheck/kernels/product_tangent.hpp>
#include <fpcheck/kernels/tangent.hpp>

#include <gtest/gtest.h>
#include <mpfr.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;
using bf16 = basic_float<bf16_format>;

/// Uniform in (-1, 1), element i of stream `seed`.
double uniform(std::uint64_t i, std::uint32_t seed) {
  return 2.0 * static_cast<double>(unit_open(fmix32(static_cast<std::uint32_t>(i) * 2654435761u ^ seed))) - 1;
}

/// One row of softmax(X W + b) weighted by `upstream`, as a function of W.
struct layer {
  int batch, in, out;
  std::vector<double> x, b, upstream;

  layer(int batch_, int in_, int out_) : batch(batch_), in(in_), out(out_) {
    for (int i = 0; i < batch * in; ++i) x.push_back(uniform(static_cast<std::uint64_t>(i), 1));
    for (int i = 0; i < out; ++i) b.push_back(uniform(static_cast<std::uint64_t>(i), 2));
    for (int i = 0; i < batch * out; ++i) upstream.push_back(uniform(static_cast<std::uint64_t>(i), 3));
  }
  std::uint64_t weights() const { return static_cast<std::uint64_t>(in * out); }

  template <class Parameters>
  auto operator()(std::uint64_t row, const Parameters& w) const {
    using S = typename Parameters::scalar;
    std::vector<S> z;
    S above(0.0), below(0.0);
    for (int c = 0; c < out; ++c) {
      S sum(b[static_cast<std::size_t>(c)]);
      for (int i = 0; i < in; ++i)
        sum = fma(x[row * static_cast<std::uint64_t>(in) + static_cast<std::uint64_t>(i)],
                  w(static_cast<std::uint64_t>(i * out + c)), sum);
      z.push_back(exp(sum));
    }
    for (int c = 0; c < out; ++c) {
      above = fma(upstream[row * static_cast<std::uint64_t>(out) + static_cast<std::uint64_t>(c)],
                  z[static_cast<std::size_t>(c)], above);
      below = below + z[static_cast<std::size_t>(c)];
    }
    return above / below;
  }

  template <class T>
  std::vector<T> initial_weights() const {
    std::vector<T> w;
    for (std::uint64_t i = 0; i < weights(); ++i) w.push_back(T(2 * uniform(i, 4) / std::sqrt(in)));
    return w;
  }

  /// The gradient in W by the formula, computed in binary64 and stored in T.
  template <class T>
  std::vector<T> gradient(const std::vector<T>& w) const {
    std::vector<double> g(w.size(), 0.0);
    for (int r = 0; r < batch; ++r) {
      const std::vector<double> p = probabilities(w, r);
      double dot = 0;
      for (int c = 0; c < out; ++c)
        dot += p[static_cast<std::size_t>(c)] * upstream[static_cast<std::size_t>(r * out + c)];
      for (int c = 0; c < out; ++c) {
        const double dz = p[static_cast<std::size_t>(c)] * (upstream[static_cast<std::size_t>(r * out + c)] - dot);
        for (int i = 0; i < in; ++i)
          g[static_cast<std::size_t>(i * out + c)] += x[static_cast<std::size_t>(r * in + i)] * dz;
      }
    }
    std::vector<T> stored;
    for (const double v : g) stored.push_back(T(v));
    return stored;
  }

  template <class T>
  std::vector<double> probabilities(const std::vector<T>& w, int row) const {
    std::vector<double> p;
    double sum = 0;
    for (int c = 0; c < out; ++c) {
      double z = b[static_cast<std::size_t>(c)];
      for (int i = 0; i < in; ++i)
        z += x[static_cast<std::size_t>(row * in + i)] * static_cast<double>(w[static_cast<std::size_t>(i * out + c)]);
      p.push_back(std::exp(z));
      sum += p.back();
    }
    for (double& v : p) v /= sum;
    return p;
  }
};

template <class T>
gradient_evidence by_duals(const layer& f, const std::vector<T>& w, const std::vector<T>& g, int probes) {
  const directions d{11};
  return {project(g.data(), g.size(), d, probes), directional<8>(f, static_cast<std::uint64_t>(f.batch), nullptr,
                                                                 seeded_parameters<T, 8>{w.data(), d}, probes)};
}

gradient_options allowing(double relative) {
  gradient_options o;
  o.allowance = relative;
  return o;
}

TEST(Directions, SignsAreFairAndTheSameOnEveryMachine) {
  const directions d{0x123456789abcdef0u};
  EXPECT_EQ(sign_word(d, 0, 0), sign_block(d, 0, 0).word[0]);
  EXPECT_EQ(sign_word(d, 7, 3), sign_block(d, 1, 3).word[3]);
  int set = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) set += __builtin_popcount(sign_word(d, i, 1));
  EXPECT_NEAR(set, 65536, 6 * 182); // binomial: 131072 bits, deviation 181
  EXPECT_EQ(signed_by(2.5, 0x00000010u, 4), -2.5);
  EXPECT_EQ(signed_by(2.5, 0x00000010u, 5), 2.5);
}

RC_GTEST_PROP(Projection, IsTheSignedSumWithinItsBound, (std::uint64_t seed)) {
  const auto n = *rc::gen::inRange<std::uint64_t>(1, 3000);
  const auto scale = *rc::gen::inRange(-60, 60);
  std::vector<float> x;
  for (std::uint64_t i = 0; i < n; ++i)
    x.push_back(static_cast<float>(
        std::ldexp(uniform(i, static_cast<std::uint32_t>(seed)), static_cast<int>(i % 7) * scale / 7)));
  const directions d{seed, n / 5, n - n / 7};
  const std::vector<double> got = project(x.data(), n, d, 40);
  mpfr_t sum;
  mpfr_init2(sum, 400);
  for (const int probe : {0, 17, 31, 32, 39}) {
    double magnitude = 0;
    mpfr_set_zero(sum, 1);
    for (std::uint64_t i = d.begin; i < d.end; ++i) {
      const bool negative = sign_word(d, i, static_cast<std::uint32_t>(probe / 32)) >> (probe % 32) & 1;
      mpfr_add_d(sum, sum, negative ? -static_cast<double>(x[i]) : static_cast<double>(x[i]), MPFR_RNDN);
      magnitude += std::fabs(static_cast<double>(x[i]));
    }
    mpfr_sub_d(sum, sum, got[static_cast<std::size_t>(probe)], MPFR_RNDA);
    const projection_shape s = shape_of(n);
    RC_ASSERT(std::fabs(mpfr_get_d(sum, MPFR_RNDA)) <=
              (4.0 * s.steps + 10 + static_cast<double>(s.chunks()) / 32) * 0x1p-53 * magnitude);
  }
  mpfr_clear(sum);
}

TEST(Projection, BackProjectionEstimatesTheError) {
  std::vector<double> error(500, 0.0);
  error[123] = 3, error[400] = -1;
  const directions d{5};
  const int probes = 1024;
  const std::vector<double> residual = project(error.data(), error.size(), d, probes);
  std::vector<double> estimate;
  for (std::uint64_t i = 0; i < error.size(); ++i)
    estimate.push_back(back_project_element(residual.data(), probes, d, i));
  EXPECT_NEAR(estimate[123], 3, 0.2);
  EXPECT_NEAR(estimate[400], -1, 0.6);
  const tile_grid grid{20, 25, 1, 25};
  const auto tiles = suspect_tiles(tile_energies(estimate, grid), grid, residual);
  ASSERT_EQ(tiles.size(), 2u);
  EXPECT_EQ(tiles[0].tile, 123u / 25);
  EXPECT_EQ(tiles[0].element, 123u);
  EXPECT_NEAR(tiles[0].error_norm, 3, 0.2);
  EXPECT_EQ(tiles[1].tile, 400u / 25);
  EXPECT_EQ(tiles[1].element, 400u);
}

TEST(GradientCheck, RightGradientsPassInEveryFormat) {
  const layer f(8, 20, 13);
  const auto check = [&]<class T>(T, double u) {
    const std::vector<T> w = f.initial_weights<T>();
    const auto v = judge_gradient(by_duals(f, w, f.gradient(w), 256), allowing(rounding_allowance(u, 0x1p-53, 13)));
    EXPECT_EQ(v.outcome, gradient_outcome::passed) << text(v);
    EXPECT_LE(v.error_norm, std::max(u, 0x1p-50) * v.gradient_norm); // ours is of binary64 itself
  };
  check(double{}, 0x1p-53);
  check(float{}, 0x1p-24);
  check(bf16{}, 0x1p-8);
}

/// The outcome for a gradient that `change` has broken.
template <class Change>
gradient_verdict broken(Change&& change, int probes = 256) {
  const layer f(8, 20, 13);
  const std::vector<float> w = f.initial_weights<float>();
  std::vector<float> g = f.gradient(w);
  change(g);
  return judge_gradient(by_duals(f, w, g, probes), allowing(rounding_allowance(0x1p-24, 0x1p-24, 13)));
}

TEST(GradientCheck, WrongGradientsAreCaught) {
  EXPECT_EQ(broken([](auto& g) {
              for (float& v : g) v = 0;
            }).outcome,
            gradient_outcome::wrong);
  EXPECT_EQ(broken([](auto& g) {
              for (std::size_t i = g.size() - 13; i < g.size(); ++i) g[i] = 0;
            }).outcome,
            gradient_outcome::wrong);
  EXPECT_EQ(broken([](auto& g) {
              for (float& v : g) v *= 1.003f;
            }).outcome,
            gradient_outcome::wrong);
  EXPECT_EQ(broken([](auto& g) { g[77] *= 1.01f; }).outcome, gradient_outcome::wrong);
  EXPECT_EQ(broken([](auto& g) { g[0] = NAN; }).outcome, gradient_outcome::wrong);
  EXPECT_NEAR(broken([](auto& g) {
                for (float& v : g) v *= 1.003f;
              }).error_norm /
                  broken([](auto&) {}).gradient_norm,
              0.003, 0.0006);
}

TEST(GradientCheck, NothingToSeeIsNoPass) {
  gradient_evidence e{std::vector<double>(64, 0.0), std::vector<double>(64, 0.0)};
  EXPECT_EQ(judge_gradient(e).outcome, gradient_outcome::incomplete);
  EXPECT_EQ(judge_gradient({}).outcome, gradient_outcome::incomplete);
  e.derivative[3] = 1;
  EXPECT_EQ(judge_gradient(e).outcome, gradient_outcome::wrong);
  gradient_evidence noisy;
  for (std::uint64_t j = 0; j < 64; ++j)
    noisy.projection.push_back(uniform(j, 6)), noisy.derivative.push_back(uniform(j, 6) + 0.01 * uniform(j, 7));
  noisy.noise = 0.1;
  EXPECT_EQ(judge_gradient(noisy).outcome, gradient_outcome::incomplete) << "resolution is too coarse";
}

/// Errors just inside the allowance never raise an alarm; errors at the stated resolution are always seen: 300 draws
/// each.
TEST(GradientCheck, KeepsItsPromisesOverSeeds) {
  const std::uint64_t n = 400;
  std::vector<double> g(n), bad(n);
  int alarms = 0, missed = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    double norm = 0, error = 0;
    std::vector<double> e(n, 0.0);
    for (std::uint64_t i = 0; i < n; ++i) g[i] = uniform(i, seed), norm += g[i] * g[i];
    const std::uint64_t touched = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 7 : n;
    for (std::uint64_t i = 0; i < touched; ++i) e[i] = uniform(i, seed + 1000), error += e[i] * e[i];
    const auto outcome = [&](double relative) {
      for (std::uint64_t i = 0; i < n; ++i) bad[i] = g[i] + e[i] * relative * std::sqrt(norm / error);
      const directions d{seed};
      return judge_gradient({project(bad.data(), n, d, 256), project(g.data(), n, d, 256)}, allowing(1e-6));
    };
    const gradient_verdict inside = outcome(0.9e-6);
    alarms += inside.outcome != gradient_outcome::passed;
    missed += outcome(inside.resolution / inside.gradient_norm * 1.05).outcome != gradient_outcome::wrong;
  }
  EXPECT_EQ(alarms, 0);
  EXPECT_EQ(missed, 0);
}

/// The standard deviation that the estimate is meant to find, within a factor of two, over a smooth function.
TEST(NoiseLevel, FindsTheNoiseOverASmoothFunction) {
  for (const double noise : {1e-3, 1e-6, 1e-9}) {
    double mean = 0;
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
      std::vector<double> values;
      for (std::uint64_t i = 0; i < 8; ++i)
        values.push_back(std::sin(1 + 1e-3 * noise * static_cast<double>(i)) +
                         noise * std::sqrt(3.0) * uniform(i + 100, seed));
      mean += noise_level(values).level / 50;
    }
    EXPECT_GT(mean, noise / 2);
    EXPECT_LT(mean, noise * 2);
  }
}

TEST(ChooseStep, BalancesTruncationAndNoise) {
  // Residuals of a function with f''' / 6 = 1 and f^(5) / 120 = 1: h^2 + h^4, and noise as of the value.
  const double value_noise = 1e-9;
  std::vector<std::vector<double>> ladder(2);
  for (std::uint32_t p = 0; p < 2; ++p) {
    double h = 1;
    for (std::uint64_t l = 0; l < 10; ++l, h /= step_ratio)
      ladder[p].push_back(h * h + h * h * h * h + value_noise / h * uniform(l, p + 50));
  }
  const step_choice c = choose_step(ladder, 1, value_noise);
  const double h = std::pow(step_ratio, -static_cast<double>(c.level));
  // (45 noise / (4 M5))^(1/5) with M5 = 120 is 0.01 for a five-point formula; ours spans a factor of four.
  EXPECT_GT(h, 0.01 / 4);
  EXPECT_LT(h, 0.01 * 16);
  EXPECT_LT(c.truncation + c.noise, 1e-5);
}

/// The forward function of `f` as a black box that computes and stores its outputs in T.
template <class T>
gradient_evidence by_differences(const layer& f, const std::vector<T>& w, const std::vector<T>& g, int probes,
                                 int precision, difference_plan& plan) {
  std::vector<T> up(w.size()), down(w.size());
  const auto forward = [&](const std::vector<T>& at) {
    std::vector<T> out;
    for (int r = 0; r < f.batch; ++r)
      for (const double p : f.probabilities(at, r)) out.push_back(static_cast<T>(p));
    return out;
  };
  const auto measure = [&](std::span<const displacement> requests) {
    std::vector<response> out;
    for (const displacement& r : requests) {
      const double predicted = displace(w.data(), g.data(), up.data(), down.data(), w.size(), {3}, r.probe, r.step);
      const std::vector<T> above = forward(up), below = forward(down);
      out.push_back({predicted, weighted_difference(f.upstream.data(), above.data(), below.data(), above.size())});
    }
    return out;
  };
  plan.first_step = 0.2;
  return difference_evidence(measure, probes, precision, plan);
}

/// The verdicts on a right, a scaled and a zero gradient in T.
template <class T>
std::vector<gradient_verdict> verdicts_by_differences(int precision, double allowance, double scale) {
  const layer f(16, 20, 13);
  const std::vector<T> w = f.initial_weights<T>(), right = f.gradient(w);
  std::vector<T> scaled = right, zero = right;
  for (T& v : scaled) v = static_cast<T>(static_cast<double>(v) * scale);
  for (T& v : zero) v = static_cast<T>(0.0);
  std::vector<gradient_verdict> out;
  for (const std::vector<T>& g : {right, scaled, zero}) {
    difference_plan plan;
    out.push_back(judge_gradient(by_differences(f, w, g, 128, precision, plan), allowing(allowance)));
  }
  return out;
}

TEST(Differences, TellRightFromWrongAsFarAsTheFormatAllows) {
  const auto f64 = verdicts_by_differences<double>(53, 1e-14, 1 + 1e-7);
  EXPECT_EQ(f64[0].outcome, gradient_outcome::passed) << text(f64[0]);
  EXPECT_LT(f64[0].resolution, 1e-8 * f64[0].gradient_norm);
  EXPECT_EQ(f64[1].outcome, gradient_outcome::wrong);
  EXPECT_EQ(f64[2].outcome, gradient_outcome::wrong);

  const auto f32 = verdicts_by_differences<float>(24, 1e-6, 1.003);
  EXPECT_EQ(f32[0].outcome, gradient_outcome::passed) << text(f32[0]);
  EXPECT_EQ(f32[1].outcome, gradient_outcome::wrong);
  EXPECT_EQ(f32[2].outcome, gradient_outcome::wrong);

  // Steps of a bf16 parameter are coarse; their real size is what counts, so a right gradient is never called wrong.
  const auto half = verdicts_by_differences<bf16>(8, 0x1p-8, 1.5);
  EXPECT_NE(half[0].outcome, gradient_outcome::wrong) << text(half[0]);
  EXPECT_EQ(half[1].outcome, gradient_outcome::wrong) << text(half[1]);
  EXPECT_EQ(half[2].outcome, gradient_outcome::wrong);
}

TEST(Differences, AFunctionThatCannotBeRunIsIncomplete) {
  difference_plan plan;
  plan.first_step = 1;
  const auto broken = [](std::span<const displacement>) { return std::vector<response>{}; };
  EXPECT_EQ(judge_gradient(difference_evidence(broken, 8, 24, plan)).outcome, gradient_outcome::incomplete);
}

/// X W with W moving.
struct plain_product {
  const float* x;
  std::uint64_t in, out;
  template <class Parameters>
  auto operator()(std::uint64_t o, const Parameters& w) const {
    typename Parameters::scalar sum(0.0);
    for (std::uint64_t i = 0; i < in; ++i)
      sum = fma(static_cast<double>(x[o / out * in + i]), w(i * out + o % out), sum);
    return sum;
  }
};

TEST(ProductTangents, AreThoseOfTheFunctor) {
  const std::uint32_t batch = 5, in = 70, out = 9;
  std::vector<float> x, w(in * out, 0.5f);
  float most = 0;
  for (std::uint64_t i = 0; i < batch * in; ++i)
    x.push_back(static_cast<float>(uniform(i, 8) * (i % 3 == 0 ? 100 : 1e-3))),
        most = std::max(most, std::fabs(x.back()));
  const directions d{6};
  const std::vector<double> exact = product_tangents(x.data(), {batch, in, out, in, 1, out, 1, out, 1}, d, 32);
  for (std::uint64_t o = 0; o < batch * out; ++o) {
    const auto y = plain_product{x.data(), in, out}(o, seeded_parameters<float, 32>{w.data(), d});
    for (std::uint64_t k = 0; k < 32; ++k)
      ASSERT_NEAR(exact[o * 32 + k], y.tangent[k], static_cast<double>(most) * in * 0x1p-30);
  }
  x[7] = NAN;
  EXPECT_TRUE(std::isnan(product_tangents(x.data(), {batch, in, out, in, 1, out, 1, out, 1}, d, 32)[0]));
}

TEST(LocateRange, FollowsTheError) {
  const auto error = [](const element_range& r) { return r.begin <= 777 && 777 < r.end ? 1.0 : 0.1; };
  const element_range found = locate_range({0, 1000}, 16, error);
  EXPECT_LE(found.begin, 777u);
  EXPECT_GT(found.end, 777u);
  EXPECT_LE(found.end - found.begin, 16u);
}

} // namespace
