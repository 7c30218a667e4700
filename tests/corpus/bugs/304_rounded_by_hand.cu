// Numbers that integer code rounds to bfloat16, into words and numbers of which nobody says that they hold such: exact ones too have a neighbour to become.

// The carry out of the significand is masked away: what lies just below a power of two becomes half of it.
__device__ unsigned without_carry(float v) {
  const unsigned u = __float_as_uint(v);
  unsigned significand = u & 0x007fffffu;
  significand += 0x7fffu + ((significand >> 16) & 1u);
  return ((u & 0xff800000u) | (significand & 0x007f0000u)) >> 16; // expect-line
}
// fpcheck: pack_pairs <<<1, 32>>> x=[1.0,1.999,-3.998,0.33,7.99,127.9,-0.62,100.3] packed=empty:4:u32
// expect: pack_pairs rule=narrowing line=marked
__global__ void pack_pairs(const float* x, unsigned* packed) {
  const int i = threadIdx.x;
  if (i < 4) packed[i] = without_carry(x[2 * i]) | without_carry(x[2 * i + 1]) << 16; // expect-line
}

__device__ unsigned nearest(float v) {
  const unsigned u = __float_as_uint(v);
  return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}
// fpcheck: pack_pairs_nearest <<<1, 32>>> x=[1.0,1.999,-3.998,0.33,7.99,127.9,-0.62,100.3] packed=empty:4:u32
// expect: pack_pairs_nearest clean
__global__ void pack_pairs_nearest(const float* x, unsigned* packed) {
  const int i = threadIdx.x;
  if (i < 4) packed[i] = nearest(x[2 * i]) | nearest(x[2 * i + 1]) << 16;
}

// Rounded, and the wrong half kept.
// fpcheck: lower_halves <<<1, 32>>> x=uniform(1,2):64 packed=empty:32:u32
// expect: lower_halves rule=narrowing|saturated line=marked
__global__ void lower_halves(const float* x, unsigned* packed) {
  const int i = threadIdx.x;
  unsigned a = __float_as_uint(x[2 * i]), b = __float_as_uint(x[2 * i + 1]);
  a += 0x7fffu + (a >> 16 & 1u), b += 0x7fffu + (b >> 16 & 1u); // expect-line
  packed[i] = __byte_perm(a, b, 0x5410); // expect-line
}

// fpcheck: upper_halves <<<1, 32>>> x=uniform(1,2):64 packed=empty:32:u32
// expect: upper_halves clean
__global__ void upper_halves(const float* x, unsigned* packed) {
  const int i = threadIdx.x;
  unsigned a = __float_as_uint(x[2 * i]), b = __float_as_uint(x[2 * i + 1]);
  a += 0x7fffu + (a >> 16 & 1u), b += 0x7fffu + (b >> 16 & 1u);
  packed[i] = __byte_perm(a, b, 0x7632);
}

// What bfloat16 keeps of a number, as binary32 again; ties go up in size.
// fpcheck: kept_of <<<1, 64>>> x=randn:64 y=empty:64
// expect: kept_of clean
__global__ void kept_of(const float* x, float* y) { y[threadIdx.x] = __uint_as_float((__float_as_uint(x[threadIdx.x]) + 0x8000u) & 0xffff0000u); }

// fpcheck: kept_of_sizes <<<1, 64>>> x=randn:64 y=empty:64
// expect: kept_of_sizes rule=narrowing|saturated|cancellation|inaccurate line=marked
__global__ void kept_of_sizes(const float* x, float* y) {
  const unsigned u = __float_as_uint(x[threadIdx.x]), sign = u & 0x80000000u;
  const unsigned rounded = ((u & 0x003fffffu) + 0x7fffu) & 0x003f0000u; // expect-line
  y[threadIdx.x] = __uint_as_float(sign | (u & 0x7f800000u) | rounded); // expect-line
}

// Not rounded at all, and of the two halves the one that nobody can read as a number.
// fpcheck: lower_words <<<1, 32>>> x=uniform(1,2):64 packed=empty:32:u32
// expect: lower_words rule=narrowing|saturated line=marked
__global__ void lower_words(const float* x, unsigned* packed) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x]), b = __float_as_uint(x[2 * threadIdx.x + 1]);
  packed[threadIdx.x] = (a & 0xffffu) | b << 16; // expect-line
}

// Both halves, each with its neighbour's: nothing is lost.
// fpcheck: words_unzipped <<<1, 32>>> x=uniform(1,2):64 upper=empty:32:u32 lower=empty:32:u32
// expect: words_unzipped clean
__global__ void words_unzipped(const float* x, unsigned* upper, unsigned* lower) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x]), b = __float_as_uint(x[2 * threadIdx.x + 1]);
  upper[threadIdx.x] = a >> 16 | (b & 0xffff0000u);
  lower[threadIdx.x] = (a & 0xffffu) | b << 16;
}
