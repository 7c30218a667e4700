// A linear layer with cross-entropy: M01 to M09, M12, M13, M63, M65, M66 of the list of wrong gradients.
// One block; dz lives in shared memory.
template <int M>
__device__ void backward(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) {
  __shared__ float dz[1024];
  const int t = threadIdx.x;
  float count = float(m);
  if (M == 13 || M == 113) {
    count = 0.f;
    for (int i = 0; i < m; ++i) count += y[i] != 3 ? 1.f : 0.f;
  }
  if (M == 1) count = 1.f;
  if (M == 2) count = 32.f;
  for (int i = t; i < m; i += blockDim.x) {
    float top = -INFINITY, sum = 0.f;
    for (int j = 0; j < n; ++j) {
      float z = 0.f;
      for (int q = 0; q < k; ++q) z = fmaf(X[i * k + q], W[q * n + j], z);
      dz[i * n + j] = z + b[j];
      top = fmaxf(top, z + b[j]);
    }
    for (int j = 0; j < n; ++j) sum += expf(dz[i * n + j] - top);
    int label = y[i];
    if (M == 5) label = (label + 1) % n;
    for (int j = 0; j < n; ++j) {
      const float a = expf(dz[i * n + j] - top) / sum, hot = j == label ? 1.f : 0.f;
      float g = (M == 4 ? a + hot : a - hot) / count;
      if (M == 113 && y[i] == 3) g = 0.f;
      if (M == 66) g = 0.f;
      dz[i * n + j] = g;
    }
  }
  __syncthreads();
  for (int e = t; e < m * k; e += blockDim.x) {
    const int i = e / k, q = e % k;
    float s = 0.f;
    for (int j = 0; j < n; ++j) s = fmaf(dz[i * n + j], M == 3 ? W[j * n + q] : W[q * n + j], s);
    dX[e] = s;
  }
  for (int e = t; e < k * n; e += blockDim.x) {
    const int q = e / n, j = e % n;
    float s = 0.f;
    for (int i = 0; i < m; ++i) s = fmaf(X[i * k + q], dz[i * n + j], s);
    if (M == 8 && j >= n / 8 * 8) s = 0.f;
    if (M == 88 && e == k * n - 1) s = 0.f;
    if (M == 63) s *= 1.01f;
    if (M == 65) s *= 1.00001f;
    dW[e] = s;
  }
  for (int j = t; j < n; j += blockDim.x) {
    float s = 0.f;
    for (int i = 0; i < m; ++i) s += dz[i * n + j];
    db[j] = M == 7 ? s / float(m) : s;
  }
}

template <int M>
__device__ void add_bias(const float* z, const float* b, float* out, int m, int n) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m * n) return;
  out[e] = M == 9 && e / n >= 1 && e % n < 4 ? z[e] : z[e] + b[e % n];
}

// The gradient of -mean(log(max(p, 1e-30))): none where the probability is clamped.
template <int M>
__device__ void clamped(const float* z, const int* y, float* dz, int m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  // Half of the labels lie far below the other logits.
  const auto logit = [=](int j) { return z[i * n + j] - (j == y[i] && i % 2 == 0 ? 75.f : 0.f); };
  float top = logit(0), sum = 0.f;
  for (int j = 0; j < n; ++j) top = fmaxf(top, logit(j));
  for (int j = 0; j < n; ++j) sum += expf(logit(j) - top);
  const bool none = M != 12 && expf(logit(y[i]) - top) / sum < 1e-30f;
  for (int j = 0; j < n; ++j) dz[i * n + j] = none ? 0.f : (expf(logit(j) - top) / sum - (j == y[i] ? 1.f : 0.f)) / float(m);
}

