// Sums that are zero whatever the data, once their divisors are multiplied out: rounding alone is left of them, and whoever goes on with that goes on with nothing.

// The weight of what is left of two shares that make up the whole.
// fpcheck: rest_of_shares <<<1, 32>>> a=uniform(1,2):32 b=uniform(1,2):32 y=empty:32
// expect: rest_of_shares rule=cancellation|nan-born|inf-born|branch-flip|absorption
__global__ void rest_of_shares(const float* a, const float* b, float* y) {
  const int i = threadIdx.x;
  const float p = a[i] / (a[i] + b[i]), q = b[i] / (a[i] + b[i]), rest = 1.0f - p - q;
  y[i] = 1.0f / rest;
}

// A residual that is divided by later in the kernel.
// fpcheck: amplified_residual <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 r=empty:64 y=empty:64
// expect: amplified_residual rule=cancellation|nan-born|inf-born|branch-flip|absorption
__global__ void amplified_residual(const float* a, const float* b, float* r, float* y) {
  const int i = threadIdx.x;
  const float x = b[i] / (a[i] + 2.0f), left = b[i] - (a[i] + 2.0f) * x;
  r[i] = left;
  y[i] = b[i] + 1e7f * left;
}

// A reflection whose vector cancels: what it should make zero is none.
// fpcheck: reflection_cancels <<<1, 8>>> x=[[1,0.0006,0.0003,0.0001],[1,0.0007,0.0005,0.0002],[1,0.0008,0.0003,0.0003],[1,0.0009,0.0004,0.0003],[1,0.001,0.0004,0.0003],[1,0.0011,0.0004,0.0003],[1,0.0012,0.0004,0.0003],[1,0.0013,0.0004,0.0003]] y=empty:8x4
// expect: reflection_cancels rule=cancellation|absorption|inf-born|nan-born
__global__ void reflection_cancels(const float* x, float* y) {
  const float* const row = x + 4 * threadIdx.x;
  float n = 0.0f;
  for (int k = 0; k < 4; ++k) n += row[k] * row[k];
  const float alpha = sqrtf(n), v0 = row[0] - alpha, beta = 1.0f / (alpha * v0);
  float w = v0 * row[0];
  for (int k = 1; k < 4; ++k) w += row[k] * row[k];
  for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = row[k] + beta * w * (k == 0 ? v0 : row[k]);
}

// The residual of one column is taken with another one's coefficient.
// fpcheck: residual_of_another <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 r=empty:64 zero=zeros:64 --ref r=zero --tol atol=1e-5
// expect: residual_of_another rule=mismatch
__global__ void residual_of_another(const float* a, const float* b, float* r) {
  const int i = threadIdx.x;
  const float x = b[i] / (a[i] + 2.0f);
  r[i] = b[i] - (a[i ^ 1] + 2.0f) * x;
}

// Half of the digits of the solution are lost on the way to the residual.
// fpcheck: residual_of_rounded <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 r=empty:64
// expect: residual_of_rounded rule=cancellation|narrowing|absorption
__global__ void residual_of_rounded(const float* a, const float* b, float* r) {
  const int i = threadIdx.x;
  const float x = (b[i] / (a[i] + 2.0f) + 1000.0f) - 1000.0f;
  r[i] = b[i] - (a[i] + 2.0f) * x;
}

// A shift on the way to the residual takes its digits; the shift is none of its terms.
// fpcheck: shifted_residual <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 r=empty:64
// expect: shifted_residual rule=cancellation|narrowing|absorption
__global__ void shifted_residual(const float* a, const float* b, float* r) {
  const int i = threadIdx.x;
  const float x = b[i] / (a[i] + 2.0f);
  r[i] = b[i] - (((a[i] + 2.0f) * x + 1e5f) - 1e5f);
}

// A third share is forgotten: what is left of 1 is noise, whatever it was meant to be.
// fpcheck: forgotten_share <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 p=empty:64 rest=empty:64
// expect: forgotten_share rule=cancellation line=marked
__global__ void forgotten_share(const float* a, const float* b, float* p, float* rest) {
  const int i = threadIdx.x;
  const float s = a[i] + b[i], x = a[i] / s, y = b[i] / s;
  p[i] = x;
  rest[i] = 1.0f - x - y; // expect-line
}

// What is left over is read again by another name, and counts a million times.
// fpcheck: read_by_another_name <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 r=empty:64 again=r y=empty:64
// expect: read_by_another_name rule=cancellation line=marked
__global__ void read_by_another_name(const float* a, const float* b, float* r, const float* again, float* y) {
  const int i = threadIdx.x;
  const float x = b[i] / (a[i] + 2.0f);
  r[i] = b[i] - (a[i] + 2.0f) * x; // expect-line
  __syncthreads();
  y[i] = b[i] + 1e7f * again[i];
}
