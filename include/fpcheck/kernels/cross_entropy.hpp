#pragma once
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/held_packets.hpp>
#include <fpcheck/kernels/row_reduction.hpp>

/// Cross-entropy: the forward kernel reads the logits once and writes two numbers a row, the backward kernel reads them
/// once more. Needs a compiler of CUDA code.
namespace fpcheck::kernels {

namespace detail {

/// The state of a row of any length, on all threads of the row.
template <class Plan, access_hint Hint>
__device__ __forceinline__ online_state running_state(const cross_entropy_arguments& a, std::int64_t row, const row_logits& r,
                                                      std::int32_t length, row_exchange& room, int half) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  constexpr int vector = schedule::vector;
  lazy_state<typename Plan::exp2, running_threshold> running(r.c);
  const std::int32_t start = packet_start<schedule>(0, 0, static_cast<int>(threadIdx.x) % schedule::row_threads);
  const code_type<in>* x = static_cast<const code_type<in>*>(a.x) + row * a.x_row + start * a.x_column;
  for (std::int32_t left = length - start; left > 0; left -= schedule::capacity, x += schedule::capacity * a.x_column) {
    held_packets<in, schedule> held;
    held.template load<Hint>(x, a.x_column, left, absent_word<in>());
#pragma unroll
    for (int k = 0; k < schedule::vectors; ++k) {
      float z[vector];
      held.values(k, 0, z);
      make_logits<Plan>(k, left, r, z);
      running.template add<vector>(z);
    }
  }
  const int first_warp = static_cast<int>(threadIdx.x) / schedule::row_threads * schedule::row_warps;
  return merge_warps<typename Plan::exp2, schedule::row_warps>(running.state(), r.c, room, half, first_warp);
}

template <class Plan, access_hint Hint>
__device__ __forceinline__ void cross_entropy_row(const cross_entropy_arguments& a, std::int64_t row, row_exchange& room, int half) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  const bool exists = row < a.rows;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, exists ? row : a.rows - 1, a.columns);
  const online_state s = running_state<Plan, Hint>(a, row, r, exists ? r.length : 0, room, half);
  if (!exists || threadIdx.x % schedule::row_threads != 0) return;
  if (a.states != nullptr) a.states[row] = s;
  const std::int64_t target = a.targets[row];
  float loss = 0;
  if (target >= 0 && target < a.columns) {
    float z = minus_infinity;
    if (target < r.length)
      z = logit<typename Plan::kind, typename Plan::exp2>(load_element<in>(static_cast<const code_type<in>*>(a.x), row * a.x_row + target * a.x_column), r);
    loss = loss_of(s, z, r.scale);
  }
  a.loss[row] = loss;
}

} // namespace detail

/// The loss and the state of every row, for any grid of one dimension. One pass whatever the length.
/// Requires: columns a multiple of the packet, rows aligned to packets, or packets of one element. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void cross_entropy_rows(const cross_entropy_arguments& a) {
  using schedule = typename Plan::schedule;
  __shared__ row_exchange room;
  int half = 0;
  for (std::int64_t first = std::int64_t{blockIdx.x} * schedule::rows; first < a.rows; first += std::int64_t{gridDim.x} * schedule::rows, half ^= 1)
    detail::cross_entropy_row<Plan, Hint>(a, first + threadIdx.x / schedule::row_threads, room, half);
}

/// `cross_entropy_rows` as a kernel.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) cross_entropy_forward(const cross_entropy_arguments a) {
  cross_entropy_rows<Plan, Hint>(a);
}

namespace detail {

/// Whether the filter leaves out a packet. NaN gradients stay, and all where the threshold is 0.
template <int Count>
__device__ __forceinline__ bool below(const float (&g)[Count], float threshold) {
  bool all = true;
#pragma unroll
  for (int i = 0; i < Count; ++i) all = all && exact::abs(g[i]) < threshold;
  return all;
}

} // namespace detail

