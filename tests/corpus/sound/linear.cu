// Matrix products, convolutions, stencils, and reads and writes through indices.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// fpcheck: matmul_tiled <<<(4, 4), (16, 16)>>> n=64 a=uniform(-1,1):64x64 b=uniform(-1,1):64x64 c=empty:64x64
// expect: matmul_tiled clean
// fpcheck: matmul_tiled <<<(16, 16), (16, 16)>>> n=256 a=uniform(-1,1):256x256 b=uniform(-1,1):256x256 c=empty:256x256
// expect: matmul_tiled clean big
__global__ void matmul_tiled(int n, const float* a, const float* b, float* c) {
  __shared__ float ta[16][17], tb[16][17];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.f;
  for (int k = 0; k < n; k += 16) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum = fmaf(ta[threadIdx.y][i], tb[i][threadIdx.x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// fpcheck: matmul_half_data <<<(4, 4), (8, 8)>>> n=32 k=64 a=randn:32x64:f16 b=randn:64x32:f16 c=empty:32x32:f16
// expect: matmul_half_data clean
__global__ void matmul_half_data(int n, int k, const __half* a, const __half* b, __half* c) {
  const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.f;
  for (int i = 0; i < k; ++i) sum = fmaf(__half2float(a[row * k + i]), __half2float(b[i * n + column]), sum);
  c[row * n + column] = __float2half(sum);
}

// fpcheck: matmul_bf16_data <<<(4, 4), (8, 8)>>> n=32 k=64 a=randn:32x64:bf16 b=randn:64x32:bf16 c=empty:32x32:bf16
// expect: matmul_bf16_data clean
__global__ void matmul_bf16_data(int n, int k, const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c) {
  const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.f;
  for (int i = 0; i < k; ++i) sum = fmaf(__bfloat162float(a[row * k + i]), __bfloat162float(b[i * n + column]), sum);
  c[row * n + column] = __float2bfloat16(sum);
}

// fpcheck: row_products <<<16, 32>>> n=128 a=randn:16x128 x=randn:128 y=empty:16
// expect: row_products clean
__global__ void row_products(int n, const float4* a, const float4* x, float* y) {
  float sum = 0.f;
  for (int i = threadIdx.x; i < n / 4; i += 32) {
    const float4 u = a[blockIdx.x * n / 4 + i], v = x[i];
    sum = fmaf(u.x, v.x, fmaf(u.y, v.y, fmaf(u.z, v.z, fmaf(u.w, v.w, sum))));
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// fpcheck: convolve_row <<<8, 128>>> n=1024 x=randn:1024 w=randn:7 y=empty:1024
// expect: convolve_row clean
__global__ void convolve_row(int n, const float* x, const float* w, float* y) {
  __shared__ float tile[134];
  const int i = blockIdx.x * 128 + threadIdx.x;
  for (int k = threadIdx.x; k < 134; k += 128) {
    const int from = blockIdx.x * 128 + k - 3;
    tile[k] = from >= 0 && from < n ? x[from] : 0.f;
  }
  __syncthreads();
  float sum = 0.f;
  for (int k = 0; k < 7; ++k) sum = fmaf(w[k], tile[threadIdx.x + k], sum);
  y[i] = sum;
}

// fpcheck: convolve_image <<<(4, 4), (8, 8)>>> n=32 x=randn:32x32 w=randn:3x3 y=empty:32x32
// expect: convolve_image clean
__global__ void convolve_image(int n, const float* x, const float* w, float* y) {
  const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.f;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      if (r + i >= 0 && r + i < n && c + j >= 0 && c + j < n)
        sum = fmaf(w[(i + 1) * 3 + j + 1], x[(r + i) * n + c + j], sum);
  y[r * n + c] = sum;
}

// fpcheck: smooth_steps <<<1, 128>>> steps=50 x=randn:128 y=empty:128
// expect: smooth_steps clean
__global__ void smooth_steps(int steps, const float* x, float* y) {
  __shared__ float u[128];
  const int t = threadIdx.x;
  u[t] = x[t];
  for (int k = 0; k < steps; ++k) {
    __syncthreads();
    const float next = 0.25f * u[max(t - 1, 0)] + 0.5f * u[t] + 0.25f * u[min(t + 1, 127)];
    __syncthreads();
    u[t] = next;
  }
  y[t] = u[t];
}

// fpcheck: laplacian <<<4096, 256>>> n=1048576 x=randn:1048576 y=empty:1048576
// expect: laplacian clean big
__global__ void laplacian(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[max(i - 1, 0)] - 2.f * x[i] + x[min(i + 1, n - 1)];
}

// fpcheck: transpose_tile <<<(4, 4), (16, 16)>>> n=64 x=randn:64x64 y=empty:64x64
// expect: transpose_tile clean
__global__ void transpose_tile(int n, const float* x, float* y) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = x[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  y[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// fpcheck: gather_masked <<<4, 64>>> n=200 x=randn:100 index=randint(-1,100):200:i32 y=empty:200
// expect: gather_masked clean
__global__ void gather_masked(int n, const float* x, const int* index, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int from = index[i];
  y[i] = from >= 0 ? 3.f * x[from] : 0.f;
}

// fpcheck: scatter_permuted <<<4, 64>>> x=randn:256 index=perm:256:i32 y=empty:256
// expect: scatter_permuted clean
__global__ void scatter_permuted(const float* x, const int* index, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[index[i]] = x[i] * x[i];
}

// fpcheck: embedding_mean <<<32, 16>>> length=10 table=randn:100x16:bf16 token=randint(0,100):32x10:i64 y=empty:32x16:bf16
// expect: embedding_mean clean
__global__ void embedding_mean(int length, const __nv_bfloat16* table, const long long* token, __nv_bfloat16* y) {
  float sum = 0.f;
  for (int i = 0; i < length; ++i)
    sum += __bfloat162float(table[token[blockIdx.x * length + i] * 16 + threadIdx.x]);
  y[blockIdx.x * 16 + threadIdx.x] = __float2bfloat16(sum / length);
}

// fpcheck: solve_jacobi <<<1, 32>>> steps=60 a=uniform(0,0.02):32x32 b=uniform(1,2):32 x=empty:32
// expect: solve_jacobi clean
__global__ void solve_jacobi(int steps, const float* a, const float* b, float* x) {
  __shared__ float v[32];
  const int t = threadIdx.x;
  v[t] = 0.f;
  for (int k = 0; k < steps; ++k) {
    __syncthreads();
    float sum = b[t];
    for (int i = 0; i < 32; ++i)
      if (i != t) sum = fmaf(-a[t * 32 + i], v[i], sum);
    __syncthreads();
    v[t] = sum / (1.f + a[t * 33]);
  }
  x[t] = v[t];
}

// fpcheck: cholesky_8 <<<2, 32>>> a=uniform(0,1):64x64 l=empty:64x64
// expect: cholesky_8 clean
__global__ void cholesky_8(const float* a, float* l) {
  const int m = (blockIdx.x * 32 + threadIdx.x) * 64;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) {
      float sum = a[m + max(i, j) * 8 + min(i, j)] + (i == j ? 8.f : 0.f);
      for (int k = 0; k < min(i, j); ++k) sum = fmaf(-l[m + i * 8 + k], l[m + j * 8 + k], sum);
      l[m + i * 8 + j] = i < j ? 0.f : i == j ? sqrtf(sum) : sum / l[m + j * 9];
    }
}

// fpcheck: axpy_half2 <<<4, 64>>> s=0.7 x=randn:512:f16 y=inout:randn:512:f16
// expect: axpy_half2 clean
__global__ void axpy_half2(float s, const __half2* x, __half2* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = __hfma2(__float2half2_rn(s), x[i], y[i]);
}

// fpcheck: scale_double <<<4, 64>>> x=randn:256:f64 y=empty:256:f64
// expect: scale_double clean
__global__ void scale_double(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fma(x[i], 1.25, -0.3) / (1.0 + x[i] * x[i]);
}

// fpcheck: dot_double <<<1, 32>>> n=200 a=randn:200x32:f64 b=randn:200x32:f64 out=empty:32:f64
// expect: dot_double clean
__global__ void dot_double(int n, const double* a, const double* b, double* out) {
  double sum = 0.;
  for (int i = 0; i < n; ++i) sum = fma(a[i * 32 + threadIdx.x], b[i * 32 + threadIdx.x], sum);
  out[threadIdx.x] = sum;
}
