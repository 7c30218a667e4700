// Integer comparisons of the bits of a NaN of the kernel's own making: it lies beyond all numbers.

// fpcheck: largest_root <<<1, 64>>> x=uniform(-1,1):64 at=empty:1:i32
// expect: largest_root rule=nan-born line=marked
__global__ void largest_root(const float* x, int* at) {
  __shared__ int key[64];
  key[threadIdx.x] = __float_as_int(sqrtf(x[threadIdx.x])); // expect-line
  __syncthreads();
  if (threadIdx.x != 0) return;
  int best = 0, where = 0;
  for (int k = 0; k < 64; ++k)
    if (key[k] > best) best = key[k], where = k;
  at[0] = where;
}

// fpcheck: largest_root_guarded <<<1, 64>>> x=uniform(-1,1):64 at=empty:1:i32
// expect: largest_root_guarded clean
__global__ void largest_root_guarded(const float* x, int* at) {
  __shared__ int key[64];
  key[threadIdx.x] = __float_as_int(sqrtf(fmaxf(x[threadIdx.x], 0.0f)));
  __syncthreads();
  if (threadIdx.x != 0) return;
  int best = 0, where = 0;
  for (int k = 0; k < 64; ++k)
    if (key[k] > best) best = key[k], where = k;
  at[0] = where;
}

// fpcheck: above_a_half <<<1, 64>>> x=uniform(-1,1):64 y=empty:64:i32
// expect: above_a_half rule=nan-born line=marked
__global__ void above_a_half(const float* x, int* y) {
  const unsigned key = __float_as_uint(logf(x[threadIdx.x]) * logf(x[threadIdx.x])); // expect-line
  y[threadIdx.x] = key > 0x3f000000u ? 1 : 0;
}

// A NaN is asked for, by its bits too.
// fpcheck: above_a_half_or_none <<<1, 64>>> x=uniform(-1,1):64 y=empty:64:i32
// expect: above_a_half_or_none clean
__global__ void above_a_half_or_none(const float* x, int* y) {
  const unsigned key = __float_as_uint(logf(x[threadIdx.x]) * logf(x[threadIdx.x]));
  y[threadIdx.x] = (key & 0x7fffffffu) > 0x7f800000u ? -1 : key > 0x3f000000u ? 1 : 0;
}
