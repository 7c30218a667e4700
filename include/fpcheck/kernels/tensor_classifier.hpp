#pragma once
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/tensor_tile.hpp>

#include <cmath>
#include <cstddef>
#include <type_traits>

/// Cross-entropy of a linear classifier on tensor cores, logits = hidden weights^T, and the gradients with respect to both factors, of bf16: the
/// logits are in registers only, twice; their gradient is in memory for a chunk of columns, rounded to bf16. Needs sm_90a.
/// classifier_loss_plan.hpp has the same in binary32, exact in its bits.
namespace fpcheck::kernels {

/// What is between the kernels, in device memory.
struct tensor_classifier_rooms {
  online_state* of_tiles = nullptr; ///< rows x tiles of columns; later what the filter left out
  online_state* of_rows = nullptr;
  float* of_targets = nullptr;      ///< the target's logit of each row
  std::uint16_t* slopes = nullptr;  ///< rows x chunk codes of bf16
  std::uint8_t* kept = nullptr;     ///< tiles of rows x tiles of a chunk: whether the filter keeps it
};

/// What it reads and writes. Matrices have unit column stride; strides count elements.
/// Requires: inner, columns and strides multiples of 8, matrices at multiples of 16 bytes, chunk a multiple of tensor_columns.
struct tensor_classifier_arguments {
  const std::uint16_t* hidden = nullptr;  ///< rows x inner codes of bf16
  const std::uint16_t* weights = nullptr; ///< columns x inner codes of bf16
  const std::int64_t* targets = nullptr;  ///< of each row; outside [0, columns): the row is ignored
  float* loss = nullptr;                  ///< of each row
  const float* upstream = nullptr;        ///< gradient with respect to each loss; nullptr: no gradients
  float* hidden_gradient = nullptr;       ///< rows x inner, without gaps
  float* weights_gradient = nullptr;      ///< columns x inner, without gaps
  float* dropped = nullptr;               ///< of each row, the sum of |weight - [target]| that the filter left out, or nullptr
  tensor_classifier_rooms rooms;
  float threshold = 0;                    ///< tiles with all |weight - [target]| below it are left out of both gradients
  std::int32_t rows = 0, columns = 0, inner = 0;
  std::int32_t chunk = 4096;              ///< columns at a time; results do not depend on it
  std::int64_t hidden_row = 0, weights_row = 0;
};

/// Sets the rooms one after the other and returns the bytes from `first` to their end. Requires: `first` at a multiple of 16, or null, where only
/// the bytes count. Without gradients a chunk of 0 does.
inline std::size_t place_rooms(tensor_classifier_arguments& a, void* first) noexcept {
  std::size_t bytes = 0;
  const auto take = [&](auto*& room, std::int64_t count) {
    if (first != nullptr) room = reinterpret_cast<std::remove_reference_t<decltype(room)>>(static_cast<char*>(first) + bytes);
    bytes += (static_cast<std::size_t>(count) * sizeof(*room) + 15) / 16 * 16;
  };
  const auto tiles = [](std::int64_t extent, int tile) { return (extent + tile - 1) / tile; };
  take(a.rooms.of_tiles, a.rows * tiles(a.columns, tensor_columns));
  take(a.rooms.of_rows, a.rows);
  take(a.rooms.of_targets, a.rows);
  take(a.rooms.slopes, std::int64_t{a.rows} * a.chunk);
  take(a.rooms.kept, tiles(a.rows, tensor_rows) * tiles(a.chunk, tensor_columns));
  return bytes;
}

/// The absolute error of an element weight - [target], in bf16, where every logit is off by `logit_error` at most (tensor_product_error) and
/// `span` away from the row's maximum.
inline double tensor_slope_error(double weight, bool is_target, double logit_error, double span) {
  // The sum of exponentials has the relative error of its terms; then 2^(..) of a rounded argument, the reciprocal and the product.
  const double of_weight = weight * (std::expm1(2 * logit_error) + (span + 64) * 0x1p-23);
  return of_weight + (std::fabs(weight - (is_target ? 1 : 0)) + of_weight) * 0x1p-8;
}

} // namespace fpcheck::kernels

