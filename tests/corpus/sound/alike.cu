// Outputs that are all alike because they are meant to be: the comparison holds, and says what it could not have told.

// A filter whose weights sum to one leaves a constant as it is.
// fpcheck: mean_of_three <<<1, 64>>> n=64 x=full(3.5):64 y=empty:64 --ref 'y=x' --tol rtol=1e-5
// expect: mean_of_three clean
__global__ void mean_of_three(int n, const float* x, float* y) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float left = x[max(i - 1, 0)], right = x[min(i + 1, n - 1)];
  y[i] = 0.25f * left + 0.5f * x[i] + 0.25f * right;
}

// Every node of a ring has two neighbours.
// fpcheck: degrees <<<1, 32>>> n=32 next=perm:32 degree=empty:32:i32 --ref 'degree=2 + 0 * next'
// expect: degrees clean
__global__ void degrees(int n, const int* next, int* degree) {
  __shared__ int count[32];
  const int i = threadIdx.x;
  count[i] = 0;
  __syncthreads();
  atomicAdd(count + i, 1);
  atomicAdd(count + next[i], 1);
  __syncthreads();
  degree[i] = count[i];
}

// Twice a vector lies on the line through it: the exact products are equal, and so the side is 0 for each.
// fpcheck: side_of_double <<<1, 32>>> n=32 x=uniform(0.1,3):32 y=uniform(0.1,3):32 side=empty:32:i32 --ref 'side=0 * x'
// expect: side_of_double clean
__global__ void side_of_double(int n, const float* x, const float* y, int* side) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float bx = x[i] + x[i], by = y[i] + y[i];
  const float p = __fmul_rn(x[i], by), p_rest = __fmaf_rn(x[i], by, -p);
  const float q = __fmul_rn(y[i], bx), q_rest = __fmaf_rn(y[i], bx, -q);
  side[i] = p != q ? (p > q ? 1 : -1) : p_rest != q_rest ? (p_rest > q_rest ? 1 : -1) : 0;
}

// Sums that differ by less than what eight bits of format leave of them.
// fpcheck: sums_of_codes <<<1, 32>>> rows=8 a=uniform(0.95,0.99):8x64 s=empty:8 --ref 's=sum(a, 1)' --tol rtol=0.07
// expect: sums_of_codes clean
__global__ void sums_of_codes(int rows, const float* a, float* s) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += rintf(a[r * 64 + k] * 16) * 0.0625f;
  s[r] = sum;
}
