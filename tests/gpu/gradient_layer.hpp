#pragma once
#include <fpcheck/kernels/tangent.hpp>

#include <cstdint>

/// A layer softmax(X W + b) as a user would write it, forward and backward, and the same as functors over duals. X is
/// batch x in, W in x out, b out; the loss is <upstream, softmax(X W + b)>.
namespace layer {

struct extents {
  int batch, in, out;
};

/// What a format accumulates in.
template <class T>
struct accumulator {
  using type = float;
};
template <>
struct accumulator<double> {
  using type = double;
};
template <class T>
using accumulator_t = typename accumulator<T>::type;

__host__ __device__ inline float exponential(float x) {
  return ::expf(x);
}
__host__ __device__ inline double exponential(double x) {
  return ::exp(x);
}

inline constexpr int splits = 16;
inline constexpr int rows_at_once = 32;
inline constexpr int inner_at_once = 64;

/// partial[split][row][column] of X W. Launch: grid (out / 128, splits, batch / 32), 128 threads.
template <class T>
__global__ void linear(const T* x, const T* w, extents e, accumulator_t<T>* partial) {
  using A = accumulator_t<T>;
  __shared__ A shared_x[inner_at_once][rows_at_once];
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            first = static_cast<int>(blockIdx.z) * rows_at_once;
  const int begin = static_cast<int>(std::int64_t{e.in} * blockIdx.y / splits),
            end = static_cast<int>(std::int64_t{e.in} * (blockIdx.y + 1) / splits);
  A sum[rows_at_once] = {};
  for (int base = begin; base < end; base += inner_at_once) {
    __syncthreads();
    for (int k = static_cast<int>(threadIdx.x); k < inner_at_once * rows_at_once; k += static_cast<int>(blockDim.x)) {
      const int r = first + k / inner_at_once, i = base + k % inner_at_once;
      shared_x[k % inner_at_once][k / inner_at_once] =
          r < e.batch && i < end ? static_cast<A>(x[std::int64_t{r} * e.in + i]) : A(0);
    }
    __syncthreads();
    for (int k = 0; k < inner_at_once && base + k < end; ++k) {
      const A weight = column < e.out ? static_cast<A>(w[std::int64_t{base + k} * e.out + column]) : A(0);
      for (int r = 0; r < rows_at_once; ++r) sum[r] += shared_x[k][r] * weight;
    }
  }
  for (int r = 0; r < rows_at_once; ++r)
    if (first + r < e.batch && column < e.out)
      partial[(std::int64_t{blockIdx.y} * e.batch + first + r) * e.out + column] = sum[r];
}

/// The sum of the partial products. Launch: a thread an element.
template <class T>
__global__ void add_splits(const accumulator_t<T>* partial, extents e, T* out) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x, plane = std::int64_t{e.batch} * e.out;
  if (i >= plane) return;
  accumulator_t<T> sum = 0;
  for (int s = 0; s < splits; ++s) sum += partial[s * plane + i];
  out[i] = static_cast<T>(sum);
}

/// The maximum or sum of a block's values.
template <class A, class Join>
__device__ A over_block(A value, Join join, A* shared) {
  __syncthreads();
  shared[threadIdx.x] = value;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) shared[threadIdx.x] = join(shared[threadIdx.x], shared[threadIdx.x + half]);
  }
  __syncthreads();
  return shared[0];
}

/// Softmax of the sum of the partial products and the bias. Launch: a block of 256 a row.
template <class T, class Out>
__global__ void softmax_rows(accumulator_t<T>* partial, const T* bias, extents e, Out* out) {
  using A = accumulator_t<T>;
  __shared__ A shared[256];
  const std::int64_t row = blockIdx.x, plane = std::int64_t{e.batch} * e.out;
  A most = -INFINITY;
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 256) {
    A z = static_cast<A>(bias[c]);
    for (int s = 0; s < splits; ++s) z += partial[s * plane + row * e.out + c];
    partial[row * e.out + c] = z;
    most = z > most ? z : most;
  }
  most = over_block(
      most, [](A a, A b) { return a > b ? a : b; }, shared);
  A sum = 0;
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 256) sum += exponential(partial[row * e.out + c] - most);
  sum = over_block(
      sum, [](A a, A b) { return a + b; }, shared);
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 256)
    out[row * e.out + c] = static_cast<Out>(exponential(partial[row * e.out + c] - most) / sum);
}

/// dZ = P (U - sum(P U)) from the probabilities. Launch: a block of 256 a row.
template <class T>
__global__ void softmax_backward(const accumulator_t<T>* p, const T* upstream, extents e, accumulator_t<T>* dz) {
  using A = accumulator_t<T>;
  __shared__ A shared[256];
  const std::int64_t row = blockIdx.x;
  A dot = 0;
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 256)
    dot += p[row * e.out + c] * static_cast<A>(upstream[row * e.out + c]);
  dot = over_block(
      dot, [](A a, A b) { return a + b; }, shared);
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 256)
    dz[row * e.out + c] = p[row * e.out + c] * (static_cast<A>(upstream[row * e.out + c]) - dot);
}

