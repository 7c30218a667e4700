// Conversions by integer code whose results are packed with others, or go by way of shared memory, before an output takes them.

// The carry of the rounding is cut off.
__device__ unsigned code_without_carry(float x) {
  const unsigned bits = __float_as_uint(x), fraction = (((bits & 0x7fffffu) + 0x7fffu + ((bits >> 16) & 1u)) >> 16) & 0x7fu;
  return ((bits >> 16) & 0xff80u) | fraction;
}
__device__ unsigned code_with_carry(float x) {
  const unsigned bits = __float_as_uint(x);
  return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

// fpcheck: pair_in_a_word <<<1, 64>>> x=uniform(1.99,2):128 y=empty:128:bf16
// expect: pair_in_a_word rule=narrowing line=marked
__global__ void pair_in_a_word(const float2* x, unsigned* y) {
  const float2 v = x[threadIdx.x];
  y[threadIdx.x] = code_without_carry(v.x) | code_without_carry(v.y) << 16; // expect-line
}

// fpcheck: pair_in_a_word_right <<<1, 64>>> x=uniform(1.99,2):128 y=empty:128:bf16
// expect: pair_in_a_word_right clean
__global__ void pair_in_a_word_right(const float2* x, unsigned* y) {
  const float2 v = x[threadIdx.x];
  y[threadIdx.x] = code_with_carry(v.x) | code_with_carry(v.y) << 16;
}

// fpcheck: upper_halves <<<1, 64>>> x=uniform(1,2):128 y=empty:128:bf16
// expect: upper_halves clean
__global__ void upper_halves(const float2* x, unsigned* y) {
  const unsigned a = __float_as_uint(x[threadIdx.x].x), b = __float_as_uint(x[threadIdx.x].y);
  y[threadIdx.x] = __byte_perm(a + 0x8000u, b + 0x8000u, 0x7632);
}

// fpcheck: turned_in_shared <<<1, 64>>> x=uniform(1.99,2):64 y=empty:64:bf16
// expect: turned_in_shared rule=narrowing line=marked
__global__ void turned_in_shared(const float* x, unsigned short* y) {
  __shared__ unsigned short tile[64];
  tile[threadIdx.x] = static_cast<unsigned short>(code_without_carry(x[threadIdx.x])); // expect-line
  __syncthreads();
  y[threadIdx.x] = tile[63 - threadIdx.x];
}

// fpcheck: turned_in_shared_right <<<1, 64>>> x=uniform(1.99,2):64 y=empty:64:bf16
// expect: turned_in_shared_right clean
__global__ void turned_in_shared_right(const float* x, unsigned short* y) {
  __shared__ unsigned short tile[64];
  tile[threadIdx.x] = static_cast<unsigned short>(code_with_carry(x[threadIdx.x]));
  __syncthreads();
  y[threadIdx.x] = tile[63 - threadIdx.x];
}
