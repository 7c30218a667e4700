#pragma once
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/row_twin.hpp>
#include <fpcheck/kernels/softmax_gradient_plan.hpp>

/// The row kernels on the host, with the same bits for the same plan. `Exp2` stands in for the plan's where that exists on
/// the card only.
namespace fpcheck::kernels {

/// The logits of packet `k` of a thread; what the row does not see is minus infinity.
template <class Plan, class Exp2>
void load_logits_twin(const void* x, std::int64_t row_start, std::int64_t column, std::int32_t start, const row_logits& r,
                      float (&z)[Plan::schedule::vector]) {
  using in = typename Plan::in;
  for (int i = 0; i < Plan::schedule::vector; ++i)
    z[i] = start + i < r.length ? logit<typename Plan::kind, Exp2>(load_element<in>(static_cast<const code_type<in>*>(x), row_start + (start + i) * column), r)
                                : minus_infinity;
}

namespace detail {
template <class Plan, class Exp2>
void softmax_row_twin(const softmax_arguments& a, std::int64_t row) {
  using schedule = typename Plan::schedule;
  using out = typename Plan::out;
  constexpr int vector = schedule::vector;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const std::size_t padded = static_cast<std::size_t>(a.parts) * schedule::capacity;
  std::vector<float> weights(padded), maxima(padded / (vector * schedule::vectors));
  const auto maximum_of = [&](std::int32_t part, int lane) -> float& { return maxima[static_cast<std::size_t>(part * schedule::row_threads + lane)]; };
  const online_state whole = row_state_twin<schedule, Exp2>(a.parts, r.c, [&](std::int32_t part, int lane) {
    const auto logits_of = [&](int, int k, float(&z)[vector]) {
      load_logits_twin<Plan, Exp2>(a.x, row * a.x_row, a.x_column, packet_start<schedule>(part, k, lane), r, z);
    };
    const online_state s = state_of_thread<Plan, Exp2>(logits_of, r.c, [&](int k, const float(&w)[vector]) {
      for (int i = 0; i < vector; ++i) weights[static_cast<std::size_t>(packet_start<schedule>(part, k, lane) + i)] = w[i];
    });
    maximum_of(part, lane) = s.max;
    return s;
  });
  if (a.log_sum_exp != nullptr) a.log_sum_exp[row] = with_card_nan(log_sum_exp_of(whole, r));
  const row_result result = result_of(whole, a.result_scale, Plan::result);
  code_type<out>* y = static_cast<code_type<out>*>(a.y) + row * a.y_row;
  for (std::int32_t part = 0; part < a.parts; ++part)
    for (int lane = 0; lane < schedule::row_threads; ++lane) {
      const float factor = weight_factor<Exp2>(maximum_of(part, lane), result, r.c);
      for (int k = 0; k < schedule::vectors; ++k) {
        const std::int32_t start = packet_start<schedule>(part, k, lane);
        float z[vector];
        if (Plan::kept == kept_values::codes) load_logits_twin<Plan, Exp2>(a.x, row * a.x_row, a.x_column, start, r, z);
        for (int i = 0; i < vector && start + i < a.columns; ++i)
          y[(start + i) * a.y_column] = element_code<out>(Plan::kept == kept_values::weights ? exact::mul(weights[static_cast<std::size_t>(start + i)], factor)
                                                                                   : result_of_logit<Plan, Exp2>(z[i], result, r, a.result_scale));
      }
    }
}
} // namespace detail

/// The twin of `softmax_forward`.
template <class Plan, class Exp2 = typename Plan::exp2>
void softmax_forward_twin(const softmax_arguments& a) {
  for (std::int64_t row = 0; row < a.rows; ++row) detail::softmax_row_twin<Plan, Exp2>(a, row);
}

namespace detail {
template <class Plan, class Exp2>
void softmax_gradient_row_twin(const softmax_gradient_arguments& a, std::int64_t row) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  constexpr int vector = schedule::vector;
  const auto element = [&](const void* t, std::int64_t stride, std::int32_t i) {
    return i < a.columns ? load_element<in>(static_cast<const code_type<in>*>(t), row * stride + i * a.column) : 0.0f;
  };
  const online_state whole = row_state_twin<schedule, Exp2>(a.parts, 1.0f, [&](std::int32_t part, int lane) {
    return online_state{0, sum_of_thread<schedule>([&](int k, float(&t)[vector]) {
      const std::int32_t start = packet_start<schedule>(part, k, lane);
      for (int i = 0; i < vector; ++i) t[i] = gradient_term<Plan::result>(element(a.y, a.y_row, start + i), element(a.upstream, a.upstream_row, start + i));
    })};
  });
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const float sum = Plan::result == softmax_result::probability ? exact::mul(whole.sum, a.y_scale) : whole.sum;
  const float factor = gradient_factor(r, Plan::result == softmax_result::probability ? a.y_scale : 1.0f);
  for (std::int32_t i = 0; i < a.columns; ++i) {
    float g = gradient_of<Plan::result, Exp2>(element(a.y, a.y_row, i), element(a.upstream, a.upstream_row, i), sum, factor);
    if constexpr (Plan::kind::cap == soft_cap::on) g = g == 0 ? g : exact::mul(g, cap_derivative(capped<Exp2>(element(a.x, a.x_row, i), r), r.cap));
    static_cast<code_type<typename Plan::out>*>(a.gradient)[row * a.gradient_row + i * a.column] = element_code<typename Plan::out>(g);
  }
}
} // namespace detail

