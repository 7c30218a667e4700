// The two words of a number in binary64, put together the wrong way round: no rounding is wrong with it, and nothing is right.

// fpcheck: swapped_neighbours <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: swapped_neighbours rule=inaccurate line=marked
__global__ void swapped_neighbours(const double* x, double* y) {
  const double v = x[threadIdx.x];
  const int high = __shfl_xor_sync(~0u, __double2hiint(v), 1), low = __shfl_xor_sync(~0u, __double2loint(v), 1);
  y[threadIdx.x] = 0.5 * (v + __hiloint2double(low, high)); // expect-line
}

// fpcheck: neighbours <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: neighbours clean
__global__ void neighbours(const double* x, double* y) {
  const double v = x[threadIdx.x];
  const int high = __shfl_xor_sync(~0u, __double2hiint(v), 1), low = __shfl_xor_sync(~0u, __double2loint(v), 1);
  y[threadIdx.x] = 0.5 * (v + __hiloint2double(high, low));
}

// fpcheck: scaled_and_swapped <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: scaled_and_swapped rule=inaccurate line=marked
__global__ void scaled_and_swapped(const double* x, double* y) {
  const double v = 1.7 * x[threadIdx.x];
  y[threadIdx.x] = __hiloint2double(__double2loint(v), __double2hiint(v) + (1 << 20)); // expect-line
}

// Words of another order in a file, which are integers until they are in their place.
// fpcheck: in_file_order <<<1, 32>>> x=uniform(1,2):32:f64 words=empty:64:u32
// expect: in_file_order clean
__global__ void in_file_order(const double* x, unsigned* words) {
  words[2 * threadIdx.x] = __double2hiint(x[threadIdx.x]);
  words[2 * threadIdx.x + 1] = __double2loint(x[threadIdx.x]);
}

// A word is no number of the narrower format, and a number of that is no word.
// fpcheck: upper_as_single <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32
// expect: upper_as_single rule=inaccurate line=marked
__global__ void upper_as_single(const double* x, float* y) {
  const double v = 1.7 * x[threadIdx.x];
  y[threadIdx.x] = 0.5f * __int_as_float(__double2hiint(v)); // expect-line
}

// fpcheck: single_as_upper <<<1, 32>>> x=uniform(1,2):32 y=empty:32:f64
// expect: single_as_upper rule=inaccurate line=marked
__global__ void single_as_upper(const float* x, double* y) {
  const float v = 1.7f * x[threadIdx.x];
  y[threadIdx.x] = 0.5 * __hiloint2double(__float_as_int(v), 0); // expect-line
}

// The upper word compared as a number of binary32 keeps the order, and two numbers of binary32 may share a register.
// fpcheck: bounded_by_words <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64 pairs=empty:32:f64
// expect: bounded_by_words clean
__global__ void bounded_by_words(const double* x, double* y, double* pairs) {
  const double v = 1.7 * x[threadIdx.x];
  y[threadIdx.x] = fabsf(__int_as_float(__double2hiint(v))) < 2.f ? exp(v) : 0.25 * v;
  const float low = static_cast<float>(v), high = 1.5f * low;
  pairs[threadIdx.x] = __hiloint2double(__float_as_int(high), __float_as_int(low));
}
