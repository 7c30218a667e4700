#pragma once
#include <fpcheck/kernels/difference.hpp>
#include <fpcheck/kernels/gradient_differences.hpp>
#include <fpcheck/kernels/product_tangent.hpp>
#include <fpcheck/kernels/tangent.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

/// Gradient checking where the kernels run. Derivatives come from duals (`derivatives`), from a launch that computes
/// J v (`adjoint`), or from differences of the forward launch alone (`differences`); `judge_gradient` says what they
/// mean.
///
///     gradient_device device;
///     auto claimed = device.projections(gradient, n, {seed}, 1024);
///     auto actual = device.derivatives<32>(forward, outputs, upstream, device.moving<32>(x, n, {seed}, 1024), 1024);
///     auto verdict = judge_gradient({claimed, actual});
namespace fpcheck::kernels {

/// Memory on the device that lives as long as this and only grows.
class device_memory {
public:
  device_memory() = default;
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  ~device_memory() { cudaFree(bytes_); }

  /// Room for `count` objects; null if there is none. What was there is lost when it grows.
  template <class T>
  T* room(std::size_t count) {
    if (count * sizeof(T) > size_) {
      cudaFree(bytes_);
      size_ = count * sizeof(T);
      if (cudaMalloc(&bytes_, size_) != cudaSuccess) bytes_ = nullptr, size_ = 0;
    }
    return static_cast<T*>(bytes_);
  }

private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// Values and tangents of a stage's outputs on the device.
struct stage_tangents {
  double* values;
  double* tangents;
};

/// Writes the floating-point numbers of any format as double. Launch: a thread an element.
template <class T>
__global__ void widen_kernel(const T* x, std::uint64_t n, double* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<double>(x[i]);
}

/// The sign words of four elements in all groups, for parameters that are read more than a few times. Launch: a thread
/// a quad, grid (blocks, groups).
static __global__ void sign_words_kernel(directions d, std::uint64_t n, std::uint32_t* words) {
  const std::uint64_t quad = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const philox_block signs = sign_block(d, quad, blockIdx.y);
  for (std::uint64_t e = 0; e < 4 && 4 * quad + e < n; ++e) words[blockIdx.y * n + 4 * quad + e] = signs.word[e];
}

/// Component i of probe `probe` of d. Launch: a thread an element.
template <class T>
__global__ void direction_kernel(directions d, int probe, std::uint64_t n, T* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t word = sign_word(d, i, static_cast<std::uint32_t>(probe / probes_per_group));
  out[i] = static_cast<T>(touches(d, i) ? signed_by(1.0, word, probe % probes_per_group) : 0.0);
}

/// Energy and peak of each tile of an estimate. Launch: a block of 128 a tile.
static __global__ void tile_energy_kernel(const double* estimate, tile_grid grid, std::uint64_t across,
                                          tile_energy* out) {
  __shared__ tile_energy shared[128];
  const std::uint64_t row = blockIdx.x / across * grid.tile_rows, column = blockIdx.x % across * grid.tile_columns;
  const std::uint64_t rows = grid.rows - row < grid.tile_rows ? grid.rows - row : grid.tile_rows;
  const std::uint64_t columns = grid.columns - column < grid.tile_columns ? grid.columns - column : grid.tile_columns;
  tile_energy mine{0, 0, ~std::uint64_t{0}};
  for (std::uint64_t k = threadIdx.x; k < rows * columns; k += blockDim.x) {
    const std::uint64_t i = (row + k / columns) * grid.columns + column + k % columns;
    const double e = estimate[i];
    mine.squares = exact::fma(e, e, mine.squares);
    if (mine.element == ~std::uint64_t{0} || exact::abs(e) > exact::abs(mine.peak)) mine.peak = e, mine.element = i;
  }
  shared[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x >= half) continue;
    const tile_energy& other = shared[threadIdx.x + half];
    tile_energy& here = shared[threadIdx.x];
    here.squares += other.squares;
    const double a = exact::abs(here.peak), b = exact::abs(other.peak);
    if (b > a || (b == a && other.element < here.element)) here.peak = other.peak, here.element = other.element;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = shared[0];
}

/// Gradient checks on the current device, on the default stream. After a failed CUDA call every result is empty, which
/// `judge_gradient` calls incomplete, and `status` says why.
class gradient_device {
public:
  /// The first CUDA error, if there was one.
  cudaError_t status() const { return status_; }

