// Infinities and NaNs that stand for ordinary numbers and are taken for what they are by a clamp, a comparison, a guard.

// fpcheck: weight_clamped <<<1, 64>>> x=uniform(90,100):64 y=empty:64
// expect: weight_clamped rule=overflow|inf-born|nan-born line=marked
__global__ void weight_clamped(const float* x, float* y) {
  const float e = expf(x[threadIdx.x]);                                    // expect-line
  y[threadIdx.x] = fminf(fmaxf((e - 1.f) / (e + 1.f), -0.9f), 0.9f + 0.f); // expect-line
}

// fpcheck: weight_shifted <<<1, 64>>> x=uniform(90,100):64 y=empty:64
// expect: weight_shifted clean
__global__ void weight_shifted(const float* x, float* y) {
  const float e = expf(-x[threadIdx.x]);
  y[threadIdx.x] = fminf(fmaxf((1.f - e) / (1.f + e), -0.9f), 0.9f + 0.f);
}

// fpcheck: ratio_or_nothing <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: ratio_or_nothing rule=overflow|inf-born|nan-born line=marked
__global__ void ratio_or_nothing(const float* x, float* y) {
  const float big = x[threadIdx.x] * 1e25f;
  const float q = big * big / (big * big + 1.f); // expect-line
  y[threadIdx.x] = isfinite(q) ? q : 0.f;        // expect-line
}

// A quotient that is one for every number, however large: the guard is never needed.
// fpcheck: ratio_scaled <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: ratio_scaled clean
__global__ void ratio_scaled(const float* x, float* y) {
  const float big = x[threadIdx.x] * 1e25f;
  const float q = 1.f / (1.f + 1.f / big / big);
  y[threadIdx.x] = isfinite(q) ? q : 0.f;
}
