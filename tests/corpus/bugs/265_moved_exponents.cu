// Products with powers of two by a sum of bits: beyond its field the exponent borrows from the sign.

__device__ float moved(float x, int k) { return __uint_as_float(__float_as_uint(x) + (static_cast<unsigned>(k) << 23)); }

// fpcheck: weighted_levels <<<1, 32>>> detail=[0.5,-3.0,1e-30,2e-20,-7e-36,1e10] level=[4,8,30,20,12,6] out=empty:6 n=6
// expect: weighted_levels rule=out-of-domain line=marked
__global__ void weighted_levels(const float* detail, const int* level, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = detail[i] == 0.0f ? 0.0f : moved(detail[i], -level[i]); // expect-line
}

// fpcheck: weighted_by_ldexp <<<1, 32>>> detail=[0.5,-3.0,1e-30,2e-20,-7e-36,1e10] level=[4,8,30,20,12,6] out=empty:6 n=6
// expect: weighted_by_ldexp clean
__global__ void weighted_by_ldexp(const float* detail, const int* level, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = ldexpf(detail[i], -level[i]);
}

// fpcheck: weighted_where_normal <<<1, 32>>> detail=[0.5,-3.0,1e-30,2e-20,-7e-36,1e10] level=[4,8,30,20,12,6] out=empty:6 n=6
// expect: weighted_where_normal clean
__global__ void weighted_where_normal(const float* detail, const int* level, float* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int exponent = static_cast<int>(__float_as_uint(detail[i]) >> 23 & 255u) - level[i];
  out[i] = exponent > 0 && exponent < 255 ? moved(detail[i], -level[i]) : detail[i] * exp2f(static_cast<float>(-level[i]));
}