  /// <x, v_j> for probes j = 0 .. probes - 1 in one launch and a sum over its blocks. The bits of `project`.
  template <class T>
  std::vector<double> projections(const T* x, std::uint64_t n, const directions& d, int probes) {
    const projection_shape s = shape_of(n);
    const std::uint32_t groups = groups_for(probes);
    double* partial = partial_.room<double>(s.chunks() * groups * probes_per_group);
    const dim3 grid(static_cast<unsigned>(s.chunks()), (groups + groups_per_block - 1) / groups_per_block);
    project_kernel<T><<<grid, groups_per_block * lanes>>>(x, s, d, groups, partial);
    return summed(partial, s.chunks(), groups * probes_per_group, probes);
  }

  /// sum_o weight_o (d forward_o / d v_j), by duals, in one launch and a sum over its blocks. The bits of `directional`
  /// for functions without exp, log, tanh and erf. Requires: K divides probes; `weight` null or `outputs` doubles.
  template <int K, class Forward, class Parameters>
  std::vector<double> derivatives(const Forward& forward, std::uint64_t outputs, const double* weight,
                                  const Parameters& x, int probes) {
    const output_shape s = outputs_of(outputs);
    double* partial = partial_.room<double>(s.chunks() * static_cast<std::size_t>(probes));
    const dim3 grid(static_cast<unsigned>(s.chunks()), static_cast<unsigned>(probes / K));
    directional_kernel<K><<<grid, lanes>>>(forward, s, weight, x, partial);
    return summed(partial, s.chunks(), static_cast<std::uint32_t>(probes), probes);
  }

  /// Parameters that move along `probes` directions, with their signs stored: n / 8 bytes a probe, until the next call.
  template <int K, class Value>
  seeded_parameters<Value, K> moving(const Value* values, std::uint64_t n, const directions& d, int probes) {
    std::uint32_t* words = words_.room<std::uint32_t>(n * groups_for(probes));
    sign_words_kernel<<<dim3(blocks((n + 3) / 4), groups_for(probes)), 128>>>(d, n, words);
    note(cudaGetLastError());
    return {values, d, 0, words, n};
  }

  /// Values and tangents of all outputs of a stage, for `stored_parameters`; they live until the next call.
  /// Requires: K divides probes.
  template <int K, class Forward, class Parameters>
  stage_tangents tangents(const Forward& forward, std::uint64_t outputs, const Parameters& x, int probes) {
    double* values = values_.room<double>(outputs);
    double* tangents = tangents_.room<double>(outputs * static_cast<std::size_t>(probes));
    tangents_into<K>(forward, outputs, x, probes, values, tangents);
    return {values, tangents};
  }
  /// The same into memory of the caller: `outputs` values, `outputs` times `probes` tangents.
  template <int K, class Forward, class Parameters>
  void tangents_into(const Forward& forward, std::uint64_t outputs, const Parameters& x, int probes, double* values,
                     double* tangents) {
    const dim3 grid(blocks(outputs), static_cast<unsigned>(probes / K));
    tangents_kernel<K><<<grid, 128>>>(forward, outputs, x, static_cast<std::uint32_t>(probes), values, tangents);
    note(cudaGetLastError());
  }

  /// The outputs of a forward function at fixed parameters, in binary64; they live until the next call.
  template <class Forward, class Value>
  double* values(const Forward& forward, std::uint64_t outputs, const Value* parameters) {
    double* out = plain_.room<double>(outputs);
    values_kernel<<<blocks(outputs), 128>>>(forward, outputs, plain_parameters<Value>{parameters}, out);
    note(cudaGetLastError());
    return out;
  }

