// The loss of a linear classifier and its gradients lie within their derived bounds of MPFR's, whatever the chunk.
#include "row_cases.hpp"
#include "row_plans.hpp"
#include "row_reference.hpp"

#include <fpcheck/kernels/classifier_loss_twin.hpp>
#include <fpcheck/kernels/softmax_bound.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

using plan = softmax_plan<f32_format, f32_format, logits<row_scaling::fixed>, special_exp2, row_schedule<32, 32, 4, 1>>;

double& worst_ratio() {
  static double ratio = 0;
  return ratio;
}

void require_within(double got, double exact, double allowed) {
  const double ratio = std::fabs(got - exact) / allowed;
  worst_ratio() = std::fmax(worst_ratio(), ratio);
  RC_ASSERT(ratio <= 1.0);
}

/// A problem with its results.
template <class Tag>
struct problem {
  std::int32_t rows, columns, inner;
  std::vector<code_type<Tag>> hidden, weights;
  std::vector<std::int64_t> targets;
  std::vector<float> upstream, loss, hidden_gradient, weights_gradient;
  float scale;

  problem(std::int32_t n, std::int32_t v, std::int32_t d, std::uint32_t seed)
      : rows(n), columns(v), inner(d), hidden(size(n, d)), weights(size(v, d)), targets(size(n, 1)), upstream(size(n, 1)), loss(size(n, 1)), hidden_gradient(size(n, d)),
        weights_gradient(size(v, d)), scale(seed % 3 == 0 ? -0.75f : 1.0f) {
    const auto at = [&](std::uint32_t stream, std::size_t i) { return 2 * rows::uniform(seed + stream, static_cast<std::uint32_t>(i)) - 1; };
    const float size_of_hidden = seed % 2 == 0 ? 1.0f : 6.0f;
    for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = element_code<Tag>(size_of_hidden * at(1, i));
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = element_code<Tag>(at(2, i));
    for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = i % 5 == 4 ? -1 : static_cast<std::int64_t>((i * 7 + seed) % static_cast<std::size_t>(v)), upstream[i] = at(3, i);
  }
  static std::size_t size(std::int32_t a, std::int32_t b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }
  double h(std::int32_t m, std::int32_t k) const { return static_cast<double>(load_element<Tag>(hidden.data(), std::int64_t{m} * inner + k)); }
  double w(std::int32_t v, std::int32_t k) const { return static_cast<double>(load_element<Tag>(weights.data(), std::int64_t{v} * inner + k)); }

  void run(std::int32_t chunk) {
    std::vector<float> room(size(chunk, columns));
    std::vector<online_state> states(size(chunk, 1));
    classifier_arguments a;
    a.hidden = hidden.data(), a.weights = weights.data(), a.targets = targets.data(), a.loss = loss.data(), a.upstream = upstream.data();
    a.hidden_gradient = hidden_gradient.data(), a.weights_gradient = weights_gradient.data(), a.logits_room = room.data(), a.states_room = states.data();
    a.rows = rows, a.columns = columns, a.inner = inner, a.chunk = chunk, a.hidden_row = a.weights_row = inner, a.logits.scale = scale;
    classifier_loss_twin<Tag, Tag, plan, rows::host_exp2<plan>>(a);
  }
};

/// The exact gradient of the logits with the errors that its computation may have.
struct exact_gradients {
  std::vector<double> g, error;
};

