// Softmax along rows, forward and backward: M10, M11, M14, M16, M17, M60 of the list of wrong gradients.
#include <cuda_fp16.h>

template <int Mutant>
__device__ float shift_of(const float* row, int n) {
  float top = Mutant == 10 ? 0.f : row[0];
  int best = 0;
  for (int j = 0; j < n; ++j) {
    if (row[j] > row[best]) best = j;
    top = fmaxf(top, row[j]);
  }
  return Mutant == 11 ? float(best) : top;
}

template <int Mutant>
__device__ void forward(const float* z, float* p, int m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  const float* row = z + i * n;
  const float shift = shift_of<Mutant>(row, n);
  float sum = 0.f;
  for (int j = 0; j < n; ++j) sum += expf(row[j] - shift);
  for (int j = 0; j < n; ++j) p[i * n + j] = expf(row[j] - shift) / sum;
}

template <int Mutant>
__device__ void backward(const float* z, const float* g, float* dz, int m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  const float* row = z + i * n;
  const float shift = shift_of<0>(row, n);
  float sum = 0.f, inner = 0.f;
  for (int j = 0; j < n; ++j) sum += expf(row[j] - shift);
  for (int j = 0; j < n; j += Mutant == 17 ? 16 : 1) inner += expf(row[j] - shift) / sum * g[i * n + j];
  for (int j = 0; j < n; ++j) {
    const float p = expf(row[j] - shift) / sum, d = g[i * n + j];
    float out = p * (d - inner);
    if (Mutant == 14) out = p * d;
    if (Mutant == 16) out = p * d - inner;
    if (Mutant == 60) out = __half2float(__float2half(out));
    dz[i * n + j] = out;
  }
}

// fpcheck: softmax_forward <<<1, 32>>> z=uniform(-2,2):5x33 p=empty:5x33 m=5 n=33 ref=softmax(z,1)
// fpcheck: softmax_forward <<<1, 32>>> z=uniform(-160,-150):5x33 p=empty:5x33 m=5 n=33 ref=softmax(z,1)
// fpcheck: softmax_forward <<<1, 32>>> z=uniform(110,120):5x33 p=empty:5x33 m=5 n=33 ref=softmax(z,1)
// expect: softmax_forward agrees
extern "C" __global__ void softmax_forward(const float* z, float* p, int m, int n) { forward<0>(z, p, m, n); }
// fpcheck: softmax_m10 <<<1, 32>>> z=uniform(-160,-150):5x33 p=empty:5x33 m=5 n=33 ref=softmax(z,1)
// expect: softmax_m10 mismatch
extern "C" __global__ void softmax_m10(const float* z, float* p, int m, int n) { forward<10>(z, p, m, n); }
// fpcheck: softmax_m11 <<<1, 32>>> z=uniform(130,140):5x33 p=empty:5x33 m=5 n=33 ref=softmax(z,1)
// expect: softmax_m11 mismatch
extern "C" __global__ void softmax_m11(const float* z, float* p, int m, int n) { forward<11>(z, p, m, n); }

// fpcheck: softmax_backward <<<1, 32>>> z=randn:5x33 g=randn:5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// fpcheck: softmax_backward <<<1, 32>>> z=randn:5x33 g=uniform(-1e-6,1e-6):5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// expect: softmax_backward agrees
extern "C" __global__ void softmax_backward(const float* z, const float* g, float* dz, int m, int n) { backward<0>(z, g, dz, m, n); }
// fpcheck: softmax_m14 <<<1, 32>>> z=randn:5x33 g=randn:5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// expect: softmax_m14 mismatch
extern "C" __global__ void softmax_m14(const float* z, const float* g, float* dz, int m, int n) { backward<14>(z, g, dz, m, n); }
// fpcheck: softmax_m16 <<<1, 32>>> z=randn:5x33 g=randn:5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// expect: softmax_m16 mismatch
extern "C" __global__ void softmax_m16(const float* z, const float* g, float* dz, int m, int n) { backward<16>(z, g, dz, m, n); }
// fpcheck: softmax_m17 <<<1, 32>>> z=randn:5x33 g=randn:5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// expect: softmax_m17 mismatch
extern "C" __global__ void softmax_m17(const float* z, const float* g, float* dz, int m, int n) { backward<17>(z, g, dz, m, n); }
// fpcheck: softmax_m60 <<<1, 32>>> z=randn:5x33 g=uniform(-1e-6,1e-6):5x33 dz=empty:5x33 m=5 n=33 ref=grad(sum(softmax(z,1)*g),z)
// expect: softmax_m60 mismatch
extern "C" __global__ void softmax_m60(const float* z, const float* g, float* dz, int m, int n) { backward<60>(z, g, dz, m, n); }
