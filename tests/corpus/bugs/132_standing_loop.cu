// A loop over a number of floating point that the step no longer changes.

// fpcheck: march <<<1, 32>>> end=uniform(2e7,3e7):32 y=empty:32
// expect: march rule=absorption line=marked
__global__ void march(const float* end, float* y) {
  float s = 0.f;
  for (float t = 1.6e7f; t < end[threadIdx.x]; t += 1.f) s += 1e-6f; // expect-line
  y[threadIdx.x] = s;
}

// fpcheck: march_counted <<<1, 32>>> end=uniform(2e7,3e7):32 y=empty:32
// expect: march_counted clean
__global__ void march_counted(const float* end, float* y) {
  int turns = 0;
  const int last = (int)((end[threadIdx.x] - 1.6e7f) * 1e-4f);
  for (int k = 0; k < last; ++k) ++turns;
  y[threadIdx.x] = (float)turns;
}

// fpcheck: times <<<1, 32>>> start=const(4096):32 y=empty:32
// expect: times rule=absorption line=marked
__global__ void times(const float* start, float* y) {
  float t = start[threadIdx.x], h = 1e-4f;
  int n = 0;
  while (t < 5000.f) {
    t += h; // expect-line
    ++n;
  }
  y[threadIdx.x] = (float)n;
}
