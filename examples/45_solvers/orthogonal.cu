// Three ways to orthogonal columns of one matrix. Gram and Schmidt's takes all projections of a column at once, and what one of them leaves
// behind stays in the result: columns that are nearly parallel come out far from orthogonal, by the square of the condition number. The
// modified one projects what is left, one column after the other, and loses one condition number; Householder's reflections are orthogonal
// whatever the matrix is. The columns here agree in three digits. `off` is how far Q^T Q is from the identity, in units that are given: all
// at once hundreds of times 0.002, one by one less than half of that, by reflections less than half of a millionth.

constexpr int m = 16, n = 6;

__device__ float dot(const float* a, const float* b) {
  float sum = 0;
  for (int i = 0; i < m; ++i) sum += a[i * n] * b[i * n];
  return sum;
}

__device__ void normalise(float* a) {
  const float length = sqrtf(dot(a, a));
  for (int i = 0; i < m; ++i) a[i * n] /= length;
}

// fpcheck: all_at_once <<<1, 1>>> a=uniform(1,1.001):16x6 q=empty:16x6 --ref 'off=zeros((6, 6))' --tol bitwise --expect branch-flip,cancellation,mismatch
// fpcheck+ product <<<6, 6>>> off=empty:6x6:i32 units=500
__global__ void all_at_once(const float* __restrict__ a, float* __restrict__ q) {
  for (int k = 0; k < n; ++k) {
    float part[n];
    for (int j = 0; j < k; ++j) part[j] = dot(q + j, a + k);
    for (int i = 0; i < m; ++i) {
      float rest = a[i * n + k];
      for (int j = 0; j < k; ++j) rest -= part[j] * q[i * n + j];
      q[i * n + k] = rest;
    }
    normalise(q + k);
  }
}

// fpcheck: one_by_one <<<1, 1>>> a=uniform(1,1.001):16x6 q=empty:16x6 --ref 'off=zeros((6, 6))' --tol bitwise --expect clean
// fpcheck+ product <<<6, 6>>> off=empty:6x6:i32 units=500
__global__ void one_by_one(const float* __restrict__ a, float* __restrict__ q) {
  for (int i = 0; i < m * n; ++i) q[i] = a[i];
  for (int k = 0; k < n; ++k) {
    normalise(q + k);
    for (int j = k + 1; j < n; ++j) {
      const float part = dot(q + k, q + j);
      for (int i = 0; i < m; ++i) q[i * n + j] -= part * q[i * n + k];
    }
  }
}

// fpcheck: by_reflections <<<1, 1>>> a=uniform(1,1.001):16x6 v=empty:16x6 q=empty:16x6 --ref 'off=zeros((6, 6))' --tol bitwise --expect clean
// fpcheck+ product <<<6, 6>>> off=empty:6x6:i32 units=1e6
__global__ void by_reflections(const float* __restrict__ a, float* __restrict__ v, float* __restrict__ q) {
  for (int i = 0; i < m * n; ++i) v[i] = a[i], q[i] = i / n == i % n ? 1.0f : 0.0f;
  for (int k = 0; k < n; ++k) {
    float squares = 0;
    for (int i = k; i < m; ++i) squares += v[i * n + k] * v[i * n + k];
    for (int i = 0; i < k; ++i) v[i * n + k] = 0;
    v[k * n + k] += copysignf(sqrtf(squares), v[k * n + k]); // of equal signs: nothing cancels
    normalise(v + k);
    for (int j = k + 1; j < n; ++j) {
      const float part = 2 * dot(v + k, v + j);
      for (int i = k; i < m; ++i) v[i * n + j] -= part * v[i * n + k];
    }
  }
  for (int k = n - 1; k >= 0; --k)
    for (int j = 0; j < n; ++j) {
      const float part = 2 * dot(v + k, q + j);
      for (int i = 0; i < m; ++i) q[i * n + j] -= part * v[i * n + k];
    }
}

__global__ void product(const float* __restrict__ q, int* __restrict__ off, float units) {
  const int i = blockIdx.x, j = threadIdx.x;
  off[i * n + j] = __float2int_rn((dot(q + i, q + j) - (i == j ? 1.0f : 0.0f)) * units);
}
