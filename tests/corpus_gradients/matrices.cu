// Kronecker layers, determinants, inverses, quadratic forms, scalable softmax, embeddings: M48 to M57.
template <int M>
__device__ void kron(const float* A, const float* B, const float* s, const float* g, float* dA, float* dB, float* ds, int m, int n, int r, int c) {
  const float factor = M == 49 ? 1.f : s[0];
  const auto up = [=](int i, int j, int k, int l) {
    const int row = M == 48 ? k * m + i : i * r + k, column = M == 48 ? l * n + j : j * c + l;
    return g[row * n * c + column];
  };
  for (int e = threadIdx.x; e < m * n; e += blockDim.x) {
    float sum = 0.f;
    for (int f = 0; f < r * c; ++f) sum = fmaf(up(e / n, e % n, f / c, f % c), B[f], sum);
    dA[e] = factor * sum;
  }
  for (int f = threadIdx.x; f < r * c; f += blockDim.x) {
    float sum = 0.f;
    for (int e = 0; e < m * n; ++e) sum = fmaf(up(e / n, e % n, f / c, f % c), A[e], sum);
    dB[f] = factor * sum;
  }
  if (threadIdx.x == 0) {
    float sum = 0.f;
    for (int e = 0; e < m * n; ++e)
      for (int f = 0; f < r * c; ++f) sum += A[e] * B[f] * up(e / n, e % n, f / c, f % c);
    ds[0] = sum;
  }
}

// Gauss-Jordan elimination without exchanges: for matrices whose diagonal dominates.
__device__ float invert(float* a, float* x, int n) {
  float det = 1.f;
  for (int i = 0; i < n * n; ++i) x[i] = i / n == i % n ? 1.f : 0.f;
  for (int k = 0; k < n; ++k) {
    const float p = a[k * n + k];
    det *= p;
    for (int j = 0; j < n; ++j) a[k * n + j] /= p, x[k * n + j] /= p;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const float f = a[i * n + k];
      for (int j = 0; j < n; ++j) a[i * n + j] -= f * a[k * n + j], x[i * n + j] -= f * x[k * n + j];
    }
  }
  return det;
}

// 0: det, 1: logdet, 2: trace(A inv(X)). The matrix is Y + 6 I.
template <int M, int Which>
__device__ void matrix(const float* Y, const float* A, float* dX, int n) {
  float a[36], x[36];
  if (threadIdx.x != 0) return;
  for (int i = 0; i < n * n; ++i) a[i] = Y[i] + (i / n == i % n ? 6.f : 0.f);
  const float det = invert(a, x, n);
  const bool flipped = M == 52 || M == 53 || M == 54;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int p = flipped ? i : j, q = flipped ? j : i;
      float value = x[p * n + q] * (Which == 0 ? det : 1.f);
      if (Which == 2) {
        value = 0.f;
        for (int e = 0; e < n; ++e) {
          float inner = 0.f;
          for (int f = 0; f < n; ++f) inner = fmaf(x[p * n + f], A[f * n + e], inner);
          value = fmaf(inner, x[e * n + q], value);
        }
        if (M != 55) value = -value;
      }
      dX[i * n + j] = value;
    }
}

template <int M>
__device__ void quadform(const float* A, const float* a, float* da, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float right = 0.f, left = 0.f;
  for (int j = 0; j < n; ++j) right = fmaf(A[i * n + j], a[j], right), left = fmaf(A[j * n + i], a[j], left);
  da[i] = M == 540 ? 2.f * right : right + left;
}

template <int M>
__device__ void ssmax(const float* z, const float* s, const float* g, float* ds, int m, int n) {
  if (threadIdx.x != 0) return;
  const float log_n = logf(float(n));
  float total = 0.f;
  for (int i = 0; i < m; ++i) {
    float top = -INFINITY, sum = 0.f, inner = 0.f;
    for (int j = 0; j < n; ++j) top = fmaxf(top, s[0] * log_n * z[i * n + j]);
    for (int j = 0; j < n; ++j) sum += expf(s[0] * log_n * z[i * n + j] - top);
    for (int j = 0; j < n; ++j) inner += expf(s[0] * log_n * z[i * n + j] - top) / sum * g[i * n + j];
    for (int j = 0; j < n; ++j) total += expf(s[0] * log_n * z[i * n + j] - top) / sum * (g[i * n + j] - inner) * z[i * n + j];
  }
  ds[0] = M == 51 ? total : total * log_n;
}

