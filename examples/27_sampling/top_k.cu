// Which tokens are among the k largest? Logits are sums with rounding errors, and where the k-th and the one after it are closer than those the
// set is chance: another order of the same sum chooses another token. The certified kernel carries a bound of each logit's error, (n + 1) u
// times the sum of absolute values, and answers three ways: 1, in the set whatever the rounding; 0, out of it; 2, a tie that rounding
// decides. `chosen` takes the k largest as computed, and the case's logits hold a pair whose order rounding has changed.

/// Products of row i of W with x, added from left to right.
__device__ float logit(const float* W, const float* x, int i, int n, float& size) {
  float sum = 0;
  size = 0;
  for (int j = 0; j < n; ++j) sum = fmaf(W[i * n + j], x[j], sum), size = fmaf(fabsf(W[i * n + j]), fabsf(x[j]), size);
  return sum;
}

// fpcheck: chosen <<<1, 4>>> n=3 k=2 W=[0, 1.25, 0, 16777216, 1.0625, -16777216, 0, 0.75, 0, 0, 5, 0] x=ones:3 in=empty:4:i32 \
//   --ref 'in=[1, 0, 0, 1]' --tol bitwise --expect mismatch
__global__ void chosen(const float* __restrict__ W, const float* __restrict__ x, int* __restrict__ in, int n, int k) {
  __shared__ float z[4];
  float size;
  z[threadIdx.x] = logit(W, x, threadIdx.x, n, size);
  __syncthreads();
  int larger = 0;
  for (int i = 0; i < 4; ++i) larger += z[i] > z[threadIdx.x] || (z[i] == z[threadIdx.x] && i < threadIdx.x);
  in[threadIdx.x] = larger < k;
}

// fpcheck: certified <<<1, 4>>> n=3 k=2 W=[0, 1.25, 0, 16777216, 1.0625, -16777216, 0, 0.75, 0, 0, 5, 0] x=ones:3 in=empty:4:i32 \
//   --ref 'in=[2, 2, 0, 1]' --tol bitwise --expect clean
// fpcheck: certified <<<1, 4>>> n=3 k=2 W=[0, 1.25, 0, 1, 1.0625, -1, 0, 0.75, 0, 0, 5, 0] x=ones:3 in=empty:4:i32 \
//   --ref 'in=[1, 0, 0, 1]' --tol bitwise --expect clean
__global__ void certified(const float* __restrict__ W, const float* __restrict__ x, int* __restrict__ in, int n, int k) {
  __shared__ float low[4], high[4];
  float size;
  const float z = logit(W, x, threadIdx.x, n, size), bound = (n + 1) * 0x1p-24f * size;
  low[threadIdx.x] = __fsub_rd(z, bound), high[threadIdx.x] = __fadd_ru(z, bound);
  __syncthreads();
  int surely_larger = 0, perhaps_larger = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == threadIdx.x) continue;
    surely_larger += low[i] > high[threadIdx.x];
    perhaps_larger += high[i] >= low[threadIdx.x];
  }
  in[threadIdx.x] = perhaps_larger < k ? 1 : surely_larger >= k ? 0 : 2;
}
