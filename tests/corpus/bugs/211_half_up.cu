// The nearest integer by adding a half: below one half the sum rounds to one, and above 2^23 there is no half to add.

// fpcheck: nearest_pixel <<<1, 4>>> x=[0.49999997,1.5,7.25,0.75] at=empty:4
// expect: nearest_pixel rule=branch-flip line=marked
__global__ void nearest_pixel(const float* x, int* at) {
  at[threadIdx.x] = static_cast<int>(floorf(x[threadIdx.x] + 0.5f)); // expect-line
}

// fpcheck: nearest_pixel_right <<<1, 4>>> x=[0.49999997,1.5,7.25,0.75] at=empty:4
// expect: nearest_pixel_right clean
__global__ void nearest_pixel_right(const float* x, int* at) { at[threadIdx.x] = __float2int_rn(x[threadIdx.x]); }

// fpcheck: sample_number <<<1, 4>>> t=[8388609,12000003,-9000001,-2.5] n=empty:4
// expect: sample_number rule=branch-flip line=marked
__global__ void sample_number(const float* t, int* n) {
  const float v = t[threadIdx.x];
  n[threadIdx.x] = static_cast<int>(v < 0.0f ? v - 0.5f : v + 0.5f); // expect-line
}

// fpcheck: sample_number_small <<<1, 256>>> t=uniform(-100,100):256 n=empty:256
// expect: sample_number_small clean
__global__ void sample_number_small(const float* t, int* n) {
  const float v = t[threadIdx.x];
  n[threadIdx.x] = static_cast<int>(v < 0.0f ? v - 0.5f : v + 0.5f);
}
