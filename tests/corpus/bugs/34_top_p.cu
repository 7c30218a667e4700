// Nucleus sampling: the f32 running sum of 32000 equal probabilities ends at 0.99981, never reaches p = 0.9999999, and
// the search returns an index one past the vocabulary.

// fpcheck: cut_float_sum <<<1, 1>>> n=32000 p=0.9999999 prob=const(3.125e-5):32000 keep=inout:zeros:32000:u8 cut=empty:1:i32
// expect: cut_float_sum rule=branch-flip|absorption|out-of-bounds|inaccurate line=marked max_findings=3
__global__ void cut_float_sum(int n, float p, const float* prob, unsigned char* keep, int* cut) {
  float sum = 0.f;
  int i = 0;
  for (; i < n; ++i) {
    sum += prob[i];      // expect-line
    if (sum >= p) break; // expect-line
  }
  keep[i] = 1; // expect-line
  *cut = i;
}

// fpcheck: cut_double_sum <<<1, 1>>> n=32000 p=0.9999999 prob=const(3.125e-5):32000 keep=inout:zeros:32000:u8 cut=empty:1:i32
// expect: cut_double_sum clean
__global__ void cut_double_sum(int n, float p, const float* prob, unsigned char* keep, int* cut) {
  double sum = 0.;
  int i = 0;
  for (; i < n - 1; ++i) {
    sum += static_cast<double>(prob[i]);
    if (sum >= static_cast<double>(p)) break;
  }
  keep[i] = 1;
  *cut = i;
}
