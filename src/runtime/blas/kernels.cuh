#pragma once
// Kernels behind the calls of cuBLAS that programs make most. Sums are blocked, as a card's are by its tiles: their errors stay near those of the library.

namespace fpcheck_blas {

/// A factor by value or, where there is an address, in device memory.
template <class T>
struct factor {
  T value;
  const T* at;
  __device__ T get() const { return at != nullptr ? *at : value; }
};

/// A matrix in columns, or several of them: at equal distances or by a table of addresses.
template <class T>
struct matrices {
  T* first;
  T* const* table;
  long long distance, leading;
  __device__ T* number(unsigned k) const { return table != nullptr ? table[k] : first + k * distance; }
};

/// A vector whose elements lie `step` apart; with a step below zero the last one comes first in memory.
template <class T>
struct vector {
  T* first;
  long long count, step;
  __device__ T& operator[](long long i) const { return first[(step < 0 ? i - count + 1 : i) * step]; }
};

__device__ inline long long own_number() { return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; }

constexpr int tile = 16, sum_threads = 256, summed_at_once = 32;

/// C = alpha op(A) op(B) + beta C, a tile a block. Where beta is zero, C is not read.
template <class In, class Out, class Sum>
__global__ void gemm(bool a_turned, bool b_turned, int m, int n, int k, factor<Sum> alpha, matrices<const In> as, matrices<const In> bs, factor<Sum> beta, matrices<Out> cs) {
  __shared__ Sum left[tile][tile + 1], right[tile][tile + 1];
  const In *const a = as.number(blockIdx.z), *const b = bs.number(blockIdx.z);
  const long long row = static_cast<long long>(blockIdx.x) * tile + threadIdx.x, column = static_cast<long long>(blockIdx.y) * tile + threadIdx.y;
  Sum sum = 0;
  for (int from = 0; from < k; from += tile) {
    const int for_a = from + threadIdx.y, for_b = from + threadIdx.x;
    left[threadIdx.y][threadIdx.x] = row < m && for_a < k ? static_cast<Sum>(a_turned ? a[for_a + row * as.leading] : a[row + for_a * as.leading]) : Sum(0);
    right[threadIdx.y][threadIdx.x] = column < n && for_b < k ? static_cast<Sum>(b_turned ? b[column + for_b * bs.leading] : b[for_b + column * bs.leading]) : Sum(0);
    __syncthreads();
    Sum part = 0;
    for (int i = 0; i < tile; ++i) part += left[i][threadIdx.x] * right[threadIdx.y][i];
    sum += part;
    __syncthreads();
  }
  if (row >= m || column >= n) return;
  Out& c = cs.number(blockIdx.z)[row + column * cs.leading];
  const Sum old = beta.get();
  c = static_cast<Out>(old == Sum(0) ? alpha.get() * sum : alpha.get() * sum + old * static_cast<Sum>(c));
}

/// y = alpha op(A) x + beta y, an element a thread.
template <class T>
__global__ void gemv(bool turned, factor<T> alpha, matrices<const T> a, vector<const T> x, factor<T> beta, vector<T> y) {
  const long long i = own_number();
  if (i >= y.count) return;
  T sum = 0;
  for (long long from = 0; from < x.count; from += summed_at_once) {
    T part = 0;
    for (long long j = from; j < x.count && j < from + summed_at_once; ++j) part += a.first[turned ? j + i * a.leading : i + j * a.leading] * x[j];
    sum += part;
  }
  const T old = beta.get();
  y[i] = old == T(0) ? alpha.get() * sum : alpha.get() * sum + old * y[i];
}

/// A += alpha x y', an element a thread.
template <class T>
__global__ void ger(factor<T> alpha, vector<const T> x, vector<const T> y, matrices<T> a) {
  const long long i = own_number();
  if (i < x.count * y.count) a.first[i % x.count + i / x.count * a.leading] += alpha.get() * x[i % x.count] * y[i / x.count];
}

template <class T>
__global__ void axpy(factor<T> alpha, vector<const T> x, vector<T> y) {
  const long long i = own_number();
  if (i < x.count) y[i] += alpha.get() * x[i];
}
template <class T>
__global__ void scal(factor<T> alpha, vector<T> x) {
  const long long i = own_number();
  if (i < x.count) x[i] *= alpha.get();
}
template <class T>
__global__ void copy(vector<const T> x, vector<T> y) {
  const long long i = own_number();
  if (i < x.count) y[i] = x[i];
}
template <class T>
__global__ void swap(vector<T> x, vector<T> y) {
  const long long i = own_number();
  if (i >= x.count) return;
  const T old = x[i];
  x[i] = y[i], y[i] = old;
}

/// The sum of what the threads of the one block hold, for thread 0.
template <class T>
__device__ T sum_of_block(T own) {
  __shared__ T parts[sum_threads];
  parts[threadIdx.x] = own;
  __syncthreads();
  for (int half = sum_threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  return parts[0];
}

/// The sum of term(i) for every i below `count` that is this thread's.
template <class T, class Term>
__device__ T own_sum(long long count, Term term) {
  T sum = 0, part = 0;
  int held = 0;
  for (long long i = threadIdx.x; i < count; i += sum_threads) {
    part += term(i);
    if (++held == summed_at_once) sum += part, part = 0, held = 0;
  }
  return sum + part;
}

template <class T>
__global__ void dot(vector<const T> x, vector<const T> y, T* out) {
  const T sum = sum_of_block(own_sum<T>(x.count, [&](long long i) { return x[i] * y[i]; }));
  if (threadIdx.x == 0) *out = sum;
}
template <class T>
__global__ void asum(vector<const T> x, T* out) {
  const T sum = sum_of_block(own_sum<T>(x.count, [&](long long i) { return x[i] < T(0) ? -x[i] : x[i]; }));
  if (threadIdx.x == 0) *out = sum;
}

/// Of the largest magnitudes that the threads hold the first one: its place, from 1, and its value.
template <class T>
__device__ int largest_of_block(vector<const T> x, T& value) {
  __shared__ T values[sum_threads];
  __shared__ int places[sum_threads];
  T best = -1;
  int at = 0;
  for (long long i = threadIdx.x; i < x.count; i += sum_threads) {
    const T v = x[i] < T(0) ? -x[i] : x[i];
    if (v > best) best = v, at = static_cast<int>(i) + 1;
  }
  values[threadIdx.x] = best, places[threadIdx.x] = at;
  __syncthreads();
  for (int half = sum_threads / 2; half > 0; half /= 2) {
    const int other = threadIdx.x + half;
    if (threadIdx.x < half && places[other] != 0 && (values[other] > values[threadIdx.x] || (values[other] == values[threadIdx.x] && places[other] < places[threadIdx.x])))
      values[threadIdx.x] = values[other], places[threadIdx.x] = places[other];
    __syncthreads();
  }
  value = values[0];
  return places[0];
}
template <class T>
__global__ void amax(vector<const T> x, int* out) {
  T value;
  const int at = largest_of_block(x, value);
  if (threadIdx.x == 0) *out = at;
}

/// Scaled by a power of two near the largest element, which is exact: squares neither overflow nor vanish.
template <class T>
__global__ void nrm2(vector<const T> x, T* out) {
  T largest;
  largest_of_block(x, largest);
  int exponent = 0;
  if (largest > T(0) && isfinite(largest)) frexp(largest, &exponent);
  const T sum = sum_of_block(own_sum<T>(x.count, [&](long long i) {
    const T v = ldexp(x[i], -exponent);
    return v * v;
  }));
  if (threadIdx.x == 0) *out = ldexp(sqrt(sum), exponent);
}

} // namespace fpcheck_blas
