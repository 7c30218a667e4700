#pragma once
#include <fpcheck/kernels/projection.hpp>

/// Directional derivatives of a forward launch that is a black box: central differences along random directions whose
/// real displacement, after rounding to the tensor's format, is what the gradient is multiplied with. No assumption is
/// made about which steps the format can represent.
namespace fpcheck::kernels {

/// What one lane does of moving x by `step` along probe `probe` of d: writes x + step v and x - step v, each rounded
/// once to T, and returns its share of <gradient, up - down>.
template <class T, class G>
FPCHECK_HD FPCHECK_INLINE double displace_lane(const T* x, const G* gradient, T* up, T* down, projection_shape s,
                                               const directions& d, int probe, double step, std::uint64_t chunk,
                                               int lane) noexcept {
  double sum = 0;
  for (std::uint32_t k = 0; k < s.steps; ++k) {
    const std::uint64_t quad = chunk * (s.chunk() / 4) + k * lanes + static_cast<std::uint64_t>(lane);
    if (4 * quad >= s.elements) break;
    const philox_block signs = sign_block(d, quad, static_cast<std::uint32_t>(probe / probes_per_group));
    for (int e = 0; e < 4; ++e) {
      const std::uint64_t i = 4 * quad + static_cast<std::uint64_t>(e);
      if (i >= s.elements) break;
      const double v = touches(d, i) ? signed_by(step, signs.word[e], probe % probes_per_group) : 0;
      const double here = static_cast<double>(x[i]);
      const T above = static_cast<T>(here + v), below = static_cast<T>(here - v);
      up[i] = above, down[i] = below;
      sum = exact::fma(static_cast<double>(gradient[i]), static_cast<double>(above) - static_cast<double>(below), sum);
    }
  }
  return sum;
}

/// One lane's share of <weight, a - b>.
template <class T>
FPCHECK_HD FPCHECK_INLINE double weighted_difference_lane(const double* weight, const T* a, const T* b, output_shape s,
                                                          std::uint64_t chunk, int lane) noexcept {
  double sum = 0;
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    const std::uint64_t o = (chunk * s.steps + step) * lanes + static_cast<std::uint64_t>(lane);
    if (o >= s.outputs) break;
    sum = exact::fma(weight[o], static_cast<double>(a[o]) - static_cast<double>(b[o]), sum);
  }
  return sum;
}

/// The same on the host: writes `up` and `down`, returns <gradient, up - down>.
template <class T, class G>
double displace(const T* x, const G* gradient, T* up, T* down, std::uint64_t elements, const directions& d, int probe,
                double step) {
  const projection_shape s = shape_of(elements);
  return sum_over_lanes<1>(s.chunks(), 1, [&](std::uint64_t chunk, int lane, std::uint32_t, double(&sum)[1]) {
    sum[0] = displace_lane(x, gradient, up, down, s, d, probe, step, chunk, lane);
  })[0];
}
template <class T>
double weighted_difference(const double* weight, const T* a, const T* b, std::uint64_t outputs) {
  const output_shape s = outputs_of(outputs);
  return sum_over_lanes<1>(s.chunks(), 1, [&](std::uint64_t chunk, int lane, std::uint32_t, double(&sum)[1]) {
    sum[0] = weighted_difference_lane(weight, a, b, s, chunk, lane);
  })[0];
}

#if defined(__CUDACC__)

/// partial[chunk], the sum of squares. Launch: a warp (32 threads a block) a chunk.
template <class T>
__global__ void __launch_bounds__(lanes) squares_kernel(const T* x, output_shape s, double* partial) {
  double sum[1] = {0};
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    const std::uint64_t o = (std::uint64_t{blockIdx.x} * s.steps + step) * lanes + threadIdx.x;
    const double v = o < s.outputs ? static_cast<double>(x[o]) : 0;
    sum[0] = exact::fma(v, v, sum[0]);
  }
  fold_warp(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum[0];
}

/// partial[chunk]. Launch: a warp (32 threads a block) a chunk.
template <class T, class G>
__global__ void __launch_bounds__(lanes)
    displace_kernel(const T* x, const G* gradient, T* up, T* down, projection_shape s, directions d, int probe,
                    double step, double* partial) {
  double sum[1] = {displace_lane(x, gradient, up, down, s, d, probe, step, blockIdx.x, static_cast<int>(threadIdx.x))};
  fold_warp(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum[0];
}

/// partial[chunk]. Launch: a warp (32 threads a block) a chunk.
template <class T>
__global__ void __launch_bounds__(lanes)
    weighted_difference_kernel(const double* weight, const T* a, const T* b, output_shape s, double* partial) {
  double sum[1] = {weighted_difference_lane(weight, a, b, s, blockIdx.x, static_cast<int>(threadIdx.x))};
  fold_warp(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum[0];
}

#endif

} // namespace fpcheck::kernels
