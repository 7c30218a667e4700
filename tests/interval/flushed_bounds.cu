// Intervals over binary32 in device code of -ftz=true, where subnormal numbers are. `outside` counts bounds that do not enclose the
// result, as integers tell. The .ptx beside it: nvcc -ptx -arch=sm_90 -std=c++20 -O3 -ftz=true -I include.
#include <fpcheck/interval/elementary.hpp>

using fpcheck::interval::interval;

/// The binary32 number of the code as binary64, by its bits.
__device__ double value_of(float x) {
  const unsigned bits = __float_as_uint(x), e = bits >> 23 & 255u;
  const double size = e == 0 ? (double)(int)(bits & 0x7fffffu) * 0x1p-149 : __longlong_as_double((long long)((e + 896ull) << 52 | (unsigned long long)(bits & 0x7fffffu) << 29));
  return bits >> 31 ? -size : size;
}
__device__ int misses(interval<float> r, double below, double above) {
  return !(value_of(r.lower()) <= below && above <= value_of(r.upper()) && !(value_of(r.lower()) == value_of(r.upper()) && below != above));
}

extern "C" __global__ void flushed_bounds(const double* x, int* outside) {
  const int i = threadIdx.x;
  const float t = fpcheck::interval::detail::stored(x[i]); // a number of binary32, subnormal for most i
  const double v = value_of(t);
  const interval<float> a(t, t), three(3.f, 3.f), one(1.f, 1.f);
  int n = misses(a * three, v * 3, v * 3) + misses(a + a, v + v, v + v) + misses(-a, -v, -v) + misses(a - three * a, v - 3 * v, v - 3 * v);
  n += misses(convex_hull(a, a + a), fmin(v, v + v), fmax(v, v + v));
  n += misses(intersection(convex_hull(a, three * a), convex_hull(a + a, three * a)), fmin(v + v, 3 * v), fmax(v + v, 3 * v));
  const interval<float> e = fpcheck::interval::exp(interval<float>(-90.f - (float)i * 0.25f, -90.f - (float)i * 0.25f));
  n += !(value_of(e.upper()) > 0) + (i < 20 && !(value_of(e.lower()) > 0));
  n += a.is_empty() + !is_member(v, a) + is_member(v + v, a) + !(a + one == one + a);
  outside[i] = n;
}