#if defined(__CUDACC__)

namespace fpcheck::kernels {

namespace detail {

inline constexpr float log2_of_e = 0x1.715476p+0f;

/// The logits of a tile. Those of columns beyond the last are minus infinity.
__device__ __forceinline__ void tile_of_logits(const tensor_classifier_arguments& a, std::int32_t row, std::int32_t column, float (&z)[tensor_sums]) {
  extern __shared__ char room[];
#pragma unroll
  for (int i = 0; i < tensor_sums; ++i) z[i] = 0;
  multiply_tensor_tile<bf16_format, lies::along_inner, lies::along_inner>(z, {a.hidden, a.hidden_row, a.rows, a.inner}, {a.weights, a.weights_row, a.columns, a.inner},
                                                                          row, column, room, [](std::int32_t) { return true; });
  if (column + tensor_columns > a.columns)
    for_each_pair(row, column, [&](int i, int, int at) {
      if (at >= a.columns) z[i] = z[i + 1] = minus_infinity; // both: extents are multiples of 8
    });
}

/// The state of the logits that four lanes have of a row: `half` 0 or 1 of the thread's two rows.
__device__ __forceinline__ online_state state_of_row(const float (&z)[tensor_sums], int half) {
  online_state s;
#pragma unroll
  for (int i = 0; i < tensor_sums; i += 4) s.max = larger(s.max, larger(z[i + 2 * half], z[i + 2 * half + 1]));
#pragma unroll
  for (int lane = 1; lane < 4; lane *= 2) s.max = larger(s.max, __shfl_xor_sync(0xffffffffu, s.max, lane));
  const float reference = reference_of(s.max);
#pragma unroll
  for (int i = 0; i < tensor_sums; i += 4)
    s.sum += special_exp2::sum_term(exponent_of(z[i + 2 * half], reference, log2_of_e)) + special_exp2::sum_term(exponent_of(z[i + 2 * half + 1], reference, log2_of_e));
#pragma unroll
  for (int lane = 1; lane < 4; lane *= 2) s.sum += __shfl_xor_sync(0xffffffffu, s.sum, lane);
  return s;
}

/// Two numbers rounded to bf16, the first in the low half.
__device__ __forceinline__ std::uint32_t bf16_pair(float low, float high) {
  std::uint32_t codes;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(codes) : "f"(high), "f"(low));
  return codes;
}

/// Loads a pair without a branch, which would part the products of a sum from its start.
__device__ __forceinline__ void load_where(bool exists, const float2* from, float& x, float& y) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p ld.global.v2.f32 {%0, %1}, [%2]; }" : "+f"(x), "+f"(y) : "l"(from), "r"(static_cast<int>(exists)) : "memory");
}

/// This thread's row of the tile.
__device__ __forceinline__ std::int32_t row_of_half(std::int32_t row, int half) {
  return row + static_cast<int>(threadIdx.x) / 32 * 16 + static_cast<int>(threadIdx.x) % 32 / 4 + 8 * half;
}

} // namespace detail

/// States of every row in every tile, and the logit of the target. A block for each tile, tiles of rows in x.
__device__ __forceinline__ void states_of_tile(const tensor_classifier_arguments& a) {
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x) * tensor_rows, column = static_cast<std::int32_t>(blockIdx.y) * tensor_columns;
  float z[tensor_sums];
  detail::tile_of_logits(a, row, column, z);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const std::int32_t r = detail::row_of_half(row, half);
    const online_state s = detail::state_of_row(z, half);
    if (r >= a.rows) continue;
    if (threadIdx.x % 4 == 0) a.rooms.of_tiles[std::int64_t{r} * gridDim.y + blockIdx.y] = s;
    const std::int64_t target = a.targets[r] - column;
    if (target < 0 || target >= tensor_columns || target / 2 % 4 != threadIdx.x % 4) continue;
