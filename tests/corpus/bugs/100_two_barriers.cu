// Lanes of one warp that wait at different barriers: each counts the other's threads, and the data that a barrier was to order are not.

// fpcheck: halves_of_a_warp <<<1, 64>>> x=randn:64 out=empty:64
// expect: halves_of_a_warp rule=barrier-divergence line=marked
__global__ void halves_of_a_warp(const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  if (i % 32 < 16) {
    s[i] = x[i];
    __syncthreads(); // expect-line
    out[i] = s[63 - i];
  } else {
    s[i] = 2 * x[i];
    __syncthreads(); // expect-line
    out[i] = s[63 - i] + 1;
  }
}

// fpcheck: halves_of_a_warp_together <<<1, 64>>> x=randn:64 out=empty:64
// expect: halves_of_a_warp_together clean
__global__ void halves_of_a_warp_together(const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  const bool low = i % 32 < 16;
  s[i] = low ? x[i] : 2 * x[i];
  __syncthreads();
  out[i] = s[63 - i] + (low ? 0 : 1);
}

// fpcheck: tail_of_a_tile <<<2, 64>>> x=randn:128 out=empty:128 n=100
// expect: tail_of_a_tile rule=barrier-divergence line=marked
__global__ void tail_of_a_tile(const float* x, float* out, int n) {
  __shared__ float s[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  if (i < n) {
    s[threadIdx.x] = x[i];
    __syncthreads(); // expect-line
    for (int k = 0; k < 4; ++k) sum += s[(threadIdx.x + k) % 64 % (n - blockIdx.x * 64)];
  } else {
    s[threadIdx.x] = 0;
    __syncthreads(); // expect-line
  }
  out[i] = sum;
}

// Whole warps may part: each barrier is met by all lanes of those that come to it.
// fpcheck: warps_of_two_kinds <<<1, 64>>> x=randn:64 out=empty:64
// expect: warps_of_two_kinds clean
__global__ void warps_of_two_kinds(const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  if (i < 32) {
    s[i] = x[i];
    __syncthreads();
    out[i] = s[63 - i];
  } else {
    s[i] = 2 * x[i];
    __syncthreads();
    out[i] = s[63 - i] + 1;
  }
}
