#pragma once
#include <fpcheck/exact/error_free.hpp>
#include <fpcheck/kernels/direction.hpp>

#include <cstddef>
#include <vector>

/// Inner products of a tensor with many random directions at once, and the way back: from inner products to an estimate
/// of every element. Sums are binary64 in an order that the shape alone fixes, so host and device have the same bits.
///
/// A warp sums one chunk of the tensor for one group of probes; its lanes are folded as a tree. Chunks are added by 32
/// lanes, every 32nd chunk by one of them, and these folded again. `..._lane` is what one lane does; kernels and CPU
/// twins differ only in who runs the lanes.
namespace fpcheck::kernels {

inline constexpr int lanes = 32;
/// Groups that a block of `project_kernel` takes at once, one a warp: they share what they read of the tensor.
inline constexpr int groups_per_block = 4;

/// How a tensor of `elements` is cut into chunks: each lane takes `steps` quads of a chunk, 32 quads apart.
struct projection_shape {
  std::uint64_t elements = 0;
  std::uint32_t steps = 1;

  FPCHECK_HD constexpr std::uint64_t chunk() const noexcept { return std::uint64_t{4 * lanes} * steps; }
  FPCHECK_HD constexpr std::uint64_t chunks() const noexcept { return (elements + chunk() - 1) / chunk(); }
};

/// The shape that `project` uses: small chunks for small tensors, at most 64 steps.
constexpr projection_shape shape_of(std::uint64_t elements) noexcept {
  const std::uint64_t wanted = elements / (4 * lanes * 1024);
  return {elements, wanted < 1 ? 1u : wanted > 64 ? 64u : static_cast<std::uint32_t>(wanted)};
}

/// How `outputs` results are cut into chunks of 32 `steps`: a lane takes every 32nd.
struct output_shape {
  std::uint64_t outputs = 0;
  std::uint32_t steps = 1;
  FPCHECK_HD constexpr std::uint64_t chunks() const noexcept {
    return (outputs + std::uint64_t{lanes} * steps - 1) / (std::uint64_t{lanes} * steps);
  }
};

/// The shape for so many outputs: as `shape_of`.
constexpr output_shape outputs_of(std::uint64_t outputs) noexcept {
  const std::uint64_t wanted = outputs / (lanes * 1024);
  return {outputs, wanted < 1 ? 1u : wanted > 64 ? 64u : static_cast<std::uint32_t>(wanted)};
}

/// Groups for `probes` probes; unused probes of the last group cost their time. Requires: probes >= 1.
FPCHECK_HD constexpr std::uint32_t groups_for(int probes) noexcept {
  return static_cast<std::uint32_t>((probes + probes_per_group - 1) / probes_per_group);
}

/// What one lane adds up of a chunk for the 32 probes of `group`.
template <class T>
FPCHECK_HD FPCHECK_INLINE void project_lane(const T* x, projection_shape s, const directions& d, std::uint64_t chunk,
                                            int lane, std::uint32_t group, double (&sum)[probes_per_group]) noexcept {
  for (int p = 0; p < probes_per_group; ++p) sum[p] = 0;
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    const std::uint64_t quad = chunk * (s.chunk() / 4) + step * lanes + static_cast<std::uint64_t>(lane);
    if (4 * quad >= s.elements) return;
    const philox_block signs = sign_block(d, quad, group);
    for (int e = 0; e < 4; ++e) {
      const std::uint64_t i = 4 * quad + static_cast<std::uint64_t>(e);
      if (i >= s.elements || !touches(d, i)) continue;
      const double v = static_cast<double>(x[i]);
      for (int p = 0; p < probes_per_group; ++p) sum[p] += signed_by(v, signs.word[e], p);
    }
  }
}

/// Element i of (1 / probes) sum_j r_j v_j: what the residuals r say about the error of element i. Its expectation over
/// the directions is that error; its deviation the norm of the other errors over sqrt(probes).
FPCHECK_HD FPCHECK_INLINE double back_project_element(const double* residual, int probes, const directions& d,
                                                      std::uint64_t element) noexcept {
  double sum = 0;
  for (int j = 0; j < probes; j += probes_per_group) {
    const std::uint32_t word = sign_word(d, element, static_cast<std::uint32_t>(j / probes_per_group));
    const int here = probes - j < probes_per_group ? probes - j : probes_per_group;
    for (int p = 0; p < here; ++p) sum += signed_by(residual[j + p], word, p);
  }
  return touches(d, element) ? sum / probes : 0;
}

