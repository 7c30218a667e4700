// A sum overflows, a function that works on its bits makes an infinity of it, and a clamp a number that looks like a loss.

// fpcheck: capped_loss <<<4, 32>>> z=uniform(86,95):4x64 loss=empty:4
// expect: capped_loss rule=branch-flip|overflow|inf-born max_findings=4
__global__ void capped_loss(const float* z, float* loss) {
  float sum = 0;
  for (int i = threadIdx.x; i < 64; i += 32) sum += expf(z[64 * blockIdx.x + i]);
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
  if (threadIdx.x == 0) loss[blockIdx.x] = fminf(logf(sum) - z[64 * blockIdx.x + 3], 100.f);
}

// fpcheck: shifted_loss <<<4, 32>>> z=uniform(86,95):4x64 loss=empty:4
// expect: shifted_loss clean
__global__ void shifted_loss(const float* z, float* loss) {
  float top = -INFINITY, sum = 0;
  for (int i = 0; i < 64; ++i) top = fmaxf(top, z[64 * blockIdx.x + i]);
  for (int i = threadIdx.x; i < 64; i += 32) sum += expf(z[64 * blockIdx.x + i] - top);
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
  if (threadIdx.x == 0) loss[blockIdx.x] = fminf(logf(sum) - (z[64 * blockIdx.x + 3] - top), 100.f);
}

// The exponent's field says whether the number is finite, and what is not counts as nothing.
// fpcheck: dropped_energy <<<1, 64>>> x=uniform(1e19,4e19):64 y=empty:64
// expect: dropped_energy rule=branch-flip|overflow|inf-born max_findings=4
__global__ void dropped_energy(const float* x, float* y) {
  const float square = x[threadIdx.x] * x[threadIdx.x];
  const bool finite = (__float_as_uint(square) >> 23 & 255u) != 255u;
  y[threadIdx.x] = finite ? sqrtf(square) : 0.f;
}

// fpcheck: kept_energy <<<1, 64>>> x=uniform(1e19,4e19):64 y=empty:64
// expect: kept_energy clean
__global__ void kept_energy(const float* x, float* y) {
  const float scaled = x[threadIdx.x] * 0x1p-64f, square = scaled * scaled;
  const bool finite = (__float_as_uint(square) >> 23 & 255u) != 255u;
  y[threadIdx.x] = finite ? sqrtf(square) * 0x1p64f : 0.f;
}
