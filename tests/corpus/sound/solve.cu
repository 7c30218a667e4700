// Small dense systems, one a thread or a warp: structs by value, local arrays that a subscript picks from, butterflies.

template <int N>
struct matrix {
  float a[N][N];
  __device__ float& operator()(int i, int j) { return a[i][j]; }
};
template <int N>
__device__ matrix<N> load(const float* p) {
  matrix<N> m;
#pragma unroll
  for (int i = 0; i < N * N; ++i) m.a[i / N][i % N] = p[(blockIdx.x * blockDim.x + threadIdx.x) * N * N + i];
  return m;
}
template <int N>
__device__ __noinline__ void solve(matrix<N> m, float* b) {
  for (int k = 0; k < N; ++k) {
    int at = k;
    for (int i = k + 1; i < N; ++i)
      if (fabsf(m(i, k)) > fabsf(m(at, k))) at = i;
    for (int j = 0; j < N && at != k; ++j) {
      const float t = m(k, j);
      m(k, j) = m(at, j), m(at, j) = t;
    }
    const float t = b[k];
    b[k] = b[at], b[at] = t;
    const float inverse = 1.f / m(k, k);
    for (int i = k + 1; i < N; ++i) {
      const float f = m(i, k) * inverse;
      for (int j = k + 1; j < N; ++j) m(i, j) = fmaf(-f, m(k, j), m(i, j));
      b[i] = fmaf(-f, b[k], b[i]);
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    float s = b[k];
    for (int j = k + 1; j < N; ++j) s = fmaf(-m(k, j), b[j], s);
    b[k] = s / m(k, k);
  }
}
// fpcheck: lu_pivoted <<<2, 32>>> a=randn:64x6x6 b=spiked(100):64x6 x=empty:64x6
// expect: lu_pivoted clean
__global__ void lu_pivoted(const float* a, const float* b, float* x) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float v[6];
  for (int i = 0; i < 6; ++i) v[i] = b[t * 6 + i];
  solve<6>(load<6>(a), v);
  for (int i = 0; i < 6; ++i) x[t * 6 + i] = v[i];
}

// fpcheck: qr_householder <<<2, 64>>> a=randn:128x4x4 r=empty:128x4x4
// expect: qr_householder clean
__global__ void qr_householder(const float* a, float* r) {
  matrix<4> m = load<4>(a);
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    float s = 0.f;
#pragma unroll
    for (int i = k; i < 4; ++i) s = fmaf(m(i, k), m(i, k), s);
    const float alpha = -copysignf(sqrtf(s), m(k, k)), v0 = m(k, k) - alpha, inverse = 1.f / v0;
#pragma unroll
    for (int i = k + 1; i < 4; ++i) m(i, k) *= inverse;
#pragma unroll
    for (int j = k + 1; j < 4; ++j) {
      float d = m(k, j);
#pragma unroll
      for (int i = k + 1; i < 4; ++i) d = fmaf(m(i, k), m(i, j), d);
      d *= -v0 / alpha;
      m(k, j) -= d;
#pragma unroll
      for (int i = k + 1; i < 4; ++i) m(i, j) = fmaf(-d, m(i, k), m(i, j));
    }
    m(k, k) = alpha;
  }
  for (int i = 0; i < 16; ++i) r[(blockIdx.x * blockDim.x + threadIdx.x) * 16 + i] = i / 4 <= i % 4 ? m(i / 4, i % 4) : 0.f;
}

// fpcheck: triangular_warp <<<4, 32>>> l=uniform(-0.2,0.2):4x32x32 b=randn:4x32 x=empty:4x32
// expect: triangular_warp clean
__global__ void triangular_warp(const float* l, const float* b, float* x) {
  const int lane = threadIdx.x;
  const float* row = l + blockIdx.x * 1024 + lane * 32;
  float s = b[blockIdx.x * 32 + lane];
  for (int k = 0; k < 32; ++k) {
    const float xk = __shfl_sync(~0u, s, k);
    if (lane > k) s = fmaf(-row[k], xk, s);
  }
  x[blockIdx.x * 32 + lane] = s;
}