#pragma unroll
    for (int i = 0; i < tensor_sums; i += 4)
      if (i / 4 == target / 8) a.rooms.of_targets[r] = target % 2 == 0 ? z[i + 2 * half] : z[i + 2 * half + 1];
  }
}
/// `states_of_tile` as a kernel.
__global__ void __launch_bounds__(tensor_threads, 1) tensor_classifier_states(const tensor_classifier_arguments a) { states_of_tile(a); }

/// Loss and state of every row, a warp each.
__device__ __forceinline__ void losses_of_rows(const tensor_classifier_arguments& a) {
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x) * 4 + static_cast<std::int32_t>(threadIdx.x) / 32, lane = static_cast<std::int32_t>(threadIdx.x) % 32;
  if (row >= a.rows) return;
  const std::int32_t tiles = (a.columns + tensor_columns - 1) / tensor_columns;
  online_state s;
  for (std::int32_t t = lane; t < tiles; t += 32) s = merge<special_exp2>(s, a.rooms.of_tiles[std::int64_t{row} * tiles + t], detail::log2_of_e);
  for (int distance = 1; distance < 32; distance *= 2)
    s = merge<special_exp2>(s, {__shfl_xor_sync(0xffffffffu, s.max, distance), __shfl_xor_sync(0xffffffffu, s.sum, distance)}, detail::log2_of_e);
  if (lane != 0) return;
  const std::int64_t target = a.targets[row];
  a.rooms.of_rows[row] = s;
  a.loss[row] = target >= 0 && target < a.columns ? loss_of(s, a.rooms.of_targets[row], 1.0f) : 0.0f;
}
/// `losses_of_rows` as a kernel.
__global__ void __launch_bounds__(128) tensor_classifier_losses(const tensor_classifier_arguments a) { losses_of_rows(a); }

/// The gradient of the logits of a chunk that begins at column `first`. A block for each tile, tiles of rows in x.
__device__ __forceinline__ void slopes_of_tile(const tensor_classifier_arguments& a, std::int32_t first) {
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x) * tensor_rows, in_chunk = static_cast<std::int32_t>(blockIdx.y) * tensor_columns;
  const std::int32_t column = first + in_chunk, tiles = (a.columns + tensor_columns - 1) / tensor_columns;
  float z[tensor_sums];
  detail::tile_of_logits(a, row, column, z);
  float factor[2], left_out[2] = {0, 0};
  bool keeps = false;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const std::int32_t r = detail::row_of_half(row, half);
    const bool exists = r < a.rows;
    const std::int64_t target = exists ? a.targets[r] : -1;
    row_logits unscaled{};
    unscaled.scale = 1, unscaled.c = detail::log2_of_e;
    const loss_gradient g = loss_gradient_of(exists ? a.rooms.of_rows[r] : online_state{}, unscaled, exists ? a.upstream[r] : 0.0f, target >= 0 && target < a.columns);
    factor[half] = g.factor;
#pragma unroll
    for (int i = 0; i < tensor_sums; i += 4)
#pragma unroll
      for (int k = 0; k < 2; ++k) {
        float& x = z[i + 2 * half + k];
        x = g.inverse == 0 ? 0.0f : centred_weight<special_exp2>(x, g, column + i * 2 + static_cast<int>(threadIdx.x) % 4 * 2 + k == target);
        keeps = keeps || !(exact::abs(x) < a.threshold);
        left_out[half] += exact::abs(x);
      }
  }
  keeps = __syncthreads_or(keeps) != 0;
  if (threadIdx.x == 0) a.rooms.kept[std::int64_t{blockIdx.x} * gridDim.y + blockIdx.y] = keeps;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