/// The lanes' sums as a tree: lane l and l + 16, then l + 8, ...; the sum of all in [0].
inline double fold_lanes(double (&value)[lanes]) noexcept {
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) value[l] += value[l + half];
  return value[0];
}

/// Runs `lane_sums(chunk, lane, slice, sum)` for every lane of every chunk and slice of Width probes and adds up as the
/// device does.
template <int Width, class LaneSums>
std::vector<double> sum_over_lanes(std::uint64_t chunks, std::uint32_t slices, LaneSums&& lane_sums) {
  std::vector<double> total;
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    double by_chunk[Width][lanes] = {};
    for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
      double by_lane[Width][lanes];
      for (int lane = 0; lane < lanes; ++lane) {
        double sum[Width];
        lane_sums(chunk, lane, slice, sum);
        for (int p = 0; p < Width; ++p) by_lane[p][lane] = sum[p];
      }
      for (int p = 0; p < Width; ++p) by_chunk[p][chunk % lanes] += fold_lanes(by_lane[p]);
    }
    for (int p = 0; p < Width; ++p) total.push_back(fold_lanes(by_chunk[p]));
  }
  return total;
}

/// <x, v_j> for probes j = 0 .. probes - 1 on the host. Error: that of summing n numbers in binary64,
/// (4 steps + 10 + chunks / 32) 2^-53 times sum |x_i|.
template <class T>
std::vector<double> project(const T* x, std::uint64_t elements, const directions& d, int probes) {
  const projection_shape s = shape_of(elements);
  std::vector<double> total = sum_over_lanes<probes_per_group>(
      s.chunks(), groups_for(probes),
      [&](std::uint64_t chunk, int lane, std::uint32_t group, double(&sum)[probes_per_group]) {
        project_lane(x, s, d, chunk, lane, group, sum);
      });
  total.resize(static_cast<std::size_t>(probes));
  return total;
}

#if defined(__CUDACC__)

/// Adds up each of the sums over the warp; the result is in lane 0.
template <int Width>
__device__ FPCHECK_INLINE void fold_warp(double (&sum)[Width]) {
  for (int p = 0; p < Width; ++p)
    for (int half = lanes / 2; half > 0; half /= 2) sum[p] += __shfl_down_sync(0xffffffffu, sum[p], half);
}

/// partial[chunk][probe] for all probes. Launch: grid (chunks, groups / 4 rounded up), 128 threads.
template <class T>
__global__ void __launch_bounds__(groups_per_block* lanes)
    project_kernel(const T* x, projection_shape s, directions d, std::uint32_t groups, double* partial) {
  const std::uint32_t group = blockIdx.y * groups_per_block + threadIdx.x / lanes;
  if (group >= groups) return;
  const int lane = static_cast<int>(threadIdx.x % lanes);
  double sum[probes_per_group];
  project_lane(x, s, d, blockIdx.x, lane, group, sum);
  fold_warp(sum);
  if (lane != 0) return;
  double* out = partial + (std::uint64_t{blockIdx.x} * groups + group) * probes_per_group;
  for (int p = 0; p < probes_per_group; ++p) out[p] = sum[p];
}

/// total[probe] = partial[0][probe] + partial[1][probe] + ... Launch: a warp a probe, 4 of them a block.
static __global__ void add_chunks_kernel(const double* partial, std::uint64_t chunks, std::uint32_t probes,
                                         double* total) {
  const std::uint32_t p = blockIdx.x * (blockDim.x / lanes) + threadIdx.x / lanes;
  if (p >= probes) return;
  double sum[1] = {0};
  for (std::uint64_t chunk = threadIdx.x % lanes; chunk < chunks; chunk += lanes) sum[0] += partial[chunk * probes + p];
  fold_warp(sum);
  if (threadIdx.x % lanes == 0) total[p] = sum[0];
}

/// estimate[i] of every element. Launch: a thread an element, `probes` doubles of shared memory.
static __global__ void back_project_kernel(const double* residual, int probes, directions d, std::uint64_t elements,
                                           double* estimate) {
  extern __shared__ double shared_residual[];
  for (int j = static_cast<int>(threadIdx.x); j < probes; j += static_cast<int>(blockDim.x))
    shared_residual[j] = residual[j];
  __syncthreads();
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < elements) estimate[i] = back_project_element(shared_residual, probes, d, i);
}

#endif

} // namespace fpcheck::kernels
