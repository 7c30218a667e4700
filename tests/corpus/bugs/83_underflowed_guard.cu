// A guard against an empty sum that also meets a sum whose terms were too small to be numbers.

// fpcheck: guarded_sum <<<4, 32>>> x=uniform(-130,-110):4x32 y=empty:4x32
// expect: guarded_sum rule=branch-flip line=marked max_findings=1
__global__ void guarded_sum(const float* x, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float e = expf(x[i]);
  float sum = e;
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  y[i] = sum > 0.f ? e / sum : 0.f; // expect-line
}

// fpcheck: shifted_sum <<<4, 32>>> x=uniform(-130,-110):4x32 y=empty:4x32
// expect: shifted_sum clean
__global__ void shifted_sum(const float* x, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float top = x[i];
  for (int k = 16; k > 0; k /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, k));
  const float e = expf(x[i] - top);
  float sum = e;
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  y[i] = sum > 0.f ? e / sum : 0.f;
}

// fpcheck: guarded_length <<<1, 64>>> x=uniform(1e-25,2e-25):64x4 y=empty:64x4
// expect: guarded_length rule=branch-flip line=marked max_findings=1
__global__ void guarded_length(const float4* x, float4* y) {
  const float4 v = x[threadIdx.x];
  const float square = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  float4 r = make_float4(0.f, 0.f, 0.f, 0.f);
  if (square != 0.f) { // expect-line
    const float l = sqrtf(square);
    r = make_float4(v.x / l, v.y / l, v.z / l, v.w / l);
  }
  y[threadIdx.x] = r;
}

// What underflowed adds nothing: skipping it is right.
// fpcheck: skipped_term <<<1, 64>>> x=uniform(1e-25,2e-25):64 y=empty:64
// expect: skipped_term clean
__global__ void skipped_term(const float* x, float* y) {
  const float square = x[threadIdx.x] * x[threadIdx.x];
  y[threadIdx.x] = square > 0.f ? 1.f + square : 1.f;
}
