// A small angle by the arc cosine of its cosine, which has rounded to one: the result is zero.

// fpcheck: angle_by_cosine <<<1, 64>>> y=empty:64
// expect: angle_by_cosine rule=branch-flip line=marked max_findings=1
__global__ void angle_by_cosine(float* y) {
  const float t = static_cast<float>(threadIdx.x + 1) * 0x1p-20f;
  y[threadIdx.x] = acosf(1.f - t * t); // expect-line
}

// fpcheck: angle_by_sine <<<1, 64>>> y=empty:64
// expect: angle_by_sine clean
__global__ void angle_by_sine(float* y) {
  const float t = static_cast<float>(threadIdx.x + 1) * 0x1p-20f;
  y[threadIdx.x] = 2.f * asinf(t * 0.70710678f);
}

// A cosine that is data is known to half an ulp: so is the angle, and zero is an answer.
// fpcheck: angle_of_data <<<1, 64>>> x=uniform(0.9999998,1):64 y=empty:64
// expect: angle_of_data clean
__global__ void angle_of_data(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = acosf(v * v);
}
