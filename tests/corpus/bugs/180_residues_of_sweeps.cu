// Differences of numbers that a kernel made and kept, and no iteration makes vanish: what is lost there was the answer.

// fpcheck: residual_by_squares <<<1, 32>>> sweeps=4 a=uniform(-0.02,0.02):32x32 b=uniform(1,2):32 rr=empty:1
// expect: residual_by_squares rule=cancellation|nan-born line=marked
__global__ void residual_by_squares(int sweeps, const float* a, const float* b, float* rr) {
  __shared__ float v[32], product[32];
  const int i = threadIdx.x;
  v[i] = b[i];
  __syncthreads();
  for (int k = 0; k < sweeps; ++k) {
    float s = b[i];
    for (int j = 0; j < 32; ++j)
      if (j != i) s -= a[i * 32 + j] * v[j];
    __syncthreads();
    v[i] = s;
    __syncthreads();
  }
  float s = v[i];
  for (int j = 0; j < 32; ++j)
    if (j != i) s += a[i * 32 + j] * v[j];
  product[i] = s;
  __syncthreads();
  if (i != 0) return;
  float bb = 0.f, bp = 0.f, pp = 0.f;
  for (int j = 0; j < 32; ++j) bb += b[j] * b[j], bp += b[j] * product[j], pp += product[j] * product[j];
  rr[0] = bb - 2.f * bp + pp; // expect-line
}

// fpcheck: heights <<<1, 64>>> angle=uniform(0.0005,0.001):64 radius=uniform(6,7):64 height=empty:64
// expect: heights rule=cancellation line=marked
__global__ void heights(const float* angle, const float* radius, float* height) {
  __shared__ float cosine[64];
  const int i = threadIdx.x;
  cosine[i] = cosf(angle[i]);
  __syncthreads();
  height[i] = radius[i] - radius[i] * cosine[i]; // expect-line
}
