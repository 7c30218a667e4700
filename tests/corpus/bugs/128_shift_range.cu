// Shifts that leave nothing: by 32 and more of an int, by a negative amount.

// fpcheck: weight_of_level <<<1, 40>>> w=empty:40
// expect: weight_of_level rule=out-of-domain line=marked
__global__ void weight_of_level(float* w) {
  const int level = threadIdx.x;
  w[level] = 1.f / (float)(1u << level); // expect-line
}

// fpcheck: weight_of_level_wide <<<1, 40>>> w=empty:40
// expect: weight_of_level_wide clean
__global__ void weight_of_level_wide(float* w) {
  const int level = threadIdx.x;
  w[level] = 1.f / (float)(1ull << level);
}

// Exponents below the fraction's length: the amount is negative.
// fpcheck: whole_part <<<1, 64>>> x=uniform(1,4e7):64 y=empty:64
// expect: whole_part rule=out-of-domain line=marked
__global__ void whole_part(const float* x, unsigned* y) {
  const int i = threadIdx.x;
  const unsigned bits = __float_as_uint(x[i]);
  const int e = (int)(bits >> 23) - 127;
  y[i] = ((bits & 0x7fffffu) | 0x800000u) >> (23 - e); // expect-line
}

// fpcheck: whole_part_both_ways <<<1, 64>>> x=uniform(1,4e7):64 y=empty:64
// expect: whole_part_both_ways clean
__global__ void whole_part_both_ways(const float* x, unsigned* y) {
  const int i = threadIdx.x;
  const unsigned bits = __float_as_uint(x[i]);
  const int e = (int)(bits >> 23) - 127;
  const unsigned m = (bits & 0x7fffffu) | 0x800000u;
  y[i] = e > 23 ? m << (e - 23) : m >> (23 - e);
}
