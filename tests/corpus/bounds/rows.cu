// Reductions down the columns of a 24 x 32 matrix, one thread a column, for which the exact value is computed
// independently.
#include <cuda_bf16.h>

constexpr int length = 24;

__global__ void column_sum(const float* x, float* out) {
  float s = 0.f;
  for (int i = 0; i < length; ++i) s += x[i * 32 + threadIdx.x];
  out[threadIdx.x] = s;
}
__global__ void column_kahan(const float* x, float* out) {
  float s = 0.f, c = 0.f;
  for (int i = 0; i < length; ++i) {
    const float y = x[i * 32 + threadIdx.x] - c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  out[threadIdx.x] = s;
}
__global__ void column_neumaier(const float* x, float* out) {
  float s = 0.f, c = 0.f;
  for (int i = 0; i < length; ++i) {
    const float v = x[i * 32 + threadIdx.x], t = s + v;
    c += fabsf(s) >= fabsf(v) ? (s - t) + v : (v - t) + s;
    s = t;
  }
  out[threadIdx.x] = s + c;
}
__global__ void column_dot(const float* x, const float* y, float* out) {
  float s = 0.f;
  for (int i = 0; i < length; ++i) s = fmaf(x[i * 32 + threadIdx.x], y[i * 32 + threadIdx.x], s);
  out[threadIdx.x] = s;
}
__global__ void column_variance_one_pass(const float* x, float* out) {
  float s = 0.f, q = 0.f;
  for (int i = 0; i < length; ++i) {
    const float v = x[i * 32 + threadIdx.x];
    s += v;
    q = fmaf(v, v, q);
  }
  const float m = s / length;
  out[threadIdx.x] = fmaf(-m, m, q / length);
}
__global__ void column_variance_two_pass(const float* x, float* out) {
  float s = 0.f, q = 0.f;
  for (int i = 0; i < length; ++i) s += x[i * 32 + threadIdx.x];
  const float m = s / length;
  for (int i = 0; i < length; ++i) {
    const float d = x[i * 32 + threadIdx.x] - m;
    q = fmaf(d, d, q);
  }
  out[threadIdx.x] = q / length;
}
__global__ void column_variance_welford(const float* x, float* out) {
  float m = 0.f, q = 0.f;
  for (int i = 0; i < length; ++i) {
    const float v = x[i * 32 + threadIdx.x], d = v - m;
    m += d / static_cast<float>(i + 1);
    q = fmaf(d, v - m, q);
  }
  out[threadIdx.x] = q / length;
}
__global__ void column_rmsnorm(const float* x, float* out) {
  float q = 0.f;
  for (int i = 0; i < length; ++i) q = fmaf(x[i * 32 + threadIdx.x], x[i * 32 + threadIdx.x], q);
  out[threadIdx.x] = x[threadIdx.x] * rsqrtf(q / length + 1e-6f);
}
__global__ void column_softmax_base_two(const float* x, float* out) {
  float m = x[threadIdx.x], s = 0.f;
  for (int i = 1; i < length; ++i) m = fmaxf(m, x[i * 32 + threadIdx.x]);
  for (int i = 0; i < length; ++i) s += exp2f(x[i * 32 + threadIdx.x] - m);
  out[threadIdx.x] = exp2f(x[threadIdx.x] - m) / s;
}
__global__ void column_softmax_online(const float* x, float* out) {
  float m = x[threadIdx.x], s = 1.f;
  for (int i = 1; i < length; ++i) {
    const float v = x[i * 32 + threadIdx.x], larger = fmaxf(m, v);
    s = fmaf(s, exp2f(m - larger), exp2f(v - larger));
    m = larger;
  }
  out[threadIdx.x] = exp2f(x[threadIdx.x] - m) / s;
}
__global__ void column_scan_last(const float* x, float* out) {
  float v = x[threadIdx.x];
  for (int step = 1; step < 32; step *= 2) {
    const float left = __shfl_up_sync(0xffffffffu, v, step);
    if (threadIdx.x >= step) v += left;
  }
  out[threadIdx.x] = v;
}
__global__ void column_horner(const float* x, const float* y, float* out) {
  float p = 0.f;
  for (int i = 0; i < length; ++i) p = fmaf(p, y[threadIdx.x], x[i * 32 + threadIdx.x]);
  out[threadIdx.x] = p;
}
__global__ void column_product(const float* x, float* out) {
  float p = 1.f;
  for (int i = 0; i < length; ++i) p *= x[i * 32 + threadIdx.x];
  out[threadIdx.x] = p;
}
__global__ void column_continued_fraction(const float* x, float* out) {
  float p = 1.f;
  for (int i = length - 1; i >= 0; --i) p = fabsf(x[i * 32 + threadIdx.x]) + 1.f / p;
  out[threadIdx.x] = p;
}
__global__ void column_smoothed(const float* x, float* out) {
  float s = x[threadIdx.x];
  for (int i = 1; i < length; ++i) s = fmaf(0.1f, x[i * 32 + threadIdx.x] - s, s);
  out[threadIdx.x] = s;
}
__global__ void column_split_dot(const float* x, const float* y, float* out) {
  float s = 0.f;
  for (int i = 0; i < length; ++i) {
    const float a = x[i * 32 + threadIdx.x], b = y[i * 32 + threadIdx.x];
    const float ah = __bfloat162float(__float2bfloat16_rn(a)), bh = __bfloat162float(__float2bfloat16_rn(b));
    s = fmaf(a - ah, bh, s);
    s = fmaf(ah, b - bh, s);
    s = fmaf(ah, bh, s);
  }
  out[threadIdx.x] = s;
}