/// Checks the losses; the gradients of the logits, exact and with their errors, are returned.
template <class Tag>
exact_gradients check_losses(const problem<Tag>& q) {
  exact_gradients out;
  for (std::int32_t m = 0; m < q.rows; ++m) {
    const auto columns = static_cast<std::size_t>(q.columns);
    std::vector<rows::real> t(columns);
    double of_logit = 0;
    for (std::int32_t v = 0; v < q.columns; ++v) {
      rows::real z, magnitudes;
      for (std::int32_t k = 0; k < q.inner; ++k) z = z + rows::real(q.h(m, k)) * rows::real(q.w(v, k)), magnitudes = magnitudes + rows::real(std::fabs(q.h(m, k) * q.w(v, k)));
      t[static_cast<std::size_t>(v)] = z * rows::real(static_cast<double>(q.scale));
      of_logit = std::fmax(of_logit, classifier_logit_error(q.inner, magnitudes.number() * 1.001) * std::fabs(static_cast<double>(q.scale)));
    }
    rows::real maximum = t[0];
    for (const rows::real& x : t)
      if (maximum < x) maximum = x;
    rows::exact_row row;
    row.p.assign(columns, 0), row.below.assign(columns, 0);
    rows::detail::weigh(row, t, std::vector<bool>(columns, true), maximum);
    const double log_n = std::log(static_cast<double>(q.columns));
    const row_arithmetic k = running_arithmetic_of<plan>(q.columns, log_n);
    const double of_sum = sum_error(k, q.columns, log_n, of_logit);
    const std::int64_t target = q.targets[static_cast<std::size_t>(m)];
    const double factor = target < 0 ? 0 : static_cast<double>(q.scale) * static_cast<double>(q.upstream[static_cast<std::size_t>(m)]);
    const double gap = target < 0 ? 0 : row.below[static_cast<std::size_t>(target)], loss = target < 0 ? 0 : gap + row.log_sum;
    require_within(static_cast<double>(q.loss[static_cast<std::size_t>(m)]), loss, loss_error(loss, gap, of_sum, of_logit));
    for (std::size_t v = 0; v < columns; ++v) {
      const bool is_target = static_cast<std::int64_t>(v) == target;
      const double of_p = weight_error(k, row.p[v], row.below[v], of_sum, 1, of_logit), g = (is_target ? row.p[v] - 1 : row.p[v]) * factor;
      out.g.push_back(g);
      out.error.push_back(factor == 0 ? 0 : rounded_error(f32_format::row, g, loss_gradient_error(row.p[v], of_p, factor, is_target)));
    }
  }
  return out;
}

template <class Tag>
void check_gradients(const problem<Tag>& q, const exact_gradients& of_logits) {
  const auto at = [&](std::int32_t m, std::int32_t v) { return static_cast<std::size_t>(m) * static_cast<std::size_t>(q.columns) + static_cast<std::size_t>(v); };
  const auto check = [&](float got, std::int32_t terms, const auto& index, const auto& factor) {
    rows::real exact;
    double carried = 0, magnitudes = 0;
    for (std::int32_t i = 0; i < terms; ++i) {
      const std::size_t j = index(i);
      exact = exact + rows::real(of_logits.g[j]) * rows::real(factor(i));
      carried += of_logits.error[j] * std::fabs(factor(i)) * 1.001, magnitudes += std::fabs(of_logits.g[j] * factor(i)) * 1.001;
    }
    require_within(static_cast<double>(got), exact.number(), classifier_gradient_error(terms, carried, magnitudes) + 1e-300);
  };
  for (std::int32_t k = 0; k < q.inner; ++k) {
    for (std::int32_t m = 0; m < q.rows; ++m)
      check(q.hidden_gradient[static_cast<std::size_t>(m * q.inner + k)], q.columns, [&](std::int32_t v) { return at(m, v); }, [&](std::int32_t v) { return q.w(v, k); });
    for (std::int32_t v = 0; v < q.columns; ++v)
      check(q.weights_gradient[static_cast<std::size_t>(v * q.inner + k)], q.rows, [&](std::int32_t m) { return at(m, v); }, [&](std::int32_t m) { return q.h(m, k); });
  }
}

template <class Tag>
void check_classifier(const char* name) {
  worst_ratio() = 0;
  EXPECT_TRUE(rc::check(name, [] {
    problem<Tag> q(*rc::gen::inRange(1, 9), 4 * *rc::gen::inRange(1, 20), *rc::gen::inRange(1, 24), *rc::gen::inRange(0u, 100000u));
    q.run(*rc::gen::inRange(1, 10));
    check_gradients(q, check_losses(q));
  }));
  std::printf("largest error over its bound  %-24s %.3f\n", name, worst_ratio());
}

TEST(ClassifierLoss, Binary32IsWithinItsBound) { check_classifier<f32_format>("classifier f32"); }
TEST(ClassifierLoss, Bfloat16IsWithinItsBound) { check_classifier<bf16_format>("classifier bf16"); }

TEST(ClassifierLoss, ResultsDoNotDependOnTheChunk) {
  problem<bf16_format> one(11, 40, 13, 5), other(11, 40, 13, 5);
  one.run(11), other.run(3);
  EXPECT_EQ(one.loss, other.loss);
  EXPECT_EQ(one.hidden_gradient, other.hidden_gradient);
  EXPECT_EQ(one.weights_gradient, other.weights_gradient);
}

} // namespace
