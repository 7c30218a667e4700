#pragma once
#include <fpcheck/kernels/held_packets.hpp>
#include <fpcheck/kernels/row_reduction.hpp>
#include <fpcheck/kernels/softmax_gradient_plan.hpp>

/// Gradients of softmax and log-softmax: the two inputs are read once, the gradient is written once. Needs a compiler of
/// CUDA code.
namespace fpcheck::kernels {

namespace detail {

/// What the threads of a row do with it, or with one part of it: `load` and `merge` as for softmax_part, of y and upstream.
template <class Plan, access_hint Hint, class Load, class Merge>
__device__ __forceinline__ void softmax_gradient_part(const softmax_gradient_arguments& a, std::int64_t row, std::int32_t part, const Load& load,
                                                      const Merge& merge) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  using out = typename Plan::out;
  constexpr int vector = schedule::vector;
  const int lane = static_cast<int>(threadIdx.x) % schedule::row_threads;
  const bool exists = row < a.rows;
  const std::int32_t start = packet_start<schedule>(part, 0, lane), left = exists ? a.columns - start : 0;
  held_packets<in, schedule> y, upstream;
  load(y, upstream, start, left);
  const std::uint32_t zero = static_cast<std::uint32_t>(a.parts) >> 30;
  const float mine = sum_of_thread<schedule>([&](int k, float(&t)[vector]) {
    float p[vector];
    y.values(k, 0, p);
    upstream.values(k, 0, t);
#pragma unroll
    for (int i = 0; i < vector; ++i) t[i] = gradient_term<Plan::result>(p[i], t[i]);
  });
  // A plain sum is a state at reference 0.
  const online_state whole = merge(online_state{0, mine}, 1.0f);
  if (!exists) return;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const float sum = Plan::result == softmax_result::probability ? exact::mul(whole.sum, a.y_scale) : whole.sum;
  const float factor = gradient_factor(r, Plan::result == softmax_result::probability ? a.y_scale : 1.0f);
  const code_type<in>* x = static_cast<const code_type<in>*>(a.x) + row * a.x_row + start * a.column;
  store_results<out, schedule, Hint>(
      opaque(static_cast<code_type<out>*>(a.gradient) + row * a.gradient_row + start * a.column), a.column, left, [&](int k, float(&g)[vector]) {
        float p[vector];
        y.values(k, zero, p);
        upstream.values(k, zero, g);
#pragma unroll
        for (int i = 0; i < vector; ++i) g[i] = gradient_of<Plan::result, typename Plan::exp2>(p[i], g[i], sum, factor);
        if constexpr (Plan::kind::cap == soft_cap::on) {
          unpack<in>(load_packet<in, vector, Hint>(x + k * schedule::row_threads * vector * (vector == 1 ? a.column : 1)), p);
#pragma unroll
          for (int i = 0; i < vector; ++i) g[i] = g[i] == 0 ? g[i] : exact::mul(g[i], cap_derivative(capped<typename Plan::exp2>(p[i], r), r.cap));
        }
      });
}

} // namespace detail

/// The gradient of every row, for any grid of one dimension that is a multiple of `parts`.
/// Requires: as softmax_forward, for all tensors. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void softmax_gradient_rows(const softmax_gradient_arguments& a) {
  deal_rows<typename Plan::schedule>(a.rows, a.parts, [&](std::int64_t row, std::int32_t part, row_exchange& room, int half) {
    using in = typename Plan::in;
    const auto load = [&](auto& y, auto& upstream, std::int32_t start, std::int32_t left) {
      y.template load<Hint>(detail::opaque(static_cast<const code_type<in>*>(a.y) + row * a.y_row + start * a.column), a.column, left, 0);
      upstream.template load<Hint>(detail::opaque(static_cast<const code_type<in>*>(a.upstream) + row * a.upstream_row + start * a.column), a.column, left, 0);
    };
    detail::softmax_gradient_part<Plan, Hint>(a, row, part, load, [&](online_state mine, float c) {
      return merge_row<typename Plan::schedule, typename Plan::exp2>(mine, c, room, half, a.exchange, row, part, a.parts);
    });
  });
}

/// `softmax_gradient_rows` as a kernel.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) softmax_backward(const softmax_gradient_arguments a) {
  softmax_gradient_rows<Plan, Hint>(a);
}

} // namespace fpcheck::kernels
