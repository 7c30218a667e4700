// An index computed in floating point and stored: no address shows that it is one off.

// fpcheck: page_of_record <<<1, 256>>> page=47 p=empty:256
// expect: page_of_record rule=branch-flip line=marked
__global__ void page_of_record(int page, int* p) {
  const int i = threadIdx.x;
  const float inverse = 1.f / (float)page;
  p[i] = (int)((float)i * inverse); // expect-line
}

// fpcheck: page_of_record_by_half <<<1, 256>>> page=47 p=empty:256
// expect: page_of_record_by_half clean
__global__ void page_of_record_by_half(int page, int* p) {
  const int i = threadIdx.x;
  const float inverse = 1.f / (float)page;
  p[i] = (int)(((float)i + 0.5f) * inverse);
}

// The nearest whole number of steps is right at any rounding; cutting it down is not.
// fpcheck: steps_cut <<<1, 128>>> x=arange:128 k=empty:128
// expect: steps_cut rule=branch-flip line=marked
__global__ void steps_cut(const float* x, int* k) {
  const int i = threadIdx.x;
  const float step = 1.f / 49.f;
  k[i] = (int)floorf(x[i] * step / step); // expect-line
}

// fpcheck: steps_rounded <<<1, 128>>> x=arange:128 k=empty:128
// expect: steps_rounded clean
__global__ void steps_rounded(const float* x, int* k) {
  const int i = threadIdx.x;
  const float step = 1.f / 49.f;
  k[i] = __float2int_rn(x[i] * step / step);
}

// Data that lies between the bins' edges, or so close to one that half an ulp of it decides.
// fpcheck: bins_of_data <<<8, 128>>> v=uniform(-3,3):1024 low=-3 high=3 bin=empty:1024
// expect: bins_of_data clean
__global__ void bins_of_data(const float* v, float low, float high, int* bin) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  bin[i] = min(63, (int)((v[i] - low) / (high - low) * 64.f));
}
