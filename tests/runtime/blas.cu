// Calls of cuBLAS between kernels of the program. With an argument the numbers that go into the product are spoiled before it, at line 11.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <cublas_v2.h>
#include <vector>

__global__ void prepare(float* x, int n, float large) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = 1.0f / (1.0f + i % 97);
  if (i < n) x[i] = (v + large) - large;
}

__global__ void shrink(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 0.5f;
}

int failures = 0;
void expect(const char* what, double got, double wanted) {
  if (std::fabs(got - wanted) <= 1e-5 * std::fabs(wanted)) return;
  std::printf("%s: %g, not %g\n", what, got, wanted);
  ++failures;
}
void good(const char* what, cublasStatus_t s) {
  if (s == CUBLAS_STATUS_SUCCESS) return;
  std::printf("%s: %s\n", what, cublasGetStatusName(s));
  ++failures;
}

/// C (m x n) = A' (k x m, turned) B (k x n), and the program's own kernel behind it.
void product(cublasHandle_t blas, float large) {
  constexpr int m = 20, n = 24, k = 33;
  float *a, *b, *c;
  cudaMalloc(&a, m * k * sizeof(float)), cudaMalloc(&b, k * n * sizeof(float)), cudaMalloc(&c, m * n * sizeof(float));
  prepare<<<(m * k + 127) / 128, 128>>>(a, m * k, large);
  prepare<<<(k * n + 127) / 128, 128>>>(b, k * n, large);
  const float one = 1, none = 0;
  good("gemm", cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a, k, b, k, &none, c, m));
  shrink<<<(m * n + 127) / 128, 128>>>(c, m * n);
  std::vector<float> out(m * n);
  good("get", cublasGetMatrix(m, n, sizeof(float), c, m, out.data(), m));
  double wanted = 0;
  for (int i = 0; i < k; ++i) wanted += 0.5 / (1.0 + (3 * k + i) % 97) / (1.0 + (5 * k + i) % 97);
  if (large == 0) expect("gemm", out[3 + 5 * m], wanted);
  cudaFree(a), cudaFree(b), cudaFree(c);
}

/// Numbers of double precision, device pointers for results, steps other than 1.
void vectors(cublasHandle_t blas) {
  constexpr int n = 1000;
  std::vector<double> x(n), y(2 * n);
  double dot = 0, squares = 0, sum = 0;
  for (int i = 0; i < n; ++i) x[i] = 1e200 * (i % 7 - 2.5), y[2 * i] = 1e-200 * (i % 5), dot += x[i] * y[2 * i], squares += (x[i] / 1e200) * (x[i] / 1e200), sum += std::fabs(x[i]);
  double *dx, *dy, got;
  int at;
  cudaMalloc(&dx, n * sizeof(double)), cudaMalloc(&dy, 2 * n * sizeof(double));
  good("set", cublasSetVector(n, sizeof(double), x.data(), 1, dx, 1));
  cudaMemcpy(dy, y.data(), 2 * n * sizeof(double), cudaMemcpyHostToDevice);
  good("dot", cublasDdot(blas, n, dx, 1, dy, 2, &got)), expect("dot", got, dot);
  good("nrm2", cublasDnrm2(blas, n, dx, 1, &got)), expect("nrm2", got, 1e200 * std::sqrt(squares));
  good("asum", cublasDasum(blas, n, dx, 1, &got)), expect("asum", got, sum);
  good("amax", cublasIdamax(blas, n, dx, 1, &at)), expect("amax", at, 7);
  const double factor = 1e-200;
  good("scal", cublasDscal(blas, n, &factor, dx, 1));
  good("axpy", cublasDaxpy(blas, n, &factor, dx, 1, dy, 2));
  double* on_device;
  cudaMalloc(&on_device, sizeof(double));
  cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
  good("asum", cublasDasum(blas, n, dx, 1, on_device));
  cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST);
  cudaMemcpy(&got, on_device, sizeof got, cudaMemcpyDeviceToHost), expect("asum on the device", got, sum / 1e200);
  cudaFree(dx), cudaFree(dy), cudaFree(on_device);
}

/// y = 2 A' x + y, A of 3 x 2; and a product of halves that is summed in f32.
void small(cublasHandle_t blas) {
  const float a[6] = {1, 2, 3, 4, 5, 6}, x[3] = {1, -1, 2}, two = 2, one = 1, none = 0;
  float y[2] = {10, 20}, *da, *dx, *dy;
  cudaMalloc(&da, sizeof a), cudaMalloc(&dx, sizeof x), cudaMalloc(&dy, sizeof y);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice), cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice), cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
  good("gemv", cublasSgemv(blas, CUBLAS_OP_T, 3, 2, &two, da, 3, dx, 1, &one, dy, 1));
  cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost), expect("gemv", y[0], 20), expect("gemv", y[1], 42);
  const __half h[4] = {__half(1.0f), __half(2.0f), __half(3.0f), __half(4.0f)};
  __half* dh;
  cudaMalloc(&dh, sizeof h), cudaMemcpy(dh, h, sizeof h, cudaMemcpyHostToDevice);
  good("gemmEx", cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dh, CUDA_R_16F, 2, dh, CUDA_R_16F, 2, &none, da, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  float c[4];
  cudaMemcpy(c, da, sizeof c, cudaMemcpyDeviceToHost), expect("gemmEx", c[0], 7), expect("gemmEx", c[3], 22);
  cudaFree(da), cudaFree(dx), cudaFree(dy), cudaFree(dh);
}

int main(int count, char**) {
  cublasHandle_t blas;
  good("create", cublasCreate(&blas));
  product(blas, count > 1 ? 1e6f : 0.0f);
  vectors(blas);
  small(blas);
  good("destroy", cublasDestroy(blas));
  std::puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