#pragma unroll
    for (int lane = 1; lane < 4; lane *= 2) left_out[half] += __shfl_xor_sync(0xffffffffu, left_out[half], lane);
    const std::int32_t r = detail::row_of_half(row, half);
    if (r < a.rows && threadIdx.x % 4 == 0 && a.dropped != nullptr)
      a.rooms.of_tiles[std::int64_t{r} * tiles + column / tensor_columns].sum = keeps ? 0.0f : left_out[half];
  }
  if (!keeps) return;
  for_each_pair(row, in_chunk, [&](int i, std::int32_t r, std::int32_t at) {
    const float f = factor[i % 4 / 2];
    if (r < a.rows && first + at < a.columns)
      *reinterpret_cast<std::uint32_t*>(a.rooms.slopes + std::int64_t{r} * a.chunk + at) = detail::bf16_pair(exact::mul(z[i], f), exact::mul(z[i + 1], f));
  });
}
/// `slopes_of_tile` as a kernel.
__global__ void __launch_bounds__(tensor_threads, 1) tensor_classifier_slopes(const tensor_classifier_arguments a, std::int32_t first) { slopes_of_tile(a, first); }

/// What the filter left out of each row, in the order of the tiles.
__device__ __forceinline__ void sums_of_dropped(const tensor_classifier_arguments& a) {
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x), tiles = (a.columns + tensor_columns - 1) / tensor_columns;
  if (row >= a.rows) return;
  float sum = 0;
  for (std::int32_t t = 0; t < tiles; ++t) sum += a.rooms.of_tiles[std::int64_t{row} * tiles + t].sum;
  a.dropped[row] = sum;
}
/// `sums_of_dropped` as a kernel.
__global__ void __launch_bounds__(128) tensor_classifier_dropped(const tensor_classifier_arguments a) { sums_of_dropped(a); }

/// hidden_gradient += slopes weights, of a chunk that begins at column `first`. A block for each tile of it, tiles of rows in x.
__device__ __forceinline__ void hidden_gradient_of_tile(const tensor_classifier_arguments& a, std::int32_t first) {
  extern __shared__ char room[];
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x) * tensor_rows, column = static_cast<std::int32_t>(blockIdx.y) * tensor_columns;
  const std::int32_t here = a.columns - first < a.chunk ? a.columns - first : a.chunk, tiles = (here + tensor_columns - 1) / tensor_columns;
  float d[tensor_sums];
  const auto at = [&](std::int32_t r, std::int32_t c) { return reinterpret_cast<float2*>(a.hidden_gradient + std::int64_t{r} * a.inner + c); };
  for_each_pair(row, column, [&](int i, std::int32_t r, std::int32_t c) {
    d[i] = d[i + 1] = 0;
    detail::load_where(r < a.rows && c < a.inner, at(r, c), d[i], d[i + 1]);
  });
  const std::uint8_t* const kept = a.rooms.kept + std::int64_t{blockIdx.x} * tiles;
  multiply_tensor_tile<bf16_format, lies::along_inner, lies::along_outer>(d, {a.rooms.slopes, a.chunk, a.rows, here},
                                                                          {a.weights + first * a.weights_row, a.weights_row, a.inner, here}, row, column, room,
                                                                          [&](std::int32_t step) { return kept[step * tensor_depth / tensor_columns] != 0; });
  for_each_pair(row, column, [&](int i, std::int32_t r, std::int32_t c) {
    if (r < a.rows && c < a.inner) *at(r, c) = {d[i], d[i + 1]};
  });
}
/// `hidden_gradient_of_tile` as a kernel.
__global__ void __launch_bounds__(tensor_threads, 1) tensor_classifier_hidden_gradient(const tensor_classifier_arguments a, std::int32_t first) { hidden_gradient_of_tile(a, first); }