/// The gradients of one row, packet by packet, in binary32 and never in memory: `consume(column, g)` takes them, for a product
/// with the classifier's weights for example; those that the filter leaves out are zeros.
/// Returns the sum of |weight - [target]| that this thread left out: at most `threshold` for each element.
/// Requires: as cross_entropy_gradient_rows.
template <class Plan, access_hint Hint, class Consume>
__device__ __forceinline__ float for_each_loss_gradient(const cross_entropy_arguments& a, std::int64_t row, const Consume& consume) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  using exp2 = typename Plan::exp2;
  constexpr int vector = schedule::vector, step = schedule::row_threads * vector;
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const std::int64_t target = a.targets[row];
  const loss_gradient g = loss_gradient_of(a.states[row], r, a.upstream[row], target >= 0 && target < a.columns);
  float dropped = 0;
  const std::int32_t first = packet_start<schedule>(0, 0, static_cast<int>(threadIdx.x) % schedule::row_threads);
  for (std::int32_t start = first; start < a.columns; start += schedule::capacity) {
    detail::held_packets<in, schedule> held;
    held.template load<Hint>(static_cast<const code_type<in>*>(a.x) + row * a.x_row + start * a.x_column, a.x_column, r.length - start, detail::absent_word<in>());
#pragma unroll
    for (int k = 0; k < schedule::vectors; ++k) {
      if (start + k * step >= a.columns) break;
      float x[vector], z[vector];
      held.values(k, 0, x);
#pragma unroll
      for (int i = 0; i < vector; ++i) z[i] = x[i];
      detail::make_logits<Plan>(k, r.length - start, r, z);
#pragma unroll
      for (int i = 0; i < vector; ++i) x[i] = centred_weight<exp2>(z[i], g, start + k * step + i == target);
      if (detail::below(x, a.threshold)) {
#pragma unroll
        for (int i = 0; i < vector; ++i) x[i] = exact::abs(x[i]);
        dropped += tree_sum<vector>(x);
#pragma unroll
        for (int i = 0; i < vector; ++i) x[i] = 0;
      }
#pragma unroll
      for (int i = 0; i < vector; ++i) {
        x[i] = g.factor == 0 ? 0.0f : exact::mul(x[i], g.factor);
        if constexpr (Plan::kind::cap == soft_cap::on) x[i] = x[i] == 0 ? 0.0f : exact::mul(x[i], cap_derivative(z[i], r.cap));
      }
      consume(start + k * step, x);
    }
  }
  return dropped;
}

/// The gradient of every row's loss, each element rounded once to the gradient's format.
/// Requires: as cross_entropy_forward, one row a CTA; states as it wrote them. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void cross_entropy_gradient_rows(const cross_entropy_arguments& a) {
  using schedule = typename Plan::schedule;
  using out = typename Plan::out;
  static_assert(schedule::rows == 1);
  __shared__ row_exchange room;
  int half = 0;
  for (std::int64_t row = blockIdx.x; row < a.rows; row += gridDim.x, half ^= 1) {
    code_type<out>* to = static_cast<code_type<out>*>(a.gradient) + row * a.gradient_row;
    const float mine = for_each_loss_gradient<Plan, Hint>(a, row, [&](std::int32_t column, const float(&g)[schedule::vector]) {
      store_packet<out, schedule::vector, Hint>(to + column * a.gradient_column, pack<out>(g));
    });
    if (a.dropped == nullptr) continue;
    const online_state all = merge_warps<typename Plan::exp2, schedule::row_warps>({0, mine}, 1.0f, room, half, 0);
    if (threadIdx.x == 0) a.dropped[row] = all.sum;
  }
}

/// `cross_entropy_gradient_rows` as a kernel.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) cross_entropy_backward(const cross_entropy_arguments a) {
  cross_entropy_gradient_rows<Plan, Hint>(a);
}

} // namespace fpcheck::kernels
