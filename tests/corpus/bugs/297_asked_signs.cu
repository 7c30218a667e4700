// As an unsigned integer a negative number's bits stand above those of every positive one. A program that asks for the sign by itself means that.

// fpcheck: into_period <<<2, 32>>> x=uniform(-1,2):64 y=uniform(1,1.5):64 r=empty:64
// expect: into_period rule=branch-flip line=marked
__global__ void into_period(const float* x, const float* y, float* r) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float rest = x[i];
  if (__float_as_uint(rest) >= __float_as_uint(y[i])) rest -= y[i]; // expect-line
  r[i] = rest;
}

// fpcheck: into_period_by_sign <<<2, 32>>> x=uniform(-1,2):64 y=uniform(1,1.5):64 r=empty:64
// expect: into_period_by_sign clean
__global__ void into_period_by_sign(const float* x, const float* y, float* r) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float rest = x[i];
  const unsigned bits = __float_as_uint(rest);
  if (bits >= __float_as_uint(y[i])) { // one comparison for 0 <= rest < y
    if (bits > 0x80000000u) {
      do rest += y[i];
      while (rest < 0.f);
    } else {
      do rest -= y[i];
      while (rest >= y[i]);
    }
  }
  r[i] = rest;
}