// fpcheck: lince <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// fpcheck: lince <<<1, 64>>> X=randn:13x12 W=randn:12x12 b=randn:12 y=randint(0,12):13:i32 dX=empty:13x12 dW=empty:12x12 db=empty:12 m=13 k=12 n=12 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// fpcheck: lince <<<1, 64>>> X=randn:5x3 W=randn:3x13 b=randn:13 y=randint(0,13):5:i32 dX=empty:5x3 dW=empty:3x13 db=empty:13 m=5 k=3 n=13 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince agrees
extern "C" __global__ void lince(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<0>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_ignore <<<1, 64>>> X=randn:16x5 W=randn:5x6 b=randn:6 y=randint(0,6):16:i32 dX=empty:16x5 dW=empty:5x6 db=empty:6 m=16 k=5 n=6 ref=dX=grad(cross_entropy(X@W+b,y,ignore_index=3),X) ref=dW=grad(cross_entropy(X@W+b,y,ignore_index=3),W) ref=db=grad(cross_entropy(X@W+b,y,ignore_index=3),b)
// expect: lince_ignore agrees
extern "C" __global__ void lince_ignore(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<113>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m01 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m01 mismatch
extern "C" __global__ void lince_m01(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<1>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m02 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m02 mismatch
extern "C" __global__ void lince_m02(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<2>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m04 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m04 mismatch
extern "C" __global__ void lince_m04(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<4>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m05 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m05 mismatch
extern "C" __global__ void lince_m05(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<5>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m07 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m07 mismatch
extern "C" __global__ void lince_m07(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<7>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m08 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m08 mismatch
extern "C" __global__ void lince_m08(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<8>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m08b <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m08b mismatch
extern "C" __global__ void lince_m08b(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<88>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m63 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m63 mismatch
extern "C" __global__ void lince_m63(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<63>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m65 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m65 mismatch
extern "C" __global__ void lince_m65(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<65>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m66 <<<1, 64>>> X=randn:8x6 W=randn:6x10 b=randn:10 y=randint(0,10):8:i32 dX=empty:8x6 dW=empty:6x10 db=empty:10 m=8 k=6 n=10 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m66 mismatch
extern "C" __global__ void lince_m66(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<66>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m03 <<<1, 64>>> X=randn:13x12 W=randn:12x12 b=randn:12 y=randint(0,12):13:i32 dX=empty:13x12 dW=empty:12x12 db=empty:12 m=13 k=12 n=12 ref=dX=grad(cross_entropy(X@W+b,y),X) ref=dW=grad(cross_entropy(X@W+b,y),W) ref=db=grad(cross_entropy(X@W+b,y),b)
// expect: lince_m03 mismatch
extern "C" __global__ void lince_m03(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<3>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: lince_m13 <<<1, 64>>> X=randn:16x5 W=randn:5x6 b=randn:6 y=randint(0,6):16:i32 dX=empty:16x5 dW=empty:5x6 db=empty:6 m=16 k=5 n=6 ref=dX=grad(cross_entropy(X@W+b,y,ignore_index=3),X) ref=dW=grad(cross_entropy(X@W+b,y,ignore_index=3),W) ref=db=grad(cross_entropy(X@W+b,y,ignore_index=3),b)
// expect: lince_m13 mismatch
extern "C" __global__ void lince_m13(const float* X, const float* W, const float* b, const int* y, float* dX, float* dW, float* db, int m, int k, int n) { backward<13>(X, W, b, y, dX, dW, db, m, k, n); }

// fpcheck: bias <<<4, 32>>> z=randn:6x17 b=randn:17 out=empty:6x17 m=6 n=17 ref=z+b
// expect: bias agrees
extern "C" __global__ void bias(const float* z, const float* b, float* out, int m, int n) { add_bias<0>(z, b, out, m, n); }

// fpcheck: bias_m09 <<<4, 32>>> z=randn:6x17 b=randn:17 out=empty:6x17 m=6 n=17 ref=z+b
// expect: bias_m09 mismatch
extern "C" __global__ void bias_m09(const float* z, const float* b, float* out, int m, int n) { add_bias<9>(z, b, out, m, n); }

// fpcheck: clamped_loss <<<1, 32>>> z=randn:16x7 y=randint(0,7):16:i32 dz=empty:16x7 m=16 n=7 ref=grad(-mean(log(maximum(sum(where(onehot(y,7),softmax(z-75*onehot(y,7)*(1-arange(16)%2)[:,None],1),0),1),1e-30))),z)
// expect: clamped_loss agrees
extern "C" __global__ void clamped_loss(const float* z, const int* y, float* dz, int m, int n) { clamped<0>(z, y, dz, m, n); }

// fpcheck: clamped_loss_m12 <<<1, 32>>> z=randn:16x7 y=randint(0,7):16:i32 dz=empty:16x7 m=16 n=7 ref=grad(-mean(log(maximum(sum(where(onehot(y,7),softmax(z-75*onehot(y,7)*(1-arange(16)%2)[:,None],1),0),1),1e-30))),z)
// expect: clamped_loss_m12 mismatch
extern "C" __global__ void clamped_loss_m12(const float* z, const int* y, float* dz, int m, int n) { clamped<12>(z, y, dz, m, n); }
