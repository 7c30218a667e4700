// A NaN that a minimum, a maximum or a comparison takes away: the place where it goes is one of what is told, whoever made the NaN.

__device__ __forceinline__ void in_order(float& a, float& b) {
  const float low = fminf(a, b); // expect-line
  b = fmaxf(a, b);
  a = low;
}

// Roots of readings, of which a negative one is a gap that is meant to come last.
// fpcheck: median_of_roots <<<1, 4>>> x=[4,9,-1,25,36,1,49,16,-1,81,64,100] y=empty:4
// expect: median_of_roots rule=nan-born line=marked
__global__ void median_of_roots(const float* x, float* y) {
  float a = sqrtf(x[3 * threadIdx.x]), b = sqrtf(x[3 * threadIdx.x + 1]), c = sqrtf(x[3 * threadIdx.x + 2]);
  in_order(a, b);
  in_order(b, c);
  in_order(a, b);
  y[threadIdx.x] = b;
}

// fpcheck: median_of_roots_or_most <<<1, 4>>> x=[4,9,-1,25,36,1,49,16,-1,81,64,100] y=empty:4
// expect: median_of_roots_or_most clean
__global__ void median_of_roots_or_most(const float* x, float* y) {
  const auto root = [](float v) { return v < 0.f ? 3e38f : sqrtf(v); };
  float a = root(x[3 * threadIdx.x]), b = root(x[3 * threadIdx.x + 1]), c = root(x[3 * threadIdx.x + 2]);
  in_order(a, b);
  in_order(b, c);
  in_order(a, b);
  y[threadIdx.x] = b;
}

// The same of readings whose gaps are NaNs as they come.
// fpcheck: median_of_readings <<<1, 4>>> x=[nan,4,9,25,36,1,nan,16,49,81,64,100] want=[9,25,49,81] y=empty:4 ref=y=want --tol rtol=1e-6,atol=0
// expect: median_of_readings rule=mismatch line=marked
__global__ void median_of_readings(const float* x, float* y) {
  float a = x[3 * threadIdx.x], b = x[3 * threadIdx.x + 1], c = x[3 * threadIdx.x + 2];
  in_order(a, b);
  in_order(b, c);
  in_order(a, b);

  y[threadIdx.x] = b;
}

// fpcheck: median_of_gaps <<<1, 4>>> x=[nan,4,9,25,36,1,nan,16,49,81,64,100] want=[9,25,49,81] y=empty:4 ref=y=want --tol rtol=1e-6,atol=0
// expect: median_of_gaps clean
__global__ void median_of_gaps(const float* x, float* y) {
  const auto last = [](float v) { return v != v ? 3e38f : v; };
  float a = last(x[3 * threadIdx.x]), b = last(x[3 * threadIdx.x + 1]), c = last(x[3 * threadIdx.x + 2]);
  in_order(a, b);
  in_order(b, c);
  in_order(a, b);
  y[threadIdx.x] = b;
}

// A sort whose comparison is false of a NaN: what stands behind it stays where it was.
// fpcheck: sorted_readings <<<1, 8>>> x=[5,nan,1,4,2,8,3,7] want=[1,2,3,4,5,7,8,-1] y=empty:8 ref=y=want --tol bitwise
// expect: sorted_readings rule=mismatch line=marked
__global__ void sorted_readings(const float* x, float* y) {
  __shared__ float s[8];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int turn = 0; turn < 8; ++turn) {
    const int k = 2 * t + (turn & 1);
    if (t < 4 && k + 1 < 8)
      if (s[k] > s[k + 1]) { // expect-line
        const float larger = s[k];
        s[k] = s[k + 1], s[k + 1] = larger;
      }
    __syncthreads();
  }
  const float v = s[t];

  y[t] = v != v ? -1.f : v;
}

// fpcheck: sorted_gaps_last <<<1, 8>>> x=[5,nan,1,4,2,8,3,7] want=[1,2,3,4,5,7,8,-1] y=empty:8 ref=y=want --tol bitwise
// expect: sorted_gaps_last clean
__global__ void sorted_gaps_last(const float* x, float* y) {
  __shared__ float s[8];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int turn = 0; turn < 8; ++turn) {
    const int k = 2 * t + (turn & 1);
    if (t < 4 && k + 1 < 8)
      if (!(s[k] <= s[k + 1]) && s[k + 1] == s[k + 1]) {
        const float larger = s[k];
        s[k] = s[k + 1], s[k + 1] = larger;
      }
    __syncthreads();
  }
  const float v = s[t];
  y[t] = v != v ? -1.f : v;
}
