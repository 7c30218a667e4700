// An infinity or a NaN has a line before its own: where numbers became 0, or behind it, where it is taken away. What a compiler makes of
// one line in several steps is one contribution.

// fpcheck: populations <<<1, 32>>> energy=uniform(3000,3400):32 occupied=empty:32 kT=20.0
// expect: populations rule=overflow|nan-born line=marked
__device__ float boltzmann(float energy, float kT) {
  return expf(-energy / kT); // expect-line
}
__global__ void populations(const float* energy, float* occupied, float kT) {
  const int i = threadIdx.x;
  const float w = boltzmann(energy[i], kT);
  float z = w;
  for (int d = 16; d > 0; d >>= 1) z += __shfl_xor_sync(0xffffffffu, z, d);
  const float share = w / z;
  __syncwarp();
  occupied[i] = fminf(fmaxf(share, 0.f), 1.f);
}

// fpcheck: populations_from_lowest <<<1, 32>>> energy=uniform(3000,3400):32 occupied=empty:32 kT=20.0
// expect: populations_from_lowest clean
__global__ void populations_from_lowest(const float* energy, float* occupied, float kT) {
  const int i = threadIdx.x;
  float least = energy[i];
  for (int d = 16; d > 0; d >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, d));
  const float w = boltzmann(energy[i] - least, kT);
  float z = w;
  for (int d = 16; d > 0; d >>= 1) z += __shfl_xor_sync(0xffffffffu, z, d);
  occupied[i] = fminf(fmaxf(w / z, 0.f), 1.f);
}

// fpcheck: gates <<<1, 32>>> a=uniform(92,99):32 b=uniform(90,97):32 w=empty:32
// expect: gates rule=overflow|nan-born line=marked
__global__ void gates(const float* a, const float* b, float* w) {
  const int i = threadIdx.x;
  const float x = expf(a[i]);
  const float y = expf(b[i]);
  const float sum = x + y;
  const float share = x / sum;
  __syncwarp();

  w[i] = fminf(share, 1.f); // expect-line
}

// fpcheck: gates_by_difference <<<1, 32>>> a=uniform(92,99):32 b=uniform(90,97):32 w=empty:32
// expect: gates_by_difference clean
__global__ void gates_by_difference(const float* a, const float* b, float* w) {
  const int i = threadIdx.x;
  w[i] = fminf(1.f / (1.f + expf(b[i] - a[i])), 1.f);
}

// fpcheck: clock_of_steps <<<1, 32>>> start=uniform(30000,60000):32 elapsed=empty:32 dt=0.003 n=400
// expect: clock_of_steps rule=cancellation|absorption line=marked
__global__ void clock_of_steps(const float* start, float* elapsed, float dt, int n) {
  float now = start[threadIdx.x];
  for (int k = 0; k < n; ++k)
    now += dt; // expect-line
  __syncwarp();

  elapsed[threadIdx.x] = now - start[threadIdx.x];
}

// fpcheck: clock_of_counts <<<1, 32>>> start=uniform(30000,60000):32 elapsed=empty:32 dt=0.003 n=400
// expect: clock_of_counts clean
__global__ void clock_of_counts(const float* start, float* elapsed, float dt, int n) {
  int steps = 0;
  float now = start[threadIdx.x];
  for (; steps < n && now < 1e6f; ++steps) now = start[threadIdx.x] + (steps + 1) * dt;
  elapsed[threadIdx.x] = steps * dt;
}