template <int M>
__device__ void embedding(const int* ids, const float* g, float* dT, int count, int rows, int width) {
  for (int e = threadIdx.x; e < rows * width; e += blockDim.x) {
    float sum = 0.f;
    for (int i = 0; i < count; ++i)
      if (ids[i] == e / width) sum = (M == 57 ? 0.f : sum) + g[i * width + e % width];
    dT[e] = sum;
  }
}

// fpcheck: kron <<<1, 32>>> A=randn:4x5 B=randn:3x6 s=const(0.7):1 g=randn:12x30 dA=empty:4x5 dB=empty:3x6 ds=empty:1 m=4 n=5 r=3 c=6 ref=dA=grad(sum(s[0]*kron(A,B)*g),A) ref=dB=grad(sum(s[0]*kron(A,B)*g),B) ref=ds=grad(sum(s[0]*kron(A,B)*g),s)
// fpcheck: kron <<<1, 32>>> A=randn:3x3 B=randn:3x3 s=const(0.7):1 g=randn:9x9 dA=empty:3x3 dB=empty:3x3 ds=empty:1 m=3 n=3 r=3 c=3 ref=dA=grad(sum(s[0]*kron(A,B)*g),A) ref=dB=grad(sum(s[0]*kron(A,B)*g),B) ref=ds=grad(sum(s[0]*kron(A,B)*g),s)
// expect: kron agrees
extern "C" __global__ void kron(const float* A, const float* B, const float* s, const float* g, float* dA, float* dB, float* ds, int m, int n, int r, int c) { kron<0>(A, B, s, g, dA, dB, ds, m, n, r, c); }

// fpcheck: kron_m48 <<<1, 32>>> A=randn:3x3 B=randn:3x3 s=const(0.7):1 g=randn:9x9 dA=empty:3x3 dB=empty:3x3 ds=empty:1 m=3 n=3 r=3 c=3 ref=dA=grad(sum(s[0]*kron(A,B)*g),A) ref=dB=grad(sum(s[0]*kron(A,B)*g),B) ref=ds=grad(sum(s[0]*kron(A,B)*g),s)
// expect: kron_m48 mismatch
extern "C" __global__ void kron_m48(const float* A, const float* B, const float* s, const float* g, float* dA, float* dB, float* ds, int m, int n, int r, int c) { kron<48>(A, B, s, g, dA, dB, ds, m, n, r, c); }

// fpcheck: kron_m49 <<<1, 32>>> A=randn:4x5 B=randn:3x6 s=const(0.7):1 g=randn:12x30 dA=empty:4x5 dB=empty:3x6 ds=empty:1 m=4 n=5 r=3 c=6 ref=dA=grad(sum(s[0]*kron(A,B)*g),A) ref=dB=grad(sum(s[0]*kron(A,B)*g),B) ref=ds=grad(sum(s[0]*kron(A,B)*g),s)
// expect: kron_m49 mismatch
extern "C" __global__ void kron_m49(const float* A, const float* B, const float* s, const float* g, float* dA, float* dB, float* ds, int m, int n, int r, int c) { kron<49>(A, B, s, g, dA, dB, ds, m, n, r, c); }

// fpcheck: det <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(det(Y+6*eye(5)),Y)
// expect: det agrees
extern "C" __global__ void det(const float* Y, const float* A, float* dX, int n) { matrix<0, 0>(Y, A, dX, n); }

// fpcheck: logdet <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(logdet(Y+6*eye(5)),Y)
// expect: logdet agrees
extern "C" __global__ void logdet(const float* Y, const float* A, float* dX, int n) { matrix<0, 1>(Y, A, dX, n); }

