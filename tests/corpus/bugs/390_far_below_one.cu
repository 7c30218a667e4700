// Zeros where exact arithmetic has numbers that are far below what was added to them: below what 256 binary digits tell, not below what binary64 holds.

// fpcheck: softplus <<<1, 32>>> x=[-300,0.5,1.5,2] y=empty:4
// expect: softplus rule=cancellation line=marked
__global__ void softplus(const double* x, double* y) {
  if (threadIdx.x < 4) y[threadIdx.x] = log(1 + exp(x[threadIdx.x])); // expect-line
}

// fpcheck: softplus_beside_one <<<1, 32>>> x=[-300,0.5,1.5,2] y=empty:4
// expect: softplus_beside_one clean
__global__ void softplus_beside_one(const double* x, double* y) {
  if (threadIdx.x < 4) y[threadIdx.x] = log1p(exp(x[threadIdx.x]));
}

// fpcheck: sagitta <<<1, 32>>> angle=[1e-60,0.5,1,2e-60] y=empty:4 radius=6371000
// expect: sagitta rule=cancellation line=marked
__global__ void sagitta(const double* angle, double* y, double radius) {
  if (threadIdx.x >= 4) return;
  const double a = angle[threadIdx.x];
  y[threadIdx.x] = radius * (sqrt(1 + a * a) - 1); // expect-line
}

// fpcheck: sagitta_by_quotient <<<1, 32>>> angle=[1e-60,0.5,1,2e-60] y=empty:4 radius=6371000
// expect: sagitta_by_quotient clean
__global__ void sagitta_by_quotient(const double* angle, double* y, double radius) {
  if (threadIdx.x >= 4) return;
  const double a = angle[threadIdx.x];
  y[threadIdx.x] = radius * (a * a / (sqrt(1 + a * a) + 1));
}