/// The twin of `softmax_backward`.
template <class Plan, class Exp2 = typename Plan::exp2>
void softmax_backward_twin(const softmax_gradient_arguments& a) {
  for (std::int64_t row = 0; row < a.rows; ++row) detail::softmax_gradient_row_twin<Plan, Exp2>(a, row);
}

/// The twin of `cross_entropy_forward`.
template <class Plan, class Exp2 = typename Plan::exp2>
void cross_entropy_forward_twin(const cross_entropy_arguments& a) {
  using schedule = typename Plan::schedule;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
    const auto logit_at = [&](std::int64_t i) {
      float z[1] = {minus_infinity};
      using in = typename Plan::in;
      if (i < r.length) z[0] = logit<typename Plan::kind, Exp2>(load_element<in>(static_cast<const code_type<in>*>(a.x), row * a.x_row + i * a.x_column), r);
      return z[0];
    };
    const online_state s = row_state_twin<schedule, Exp2>(1, r.c, [&](std::int32_t, int lane) {
      lazy_state<Exp2, running_threshold> running(r.c);
      for (std::int32_t begin = 0; begin + packet_start<schedule>(0, 0, lane) < r.length; begin += schedule::capacity)
        for (int k = 0; k < schedule::vectors; ++k) {
          float z[schedule::vector];
          for (int i = 0; i < schedule::vector; ++i) z[i] = logit_at(begin + packet_start<schedule>(0, k, lane) + i);
          running.template add<schedule::vector>(z);
        }
      return running.state();
    });
    if (a.states != nullptr) a.states[row] = {s.max, with_card_nan(s.sum)};
    const std::int64_t target = a.targets[row];
    a.loss[row] = target >= 0 && target < a.columns ? with_card_nan(loss_of(s, logit_at(target), r.scale)) : 0;
  }
}

namespace detail {
template <class Plan, class Exp2>
void cross_entropy_gradient_row_twin(const cross_entropy_arguments& a, std::int64_t row) {
  using schedule = typename Plan::schedule;
  using out = typename Plan::out;
  constexpr int vector = schedule::vector;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const std::int64_t target = a.targets[row];
  const loss_gradient g = loss_gradient_of(a.states[row], r, a.upstream[row], target >= 0 && target < a.columns);
  std::vector<online_state> dropped(static_cast<std::size_t>(schedule::row_threads), online_state{0, 0});
  for (std::int32_t start = 0; start < a.columns; start += vector) {
    float z[vector], w[vector];
    load_logits_twin<Plan, Exp2>(a.x, row * a.x_row, a.x_column, start, r, z);
    bool below = true;
    for (int i = 0; i < vector; ++i) {
      w[i] = centred_weight<Exp2>(z[i], g, start + i == target);
      below = below && exact::abs(w[i]) < a.threshold;
    }
    for (int i = 0; i < vector && below; ++i) w[i] = exact::abs(w[i]);
    if (below) dropped[static_cast<std::size_t>(start / vector % schedule::row_threads)].sum += tree_sum<vector>(w);
    for (int i = 0; i < vector; ++i) {
      float d = g.factor == 0 ? 0.0f : exact::mul(below ? 0.0f : w[i], g.factor);
      if constexpr (Plan::kind::cap == soft_cap::on) d = d == 0 ? 0.0f : exact::mul(d, cap_derivative(z[i], r.cap));
      static_cast<code_type<out>*>(a.gradient)[row * a.gradient_row + (start + i) * a.gradient_column] = element_code<out>(d);
    }
  }
  if (a.dropped != nullptr) a.dropped[row] = with_card_nan(merge_warps_twin<Exp2>(dropped, 1.0f).sum);
}
} // namespace detail

/// The twin of `cross_entropy_backward`.
template <class Plan, class Exp2 = typename Plan::exp2>
void cross_entropy_backward_twin(const cross_entropy_arguments& a) {
  for (std::int64_t row = 0; row < a.rows; ++row) detail::cross_entropy_gradient_row_twin<Plan, Exp2>(a, row);
}

} // namespace fpcheck::kernels
