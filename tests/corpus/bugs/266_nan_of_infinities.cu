// NaNs that differences of infinities make, and that a guard meant for empty rows takes away.

// fpcheck: masked_at_first <<<4, 32>>> score=uniform(-1,1):4x64 first=[0,5,33,40] sum=empty:4
// expect: masked_at_first rule=nan-born
__global__ void masked_at_first(const float* score, const int* first, float* sum) {
  if (threadIdx.x != 0) return;
  const int row = blockIdx.x;
  float most = -INFINITY, total = 0.0f;
  for (int k = 0; k < 64; ++k) {
    const float s = k >= first[row] ? score[row * 64 + k] : -INFINITY, m = fmaxf(most, s);
    total = total * expf(most - m) + expf(s - m);
    most = m;
  }
  sum[row] = !(total < 1e30f) ? 0.0f : total;
}

// fpcheck: masked_with_care <<<4, 32>>> score=uniform(-1,1):4x64 first=[0,5,33,64] sum=empty:4
// expect: masked_with_care clean
__global__ void masked_with_care(const float* score, const int* first, float* sum) {
  if (threadIdx.x != 0) return;
  const int row = blockIdx.x;
  float most = -INFINITY, total = 0.0f;
  for (int k = 0; k < 64; ++k) {
    const float s = k >= first[row] ? score[row * 64 + k] : -INFINITY, m = fmaxf(most, s), base = m == -INFINITY ? 0.0f : m;
    total = total * expf(most - base) + expf(s - base);
    most = m;
  }
  const float mean = total / total;
  sum[row] = !(mean < 1e30f) ? 0.0f : total;
}

// A quotient of nothing by nothing is what the guard behind it asks for.
// fpcheck: mean_of_some <<<1, 32>>> x=uniform(1,2):32x8 count=randint(0,8):32:i32 mean=empty:32
// expect: mean_of_some clean
__global__ void mean_of_some(const float* x, const int* count, float* mean) {
  const int i = threadIdx.x;
  float s = 0.0f;
  for (int k = 0; k < count[i]; ++k) s += x[8 * i + k];
  const float q = s / static_cast<float>(count[i]);
  mean[i] = !(q < 1e30f) ? 0.0f : q;
}
