// A barrier under a branch that parts a warp. Behind an early return the device does not wait for the lanes that have ended.

// fpcheck: reversed_some <<<1, 64>>> n=20 x=randn:64 out=empty:64
// expect: reversed_some rule=barrier-divergence line=marked
__global__ void reversed_some(int n, const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x, lane = i % 32;
  out[i] = 0.f;
  s[i] = x[i];
  if (lane < n) {
    __syncthreads(); // expect-line
    out[i] = s[i - lane + n - 1 - lane];
  }
}

// fpcheck: reversed_all <<<1, 64>>> n=20 x=randn:64 out=empty:64
// expect: reversed_all clean
__global__ void reversed_all(int n, const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x, lane = i % 32;
  out[i] = 0.f;
  s[i] = x[i];
  __syncthreads();
  if (lane < n) out[i] = s[i - lane + n - 1 - lane];
}

// fpcheck: early_return <<<1, 64>>> n=40 twice=1 x=randn:64 out=inout:zeros:64
// expect: early_return clean
__global__ void early_return(int n, int twice, const float* x, float* out) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  s[i] = x[i];
  if (twice) {
    s[i] = 2.f * x[i];
    __syncthreads();
  }
  out[i] = s[twice ? n - 1 - i : i];
}
