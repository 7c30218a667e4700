#pragma once
#include <fpcheck/kernels/dual.hpp>
#include <fpcheck/kernels/projection.hpp>

/// Directional derivatives of forward functions by duals, many directions in one launch.
///
/// A forward function is a functor that computes output number `output` from parameters,
///
///     template <class Parameters> FPCHECK_HD auto operator()(std::uint64_t output, const Parameters& x) const {
///       typename Parameters::scalar sum(0.0); ... sum = fma(a, x(i), sum); ... return sum; }
///
/// written once for every kind of parameters below; fma, sqrt, exp, ... are called unqualified, so that they are those
/// of duals for duals and those of the C library for plain numbers. Functions of functions are staged: the tangents of
/// the first stage's outputs are stored and are the parameters of the second.
namespace fpcheck::kernels {

/// Parameters that move along K random directions: those of probes K slice .. K slice + K - 1. K divides 32.
template <class Value, int K>
struct seeded_parameters {
  using scalar = dual<double, K>;
  const Value* values;
  directions along;
  std::uint32_t slice = 0;
  const std::uint32_t* words = nullptr; ///< the signs, where they were stored: [group][count]
  std::uint64_t count = 0;

  FPCHECK_HD FPCHECK_INLINE scalar operator()(std::uint64_t i) const noexcept {
    scalar r(static_cast<double>(values[i]));
    const std::uint32_t first = slice * K, group = first / probes_per_group;
    const std::uint32_t signs = words == nullptr ? sign_word(along, i, group) : words[group * count + i];
    const std::uint32_t word = signs >> (first % probes_per_group);
    const double one = touches(along, i) ? 1 : 0;
    for (int k = 0; k < K; ++k) r.tangent[k] = signed_by(one, word, k);
    return r;
  }
};

/// Parameters whose tangents an earlier stage stored: those of value i in `probes` directions are side by side.
template <int K>
struct stored_parameters {
  using scalar = dual<double, K>;
  const double* values;
  const double* tangents;
  std::uint32_t probes;
  std::uint32_t slice;

  FPCHECK_HD FPCHECK_INLINE scalar operator()(std::uint64_t i) const noexcept {
    scalar r(values[i]);
    const double* t = tangents + i * probes + slice * std::uint64_t{K};
    for (int k = 0; k < K; ++k) r.tangent[k] = t[k];
    return r;
  }
};

/// Parameters that stay where they are: outputs are plain numbers.
template <class Value>
struct plain_parameters {
  using scalar = double;
  const Value* values;

  FPCHECK_HD FPCHECK_INLINE scalar operator()(std::uint64_t i) const noexcept { return static_cast<double>(values[i]); }
};

/// Parameters of which K move one at a time: derivative k of the result is that in parameter `moving[k]`.
template <class Value, int K>
struct single_parameters {
  using scalar = dual<double, K>;
  const Value* values;
  std::uint64_t moving[K];

  FPCHECK_HD FPCHECK_INLINE scalar operator()(std::uint64_t i) const noexcept {
    scalar r(static_cast<double>(values[i]));
    for (int k = 0; k < K; ++k) r.tangent[k] = moving[k] == i ? 1.0 : 0.0;
    return r;
  }
};

/// What one lane adds up of a chunk: weight times tangent of its outputs. Weights may be null: all are one.
template <int K, class Forward, class Parameters>
FPCHECK_HD FPCHECK_INLINE void directional_lane(const Forward& forward, output_shape s, const double* weight,
                                                const Parameters& x, std::uint64_t chunk, int lane,
                                                double (&sum)[K]) noexcept {
  for (int k = 0; k < K; ++k) sum[k] = 0;
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    const std::uint64_t o = (chunk * s.steps + step) * lanes + static_cast<std::uint64_t>(lane);
    if (o >= s.outputs) return;
    const auto y = forward(o, x);
    const double w = weight == nullptr ? 1 : weight[o];
    for (int k = 0; k < K; ++k) sum[k] = exact::fma(w, y.tangent[k], sum[k]);
  }
}

/// The value and tangents of one output, stored for the next stage.
template <int K, class Forward, class Parameters>
FPCHECK_HD FPCHECK_INLINE void store_tangents(const Forward& forward, std::uint64_t output, const Parameters& x,
                                              std::uint32_t probes, double* values, double* tangents) noexcept {
  const auto y = forward(output, x);
  if (x.slice == 0) values[output] = y.value;
  double* t = tangents + output * probes + x.slice * std::uint64_t{K};
  for (int k = 0; k < K; ++k) t[k] = y.tangent[k];
}

/// The parameters of slice number `slice`, like `x`.
template <class Parameters>
FPCHECK_HD FPCHECK_INLINE Parameters in_slice(Parameters x, std::uint32_t slice) noexcept {
  x.slice = slice;
  return x;
}

/// sum_o weight_o (d forward_o / d v_j) for probes j = 0 .. probes - 1 on the host. Requires: K divides probes.
template <int K, class Forward, class Parameters>
std::vector<double> directional(const Forward& forward, std::uint64_t outputs, const double* weight,
                                const Parameters& x, int probes) {
  const output_shape s = outputs_of(outputs);
  return sum_over_lanes<K>(s.chunks(), static_cast<std::uint32_t>(probes / K),
                           [&](std::uint64_t chunk, int lane, std::uint32_t slice, double(&sum)[K]) {
                             directional_lane<K>(forward, s, weight, in_slice(x, slice), chunk, lane, sum);
                           });
}

#if defined(__CUDACC__)

/// partial[chunk][probe]. Launch: a warp (32 threads a block) a chunk and slice: grid (chunks, slices).
template <int K, class Forward, class Parameters>
__global__ void __launch_bounds__(lanes)
    directional_kernel(Forward forward, output_shape s, const double* weight, Parameters x, double* partial) {
  double sum[K];
  directional_lane<K>(forward, s, weight, in_slice(x, blockIdx.y), blockIdx.x, static_cast<int>(threadIdx.x), sum);
  fold_warp(sum);
  if (threadIdx.x != 0) return;
  double* out = partial + (std::uint64_t{blockIdx.x} * gridDim.y + blockIdx.y) * K;
  for (int k = 0; k < K; ++k) out[k] = sum[k];
}

/// All outputs at fixed parameters. Launch: a thread an output.
template <class Forward, class Parameters>
__global__ void __launch_bounds__(128)
    values_kernel(Forward forward, std::uint64_t outputs, Parameters x, double* out) {
  const std::uint64_t o = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (o < outputs) out[o] = forward(o, x);
}

/// Values and tangents of all outputs. Launch: a thread an output, grid (blocks, slices).
template <int K, class Forward, class Parameters>
__global__ void __launch_bounds__(128) tangents_kernel(Forward forward, std::uint64_t outputs, Parameters x,
                                                       std::uint32_t probes, double* values, double* tangents) {
  const std::uint64_t o = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (o < outputs) store_tangents<K>(forward, o, in_slice(x, blockIdx.y), probes, values, tangents);
}

#endif

} // namespace fpcheck::kernels