/// dW = X^T dZ. Launch: grid (out / 128, in), 128 threads.
template <class T>
__global__ void weight_gradient(const T* x, const accumulator_t<T>* dz, extents e, T* dw) {
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const std::int64_t i = blockIdx.y;
  if (column >= e.out) return;
  accumulator_t<T> sum = 0;
  for (std::int64_t r = 0; r < e.batch; ++r)
    sum += static_cast<accumulator_t<T>>(x[r * e.in + i]) * dz[r * e.out + column];
  dw[i * e.out + column] = static_cast<T>(sum);
}

/// db = the column sums of dZ. Launch: grid (out / 128), 128 threads.
template <class T>
__global__ void bias_gradient(const accumulator_t<T>* dz, extents e, T* db) {
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= e.out) return;
  accumulator_t<T> sum = 0;
  for (std::int64_t r = 0; r < e.batch; ++r) sum += dz[r * e.out + column];
  db[column] = static_cast<T>(sum);
}

/// dX = dZ W^T. Launch: grid (in, batch), a warp an element.
template <class T>
__global__ void input_gradient(const T* w, const accumulator_t<T>* dz, extents e, T* dx) {
  const std::int64_t i = blockIdx.x, row = blockIdx.y;
  accumulator_t<T> sum = 0;
  for (int c = static_cast<int>(threadIdx.x); c < e.out; c += 32)
    sum += static_cast<accumulator_t<T>>(w[i * e.out + c]) * dz[row * e.out + c];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);
  if (threadIdx.x == 0) dx[row * e.in + i] = static_cast<T>(sum);
}

/// Which tensor of the layer moves.
enum class tensor { weight, bias, input };

/// Element (row, column) of X W + b, as a function of one of the tensors.
template <class T, tensor Which>
struct linear_output {
  const T *x, *w, *b;
  extents e;

  template <class Parameters>
  FPCHECK_HD auto operator()(std::uint64_t output, const Parameters& moving) const {
    using S = typename Parameters::scalar;
    const std::int64_t row = static_cast<std::int64_t>(output) / e.out,
                       column = static_cast<std::int64_t>(output) % e.out;
    S sum(0.0);
    if constexpr (Which == tensor::bias)
      sum = moving(static_cast<std::uint64_t>(column));
    else
      sum = S(static_cast<double>(b[column]));
    for (std::int64_t i = 0; i < e.in; ++i) {
      const auto weight_at = static_cast<std::uint64_t>(i * e.out + column),
                 input_at = static_cast<std::uint64_t>(row * e.in + i);
      if constexpr (Which == tensor::weight)
        sum = fma(static_cast<double>(x[input_at]), moving(weight_at), sum);
      else if constexpr (Which == tensor::input)
        sum = fma(static_cast<double>(w[weight_at]), moving(input_at), sum);
      else
        sum = sum + static_cast<double>(x[input_at]) * static_cast<double>(w[weight_at]);
    }
    return sum;
  }
};

/// The same as a function of the bias alone, from the outputs at the bias as it is.
template <class T>
struct shifted_output {
  const double* z;
  const T* b;
  int columns;

  template <class Parameters>
  FPCHECK_HD auto operator()(std::uint64_t output, const Parameters& moving) const {
    const std::uint64_t column = output % static_cast<std::uint64_t>(columns);
    return moving(column) + (z[output] - static_cast<double>(b[column]));
  }
};

inline constexpr int columns_at_once = 64;

/// Parts of sum_c upstream(row, c) exp(z(row, c)), for even outputs, and of sum_c exp(z(row, c)), for odd ones: 64
/// columns each. Binary64 needs no shift for logits below 700.
struct softmax_parts {
  const double* upstream;
  int columns;
  FPCHECK_HD std::uint64_t parts() const {
    return static_cast<std::uint64_t>((columns + columns_at_once - 1) / columns_at_once);
  }

  template <class Parameters>
  FPCHECK_HD auto operator()(std::uint64_t output, const Parameters& z) const {
    using S = typename Parameters::scalar;
    const std::uint64_t row = output / 2 / parts(), part = output / 2 % parts(),
                        first = row * static_cast<std::uint64_t>(columns);
    const int begin = static_cast<int>(part) * columns_at_once,
              end = begin + columns_at_once < columns ? begin + columns_at_once : columns;
    S sum(0.0);
    for (int c = begin; c < end; ++c) {
      const S term = exp(z(first + static_cast<std::uint64_t>(c)));
      if (output % 2 == 0)
        sum = fma(upstream[first + static_cast<std::uint64_t>(c)], term, sum);
      else
        sum = sum + term;
    }
    return sum;
  }
};

/// sum_c upstream(row, c) softmax(z)(row, c) from these parts.
struct softmax_loss {
  std::uint64_t parts;

  template <class Parameters>
  FPCHECK_HD auto operator()(std::uint64_t row, const Parameters& x) const {
    using S = typename Parameters::scalar;
    S above(0.0), below(0.0);
    for (std::uint64_t part = 0; part < parts; ++part) {
      above = above + x(2 * (row * parts + part));
      below = below + x(2 * (row * parts + part) + 1);
    }
    return above / below;
  }
};

} // namespace layer
