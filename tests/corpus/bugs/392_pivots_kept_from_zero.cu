// Pivots that are kept away from zero where a rounding has made one zero: how many are negative is the same, which were zero is not.

__device__ float start(const float* d, const float* e, int n, float& high) {
  float low = 3e38f;
  high = -3e38f;
  for (int i = 0; i < n; ++i) {
    const float r = (i > 0 ? fabsf(e[i - 1]) : 0.f) + (i < n - 1 ? fabsf(e[i]) : 0.f);
    low = fminf(low, d[i] - r), high = fmaxf(high, d[i] + r);
  }
  const float width = high - low;
  high += 0.125f * width;
  return low - 0.125f * width;
}

// fpcheck: least_pivot <<<1, 32>>> d=[2,2,2,2,2,2,2,2] e=[1,1,0,1,0.5,1,0.25] least=empty:8 n=8
// expect: least_pivot rule=branch-flip line=marked
__global__ void least_pivot(const float* d, const float* e, float* least, int n) {
  const int k = threadIdx.x;
  if (k >= n) return;
  float high, low = start(d, e, n, high), small = 1;
  for (int s = 0; s < 40; ++s) {
    const float x = low + 0.5f * (high - low);
    if (x <= low || x >= high) break;
    float q = 1;
    int below = 0;
    for (int i = 0; i < n; ++i) {
      q = (d[i] - x) - (i > 0 ? e[i - 1] * e[i - 1] : 0.f) / q;
      if (fabsf(q) < 1e-20f) // expect-line
        q = -1e-20f;
      else if (fabsf(q) > 1e-12f)
        small = fminf(small, fabsf(q));
      below += q < 0;
    }
    if (below > k) high = x;
    else low = x;
  }
  least[k] = small;
}

// fpcheck: modes <<<1, 32>>> d=[2,2,2,2,2,2,2,2] e=[1,1,0,1,0.5,1,0.25] mode=empty:8 n=8
// expect: modes clean
__global__ void modes(const float* d, const float* e, float* mode, int n) {
  const int k = threadIdx.x;
  if (k >= n) return;
  float high, low = start(d, e, n, high);
  for (int s = 0; s < 40; ++s) {
    const float x = low + 0.5f * (high - low);
    if (x <= low || x >= high) break;
    float q = 1;
    int below = 0;
    for (int i = 0; i < n; ++i) {
      q = (d[i] - x) - (i > 0 ? e[i - 1] * e[i - 1] : 0.f) / q;
      if (fabsf(q) < 1e-20f) q = -1e-20f;
      below += q < 0;
    }
    if (below > k) high = x;
    else low = x;
  }
  mode[k] = low + 0.5f * (high - low);
}
