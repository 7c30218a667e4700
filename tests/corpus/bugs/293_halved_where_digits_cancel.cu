// An interval is halved by the sign of a polynomial near a triple root, in its expanded form.

// fpcheck: expanded <<<1, 64>>> depth=uniform(0.9,1.1):64 at=empty:64
// expect: expanded rule=branch-flip
__global__ void expanded(const float* depth, float* at) {
  const float d = depth[threadIdx.x] * 0x1p-30f;
  float low = 0.5f, high = 1.6f;
  for (int k = 0; k < 16; ++k) {
    const float m = 0.5f * (low + high);
    if (((m - 3.f) * m + 3.f) * m - 1.f < d) low = m;
    else high = m;
  }
  at[threadIdx.x] = 0.5f * (low + high);
}

// fpcheck: of_the_difference <<<1, 64>>> depth=uniform(0.9,1.1):64 at=empty:64
// expect: of_the_difference clean
__global__ void of_the_difference(const float* depth, float* at) {
  const float d = depth[threadIdx.x] * 0x1p-30f;
  float low = 0.5f, high = 1.6f;
  for (int k = 0; k < 16; ++k) {
    const float m = 0.5f * (low + high), t = m - 1.f;
    if (t * t * t < d) low = m;
    else high = m;
  }
  at[threadIdx.x] = 0.5f * (low + high);
}
