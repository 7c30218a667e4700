// Sums whose rounding errors are worked out, and are then taken the wrong way, or twice.

// fpcheck: added_instead <<<1, 32>>> n=4096 x=const(1e-4):4096 base=4096.0 total=empty:1
// expect: added_instead rule=absorption|cancellation
__global__ void added_instead(const float* x, float* total, int n, float base) {
  if (threadIdx.x != 0) return;
  float s = base, c = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float y = x[i] + c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  total[0] = s - base;
}

// fpcheck: taken_twice <<<1, 32>>> n=4096 x=uniform(0.9,1.1):4096 base=1e6 total=empty:1
// expect: taken_twice rule=absorption|cancellation
__global__ void taken_twice(const float* x, float* total, int n, float base) {
  if (threadIdx.x != 0) return;
  float s = base, c = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float y = x[i] - 2.0f * c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  total[0] = s - base;
}
