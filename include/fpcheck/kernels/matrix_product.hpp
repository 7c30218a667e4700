#pragma once
#include <fpcheck/kernels/element.hpp>

#include <cstddef>

/// A matrix product in binary32 of matrices in any format: every result is one chain of fused operations in the order of
/// the inner index, so host and device have the same bits and a product may be continued where another one stopped.
namespace fpcheck::kernels {

/// A factor: element (outer, inner) is `outer` and `inner` strides from the first.
struct product_factor {
  const void* first = nullptr;
  std::int64_t outer = 0, inner = 1;
};

/// What the sums start with.
enum class product_start : std::uint8_t { zero, result };

/// result(m, n) = start + sum_k a(m, k) b(n, k). Strides count elements.
struct product_arguments {
  product_factor a, b;
  float* result = nullptr;
  std::int64_t result_row = 0;
  std::int32_t rows = 0, columns = 0, inner = 0;
  product_start start = product_start::zero;
};

/// The product of element (m, n) on the host. Error: product_error.
template <class A, class B>
float product_element(const product_arguments& p, std::int64_t m, std::int64_t n) noexcept {
  float sum = p.start == product_start::zero ? 0.0f : p.result[m * p.result_row + n];
  for (std::int64_t k = 0; k < p.inner; ++k)
    sum = exact::fma(load_element<A>(static_cast<const code_type<A>*>(p.a.first), m * p.a.outer + k * p.a.inner),
                     load_element<B>(static_cast<const code_type<B>*>(p.b.first), n * p.b.outer + k * p.b.inner), sum);
  return sum;
}

/// The twin of `matrix_product`.
template <class A, class B>
void matrix_product_twin(const product_arguments& p) {
  for (std::int64_t m = 0; m < p.rows; ++m)
    for (std::int64_t n = 0; n < p.columns; ++n) p.result[m * p.result_row + n] = with_card_nan(product_element<A, B>(p, m, n));
}

/// The absolute error of a chain of `inner` fused operations; `magnitudes` is the sum of |a b| and of what it starts with.
constexpr double product_error(double inner, double magnitudes) noexcept {
  const double e = inner * 0x1p-24;
  return e / (1 - e) * magnitudes + inner * 0x1p-150;
}

inline constexpr int product_tile = 128;       ///< rows and columns of a block's results
inline constexpr int product_depth = 16;       ///< inner elements that are in shared memory at a time
inline constexpr int product_threads = 256;    ///< 16 x 16, each with every 16th row and column of the tile
inline constexpr int product_each = product_tile / 16;

} // namespace fpcheck::kernels

#if defined(__CUDACC__)

