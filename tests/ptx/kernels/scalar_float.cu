// Binary32 and binary64 arithmetic, in every rounding, and the functions that libm inlines.
#include <cmath>

extern "C" __global__ void roundings(float* f, double* d, const float* a, const double* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = a[i], y = a[i + n], z = a[i + 2 * n];
  const double u = b[i], v = b[i + n], w = b[i + 2 * n];
  f[i] = __fadd_rn(x, y) + __fadd_rz(x, y) + __fadd_ru(x, y) + __fadd_rd(x, y) + __fmul_rn(x, y) + __fmul_rz(x, y) + __fmul_ru(x, y) +
         __fmul_rd(x, y) + __fmaf_rn(x, y, z) + __fmaf_rz(x, y, z) + __fmaf_ru(x, y, z) + __fmaf_rd(x, y, z) + __fdiv_rn(x, y) +
         __fdiv_rz(x, y) + __fdiv_ru(x, y) + __fdiv_rd(x, y) + __fsqrt_rn(x) + __fsqrt_rz(x) + __fsqrt_ru(x) + __fsqrt_rd(x) + __frcp_rn(x) +
         __frcp_rz(x) + __frcp_ru(x) + __frcp_rd(x) + __frsqrt_rn(x) + __saturatef(x) + fminf(x, y) + fmaxf(y, z) + copysignf(x, y) + fabsf(z);
  d[i] = __dadd_rn(u, v) + __dadd_rz(u, v) + __dadd_ru(u, v) + __dadd_rd(u, v) + __dmul_rn(u, v) + __dmul_rz(u, v) + __dmul_ru(u, v) +
         __dmul_rd(u, v) + __fma_rn(u, v, w) + __fma_rz(u, v, w) + __fma_ru(u, v, w) + __fma_rd(u, v, w) + __ddiv_rn(u, v) + __ddiv_rz(u, v) +
         __ddiv_ru(u, v) + __ddiv_rd(u, v) + __dsqrt_rn(u) + __dsqrt_rz(u) + __dsqrt_ru(u) + __dsqrt_rd(u) + __drcp_rn(u) + __drcp_rz(u) +
         __drcp_ru(u) + __drcp_rd(u) + fmin(u, v) + fmax(v, w) + copysign(u, v) + fabs(w) + rsqrt(u);
}

extern "C" __global__ void functions(float* f, double* d, const float* a, const double* b) {
  const int i = threadIdx.x;
  const float x = a[i];
  const double u = b[i];
  f[i] = expf(x) + exp2f(x) + exp10f(x) + expm1f(x) + logf(x) + log2f(x) + log10f(x) + log1pf(x) + sinf(x) + cosf(x) + tanf(x) + asinf(x) +
         acosf(x) + atanf(x) + atan2f(x, 2 * x) + sinhf(x) + coshf(x) + tanhf(x) + asinhf(x) + acoshf(x) + atanhf(x) + powf(x, x + 1) +
         cbrtf(x) + rsqrtf(x) + hypotf(x, 3) + erff(x) + erfcf(x) + erfinvf(x) + lgammaf(x) + tgammaf(x) + fmodf(x, 3) + remainderf(x, 3) +
         floorf(x) + ceilf(x) + truncf(x) + rintf(x) + roundf(x) + nearbyintf(x) + ldexpf(x, 3) + logbf(x) + j0f(x) + normcdff(x) +
         nextafterf(x, 1) + __expf(x) + __logf(x) + __log2f(x) + __sinf(x) + __cosf(x) + __tanf(x) + __powf(x, x) + __fdividef(x, 3) +
         __exp10f(x) + (isnan(x) ? 1 : 0) + (isinf(x) ? 2 : 0) + (isfinite(x) ? 3 : 0) + (signbit(x) ? 4 : 0) + lrintf(x) + llroundf(x);
  d[i] = exp(u) + exp2(u) + log(u) + log2(u) + log1p(u) + sin(u) + cos(u) + tan(u) + atan(u) + tanh(u) + pow(u, u + 1) + cbrt(u) + rsqrt(u) +
         erf(u) + lgamma(u) + fmod(u, 3.0) + floor(u) + ceil(u) + trunc(u) + rint(u) + round(u) + ldexp(u, 3) + (isnan(u) ? 1 : 0) + lrint(u);
}

extern "C" __global__ void comparisons(unsigned* out, const float* a, const double* b) {
  const int i = threadIdx.x;
  const float x = a[i], y = a[i + 1];
  const double u = b[i], v = b[i + 1];
  unsigned r = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 | (!(x <= y) && !(x > y)) << 6;
  r |= (u < v) << 7 | (u <= v) << 8 | (u > v) << 9 | (u >= v) << 10 | (u == v) << 11 | (u != v) << 12 | !(x < y) << 13 | !(u >= v) << 14;
  if (x < y && u > v) r += 1u << 20;
  out[i] = r;
}
