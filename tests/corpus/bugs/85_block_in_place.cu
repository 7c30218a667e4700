// One block that updates an array of global memory in place: other warps of the block read what is being overwritten.

// fpcheck: smooth_in_place <<<1, 128>>> x=inout:randn:130
// expect: smooth_in_place rule=race line=marked max_findings=3
__global__ void smooth_in_place(float* x) {
  const int i = threadIdx.x + 1;
  x[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1]; // expect-line
}

// fpcheck: smooth_after_barrier <<<1, 128>>> x=inout:randn:130
// expect: smooth_after_barrier clean
__global__ void smooth_after_barrier(float* x) {
  const int i = threadIdx.x + 1;
  const float next = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
  __syncthreads();
  x[i] = next;
}

// fpcheck: swap_unsynced <<<1, 96>>> n=192 x=inout:randn:192
// expect: swap_unsynced rule=race line=marked max_findings=3
__global__ void swap_unsynced(int n, float* x) {
  for (int k = 0; k < n; ++k) {
    const int i = 2 * threadIdx.x + (k & 1);
    if (i + 1 < n && x[i] > x[i + 1]) { // expect-line
      const float t = x[i];
      x[i] = x[i + 1], x[i + 1] = t; // expect-line
    }
  }
}

// fpcheck: swap_synced <<<1, 96>>> n=192 x=inout:randn:192
// expect: swap_synced clean
__global__ void swap_synced(int n, float* x) {
  for (int k = 0; k < n; ++k) {
    const int i = 2 * threadIdx.x + (k & 1);
    if (i + 1 < n && x[i] > x[i + 1]) {
      const float t = x[i];
      x[i] = x[i + 1], x[i + 1] = t;
    }
    __syncthreads();
  }
}