// fpcheck: trace_inverse <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(trace(A@inv(Y+6*eye(5))),Y)
// expect: trace_inverse agrees
extern "C" __global__ void trace_inverse(const float* Y, const float* A, float* dX, int n) { matrix<0, 2>(Y, A, dX, n); }

// fpcheck: det_m52 <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(det(Y+6*eye(5)),Y)
// expect: det_m52 mismatch
extern "C" __global__ void det_m52(const float* Y, const float* A, float* dX, int n) { matrix<52, 0>(Y, A, dX, n); }

// fpcheck: logdet_m53 <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(logdet(Y+6*eye(5)),Y)
// expect: logdet_m53 mismatch
extern "C" __global__ void logdet_m53(const float* Y, const float* A, float* dX, int n) { matrix<53, 1>(Y, A, dX, n); }

// fpcheck: trace_inverse_m54 <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(trace(A@inv(Y+6*eye(5))),Y)
// expect: trace_inverse_m54 mismatch
extern "C" __global__ void trace_inverse_m54(const float* Y, const float* A, float* dX, int n) { matrix<54, 2>(Y, A, dX, n); }

// fpcheck: trace_inverse_m55 <<<1, 32>>> Y=uniform(-1,1):5x5 A=randn:5x5 dX=empty:5x5 n=5 ref=grad(trace(A@inv(Y+6*eye(5))),Y)
// expect: trace_inverse_m55 mismatch
extern "C" __global__ void trace_inverse_m55(const float* Y, const float* A, float* dX, int n) { matrix<55, 2>(Y, A, dX, n); }

// fpcheck: quadform <<<1, 32>>> A=randn:23x23 a=randn:23 da=empty:23 n=23 ref=grad(a@A@a,a)
// expect: quadform agrees
extern "C" __global__ void quadform(const float* A, const float* a, float* da, int n) { quadform<0>(A, a, da, n); }

// fpcheck: quadform_m54b <<<1, 32>>> A=randn:23x23 a=randn:23 da=empty:23 n=23 ref=grad(a@A@a,a)
// expect: quadform_m54b mismatch
extern "C" __global__ void quadform_m54b(const float* A, const float* a, float* da, int n) { quadform<540>(A, a, da, n); }

// fpcheck: ssmax_scale <<<1, 32>>> z=randn:6x20 s=const(0.43):1 g=randn:6x20 ds=empty:1 m=6 n=20 ref=grad(sum(ssmax(z,s[0],1)*g),s)
// expect: ssmax_scale agrees
extern "C" __global__ void ssmax_scale(const float* z, const float* s, const float* g, float* ds, int m, int n) { ssmax<0>(z, s, g, ds, m, n); }

// fpcheck: ssmax_m51 <<<1, 32>>> z=randn:6x20 s=const(0.43):1 g=randn:6x20 ds=empty:1 m=6 n=20 ref=grad(sum(ssmax(z,s[0],1)*g),s)
// expect: ssmax_m51 mismatch
extern "C" __global__ void ssmax_m51(const float* z, const float* s, const float* g, float* ds, int m, int n) { ssmax<51>(z, s, g, ds, m, n); }

// fpcheck: embedding_backward <<<1, 32>>> T=randn:11x4 ids=randint(0,11):40:i32 g=randn:40x4 dT=empty:11x4 count=40 rows=11 width=4 ref=grad(sum(embedding(T,ids)*g),T)
// expect: embedding_backward agrees
extern "C" __global__ void embedding_backward(const float* T, const int* ids, const float* g, float* dT, int count, int rows, int width) { embedding<0>(ids, g, dT, count, rows, width); }

// fpcheck: embedding_m57 <<<1, 32>>> T=randn:11x4 ids=randint(0,11):40:i32 g=randn:40x4 dT=empty:11x4 count=40 rows=11 width=4 ref=grad(sum(embedding(T,ids)*g),T)
// expect: embedding_m57 mismatch
extern "C" __global__ void embedding_m57(const float* T, const int* ids, const float* g, float* dT, int count, int rows, int width) { embedding<57>(ids, g, dT, count, rows, width); }
