// The hardware maximum returns the number when the other operand is no number; whoever promises that a NaN in the data
// shows in the result has to ask for it.

__device__ float maximum_nan(float a, float b) {
  float y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
}

// fpcheck: row_maximum_number <<<1, 2>>> n=2 x=@inputs/44_x.npy out=empty:2 --ref out=@inputs/44_out.npy --tol 0ulp
// expect: row_maximum_number rule=mismatch line=marked max_findings=3
__global__ void row_maximum_number(int n, const float* x, float* out) {
  float m = -INFINITY;
  for (int i = 0; i < n; ++i) m = fmaxf(m, x[threadIdx.x * n + i]);
  out[threadIdx.x] = m; // expect-line
}

// fpcheck: row_maximum_nan <<<1, 2>>> n=2 x=@inputs/44_x.npy out=empty:2 --ref out=@inputs/44_out.npy --tol 0ulp
// expect: row_maximum_nan clean
__global__ void row_maximum_nan(int n, const float* x, float* out) {
  float m = -INFINITY;
  for (int i = 0; i < n; ++i) m = maximum_nan(m, x[threadIdx.x * n + i]);
  out[threadIdx.x] = m;
}
