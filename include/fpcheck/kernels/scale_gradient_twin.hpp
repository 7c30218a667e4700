#pragma once
#include <fpcheck/kernels/row_twin.hpp>
#include <fpcheck/kernels/scale_gradient_plan.hpp>

/// The kernels of scale_gradient.hpp on the host, with the same bits for the same plan.
namespace fpcheck::kernels {

namespace detail {
/// The sum that `running_sum` makes, of `term(i)` for the elements of a row.
template <class Schedule, class Exp2, class Term>
float running_sum_twin(std::int32_t columns, const Term& term) {
  constexpr int vector = Schedule::vector;
  return row_state_twin<Schedule, Exp2>(1, 1.0f, [&](std::int32_t, int lane) {
    float sum = 0;
    for (std::int32_t start = packet_start<Schedule>(0, 0, lane); start < columns; start += Schedule::capacity)
      sum += sum_of_thread<Schedule>([&](int k, float(&t)[vector]) {
        for (int i = 0; i < vector; ++i) t[i] = term(start + k * Schedule::row_threads * vector + i);
      });
    return online_state{0, sum};
  }).sum;
}
} // namespace detail

/// The twin of `scale_backward`.
template <class Plan, class Exp2 = typename Plan::exp2>
void scale_backward_twin(const scale_gradient_arguments& s) {
  using in = typename Plan::in;
  const softmax_gradient_arguments& a = s.rows;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const auto element = [&](const void* t, std::int64_t stride, std::int32_t i) {
      return i < a.columns ? load_element<in>(static_cast<const code_type<in>*>(t), row * stride + i * a.column) : 0.0f;
    };
    const auto y = [&](std::int32_t i) { return element(a.y, a.y_row, i); };
    const auto upstream = [&](std::int32_t i) { return element(a.upstream, a.upstream_row, i); };
    const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
    const float plain = detail::running_sum_twin<typename Plan::schedule, Exp2>(a.columns, [&](std::int32_t i) { return gradient_term<Plan::result>(y(i), upstream(i)); });
    const float sum = Plan::result == softmax_result::probability ? exact::mul(plain, a.y_scale) : plain;
    const float all = detail::running_sum_twin<typename Plan::schedule, Exp2>(a.columns, [&](std::int32_t i) {
      return scale_term<Plan, Exp2>(y(i), upstream(i), element(a.x, a.x_row, i), sum, a.y_scale, r);
    });
    s.of_row[row] = with_card_nan(scale_derivative<typename Plan::kind>(all, a.logits, r.length));
  }
}

/// The twin of `scale_heads`.
inline void scale_heads_twin(const head_gradient_arguments& a) {
  for (std::int64_t head = 0; head < a.heads; ++head) {
    double sums[head_threads] = {};
    const std::int64_t count = rows_of_head(a, head);
    for (std::int64_t i = 0; i < count; ++i) sums[i % head_threads] += static_cast<double>(a.of_row[row_of_head(a, i, head)]);
    for (int half = head_threads / 2; half > 0; half /= 2)
      for (int i = 0; i < half; ++i) sums[i] += sums[i + half];
    a.of_head[head] = with_card_nan(static_cast<float>(sums[0]));
  }
}

} // namespace fpcheck::kernels
