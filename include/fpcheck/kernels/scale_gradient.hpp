#pragma once
#include <fpcheck/kernels/held_packets.hpp>
#include <fpcheck/kernels/row_reduction.hpp>
#include <fpcheck/kernels/scale_gradient_plan.hpp>

/// The gradient with respect to the factor of the logits: a number a row, then one a head. Needs a compiler of CUDA code.
namespace fpcheck::kernels {

namespace detail {

/// The sum of `term_of(y, upstream, x)` over a row of any length, on all its threads.
template <class Plan, access_hint Hint, bool WithLogits, class Term>
__device__ __forceinline__ float running_sum(const softmax_gradient_arguments& a, std::int64_t row, row_exchange& room, int half, const Term& term_of) {
  using schedule = typename Plan::schedule;
  using in = typename Plan::in;
  const auto at = [&](const void* p, std::int64_t stride, std::int32_t start) { return static_cast<const code_type<in>*>(p) + row * stride + start * a.column; };
  float sum = 0;
  for (std::int32_t start = packet_start<schedule>(0, 0, static_cast<int>(threadIdx.x)); start < a.columns; start += schedule::capacity) {
    const std::int32_t left = a.columns - start;
    held_packets<in, schedule> y, upstream, x;
    y.template load<Hint>(at(a.y, a.y_row, start), a.column, left, 0);
    upstream.template load<Hint>(at(a.upstream, a.upstream_row, start), a.column, left, 0);
    if constexpr (WithLogits) x.template load<Hint>(at(a.x, a.x_row, start), a.column, left, 0);
    sum += sum_of_thread<schedule>([&](int k, float(&t)[schedule::vector]) {
      float p[schedule::vector], z[schedule::vector];
      y.values(k, 0, p);
      upstream.values(k, 0, t);
      if constexpr (WithLogits) x.values(k, 0, z);
#pragma unroll
      for (int i = 0; i < schedule::vector; ++i) t[i] = term_of(p[i], t[i], WithLogits ? z[i] : 0.0f);
    });
  }
  return merge_warps<typename Plan::exp2, schedule::row_warps>({0, sum}, 1.0f, room, half, 0).sum;
}

} // namespace detail

/// The derivative of every row, for any grid of one dimension: two passes over y and upstream, one over x.
/// Requires: as softmax_backward, one row a CTA, any length. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void scale_gradient_rows(const scale_gradient_arguments& s) {
  static_assert(Plan::schedule::rows == 1);
  __shared__ row_exchange room;
  const softmax_gradient_arguments& a = s.rows;
  for (std::int64_t row = blockIdx.x; row < a.rows; row += gridDim.x) {
    const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
    const float plain = detail::running_sum<Plan, Hint, false>(a, row, room, 0, [](float y, float upstream, float) { return gradient_term<Plan::result>(y, upstream); });
    const float sum = Plan::result == softmax_result::probability ? exact::mul(plain, a.y_scale) : plain;
    const float all = detail::running_sum<Plan, Hint, true>(a, row, room, 1, [&](float y, float upstream, float x) {
      return scale_term<Plan, typename Plan::exp2>(y, upstream, x, sum, a.y_scale, r);
    });
    if (threadIdx.x == 0) s.of_row[row] = scale_derivative<typename Plan::kind>(all, a.logits, r.length);
  }
}

/// `scale_gradient_rows` as a kernel.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) scale_backward(const scale_gradient_arguments a) {
  scale_gradient_rows<Plan, Hint>(a);
}

/// The sum over the rows of each head: its learned factor's gradient. A block of `head_threads` a head.
/// Error: that of a sum in binary64, (rows / head_threads + 8) 2^-53 times the sum of magnitudes, and half an ulp.
__device__ __forceinline__ void scale_gradient_heads(const head_gradient_arguments& a) {
  __shared__ double sums[head_threads];
  const std::int64_t head = blockIdx.x, count = rows_of_head(a, head);
  double sum = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += head_threads) sum += static_cast<double>(a.of_row[row_of_head(a, i, head)]);
  sums[threadIdx.x] = sum;
  for (unsigned half = head_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) a.of_head[head] = static_cast<float>(sums[0]);
}

/// `scale_gradient_heads` as a kernel.
static __global__ void __launch_bounds__(head_threads) scale_heads(const head_gradient_arguments a) {
  scale_gradient_heads(a);
}

} // namespace fpcheck::kernels
