// Temperature divides the logits: to zero means the largest one, greedily. Divided as they come the logits overflow, and infinity less infinity
// is NaN; with the maximum taken off first only 0 / 0 is left, for the largest itself. The repaired kernel takes the maximum off and gives a
// temperature of zero its limit: equal shares to the largest, nothing to the rest.

__device__ float largest(const float* z, int n) {
  float top = z[0];
  for (int i = 1; i < n; ++i) top = fmaxf(top, z[i]);
  return top;
}

// fpcheck: divided_first <<<1, 32>>> n=32 T=1e-39 z=randn:n p=empty:n --expect overflow
__global__ void divided_first(const float* __restrict__ z, float* __restrict__ p, float T, int n) {
  const float top = largest(z, n) / T;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += expf(z[i] / T - top);
  p[threadIdx.x] = expf(z[threadIdx.x] / T - top) / sum;
}

// fpcheck: zero_by_zero <<<1, 32>>> n=32 T=0 z=randn:n p=empty:n --expect nan-born,mismatch --ref 'z == max(z)'
__global__ void zero_by_zero(const float* __restrict__ z, float* __restrict__ p, float T, int n) {
  const float top = largest(z, n);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += expf((z[i] - top) / T);
  p[threadIdx.x] = expf((z[threadIdx.x] - top) / T) / sum;
}

// fpcheck: to_the_limit <<<1, 32>>> n=32 T=0 z=randn:n p=empty:n --ref 'z == max(z)' --expect clean
// fpcheck: to_the_limit <<<1, 32>>> n=32 T=1e-38 z=randn:n p=empty:n --ref 'z == max(z)' --expect clean
// fpcheck: to_the_limit <<<1, 32>>> n=32 T=0.7 z=randn:n p=empty:n --ref 'softmax(z / T)' --expect clean
__global__ void to_the_limit(const float* __restrict__ z, float* __restrict__ p, float T, int n) {
  const float top = largest(z, n);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += z[i] == top ? 1 : T > 0 ? expf((z[i] - top) / T) : 0;
  p[threadIdx.x] = (z[threadIdx.x] == top ? 1 : T > 0 ? expf((z[threadIdx.x] - top) / T) : 0) / sum;
}
