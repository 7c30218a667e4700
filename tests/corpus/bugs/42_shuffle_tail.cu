// A butterfly sum over 180 threads with the full mask: the last warp has 20 lanes, and the other 12 are read although
// they are not there.

// fpcheck: sum_full_mask <<<1, 180>>> x=const(1):180 out=empty:6
// expect: sum_full_mask rule=undefined-lane|uninitialised line=marked max_findings=3
__global__ void sum_full_mask(const float* x, float* out) {
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, step); // expect-line
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

// fpcheck: sum_lanes_present <<<1, 180>>> x=const(1):180 out=empty:6
// expect: sum_lanes_present clean
// fpcheck: sum_lanes_present <<<1, 180>>> x=randn:180 out=empty:6
// expect: sum_lanes_present clean
__global__ void sum_lanes_present(const float* x, float* out) {
  const int first = threadIdx.x / 32 * 32, lane = threadIdx.x % 32;
  const int lanes = min(32, static_cast<int>(blockDim.x) - first);
  const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u;
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    const float other = __shfl_sync(mask, v, lane + step < lanes ? lane + step : lane);
    if (lane + step < lanes) v += other;
  }
  if (lane == 0) out[threadIdx.x / 32] = v;
}