  /// Tangents of a matrix product in its moving factor of n elements, A being the other one (`a_count` elements): the
  /// bits of the host's `product_tangents`, in a few operations of the tensor cores. They live until the next call of
  /// this or of `tangents`. Requires: as there.
  template <class T>
  double* product_tangents(const T* a, std::uint64_t a_count, const product_shape& s, std::uint64_t n,
                           const directions& d, int probes) {
    const std::uint32_t groups = groups_for(probes);
    const std::uint32_t* words = moving<1, T>(nullptr, n, d, probes).words;
    uint4* digits = digits_.room<uint4>(std::uint64_t{s.row_tiles()} * s.steps() * product_digits * lanes);
    auto* most = total_.room<unsigned long long>(1);
    double* out = tangents_.room<double>(std::uint64_t{s.rows} * s.fibres * static_cast<std::uint64_t>(probes));
    note(cudaMemset(most, 0, sizeof *most));
    greatest_kernel<T><<<std::min(blocks(a_count), 1024u), 256>>>(a, a_count, most);
    product_digits_kernel<T><<<dim3(s.steps(), s.row_tiles()), lanes>>>(a, s, most, digits);
    const dim3 grid((s.fibres + fibres_per_block - 1) / fibres_per_block, groups, s.row_tiles());
    product_tangents_kernel<<<grid, fibres_per_block * lanes>>>(digits, s, most, words, n, out);
    note(cudaGetLastError());
    return out;
  }

  /// Evidence for the adjoint identity <u, J v_j> = <g, v_j> with `tangent(v, Jv)` a launch that computes J v.
  /// It proves that J and the gradient belong together, not that J is right.
  template <class T, class G, class Tangent>
  gradient_evidence adjoint(Tangent&& tangent, std::uint64_t n, std::uint64_t outputs, const double* weight,
                            const G* gradient, const directions& d, int probes) {
    T* v = up_.room<T>(n);
    T* image = above_.room<T>(2 * outputs);
    note(cudaMemset(image, 0, 2 * outputs * sizeof(T)));
    reserve(probes);
    for (int j = 0; j < probes; ++j) {
      direction_kernel<T><<<blocks(n), 128>>>(d, j, n, v);
      tangent(static_cast<const T*>(v), image);
      dot(weight, image, image + outputs, outputs, changes() + j);
    }
    return {projections(gradient, n, d, probes), fetch(changes(), probes)};
  }

  /// Evidence from central differences of sum_o weight_o forward(x)_o, where `forward(parameters, outputs)` is a launch
  /// that reads n values and writes `outputs`; see `difference_evidence`. A `plan.first_step` of 0 is chosen here.
  template <class T, class G, class Forward>
  gradient_evidence differences(Forward&& forward, const T* x, std::uint64_t n, std::uint64_t outputs,
                                const double* weight, const G* gradient, const directions& d, int probes,
                                difference_plan& plan) {
    if (!(plan.first_step > 0)) plan.first_step = 0.5 * root_mean_square(x, n);
    const auto measure = [&](std::span<const displacement> requests) {
      reserve(static_cast<int>(requests.size()));
      for (std::size_t i = 0; i < requests.size(); ++i)
        difference(forward, x, n, outputs, weight, gradient, d, requests[i], static_cast<int>(i));
      return responses();
    };
    return difference_evidence(measure, probes, sizeof(T) == 8 ? 53 : sizeof(T) == 4 ? 24 : 8, plan);
  }

  /// Where the error is, by back-projection of the residuals <g, v_j> - d f / d v_j.
  std::vector<suspect_tile> suspects(const std::vector<double>& residual, std::uint64_t n, const directions& d,
                                     const tile_grid& grid) {
    const std::size_t probes = residual.size();
    double* r = values_.room<double>(probes);
    double* estimate = tangents_.room<double>(n);
    tile_energy* energy = partial_.room<tile_energy>(grid.count());
    note(cudaMemcpy(r, residual.data(), probes * sizeof(double), cudaMemcpyHostToDevice));
    back_project_kernel<<<blocks(n), 128, probes * sizeof(double)>>>(r, static_cast<int>(probes), d, n, estimate);
    tile_energy_kernel<<<static_cast<unsigned>(grid.count()), 128>>>(estimate, grid, grid.across(), energy);
    std::vector<tile_energy> found(grid.count());
    note(cudaMemcpy(found.data(), energy, found.size() * sizeof(tile_energy), cudaMemcpyDeviceToHost));
    return status_ == cudaSuccess ? suspect_tiles(found, grid, residual) : std::vector<suspect_tile>{};
  }

private:
  static unsigned blocks(std::uint64_t n) { return static_cast<unsigned>((n + 127) / 128); }

