// Numbers beyond the integer type that they are converted to: the device clamps, C++ leaves it undefined.

// fpcheck: microseconds <<<1, 64>>> hours=uniform(0.5,2):64 t=empty:64
// expect: microseconds rule=saturated line=marked
__global__ void microseconds(const float* hours, int* t) {
  const int i = threadIdx.x;
  t[i] = __float2int_rn(hours[i] * 3.6e9f); // expect-line
}

// fpcheck: microseconds_wide <<<1, 64>>> hours=uniform(0.5,2):64 t=empty:64
// expect: microseconds_wide clean
__global__ void microseconds_wide(const float* hours, long long* t) {
  const int i = threadIdx.x;
  t[i] = __float2ll_rn(hours[i] * 3.6e9f);
}

// Columns left of the first one: -2 and -1 become 0, and two thirds of the weights land there.
// fpcheck: deposit <<<1, 96>>> x=uniform(-2.9,0.9):96 grid=inout:zeros:4:i32
// expect: deposit rule=saturated line=marked
__global__ void deposit(const float* x, int* grid) {
  const unsigned column = (unsigned)x[threadIdx.x]; // expect-line
  if (column < 4) atomicAdd(&grid[column], 1);
}

// fpcheck: deposit_signed <<<1, 96>>> x=uniform(-2.9,0.9):96 grid=inout:zeros:4:i32
// expect: deposit_signed clean
__global__ void deposit_signed(const float* x, int* grid) {
  const int column = (int)floorf(x[threadIdx.x]);
  if (column >= 0 && column < 4) atomicAdd(&grid[column], 1);
}

// The number of turns of a loop is taken from a number that no int holds.
// fpcheck: terms_of_series <<<1, 32>>> tolerance=uniform(1e-11,2e-11):32 y=empty:32
// expect: terms_of_series rule=saturated line=marked
__global__ void terms_of_series(const float* tolerance, float* y) {
  const int i = threadIdx.x;
  const int wanted = (int)(1.f / tolerance[i]); // expect-line
  y[i] = logf((float)wanted);
}
