// The bits of a number taken by integer code: its sign, its exponent, its upper half, all of them.

// fpcheck: side_by_sign_bit <<<1, 64>>> x=uniform(1,1.0005):64 y=empty:64
// expect: side_by_sign_bit rule=cancellation|branch-flip|absorption line=marked
__global__ void side_by_sign_bit(const float* x, float* y) {
  const float side = ((x[threadIdx.x] + 3000.f) - 3000.f) - 1.0003f; // expect-line
  y[threadIdx.x] = (__float_as_uint(side) >> 31) != 0 ? -1.f : 1.f;
}

// fpcheck: side_of_product <<<1, 64>>> x=uniform(-2,-1):64 y=empty:64
// expect: side_of_product clean
__global__ void side_of_product(const float* x, float* y) {
  const float side = x[threadIdx.x] * 1.1f;
  y[threadIdx.x] = (__float_as_uint(side) >> 31) != 0 ? -1.f : 1.f;
}

// fpcheck: magnitude_of_words <<<1, 64>>> x=uniform(1,2):64 y=empty:64:f64
// expect: magnitude_of_words rule=cancellation|branch-flip|absorption line=marked
__global__ void magnitude_of_words(const float* x, double* y) {
  const double rest = ((double)x[threadIdx.x] + 3e16) - 3e16; // expect-line
  y[threadIdx.x] = __hiloint2double(__double2hiint(rest) & 0x7fffffff, __double2loint(rest));
}

// fpcheck: magnitude_of_product <<<1, 64>>> x=uniform(-2,-1):64 y=empty:64:f64
// expect: magnitude_of_product clean
__global__ void magnitude_of_product(const float* x, double* y) {
  const double rest = (double)x[threadIdx.x] * 1.1;
  y[threadIdx.x] = __hiloint2double(__double2hiint(rest) & 0x7fffffff, __double2loint(rest));
}

// fpcheck: upper_half_stored <<<1, 64>>> x=uniform(1,2):64 o=empty:64:u16
// expect: upper_half_stored rule=cancellation|branch-flip|absorption line=marked
__global__ void upper_half_stored(const float* x, unsigned short* o) {
  const float rest = (x[threadIdx.x] + 5e7f) - 5e7f; // expect-line
  o[threadIdx.x] = (unsigned short)(__float_as_uint(rest) >> 16);
}

// fpcheck: upper_half_of_product <<<1, 64>>> x=uniform(1,2):64 o=empty:64:u16
// expect: upper_half_of_product clean
__global__ void upper_half_of_product(const float* x, unsigned short* o) {
  const float rest = x[threadIdx.x] * 1.1f;
  o[threadIdx.x] = (unsigned short)(__float_as_uint(rest) >> 16);
}

// Words of a number through bytes, whole again.
// fpcheck: bytes_of_rest <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: bytes_of_rest rule=cancellation|branch-flip|absorption line=marked
__global__ void bytes_of_rest(const float* x, float* y) {
  __shared__ unsigned char part[64][4];
  const float rest = (x[threadIdx.x] + 5e7f) - 5e7f; // expect-line
  const unsigned u = __float_as_uint(rest);
  for (int k = 0; k < 4; ++k) part[threadIdx.x][k] = (unsigned char)(u >> (8 * k));
  __syncwarp();
  unsigned v = 0;
  for (int k = 0; k < 4; ++k) v |= (unsigned)part[threadIdx.x][k] << (8 * k);
  y[threadIdx.x] = __uint_as_float(v);
}

// fpcheck: bytes_of_product <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: bytes_of_product clean
__global__ void bytes_of_product(const float* x, float* y) {
  __shared__ unsigned char part[64][4];
  const unsigned u = __float_as_uint(x[threadIdx.x] * 1.1f);
  for (int k = 0; k < 4; ++k) part[threadIdx.x][k] = (unsigned char)(u >> (8 * k));
  __syncwarp();
  unsigned v = 0;
  for (int k = 0; k < 4; ++k) v |= (unsigned)part[threadIdx.x][k] << (8 * k);
  y[threadIdx.x] = __uint_as_float(v);
}
