// Muon makes the singular values of a gradient alike, without computing them: five times X <- a X + (b A + c A^2) X with A = X X^T, in
// bf16. Storing X and A in bf16 costs a part in 256 each time and is harmless: afterwards the values only have to be near one, 0.68 to
// 1.13. Sums in bf16 are another matter: of 1024 squares they take the first hundreds and stop, A is too small, and rows come out too long.
// And before the first step the norm has to go: a gradient with singular values above 1.7 grows without bound. Where there is one direction
// only and its length is one, neither shows.
#include <cuda_bf16.h>

constexpr int rows = 4, columns = 1024, threads = 512;

__device__ float rounded(float x) { return __bfloat162float(__float2bfloat16(x)); }

/// The sum of a[i] b[j] with strides.
template <bool narrow>
__device__ float dot(const float* a, int of_a, const float* b, int of_b, int count) {
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    sum += a[k * of_a] * b[k * of_b];
    if (narrow) sum = rounded(sum);
  }
  return sum;
}

template <bool narrow, bool normalised>
__device__ void iterate(const float* g, float* squares) {
  __shared__ float x[rows * columns], a[rows * rows], p[rows * rows];
  const int t = threadIdx.x;
  if (t < rows) a[t] = dot<false>(g + t * columns, 1, g + t * columns, 1, columns);
  __syncthreads();
  const float norm = normalised ? sqrtf(a[0] + a[1] + a[2] + a[3]) : 1;
  for (int i = t; i < rows * columns; i += threads) x[i] = rounded(g[i] / norm);
  for (int step = 0; step < 5; ++step) {
    __syncthreads();
    if (t < rows * rows) a[t] = rounded(dot<narrow>(x + t / rows * columns, 1, x + t % rows * columns, 1, columns));
    __syncthreads();
    if (t < rows * rows) p[t] = rounded(-4.775f * a[t] + 2.0315f * dot<narrow>(a + t / rows * rows, 1, a + t % rows, rows, rows));
    __syncthreads();
    for (int j = t; j < columns; j += threads) {
      float next[rows];
      for (int i = 0; i < rows; ++i) next[i] = 3.4445f * x[i * columns + j] + dot<narrow>(p + i * rows, 1, x + j, columns, rows);
      for (int i = 0; i < rows; ++i) x[i * columns + j] = rounded(next[i]);
    }
  }
  __syncthreads();
  if (t < rows) squares[t] = dot<false>(x + t * columns, 1, x + t * columns, 1, columns);
}

// fpcheck: unnormalised <<<1, 512>>> g=randn:4x1024 squares=empty:4 --expect inf-born
__global__ void unnormalised(const float* __restrict__ g, float* __restrict__ squares) { iterate<false, false>(g, squares); }

// fpcheck: sums_in_bf16 <<<1, 512>>> g=randn:4x1024 squares=empty:4 --range 'squares=[0.46,1.28]' --expect narrow-accumulator,narrowing,out-of-range
__global__ void sums_in_bf16(const float* __restrict__ g, float* __restrict__ squares) { iterate<true, true>(g, squares); }

// fpcheck: sums_in_f32 <<<1, 512>>> g=randn:4x1024 squares=empty:4 --range 'squares=[0.46,1.28]' --expect clean
__global__ void sums_in_f32(const float* __restrict__ g, float* __restrict__ squares) { iterate<false, true>(g, squares); }
