// A row index computed in f32: beyond 2^24 neighbouring rows share one.

// fpcheck: normalise_float_index <<<1, 64>>> first=16777217 y=empty:64
// expect: normalise_float_index rule=int-to-float-loss|inaccurate|cancellation line=marked max_findings=3
__global__ void normalise_float_index(int first, float* y) {
  const int row = first + static_cast<int>(threadIdx.x);
  const float position = static_cast<float>(row); // expect-line
  y[threadIdx.x] = position - 16777216.f;         // expect-line
}

// fpcheck: normalise_int_index <<<1, 64>>> first=16777217 y=empty:64
// expect: normalise_int_index clean
__global__ void normalise_int_index(int first, float* y) {
  const int row = first + static_cast<int>(threadIdx.x);
  y[threadIdx.x] = static_cast<float>(row - 16777216);
}