/// weights_gradient = slopes^T hidden for the columns of a chunk that begins at column `first`. A block for each tile, tiles of columns in x.
__device__ __forceinline__ void weights_gradient_of_tile(const tensor_classifier_arguments& a, std::int32_t first) {
  extern __shared__ char room[];
  const std::int32_t row = static_cast<std::int32_t>(blockIdx.x) * tensor_rows, column = static_cast<std::int32_t>(blockIdx.y) * tensor_columns;
  const std::int32_t here = a.columns - first < a.chunk ? a.columns - first : a.chunk, tiles = (here + tensor_columns - 1) / tensor_columns;
  float d[tensor_sums];
#pragma unroll
  for (int i = 0; i < tensor_sums; ++i) d[i] = 0;
  const std::uint8_t* const kept = a.rooms.kept + row / tensor_columns;
  multiply_tensor_tile<bf16_format, lies::along_outer, lies::along_outer>(d, {a.rooms.slopes, a.chunk, here, a.rows}, {a.hidden, a.hidden_row, a.inner, a.rows}, row, column, room,
                                                                          [&](std::int32_t step) { return kept[std::int64_t{step} * tensor_depth / tensor_rows * tiles] != 0; });
  for_each_pair(row, column, [&](int i, std::int32_t r, std::int32_t c) {
    if (r < here && c < a.inner) *reinterpret_cast<float2*>(a.weights_gradient + std::int64_t{first + r} * a.inner + c) = {d[i], d[i + 1]};
  });
}
/// `weights_gradient_of_tile` as a kernel.
__global__ void __launch_bounds__(tensor_threads, 1) tensor_classifier_weights_gradient(const tensor_classifier_arguments a, std::int32_t first) { weights_gradient_of_tile(a, first); }

/// Starts all of it. Error: a cudaError_t; cudaErrorInvalidValue for what `tensor_classifier_arguments` excludes.
inline cudaError_t launch_tensor_classifier(const tensor_classifier_arguments& a, cudaStream_t stream) {
  const auto aligned = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; };
  if (a.rows < 0 || a.columns < 8 || a.inner < 8 || (a.columns | a.inner) % 8 != 0 || (a.hidden_row | a.weights_row) % 8 != 0 || a.chunk < tensor_columns ||
      a.chunk % tensor_columns != 0 || !aligned(a.hidden) || !aligned(a.weights) || !aligned(a.rooms.slopes) || !(a.threshold >= 0))
    return cudaErrorInvalidValue;
  if (a.rows == 0) return cudaSuccess;
  const auto tiles = [](std::int32_t extent, int tile) { return static_cast<unsigned>((extent + tile - 1) / tile); };
  const unsigned of_rows = tiles(a.rows, tensor_rows), of_inner = tiles(a.inner, tensor_columns);
  const auto with_room = [](const void* kernel) { return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, tensor_shared_bytes); };
  for (const void* kernel : {reinterpret_cast<const void*>(tensor_classifier_states), reinterpret_cast<const void*>(tensor_classifier_slopes),
                             reinterpret_cast<const void*>(tensor_classifier_hidden_gradient), reinterpret_cast<const void*>(tensor_classifier_weights_gradient)})
    if (const cudaError_t e = with_room(kernel)) return e;
  tensor_classifier_states<<<dim3(of_rows, tiles(a.columns, tensor_columns)), tensor_threads, tensor_shared_bytes, stream>>>(a);
  tensor_classifier_losses<<<tiles(a.rows, 4), 128, 0, stream>>>(a);
  if (a.upstream != nullptr) {
    if (a.hidden_gradient != nullptr)
      if (const cudaError_t e = cudaMemsetAsync(a.hidden_gradient, 0, sizeof(float) * static_cast<std::size_t>(a.rows) * static_cast<std::size_t>(a.inner), stream)) return e;
    for (std::int32_t first = 0; first < a.columns; first += a.chunk) {
      const std::int32_t here = a.columns - first < a.chunk ? a.columns - first : a.chunk;
      tensor_classifier_slopes<<<dim3(of_rows, tiles(here, tensor_columns)), tensor_threads, tensor_shared_bytes, stream>>>(a, first);
      if (a.hidden_gradient != nullptr)
        tensor_classifier_hidden_gradient<<<dim3(of_rows, of_inner), tensor_threads, tensor_shared_bytes, stream>>>(a, first);
      if (a.weights_gradient != nullptr)
        tensor_classifier_weights_gradient<<<dim3(tiles(here, tensor_rows), of_inner), tensor_threads, tensor_shared_bytes, stream>>>(a, first);
    }
    if (a.dropped != nullptr) tensor_classifier_dropped<<<tiles(a.rows, 128), 128, 0, stream>>>(a);
  }
  return cudaGetLastError();
}

} // namespace fpcheck::kernels

#endif
