// Narrow formats that serve a purpose: a tile in shared memory, parts of a split, feedback of what was rounded away, codes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// fpcheck: tile_of_halves <<<1, 64>>> x=randn:64 y=empty:64
// expect: tile_of_halves clean
__global__ void tile_of_halves(const float* x, float* y) {
  __shared__ __half tile[64];
  const int i = threadIdx.x;
  tile[i] = __float2half(x[i]);
  __syncthreads();
  y[i] = __half2float(tile[i ^ 1]) * 0.5f;
}

// fpcheck: split_product <<<1, 64>>> a=randn:64 b=randn:64 y=empty:64
// expect: split_product clean
__global__ void split_product(const float* a, const float* b, float* y) {
  const int i = threadIdx.x;
  const float high = __bfloat162float(__float2bfloat16(a[i])), rest = a[i] - high;
  const float middle = __bfloat162float(__float2bfloat16(rest)), low = rest - middle;
  y[i] = fmaf(high, b[i], fmaf(middle, b[i], low * b[i]));
}

// fpcheck: update_with_feedback <<<1, 64>>> w=inout:randn:64:bf16 e=inout:zeros:64 g=randn:64
// expect: update_with_feedback clean
__global__ void update_with_feedback(__nv_bfloat16* w, float* e, const float* g) {
  const int i = threadIdx.x;
  const float wanted = __bfloat162float(w[i]) - 0.01f * g[i] + e[i];
  const __nv_bfloat16 stored = __float2bfloat16(wanted);
  w[i] = stored;
  e[i] = wanted - __bfloat162float(stored);
}

// fpcheck: reciprocal_in_double <<<1, 64>>> x=uniform(1,9):64:f64 y=empty:64:f64
// expect: reciprocal_in_double clean
__global__ void reciprocal_in_double(const double* x, double* y) {
  const double v = x[threadIdx.x];
  double r = (double)(1.f / (float)v);
  r = fma(r, fma(-v, r, 1.0), r);
  r = fma(r, fma(-v, r, 1.0), r);
  y[threadIdx.x] = r;
}

// Elements of several sizes, each as good as its format.
// fpcheck: scaled_rows <<<8, 32>>> x=randn:8x32 y=empty:8x32
// expect: scaled_rows clean
__global__ void scaled_rows(const float* x, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  y[i] = ldexpf(x[i] * 1.3f, 3 * (int)blockIdx.x - 12);
}
