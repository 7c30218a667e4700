// One place of shared memory that holds three sums, one after the other: what is read from it again is another number.

// fpcheck: residual_through_one_place <<<1, 32>>> b=uniform(1,2):32 x=uniform(0.249,0.251):32 rr=empty:1
// expect: residual_through_one_place rule=cancellation|absorption|nan-born line=marked
__device__ float sum_of_warp(float v, float* place) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) *place = v;
  __syncthreads();
  const float s = *place;
  __syncthreads();
  return s;
}

__global__ void residual_through_one_place(const float* b, const float* x, float* rr) {
  __shared__ float place;
  const int i = threadIdx.x;
  const float product = 4.0f * x[i] * b[i];
  const float bb = sum_of_warp(b[i] * b[i], &place), bp = sum_of_warp(b[i] * product, &place), pp = sum_of_warp(product * product, &place);
  if (i == 0) rr[0] = bb - 2.0f * bp + pp; // expect-line
}

// fpcheck: change_of_element <<<1, 64>>> t=inout:uniform(280,281):64 flux=uniform(0.00001,0.0001):64 change=empty:64
// expect: change_of_element rule=cancellation|absorption line=marked
__global__ void change_of_element(float* t, const float* flux, float* change) {
  const int i = threadIdx.x;
  const float before = t[i];
  t[i] = before + flux[i]; // expect-line
  __syncthreads();
  change[i] = t[i] - before; // expect-line
}
