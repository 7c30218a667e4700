// A tolerance that is stated for one output, and holds, says nothing of another one.

// fpcheck: parts_of_shifted <<<1, 64>>> n=64 x=uniform(1,2):64 y=empty:64 k=empty:64:i32 --ref 'y=x' --tol rtol=0,atol=1e-3
// expect: parts_of_shifted rule=branch-flip|cancellation|absorption line=marked
__global__ void parts_of_shifted(int n, const float* x, float* y, int* k) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float shifted = (x[i] + 3000.0f) - 3000.0f; // expect-line
  y[i] = shifted;
  k[i] = static_cast<int>(shifted * 4096.0f); // expect-line
}

// fpcheck: parts <<<1, 64>>> n=64 x=uniform(1,2):64 y=empty:64 k=empty:64:i32 --ref 'y=x' --tol rtol=0,atol=1e-3
// expect: parts clean
__global__ void parts(int n, const float* x, float* y, int* k) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = (x[i] + 3000.0f) - 3000.0f;
  k[i] = static_cast<int>(x[i] * 4096.0f);
}

// Without a statement of what is allowed the first output alone is a finding.
// fpcheck: shifted_back <<<1, 64>>> n=64 x=uniform(1,2):64 y=empty:64
// expect: shifted_back rule=cancellation|absorption line=marked
__global__ void shifted_back(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = (x[i] + 3000.0f) - 3000.0f; // expect-line
}
