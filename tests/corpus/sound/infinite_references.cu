// Outputs that are infinite at a pole, and so are their references: what a sum over nothing is.

// The logarithm of a sum over what a mask leaves, which is nothing in one row.
// fpcheck: masked_logsum <<<1, 32>>> x=uniform(-1,1):4x4 m=[[1,1,0,1],[0,0,0,0],[1,0,0,0],[0,1,1,1]]:4x4:f32 y=empty:4 n=4 --ref 'y=log(sum(exp(x)*m,1))' --tol rtol=1e-5
// expect: masked_logsum clean
__global__ void masked_logsum(const float* x, const float* m, float* y, int n) {
  const int row = threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += m[4 * row + k] * expf(x[4 * row + k]);
  y[row] = logf(sum);
}

// Zeros that a kernel counts in need no word that they are written.
// fpcheck: counts_from_zero <<<1, 64>>> x=uniform(0,4):64 bins=zeros:4:i32 y=empty:1:i32 want=[64] --ref y=want
// expect: counts_from_zero clean
__global__ void counts_from_zero(const float* x, int* bins, int* y) {
  atomicAdd(&bins[min((int)x[threadIdx.x], 3)], 1);
  __syncthreads();
  if (threadIdx.x == 0) y[0] = bins[0] + bins[1] + bins[2] + bins[3];
}
