// Sampling by inverting a running sum that stops short of one, with a uniform number that can be one: the search walks
// through the bins of probability zero and off the end.

// fpcheck: sample_past_end <<<1, 32>>> n=16 prob=@inputs/35_prob.npy u=const(1):32 index=empty:32:i32 --range 'index=[0,11]'
// expect: sample_past_end rule=out-of-range|branch-flip line=marked max_findings=3
__global__ void sample_past_end(int n, const float* prob, const float* u, int* index) {
  float sum = 0.f;
  int i = 0;
  while (i < n) {
    sum += prob[i];
    if (sum >= u[threadIdx.x]) break; // expect-line
    ++i;
  }
  index[threadIdx.x] = i; // expect-line
}

// fpcheck: sample_last_positive <<<1, 32>>> n=16 prob=@inputs/35_prob.npy u=const(1):32 index=empty:32:i32 --range 'index=[0,11]'
// expect: sample_last_positive clean
// fpcheck: sample_last_positive <<<1, 32>>> n=16 prob=@inputs/35_prob.npy u=uniform(0,1):32 index=empty:32:i32 --range 'index=[0,11]'
// expect: sample_last_positive clean
__global__ void sample_last_positive(int n, const float* prob, const float* u, int* index) {
  float sum = 0.f;
  int chosen = 0;
  for (int i = 0; i < n; ++i) {
    if (prob[i] > 0.f) chosen = i;
    sum += prob[i];
    if (sum > u[threadIdx.x]) break;
  }
  index[threadIdx.x] = chosen;
}
