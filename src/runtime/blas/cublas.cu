// The calls of cuBLAS that programs make most, under its own library name: each launches a kernel of ours, which runs and is checked like those of the
// program. A call that is not here ends the program with the loader's line, which names it.
#include "kernels.cuh"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <new>

/// What a handle stands for. Results for the host come through `result`.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  void* result = nullptr;
};

namespace {

using namespace fpcheck_blas;

constexpr int vector_threads = 256;

cublasStatus_t status_of(cudaError_t e) { return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED; }
cublasStatus_t launched() { return status_of(cudaPeekAtLastError()); }
unsigned blocks_for(long long elements, int each) { return static_cast<unsigned>((elements + each - 1) / each); }

template <class T>
factor<T> factor_of(cublasHandle_t h, const T* p) {
  return h != nullptr && h->pointers == CUBLAS_POINTER_MODE_DEVICE ? factor<T>{T(0), p} : factor<T>{*p, nullptr};
}

/// The sizes of a product, and whether the call's numbers can be.
struct product {
  cublasOperation_t a_how, b_how;
  int m, n, k, a_leading, b_leading, c_leading, count;

  bool is_possible() const {
    return m >= 0 && n >= 0 && k >= 0 && count >= 0 && a_leading >= max(1, a_how == CUBLAS_OP_N ? m : k) && b_leading >= max(1, b_how == CUBLAS_OP_N ? k : n) && c_leading >= max(1, m);
  }
};

template <class In, class Out, class Sum>
cublasStatus_t multiply(cublasHandle_t h, const product& p, const Sum* alpha, matrices<const In> a, matrices<const In> b, const Sum* beta, matrices<Out> c) {
  if (h == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!p.is_possible()) return CUBLAS_STATUS_INVALID_VALUE;
  if (p.m == 0 || p.n == 0 || p.count == 0) return CUBLAS_STATUS_SUCCESS;
  const dim3 grid(blocks_for(p.m, tile), blocks_for(p.n, tile), p.count);
  gemm<In, Out, Sum><<<grid, dim3(tile, tile), 0, h->stream>>>(p.a_how != CUBLAS_OP_N, p.b_how != CUBLAS_OP_N, p.m, p.n, p.k, factor_of(h, alpha), a, b, factor_of(h, beta), c);
  return launched();
}

template <class T>
cublasStatus_t multiply_vector(cublasHandle_t h, cublasOperation_t how, int m, int n, const T* alpha, const T* a, int leading, const T* x, int x_step, const T* beta, T* y, int y_step) {
  if (h == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || leading < max(1, m) || x_step == 0 || y_step == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const bool turned = how != CUBLAS_OP_N;
  const long long from = turned ? m : n, to = turned ? n : m;
  if (from == 0 || to == 0) return CUBLAS_STATUS_SUCCESS;
  gemv<T><<<blocks_for(to, vector_threads), vector_threads, 0, h->stream>>>(turned, factor_of(h, alpha), matrices<const T>{a, nullptr, 0, leading}, vector<const T>{x, from, x_step},
                                                                           factor_of(h, beta), vector<T>{y, to, y_step});
  return launched();
}

/// Launches `kernel` over the elements, if there are any.
template <class... Parameters, class... Arguments>
cublasStatus_t each(cublasHandle_t h, long long elements, void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (h == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (elements <= 0) return CUBLAS_STATUS_SUCCESS;
  kernel<<<blocks_for(elements, vector_threads), vector_threads, 0, h->stream>>>(arguments...);
  return launched();
}

/// Launches one block of `kernel`, whose last argument is where the result goes; to the host it is copied, and waited for.
template <class Result, class... Parameters, class... Arguments>
cublasStatus_t reduce(cublasHandle_t h, long long elements, Result* result, void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (h == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool to_host = h->pointers == CUBLAS_POINTER_MODE_HOST;
  if (elements <= 0) {
    const Result none = 0;
    return to_host ? (*result = none, CUBLAS_STATUS_SUCCESS) : status_of(cudaMemcpyAsync(result, &none, sizeof none, cudaMemcpyHostToDevice, h->stream));
  }
  auto* const out = to_host ? static_cast<Result*>(h->result) : result;
  kernel<<<1, sum_threads, 0, h->stream>>>(arguments..., out);
  if (!to_host || launched() != CUBLAS_STATUS_SUCCESS) return launched();
  const cudaError_t e = cudaMemcpyAsync(result, out, sizeof *result, cudaMemcpyDeviceToHost, h->stream);
  return status_of(e != cudaSuccess ? e : cudaStreamSynchronize(h->stream));
}

/// Columns of `rows` elements between matrices of any kind of memory.
cublasStatus_t copy_matrix(int rows, int columns, int bytes, const void* from, int from_leading, void* to, int to_leading, cudaStream_t stream) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from_leading <= 0 || to_leading <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto size = static_cast<std::size_t>(bytes);
  return cudaMemcpy2DAsync(to, to_leading * size, from, from_leading * size, rows * size, columns, cudaMemcpyDefault, stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
cublasStatus_t after_wait(cublasStatus_t s) { return s != CUBLAS_STATUS_SUCCESS ? s : status_of(cudaStreamSynchronize(nullptr)); }

template <class In, class Out>
cublasStatus_t multiply_any(cublasHandle_t h, const product& p, const void* alpha, const void* a, const void* b, const void* beta, void* c, long long a_step, long long b_step, long long c_step) {
  return multiply<In, Out, float>(h, p, static_cast<const float*>(alpha), {static_cast<const In*>(a), nullptr, a_step, p.a_leading}, {static_cast<const In*>(b), nullptr, b_step, p.b_leading},
                                  static_cast<const float*>(beta), {static_cast<Out*>(c), nullptr, c_step, p.c_leading});
}

/// Products of narrow numbers that are summed in f32.
cublasStatus_t multiply_typed(cublasHandle_t h, const product& p, const void* alpha, const void* a, cudaDataType a_type, const void* b, cudaDataType b_type, const void* beta, void* c,
                              cudaDataType c_type, cublasComputeType_t sum, long long a_step, long long b_step, long long c_step) {
  const bool in_f32 = sum == CUBLAS_COMPUTE_32F || sum == CUBLAS_COMPUTE_32F_PEDANTIC;
  if (!in_f32 || a_type != b_type) return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto with = [&](auto run) { return run(h, p, alpha, a, b, beta, c, a_step, b_step, c_step); };
  if (a_type == CUDA_R_32F && c_type == CUDA_R_32F) return with(multiply_any<float, float>);
  if (a_type == CUDA_R_16F && c_type == CUDA_R_16F) return with(multiply_any<__half, __half>);
  if (a_type == CUDA_R_16F && c_type == CUDA_R_32F) return with(multiply_any<__half, float>);
  if (a_type == CUDA_R_16BF && c_type == CUDA_R_16BF) return with(multiply_any<__nv_bfloat16, __nv_bfloat16>);
  if (a_type == CUDA_R_16BF && c_type == CUDA_R_32F) return with(multiply_any<__nv_bfloat16, float>);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

constexpr struct {
  cublasStatus_t code;
  const char *name, *words;
} statuses[] = {{CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "the operation completed successfully"}, {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
                {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function"},
                {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
                {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"}, {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
                {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported"}};

} // namespace

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* h) {
  *h = new (std::nothrow) cublasContext;
  return *h == nullptr || cudaMalloc(&(*h)->result, sizeof(double)) != cudaSuccess ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t h) {
  if (h == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  cudaFree(h->result);
  delete h;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* v) { return *v = CUBLAS_VERSION, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetStream(cublasHandle_t h, cudaStream_t s) { return h->stream = s, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetStream(cublasHandle_t h, cudaStream_t* s) { return *s = h->stream, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetPointerMode(cublasHandle_t h, cublasPointerMode_t m) { return h->pointers = m, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetPointerMode(cublasHandle_t h, cublasPointerMode_t* m) { return *m = h->pointers, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetMathMode(cublasHandle_t h, cublasMath_t m) { return h->math = m, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetMathMode(cublasHandle_t h, cublasMath_t* m) { return *m = h->math, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t m) { return h->atomics = m, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t* m) { return *m = h->atomics, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, std::size_t) { return CUBLAS_STATUS_SUCCESS; }
const char* cublasGetStatusName(cublasStatus_t s) {
  for (const auto& row : statuses)
    if (row.code == s) return row.name;
  return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t s) {
  for (const auto& row : statuses)
    if (row.code == s) return row.words;
  return "unknown status";
}

cublasStatus_t cublasSetMatrixAsync(int m, int n, int bytes, const void* a, int lda, void* b, int ldb, cudaStream_t s) { return copy_matrix(m, n, bytes, a, lda, b, ldb, s); }
cublasStatus_t cublasGetMatrixAsync(int m, int n, int bytes, const void* a, int lda, void* b, int ldb, cudaStream_t s) { return copy_matrix(m, n, bytes, a, lda, b, ldb, s); }
cublasStatus_t cublasSetMatrix(int m, int n, int bytes, const void* a, int lda, void* b, int ldb) { return after_wait(copy_matrix(m, n, bytes, a, lda, b, ldb, nullptr)); }
cublasStatus_t cublasGetMatrix(int m, int n, int bytes, const void* a, int lda, void* b, int ldb) { return after_wait(copy_matrix(m, n, bytes, a, lda, b, ldb, nullptr)); }
// A vector with steps is a matrix of one row.
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy, cudaStream_t s) { return copy_matrix(1, n, bytes, x, incx, y, incy, s); }
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy, cudaStream_t s) { return copy_matrix(1, n, bytes, x, incx, y, incy, s); }
cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) { return after_wait(copy_matrix(1, n, bytes, x, incx, y, incy, nullptr)); }
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) { return after_wait(copy_matrix(1, n, bytes, x, incx, y, incy, nullptr)); }

cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType a_type, int lda, const void* b,
                            cudaDataType b_type, int ldb, const void* beta, void* c, cudaDataType c_type, int ldc, cublasComputeType_t sum, cublasGemmAlgo_t) {
  return multiply_typed(h, {ta, tb, m, n, k, lda, ldb, ldc, 1}, alpha, a, a_type, b, b_type, beta, c, c_type, sum, 0, 0, 0);
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType a_type, int lda,
                                          long long a_step, const void* b, cudaDataType b_type, int ldb, long long b_step, const void* beta, void* c, cudaDataType c_type, int ldc,
                                          long long c_step, int count, cublasComputeType_t sum, cublasGemmAlgo_t) {
  return multiply_typed(h, {ta, tb, m, n, k, lda, ldb, ldc, count}, alpha, a, a_type, b, b_type, beta, c, c_type, sum, a_step, b_step, c_step);
}

#define FPCHECK_BLAS(type, S, IS) \
  cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const type* alpha, const type* a, int lda, const type* b, int ldb, \
                                 const type* beta, type* c, int ldc) { \
    return multiply<type, type, type>(h, {ta, tb, m, n, k, lda, ldb, ldc, 1}, alpha, {a, nullptr, 0, lda}, {b, nullptr, 0, ldb}, beta, {c, nullptr, 0, ldc}); \
  } \
  cublasStatus_t cublas##S##gemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const type* alpha, const type* a, int lda, long long a_step, \
                                               const type* b, int ldb, long long b_step, const type* beta, type* c, int ldc, long long c_step, int count) { \
    return multiply<type, type, type>(h, {ta, tb, m, n, k, lda, ldb, ldc, count}, alpha, {a, nullptr, a_step, lda}, {b, nullptr, b_step, ldb}, beta, {c, nullptr, c_step, ldc}); \
  } \
  cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const type* alpha, const type* const a[], int lda, \
                                        const type* const b[], int ldb, const type* beta, type* const c[], int ldc, int count) { \
    return multiply<type, type, type>(h, {ta, tb, m, n, k, lda, ldb, ldc, count}, alpha, {nullptr, a, 0, lda}, {nullptr, b, 0, ldb}, beta, {nullptr, c, 0, ldc}); \
  } \
  cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t how, int m, int n, const type* alpha, const type* a, int lda, const type* x, int incx, const type* beta, type* y, int incy) { \
    return multiply_vector<type>(h, how, m, n, alpha, a, lda, x, incx, beta, y, incy); \
  } \
  cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const type* alpha, const type* x, int incx, const type* y, int incy, type* a, int lda) { \
    return each(h, 1ll * m * n, ger<type>, factor_of(h, alpha), vector<const type>{x, m, incx}, vector<const type>{y, n, incy}, matrices<type>{a, nullptr, 0, lda}); \
  } \
  cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const type* alpha, const type* x, int incx, type* y, int incy) { \
    return each(h, n, axpy<type>, factor_of(h, alpha), vector<const type>{x, n, incx}, vector<type>{y, n, incy}); \
  } \
  cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const type* alpha, type* x, int incx) { return each(h, incx > 0 ? n : 0, scal<type>, factor_of(h, alpha), vector<type>{x, n, incx}); } \
  cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const type* x, int incx, type* y, int incy) { return each(h, n, copy<type>, vector<const type>{x, n, incx}, vector<type>{y, n, incy}); } \
  cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, type* x, int incx, type* y, int incy) { return each(h, n, fpcheck_blas::swap<type>, vector<type>{x, n, incx}, vector<type>{y, n, incy}); } \
  cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const type* x, int incx, const type* y, int incy, type* out) { \
    return reduce(h, n, out, dot<type>, vector<const type>{x, n, incx}, vector<const type>{y, n, incy}); \
  } \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const type* x, int incx, type* out) { return reduce(h, incx > 0 ? n : 0, out, nrm2<type>, vector<const type>{x, n, incx}); } \
  cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const type* x, int incx, type* out) { return reduce(h, incx > 0 ? n : 0, out, asum<type>, vector<const type>{x, n, incx}); } \
  cublasStatus_t cublas##IS##amax(cublasHandle_t h, int n, const type* x, int incx, int* out) { return reduce(h, incx > 0 ? n : 0, out, amax<type>, vector<const type>{x, n, incx}); }
FPCHECK_BLAS(float, S, Is)
FPCHECK_BLAS(double, D, Id)
#undef FPCHECK_BLAS

} // extern "C"
