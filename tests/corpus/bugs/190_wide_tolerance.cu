// A tolerance that was widened until the test passed: outputs of nothing but zeros would pass it too.

// fpcheck: halve_within_one <<<1, 32>>> n=32 x=uniform(0.1,1):32 y=empty:32 --ref 'x * 0.5' --tol rtol=1,atol=1
// expect: halve_within_one rule=vacuous-tolerance
__global__ void halve_within_one(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i];
}

// fpcheck: halve <<<1, 32>>> n=32 x=uniform(0.1,1):32 y=empty:32 --ref 'x * 0.5' --tol rtol=1e-6,atol=1e-7
// expect: halve clean
__global__ void halve(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i];
}
