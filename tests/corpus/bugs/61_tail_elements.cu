// A grid that rounds the number of blocks down leaves the tail of the output unwritten; one without a bound check
// writes past its end.

// fpcheck: scale_rounded_down <<<3, 64>>> n=200 x=randn:200 y=empty:200
// expect: scale_rounded_down rule=unwritten-output max_findings=3
// fpcheck: scale_rounded_down <<<4, 64>>> n=200 x=randn:200 y=empty:200
// expect: scale_rounded_down clean
__global__ void scale_rounded_down(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.f * x[i];
}

// fpcheck: scale_unchecked <<<4, 64>>> n=200 x=randn:256 y=empty:200
// expect: scale_unchecked rule=out-of-bounds line=marked max_findings=3
__global__ void scale_unchecked(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2.f * x[i]; // expect-line
}
