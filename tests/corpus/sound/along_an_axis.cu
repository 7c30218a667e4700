// Directions by hypot, which orders its arguments by their bits: one beside a zero has length 1 exactly, whatever its other component is.

// A point of the equator: its height is 0.
// fpcheck: height_of_equator <<<1, 64>>> x=const(6378137.0):64:f64 y=zeros:64:f64 height=empty:64:f64
// expect: height_of_equator clean
__global__ void height_of_equator(const double* x, const double* y, double* height) {
  const double p = hypot(x[threadIdx.x], y[threadIdx.x]);
  const double out = p - 42697.67270718, r = hypot(y[threadIdx.x], out), cosine = out / r;
  height[threadIdx.x] = p * cosine - 6378137.0;
}

// fpcheck: of_two_by_bits <<<1, 64>>> x=uniform(0.5,2):64 y=uniform(0.5,2):64 rest=empty:64
// expect: of_two_by_bits clean
__global__ void of_two_by_bits(const float* x, const float* y, float* rest) {
  const float a = x[threadIdx.x] * 0.7f, b = y[threadIdx.x] * 0.7f;
  const float most = __uint_as_float(max(__float_as_uint(a), __float_as_uint(b)));
  rest[threadIdx.x] = (most - a) + (most - b) - fabsf(a - b);
}
