// A field that literals alone make: where it passes through zero among larger numbers it moves as far as they do with half an ulp of the
// decimals that somebody wrote. What a difference loses beside them does not.

// fpcheck: two_sources <<<4, 64>>> strength=40.0 phi=empty:256
// expect: two_sources clean
__global__ void two_sources(float strength, float* phi) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = (i % 16 + 0.5f) / 16.f, y = (i / 16 + 0.5f) / 16.f;
  const float a = (x - 0.3f) * (x - 0.3f) + (y - 0.4f) * (y - 0.4f) + 0.05f;
  const float b = (x - 0.7f) * (x - 0.7f) + (y - 0.6f) * (y - 0.6f) + 0.05f;
  phi[i] = strength * (1.f / a - 1.f / b);
}

// fpcheck: relaxed <<<1, 128>>> amplitude=3.0 u=empty:128
// expect: relaxed clean
__global__ void relaxed(float amplitude, float* u) {
  __shared__ float at[130];
  const int i = threadIdx.x;
  const float x = (i + 0.5f) / 128.f;
  at[i + 1] = 0.f;
  if (i == 0) at[0] = at[129] = 0.f;
  const float s = amplitude * (expf(-(x - 0.35f) * (x - 0.35f) * 40.f) - 0.8f * expf(-(x - 0.62f) * (x - 0.62f) * 55.f));
  __syncthreads();
  for (int k = 0; k < 12; ++k) {
    const float v = 0.5f * (at[i] + at[i + 2] + s);
    __syncthreads();
    at[i + 1] = v;
    __syncthreads();
  }
  u[i] = at[i + 1];
}

// fpcheck: growth <<<1, 128>>> y=empty:128
// expect: growth rule=cancellation line=marked
__global__ void growth(float* y) {
  const float x = 0.00001f * (threadIdx.x - 64.f) * (threadIdx.x - 64.f) * fabsf(threadIdx.x - 64.f);
  y[threadIdx.x] = expf(x) - 1.f; // expect-line
}

// fpcheck: growth_by_expm1 <<<1, 128>>> y=empty:128
// expect: growth_by_expm1 clean
__global__ void growth_by_expm1(float* y) {
  const float x = 0.00001f * (threadIdx.x - 64.f) * (threadIdx.x - 64.f) * fabsf(threadIdx.x - 64.f);
  y[threadIdx.x] = expm1f(x);
}

// fpcheck: ring <<<1, 64>>> area=empty:64
// expect: ring rule=cancellation line=marked
__global__ void ring(float* area) {
  const float r = 100.1f, w = 0.003f * threadIdx.x * threadIdx.x * threadIdx.x / 100.f, q = r + w;
  area[threadIdx.x] = 3.14159265f * (q * q - r * r); // expect-line
}

// fpcheck: ring_by_width <<<1, 64>>> area=empty:64
// expect: ring_by_width clean
__global__ void ring_by_width(float* area) {
  const float r = 100.1f, w = 0.003f * threadIdx.x * threadIdx.x * threadIdx.x / 100.f;
  area[threadIdx.x] = 3.14159265f * w * (2.f * r + w);
}
