// A NaN that the kernel made, and that a minimum, a maximum or a clamp takes away: the number that is left says nothing of it.
#include <cuda_fp16.h>

// The share of each bin; an empty row has no shares, and the largest of all rows says nothing of that.
// fpcheck: largest_share <<<1, 64>>> count=[4,1,0,3,2,8,0,5] total=[8,2,0,6,2,9,1,7] y=empty:1
// expect: largest_share rule=nan-born line=marked
__global__ void largest_share(const float* count, const float* total, float* y) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = count[t % 8] / total[t % 8]; // expect-line
  for (int h = 32; h > 0; h /= 2) {
    __syncthreads();
    if (t < h) s[t] = fmaxf(s[t], s[t + h]);
  }
  if (t == 0) y[0] = s[0];
}

// fpcheck: largest_share_of_rows <<<1, 64>>> count=[4,1,0,3,2,8,0,5] total=[8,2,0,6,2,9,1,7] y=empty:1
// expect: largest_share_of_rows clean
__global__ void largest_share_of_rows(const float* count, const float* total, float* y) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = total[t % 8] > 0.f ? count[t % 8] / total[t % 8] : 0.f;
  for (int h = 32; h > 0; h /= 2) {
    __syncthreads();
    if (t < h) s[t] = fmaxf(s[t], s[t + h]);
  }
  if (t == 0) y[0] = s[0];
}

// A direction of length zero, and a clamp to [0, 1] that makes it black.
// fpcheck: light <<<1, 8>>> x=[1,0,0.5,0,2,1,0,3] y=[0,0,0.5,1,1,1,0,4] o=empty:8
// expect: light rule=nan-born|inf-born line=marked
__global__ void light(const float* x, const float* y, float* o) {
  const int i = threadIdx.x;
  const float d = x[i] / sqrtf(x[i] * x[i] + y[i] * y[i]); // expect-line
  o[i] = __saturatef(d);
}

// fpcheck: light_of_lengths <<<1, 8>>> x=[1,0,0.5,0,2,1,0,3] y=[0,0,0.5,1,1,1,0,4] o=empty:8
// expect: light_of_lengths clean
__global__ void light_of_lengths(const float* x, const float* y, float* o) {
  const int i = threadIdx.x;
  const float n = x[i] * x[i] + y[i] * y[i];
  o[i] = n > 0.f ? __saturatef(x[i] / sqrtf(n)) : 0.f;
}

// Two halves at a time: the square root of a negative number is taken for the smaller one.
// fpcheck: least_root <<<1, 16>>> x=randn:32:f16 y=empty:32:f16
// expect: least_root rule=nan-born line=marked
__global__ void least_root(const __half2* x, __half2* y) {
  const int i = threadIdx.x;
  y[i] = __hmin2(h2sqrt(x[i]), __float2half2_rn(2.f)); // expect-line
}

// Missing samples are NaNs of the input, which a maximum is to leave out.
// fpcheck: largest_present <<<1, 32>>> x=[1,nan,2,nan,nan,3,0,-1,1,nan,2,nan,nan,3,0,-1,1,nan,2,nan,nan,3,0,-1,1,nan,2,nan,nan,3,0,-1] y=empty:1
// expect: largest_present clean
__global__ void largest_present(const float* x, float* y) {
  float m = x[threadIdx.x];
  for (int h = 16; h > 0; h /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, h));
  if (threadIdx.x == 0) y[0] = m;
}
