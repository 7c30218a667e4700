#pragma once
#include <fpcheck/kernels/held_packets.hpp>
#include <fpcheck/kernels/row_reduction.hpp>
#include <fpcheck/kernels/softmax_plan.hpp>

/// Softmax and log-softmax of rows: every element is read once and written once. Needs a compiler of CUDA code.
namespace fpcheck::kernels {

namespace detail {

/// What the threads of a row do with it, or with one part of it. `load(held, left)` fetches the thread's packets and
/// `merge(mine, c)` makes the row's state of the threads'; both are called by all threads of the CTA.
template <class Plan, access_hint Hint, class Load, class Merge>
__device__ __forceinline__ void softmax_part(const softmax_arguments& a, std::int64_t row, std::int32_t part, const Load& load, const Merge& merge) {
  using schedule = typename Plan::schedule;
  using exp2 = typename Plan::exp2;
  constexpr int vector = schedule::vector;
  const int lane = static_cast<int>(threadIdx.x) % schedule::row_threads;
  const bool exists = row < a.rows;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, exists ? row : a.rows - 1, a.columns);
  const std::int32_t start = packet_start<schedule>(part, 0, lane), left = exists ? r.length - start : 0;
  held_packets<typename Plan::in, schedule> held;
  load(held, start, left);
  float weights[Plan::kept == kept_values::weights ? schedule::vectors : 1][vector];
  const std::uint32_t zero[] = {0, static_cast<std::uint32_t>(a.columns) >> 30, static_cast<std::uint32_t>(a.parts) >> 30};
  const auto logits_of = [&](int pass, int k, float(&z)[vector]) {
    held.values(k, Plan::kept == kept_values::codes ? zero[pass] : 0, z);
    make_logits<Plan>(k, left, r, z);
  };
  const online_state mine = state_of_thread<Plan, exp2>(logits_of, r.c, [&](int k, const float(&w)[vector]) {
    if constexpr (Plan::kept == kept_values::weights)
      for (int i = 0; i < vector; ++i) weights[k][i] = w[i];
  });
  const online_state whole = merge(mine, r.c);
  if (!exists) return;
  if (a.log_sum_exp != nullptr && start == 0) a.log_sum_exp[row] = log_sum_exp_of(whole, r);
  const row_result result = result_of(whole, a.result_scale, Plan::result);
  const float factor = weight_factor<exp2>(mine.max, result, r.c);
  const auto result_for = [&](int k, float(&y)[vector]) {
    if constexpr (Plan::kept == kept_values::codes) logits_of(2, k, y);
#pragma unroll
    for (int i = 0; i < vector; ++i)
      y[i] = Plan::kept == kept_values::weights ? exact::mul(weights[k][i], factor)
                                                : result_of_logit<Plan, exp2>(y[i], result, r, a.result_scale);
  };
  using out = typename Plan::out;
  store_results<out, schedule, Hint>(opaque(static_cast<code_type<out>*>(a.y) + row * a.y_row + start * a.y_column), a.y_column,
                                     a.columns - start, result_for);
}

} // namespace detail

/// The softmax of every row, for any grid of one dimension that is a multiple of `parts`.
/// Requires: columns at most parts * capacity, and a multiple of the packet; rows aligned to packets, or packets of one
/// element; where parts > 1 one row a CTA and all CTAs resident. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void softmax_rows(const softmax_arguments& a) {
  deal_rows<typename Plan::schedule>(a.rows, a.parts, [&](std::int64_t row, std::int32_t part, row_exchange& room, int half) {
    using in = typename Plan::in;
    const auto load = [&](auto& held, std::int32_t start, std::int32_t left) {
      held.template load<Hint>(detail::opaque(static_cast<const code_type<in>*>(a.x) + row * a.x_row + start * a.x_column), a.x_column, left,
                               detail::absent_word<in>());
    };
    detail::softmax_part<Plan, Hint>(a, row, part, load, [&](online_state mine, float c) {
      return merge_row<typename Plan::schedule, typename Plan::exp2>(mine, c, room, half, a.exchange, row, part, a.parts);
    });
  });
}

/// `softmax_rows` as a kernel.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) softmax_forward(const softmax_arguments a) {
  softmax_rows<Plan, Hint>(a);
}

} // namespace fpcheck::kernels
