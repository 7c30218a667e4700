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
