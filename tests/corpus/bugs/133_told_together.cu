// What lanes tell each other of values that nothing wrote.

// fpcheck: count_of_marks <<<1, 64>>> x=uniform(0,1):64 y=empty:64
// expect: count_of_marks rule=uninitialised line=marked
__global__ void count_of_marks(const float* x, int* y) {
  __shared__ int mark[64];
  const int i = threadIdx.x;
  if (x[i] > 0.5f) mark[i] = 1; // and the others stay as they were
  __syncthreads();
  y[i] = __popc(__ballot_sync(~0u, mark[i] != 0)); // expect-line
}

// fpcheck: count_of_marks_cleared <<<1, 64>>> x=uniform(0,1):64 y=empty:64
// expect: count_of_marks_cleared clean
__global__ void count_of_marks_cleared(const float* x, int* y) {
  __shared__ int mark[64];
  const int i = threadIdx.x;
  mark[i] = x[i] > 0.5f;
  __syncthreads();
  y[i] = __popc(__ballot_sync(~0u, mark[i] != 0));
}

// fpcheck: any_flag <<<1, 32>>> y=empty:32
// expect: any_flag rule=uninitialised line=marked
__global__ void any_flag(int* y) {
  __shared__ int flag[32];
  const int i = threadIdx.x;
  if (i < 8) flag[i] = 0;
  __syncwarp();
  y[i] = __any_sync(~0u, flag[i] == 7); // expect-line
}
