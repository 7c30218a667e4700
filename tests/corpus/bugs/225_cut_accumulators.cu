// Sums in binary32 of which integer code keeps the upper half in every turn.

// fpcheck: running_cut <<<1, 32>>> x=uniform(0.2,0.4):2048 total=empty:32 n=64
// expect: running_cut rule=narrow-accumulator line=marked
__global__ void running_cut(const float* x, float* total, int n) {
  unsigned short sum = 0;
  for (int k = 0; k < n; ++k) {
    const float wide = __uint_as_float((unsigned)sum << 16) + x[threadIdx.x * n + k]; // expect-line
    sum = (unsigned short)(__float_as_uint(wide) >> 16);
  }
  total[threadIdx.x] = __uint_as_float((unsigned)sum << 16);
}

// fpcheck: running_rounded <<<1, 32>>> x=uniform(0.2,0.4):2048 total=empty:32 n=64
// expect: running_rounded rule=narrow-accumulator line=marked
__global__ void running_rounded(const float* x, float* total, int n) {
  unsigned short sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const unsigned bits = __float_as_uint(__uint_as_float((unsigned)sum << 16) + x[threadIdx.x * n + k]); // expect-line
    sum = (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
  }
  total[threadIdx.x] = __uint_as_float((unsigned)sum << 16);
}

// fpcheck: cut_at_the_end <<<1, 32>>> x=uniform(0.2,0.4):2048 total=empty:32 n=64
// expect: cut_at_the_end clean
__global__ void cut_at_the_end(const float* x, float* total, int n) {
  float sum = 0.f;
  for (int k = 0; k < n; ++k) sum += x[threadIdx.x * n + k];
  const unsigned bits = __float_as_uint(sum);
  total[threadIdx.x] = __uint_as_float((bits + 0x7fffu + ((bits >> 16) & 1u)) & 0xffff0000u);
}

// What is cut off goes into the next turn.
// fpcheck: rest_carried <<<1, 32>>> x=uniform(0.2,0.4):2048 total=empty:32 n=64
// expect: rest_carried clean
__global__ void rest_carried(const float* x, float* total, int n) {
  float sum = 0.f, rest = 0.f;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const float wide = sum + (rest + x[threadIdx.x * n + k]);
    sum = __uint_as_float(__float_as_uint(wide) & 0xffff0000u);
    rest = wide - sum;
  }
  total[threadIdx.x] = sum + rest;
}