  void note(cudaError_t e) {
    if (status_ == cudaSuccess) status_ = e;
  }

  double* changes() { return slots_; }
  double* predictions() { return slots_ + slot_count_; }
  void reserve(int slots) {
    slot_count_ = slots, slots_ = slot_memory_.room<double>(2 * static_cast<std::size_t>(slots));
  }

  std::vector<double> fetch(const double* from, int count) {
    std::vector<double> out(static_cast<std::size_t>(count));
    note(cudaGetLastError());
    note(cudaMemcpy(out.data(), from, out.size() * sizeof(double), cudaMemcpyDeviceToHost));
    return status_ == cudaSuccess ? out : std::vector<double>{};
  }
  std::vector<double> summed(const double* partial, std::uint64_t chunks, std::uint32_t all, int probes) {
    double* total = total_.room<double>(all);
    add_chunks_kernel<<<(all + 3) / 4, 4 * lanes>>>(partial, chunks, all, total);
    return fetch(total, probes);
  }

  template <class T>
  double root_mean_square(const T* x, std::uint64_t n) {
    double* square = slot_memory_.room<double>(1);
    double* partial = partial_.room<double>(outputs_of(n).chunks());
    squares_kernel<<<static_cast<unsigned>(outputs_of(n).chunks()), lanes>>>(x, outputs_of(n), partial);
    add_chunks_kernel<<<1, 4 * lanes>>>(partial, outputs_of(n).chunks(), 1, square);
    const std::vector<double> sum = fetch(square, 1);
    const double rms = sum.empty() ? 0 : std::sqrt(sum[0] / static_cast<double>(n));
    return rms > 0 ? rms : 1;
  }

  template <class T>
  void dot(const double* weight, const T* a, const T* b, std::uint64_t outputs, double* out) {
    const output_shape s = outputs_of(outputs);
    double* partial = partial_.room<double>(s.chunks());
    weighted_difference_kernel<T><<<static_cast<unsigned>(s.chunks()), lanes>>>(weight, a, b, s, partial);
    add_chunks_kernel<<<1, 4 * lanes>>>(partial, s.chunks(), 1, out);
  }

  /// One central difference: the change of the weighted sum of outputs, and what the gradient predicts, into `slot`.
  template <class T, class G, class Forward>
  void difference(Forward& forward, const T* x, std::uint64_t n, std::uint64_t outputs, const double* weight,
                  const G* gradient, const directions& d, const displacement& request, int slot) {
    const projection_shape s = shape_of(n);
    T *up = up_.room<T>(n), *down = down_.room<T>(n), *above = above_.room<T>(2 * outputs);
    double* partial = partial_.room<double>(std::max(s.chunks(), outputs_of(outputs).chunks()));
    displace_kernel<T, G><<<static_cast<unsigned>(s.chunks()), lanes>>>(x, gradient, up, down, s, d, request.probe,
                                                                        request.step, partial);
    add_chunks_kernel<<<1, 4 * lanes>>>(partial, s.chunks(), 1, predictions() + slot);
    forward(static_cast<const T*>(up), above);
    forward(static_cast<const T*>(down), above + outputs);
    dot(weight, above, above + outputs, outputs, changes() + slot);
  }

  std::vector<response> responses() {
    const std::vector<double> change = fetch(changes(), slot_count_), predicted = fetch(predictions(), slot_count_);
    std::vector<response> out;
    for (std::size_t i = 0; i < predicted.size(); ++i) out.push_back({predicted[i], change[i]});
    return out;
  }

  cudaError_t status_ = cudaSuccess;
  device_memory partial_, total_, words_, digits_, plain_, values_, tangents_, up_, down_, above_, slot_memory_;
  double* slots_ = nullptr;
  int slot_count_ = 0;
};

} // namespace fpcheck::kernels