namespace fpcheck::kernels {

namespace detail {

inline constexpr int slab_elements = product_tile * product_depth / product_threads; ///< of a thread

/// Where element `i` of this thread lies in a slab. Threads run along the dimension that lies together in memory.
struct slab_place {
  int outer, inner;
  __device__ __forceinline__ slab_place(const product_factor& f, int i) {
    const int n = static_cast<int>(threadIdx.x) + i * product_threads;
    outer = f.inner == 1 ? n / product_depth : n % product_tile, inner = f.inner == 1 ? n % product_depth : n / product_tile;
  }
};

/// This thread's elements of a slab of `outers` x `inners` elements, zeros beyond.
template <class Tag>
__device__ __forceinline__ void fetch_slab(float (&x)[slab_elements], const product_factor& f, std::int64_t outer, std::int32_t outers, std::int64_t inner,
                                           std::int32_t inners) {
#pragma unroll
  for (int i = 0; i < slab_elements; ++i) {
    const slab_place at(f, i);
    x[i] = at.outer < outers && at.inner < inners ? load_element<Tag>(static_cast<const code_type<Tag>*>(f.first), (outer + at.outer) * f.outer + (inner + at.inner) * f.inner) : 0.0f;
  }
}

/// Puts them into shared memory.
__device__ __forceinline__ void place_slab(float (&slab)[product_depth][product_tile + 1], const float (&x)[slab_elements], const product_factor& f) {
#pragma unroll
  for (int i = 0; i < slab_elements; ++i) {
    const slab_place at(f, i);
    slab[at.inner][at.outer] = x[i];
  }
}

/// Adds the products of one inner element to a thread's results.
__device__ __forceinline__ void multiply_outer(const float (&a)[product_tile + 1], const float (&b)[product_tile + 1], int ty, int tx,
                                               float (&sum)[product_each][product_each]) {
  float x[product_each], y[product_each];
#pragma unroll
  for (int i = 0; i < product_each; ++i) x[i] = a[ty + 16 * i], y[i] = b[tx + 16 * i];
#pragma unroll
  for (int i = 0; i < product_each; ++i)
#pragma unroll
    for (int j = 0; j < product_each; ++j) sum[i][j] = exact::fma(x[i], y[j], sum[i][j]);
}

} // namespace detail

/// One tile of a product a block. Requires: `product_threads` threads; a block for each tile, rows of tiles in y.
template <class A, class B>
__device__ __forceinline__ void multiply_tile(const product_arguments& p) {
  __shared__ float a[product_depth][product_tile + 1], b[product_depth][product_tile + 1];
  const std::int64_t row = std::int64_t{blockIdx.y} * product_tile, column = std::int64_t{blockIdx.x} * product_tile;
  const auto rows = static_cast<std::int32_t>(p.rows - row), columns = static_cast<std::int32_t>(p.columns - column);
  const int ty = static_cast<int>(threadIdx.x) / 16, tx = static_cast<int>(threadIdx.x) % 16;
  float sum[product_each][product_each];
  const auto at = [&](int i, int j) { return p.result + (row + ty + 16 * i) * p.result_row + column + tx + 16 * j; };
  const auto exists = [&](int i, int j) { return ty + 16 * i < rows && tx + 16 * j < columns; };
#pragma unroll
  for (int i = 0; i < product_each; ++i)
#pragma unroll
    for (int j = 0; j < product_each; ++j) sum[i][j] = p.start == product_start::result && exists(i, j) ? *at(i, j) : 0.0f;
  float next_a[detail::slab_elements], next_b[detail::slab_elements];
  const auto fetch = [&](std::int32_t k) { // while the slab before is worked on
    detail::fetch_slab<A>(next_a, p.a, row, rows, k, p.inner - k);
    detail::fetch_slab<B>(next_b, p.b, column, columns, k, p.inner - k);
  };
  fetch(0);
  for (std::int32_t k = 0; k < p.inner; k += product_depth) {
    const std::int32_t here = p.inner - k < product_depth ? p.inner - k : product_depth;
    __syncthreads();
    detail::place_slab(a, next_a, p.a);
    detail::place_slab(b, next_b, p.b);
    __syncthreads();
    fetch(k + product_depth);
    // The end of the chain is not made of zeros: they would turn a sum of -0 into +0.
    if (here == product_depth) {
#pragma unroll
      for (int q = 0; q < product_depth; ++q) detail::multiply_outer(a[q], b[q], ty, tx, sum);
    } else {
      for (int q = 0; q < here; ++q) detail::multiply_outer(a[q], b[q], ty, tx, sum);
    }
  }
#pragma unroll
  for (int i = 0; i < product_each; ++i)
#pragma unroll
    for (int j = 0; j < product_each; ++j)
      if (exists(i, j)) *at(i, j) = sum[i][j];
}

/// `multiply_tile` as a kernel.
template <class A, class B>
__global__ void __launch_bounds__(product_threads) matrix_product(const product_arguments p) {
  multiply_tile<A, B>(p);
}

/// Starts a product. Error: a cudaError_t.
template <class A, class B>
cudaError_t launch_matrix_product(const product_arguments& p, cudaStream_t stream) {
  if (p.rows == 0 || p.columns == 0) return cudaSuccess;
  const dim3 grid(static_cast<unsigned>((p.columns + product_tile - 1) / product_tile), static_cast<unsigned>((p.rows + product_tile - 1) / product_tile));
  matrix_product<A, B><<<grid, product_threads, 0, stream>>>(p);
  return cudaGetLastError();
}

} // namespace fpcheck::kernels

#endif
