// A kernel that normalises its input in place although the caller only lends it.

// fpcheck: normalise_in_place <<<1, 32>>> x=uniform(1,2):32 y=empty:32
// expect: normalise_in_place rule=read-only-write line=marked max_findings=3
__global__ void normalise_in_place(float* x, float* y) {
  x[threadIdx.x] *= 0.5f; // expect-line
  y[threadIdx.x] = x[threadIdx.x] + 1.f;
}

// fpcheck: normalise_copy <<<1, 32>>> x=uniform(1,2):32 y=empty:32
// expect: normalise_copy clean
__global__ void normalise_copy(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] * 0.5f + 1.f; }
