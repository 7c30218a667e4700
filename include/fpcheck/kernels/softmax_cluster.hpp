#pragma once
#include <fpcheck/kernels/cluster_rows.hpp>
#include <fpcheck/kernels/softmax.hpp>
#include <fpcheck/kernels/softmax_gradient.hpp>

/// softmax.hpp's and softmax_gradient.hpp's rows on clusters of CTAs, with the same bits for the same plan. Needs sm_90.
namespace fpcheck::kernels {

/// The shared memory in which parts land: one of each of `inputs` tensors.
template <class Plan>
FPCHECK_HD constexpr std::uint32_t landing_bytes(int inputs) noexcept {
  return static_cast<std::uint32_t>(Plan::schedule::capacity * static_cast<int>(sizeof(code_type<typename Plan::in>)) * inputs);
}

namespace detail {
/// The bytes of a part that hold the first `seen` elements of a row, in whole packets.
template <class Plan>
__device__ __forceinline__ std::uint32_t seen_bytes(std::int32_t part, std::int32_t seen) {
  using schedule = typename Plan::schedule;
  const std::int32_t left = seen - part * schedule::capacity, here = left < 0 ? 0 : left < schedule::capacity ? left : schedule::capacity;
  return static_cast<std::uint32_t>((here + schedule::vector - 1) / schedule::vector * schedule::vector) * sizeof(code_type<typename Plan::in>);
}

/// Starts the copy of a part, where there is something to copy.
template <class Plan>
__device__ __forceinline__ void fetch_part(unsigned char* to, const void* tensor, std::int64_t row_stride, std::int64_t row, std::int32_t part, std::uint32_t bytes,
                                           std::uint64_t* landed) {
  if (bytes != 0)
    bulk::load(to, static_cast<const code_type<typename Plan::in>*>(tensor) + row * row_stride + std::int64_t{part} * Plan::schedule::capacity, bytes, landed);
}

/// The thread's packets of a part that has landed.
template <class Plan, class Held>
__device__ __forceinline__ void take_part(Held& held, const unsigned char* landed, std::int32_t left, std::uint32_t absent) {
  held.template load<access_hint::cached>(reinterpret_cast<const code_type<typename Plan::in>*>(landed) + threadIdx.x * Plan::schedule::vector, 1, left, absent);
}
} // namespace detail

/// The softmax of every row. `a.exchange` is one word, 0 before.
/// Requires: clusters of `a.parts` CTAs with landing_bytes of shared memory; unit column strides, rows aligned to packets. Error: softmax_bound.hpp.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void softmax_cluster_rows(const softmax_arguments& a) {
  extern __shared__ __align__(128) unsigned char landing[];
  const auto fetch = [&](std::int64_t row, std::int32_t part, std::uint64_t* landed) {
    const std::uint32_t bytes = detail::seen_bytes<Plan>(part, detail::length_of_row<typename Plan::kind>(a.logits, row, a.columns));
    bulk::expect(landed, bytes);
    detail::fetch_part<Plan>(landing, a.x, a.x_row, row, part, bytes, landed);
  };
  const auto work = [&](std::int64_t row, std::int32_t part, const auto& merge) {
    const auto load = [&](auto& held, std::int32_t, std::int32_t left) { detail::take_part<Plan>(held, landing, left, detail::absent_word<typename Plan::in>()); };
    detail::softmax_part<Plan, Hint>(a, row, part, load, merge);
  };
  deal_rows_to_clusters<typename Plan::schedule, typename Plan::exp2>(a.rows, a.parts, a.exchange, fetch, work);
}

/// The gradient of every row. Requires and Error: as above.
template <class Plan, access_hint Hint = access_hint::cached>
__device__ __forceinline__ void softmax_gradient_cluster_rows(const softmax_gradient_arguments& a) {
  extern __shared__ __align__(128) unsigned char landing[];
  constexpr std::uint32_t second = landing_bytes<Plan>(1);
  const auto fetch = [&](std::int64_t row, std::int32_t part, std::uint64_t* landed) {
    const std::uint32_t bytes = detail::seen_bytes<Plan>(part, a.columns);
    bulk::expect(landed, 2 * bytes);
    detail::fetch_part<Plan>(landing, a.y, a.y_row, row, part, bytes, landed);
    detail::fetch_part<Plan>(landing + second, a.upstream, a.upstream_row, row, part, bytes, landed);
  };
  const auto work = [&](std::int64_t row, std::int32_t part, const auto& merge) {
    const auto load = [&](auto& y, auto& upstream, std::int32_t, std::int32_t left) {
      detail::take_part<Plan>(y, landing, left, 0);
      detail::take_part<Plan>(upstream, landing + second, left, 0);
    };
    detail::softmax_gradient_part<Plan, Hint>(a, row, part, load, merge);
  };
  deal_rows_to_clusters<typename Plan::schedule, typename Plan::exp2>(a.rows, a.parts, a.exchange, fetch, work);
}

/// Kernels of the above.
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) softmax_forward_cluster(const softmax_arguments a) {
  softmax_cluster_rows<Plan, Hint>(a);
}
template <class Plan, access_hint Hint = access_hint::cached>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) softmax_backward_cluster(const softmax_gradient_arguments a) {
  softmax_gradient_cluster_rows<Plan, Hint>(a);
}

} // namespace fpcheck::kernels
