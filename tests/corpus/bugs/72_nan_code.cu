// int8 quantisation of a row of zeros: the scale is 127 / 0, the product 0 * inf, and the NaN becomes some code.

// fpcheck: quantise_zero_row <<<1, 32>>> x=zeros:32 codes=empty:32:i8
// expect: quantise_zero_row rule=nan-born line=marked max_findings=3
__global__ void quantise_zero_row(const float* x, signed char* codes) {
  const float v = x[threadIdx.x];
  float largest = fabsf(v);
  for (int k = 16; k > 0; k /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, k));
  codes[threadIdx.x] = static_cast<signed char>(rintf(v * (127.f / largest))); // expect-line
}

// fpcheck: quantise_guarded <<<1, 32>>> x=zeros:32 codes=empty:32:i8
// expect: quantise_guarded clean
__global__ void quantise_guarded(const float* x, signed char* codes) {
  const float v = x[threadIdx.x];
  float largest = fabsf(v);
  for (int k = 16; k > 0; k /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, k));
  const float scale = largest > 0.f ? 127.f / largest : 0.f;
  codes[threadIdx.x] = static_cast<signed char>(rintf(v * scale));
}
