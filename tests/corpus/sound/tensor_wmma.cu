// Matrix products by the fragments of wmma: half, bf16 and tf32 data with sums in f32, and binary64; one warp a tile of 16 x 16.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

// fpcheck: wmma_f16 <<<dim3(2, 2), 32>>> n=32 k=256 a=randn:32x256:f16 b=randn:256x32:f16 c=empty:32x32 ref=a@b
// expect: wmma_f16 clean
__global__ void wmma_f16(int n, int k, const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;
  wmma::fill_fragment(d, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(x, a + blockIdx.y * 16 * k + i, k);
    wmma::load_matrix_sync(y, b + i * n + blockIdx.x * 16, n);
    wmma::mma_sync(d, x, y, d);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, d, n, wmma::mem_row_major);
}

// fpcheck: wmma_bf16 <<<dim3(2, 2), 32>>> n=32 k=256 a=uniform(0,1):32x256:bf16 b=uniform(0,1):32x256:bf16 c=empty:32x32 ref=a@b.T
// expect: wmma_bf16 clean
__global__ void wmma_bf16(int n, int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;
  wmma::fill_fragment(d, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(x, a + blockIdx.y * 16 * k + i, k);
    wmma::load_matrix_sync(y, b + blockIdx.x * 16 * k + i, k);
    wmma::mma_sync(d, x, y, d);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, d, n, wmma::mem_row_major);
}

// fpcheck: wmma_tf32 <<<dim3(2, 2), 32>>> n=32 k=128 a=uniform(0,1):32x128 b=uniform(0,1):32x128 c=empty:32x32 'ref=let p=a; let q=b; p@q.T' --round p=tf32 --round q=tf32
// expect: wmma_tf32 clean
__global__ void wmma_tf32(int n, int k, const float* a, const float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> d;
  wmma::fill_fragment(d, 0.0f);
  for (int i = 0; i < k; i += 8) {
    wmma::load_matrix_sync(x, a + blockIdx.y * 16 * k + i, k);
    wmma::load_matrix_sync(y, b + blockIdx.x * 16 * k + i, k);
    for (int e = 0; e < x.num_elements; ++e) x.x[e] = wmma::__float_to_tf32(x.x[e]);
    for (int e = 0; e < y.num_elements; ++e) y.x[e] = wmma::__float_to_tf32(y.x[e]);
    wmma::mma_sync(d, x, y, d);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, d, n, wmma::mem_row_major);
}

// fpcheck: wmma_f64 <<<dim3(2, 2), 32>>> n=16 k=128 a=randn:16x128:f64 b=randn:16x128:f64 c=empty:16x16:f64 ref=a@b.T
// expect: wmma_f64 clean
__global__ void wmma_f64(int n, int k, const double* a, const double* b, double* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> d;
  wmma::fill_fragment(d, 0.0);
  for (int i = 0; i < k; i += 4) {
    wmma::load_matrix_sync(x, a + blockIdx.y * 8 * k + i, k);
    wmma::load_matrix_sync(y, b + blockIdx.x * 8 * k + i, k);
    wmma::mma_sync(d, x, y, d);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 8 * n + blockIdx.x * 8, d, n, wmma::mem_row_major);
}
