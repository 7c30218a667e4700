// Numbers split into narrower parts that add up to them, and products of such parts.
#include <cuda_bf16.h>

__device__ float to_tf32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __uint_as_float(bits);
}

// fpcheck: bf16_pair <<<4096, 256>>> x=randn:1048576 high=empty:1048576:bf16 low=empty:1048576:bf16
// expect: bf16_pair clean big
__global__ void bf16_pair(const float* x, __nv_bfloat16* high, __nv_bfloat16* low) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __nv_bfloat16 h = __float2bfloat16_rn(x[i]);
  high[i] = h;
  low[i] = __float2bfloat16_rn(x[i] - __bfloat162float(h));
}

// fpcheck: dot_bf16_triples <<<1, 32>>> n=256 a=randn:32x256 b=randn:32x256 out=empty:32
// expect: dot_bf16_triples clean
__global__ void dot_bf16_triples(int n, const float* a, const float* b, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) {
    float x = a[threadIdx.x * n + i], y = b[threadIdx.x * n + i];
    float xs[3], ys[3];
    for (int k = 0; k < 3; ++k) {
      xs[k] = __bfloat162float(__float2bfloat16_rn(x));
      ys[k] = __bfloat162float(__float2bfloat16_rn(y));
      x -= xs[k];
      y -= ys[k];
    }
    for (int k = 2; k >= 0; --k)
      for (int j = 0; j <= k; ++j) sum = fmaf(xs[j], ys[k - j], sum);
  }
  out[threadIdx.x] = sum;
}

// fpcheck: dekker_halves <<<8, 128>>> x=randn:1024 y=randn:1024 product=empty:1024 error=empty:1024
// expect: dekker_halves clean
__global__ void dekker_halves(const float* x, const float* y, float* product, float* error) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = x[i], b = y[i];
  const float ta = __fmul_rn(4097.f, a), ah = __fsub_rn(ta, __fsub_rn(ta, a)), al = __fsub_rn(a, ah);
  const float tb = __fmul_rn(4097.f, b), bh = __fsub_rn(tb, __fsub_rn(tb, b)), bl = __fsub_rn(b, bh);
  const float p = __fmul_rn(a, b);
  product[i] = p;
  const float e = __fadd_rn(__fadd_rn(__fsub_rn(__fmul_rn(ah, bh), p), __fmul_rn(ah, bl)), __fmul_rn(al, bh));
  error[i] = __fadd_rn(e, __fmul_rn(al, bl));
}

// fpcheck: dot_tf32_thrice <<<1, 32>>> n=128 a=randn:32x128 b=randn:32x128 out=empty:32
// expect: dot_tf32_thrice clean
__global__ void dot_tf32_thrice(int n, const float* a, const float* b, float* out) {
  float big = 0.f, small = 0.f;
  for (int i = 0; i < n; ++i) {
    const float x = a[threadIdx.x * n + i], y = b[threadIdx.x * n + i];
    const float xh = to_tf32(x), yh = to_tf32(y), xl = to_tf32(x - xh), yl = to_tf32(y - yh);
    small = fmaf(xl, yh, fmaf(xh, yl, small));
    big = fmaf(xh, yh, big);
  }
  out[threadIdx.x] = big + small;
}

// fpcheck: double_as_floats <<<8, 128>>> x=randn:1024:f64 high=empty:1024 low=empty:1024
// expect: double_as_floats clean
__global__ void double_as_floats(const double* x, float* high, float* low) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float h = static_cast<float>(x[i]);
  high[i] = h;
  low[i] = static_cast<float>(x[i] - static_cast<double>(h));
}

// fpcheck: fraction_and_whole <<<8, 128>>> x=uniform(-100,100):1024 whole=empty:1024 fraction=empty:1024
// expect: fraction_and_whole clean
__global__ void fraction_and_whole(const float* x, float* whole, float* fraction) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float w = floorf(x[i]);
  whole[i] = w;
  fraction[i] = x[i] - w;
}
