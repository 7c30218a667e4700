// Two halves of a block wait at two different barriers for all 64 threads: neither is ever complete.

// fpcheck: barriers_apart <<<1, 64>>> x=randn:64 y=empty:64
// expect: barriers_apart rule=barrier-divergence max_findings=4
__global__ void barriers_apart(const float* x, float* y) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = x[t];
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  y[t] = tile[63 - t];
}

// fpcheck: barrier_together <<<1, 64>>> x=randn:64 y=empty:64
// expect: barrier_together clean
__global__ void barrier_together(const float* x, float* y) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = x[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  y[t] = tile[63 - t];
}
