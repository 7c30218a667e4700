// Half and bf16 intrinsics and functions, one operation deep, and paired lanes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// fpcheck: half_functions <<<4, 64>>> x=uniform(0.5,4):256:f16 y=empty:8x256:f16
// expect: half_functions clean
__global__ void half_functions(const __half* x, __half* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half v = x[i];
  y[i] = hexp(v);
  y[i + 256] = hlog(v);
  y[i + 512] = hsqrt(v);
  y[i + 768] = hrsqrt(v);
  y[i + 1024] = hrcp(v);
  y[i + 1280] = hsin(v);
  y[i + 1536] = hexp2(v);
  y[i + 1792] = hrint(v);
}

// fpcheck: half_lanes <<<4, 64>>> x=randn:512:f16 z=randn:512:f16 y=empty:4x512:f16
// expect: half_lanes clean
__global__ void half_lanes(const __half2* x, const __half2* z, __half2* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = __hadd2(x[i], z[i]);
  y[i + 256] = __hmul2(x[i], z[i]);
  y[i + 512] = __hmax2(x[i], z[i]);
  y[i + 768] = __lowhigh2highlow(__hfma2(x[i], z[i], x[i]));
}

// fpcheck: bf16_lanes <<<4, 64>>> x=randn:512:bf16 z=randn:512:bf16 y=empty:4x512:bf16
// expect: bf16_lanes clean
__global__ void bf16_lanes(const __nv_bfloat162* x, const __nv_bfloat162* z, __nv_bfloat162* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = __hadd2(x[i], z[i]);
  y[i + 256] = __hsub2(x[i], z[i]);
  y[i + 512] = __hmin2(x[i], z[i]);
  y[i + 768] = __hfma2(x[i], z[i], x[i]);
}

// fpcheck: half_to_all <<<4, 64>>> x=uniform(-100,100):256:f16 f=empty:256 b=empty:256:bf16 k=empty:256:i32 d=empty:256:f64
// expect: half_to_all clean
__global__ void half_to_all(const __half* x, float* f, __nv_bfloat16* b, int* k, double* d) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = __half2float(x[i]);
  f[i] = v;
  b[i] = __float2bfloat16(v);
  k[i] = __half2int_rd(x[i]);
  d[i] = static_cast<double>(v);
}

// fpcheck: half_vectors <<<4, 64>>> x=randn:2048:f16 y=empty:2048:f16
// expect: half_vectors clean
__global__ void half_vectors(const uint4* x, uint4* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 packed = x[i];
  __half2* pair = reinterpret_cast<__half2*>(&packed);
  for (int k = 0; k < 4; ++k) {
    float2 v = __half22float2(pair[k]);
    v.x = fmaxf(v.x, 0.f) * 1.5f, v.y = fmaxf(v.y, 0.f) * 1.5f;
    pair[k] = __float22half2_rn(v);
  }
  y[i] = packed;
}

// fpcheck: wide_rows <<<4096, 128>>> x=randn:1048576:f16 y=empty:1048576:f16
// expect: wide_rows clean big
__global__ void wide_rows(const __half2* x, __half2* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 v = __half22float2(x[i]);
  y[i] = __floats2half2_rn(v.x * rsqrtf(fmaf(v.x, v.x, 1.f)), v.y * rsqrtf(fmaf(v.y, v.y, 1.f)));
}
