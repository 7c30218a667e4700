// Infinities and NaNs beside references that have others.

// The floor under the sum is missing: the reference has one.
// fpcheck: without_a_floor <<<1, 32>>> x=uniform(-1,1):4x4 m=[[1,1,0,1],[0,0,0,0],[1,0,0,0],[0,1,1,1]]:4x4:f32 y=empty:4 n=4 --ref 'y=log(sum(exp(x)*m,1)+1e-6)' --tol rtol=1e-5,atol=1e-5
// expect: without_a_floor rule=inf-born|mismatch line=marked
__global__ void without_a_floor(const float* x, const float* m, float* y, int n) {
  const int row = threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += m[4 * row + k] * expf(x[4 * row + k]);
  y[row] = logf(sum); // expect-line
}

// A mean over nothing is no number, and neither is that of the reference: nobody means that.
// fpcheck: mean_of_nothing <<<1, 32>>> x=uniform(-1,1):4x4 m=[[1,1,0,1],[0,0,0,0],[1,0,0,0],[0,1,1,1]]:4x4:f32 y=empty:4 n=4 --ref 'y=sum(x*m,1)/sum(m,1)' --tol rtol=1e-5,atol=1e-6
// expect: mean_of_nothing rule=nan-born line=marked
__global__ void mean_of_nothing(const float* x, const float* m, float* y, int n) {
  const int row = threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f, count = 0.0f;
  for (int k = 0; k < 4; ++k) sum += m[4 * row + k] * x[4 * row + k], count += m[4 * row + k];
  y[row] = sum / count; // expect-line
}

// The infinity of one row goes on into a sum over all of them, which its reference leaves it out of.
// fpcheck: total_of_all <<<1, 32>>> x=uniform(-1,1):4x4 m=[[1,1,0,1],[0,0,0,0],[1,0,0,0],[0,1,1,1]]:4x4:f32 y=empty:4 t=empty:1 n=4 --ref 'y=log(sum(exp(x)*m,1))' --tol rtol=1e-5
// expect: total_of_all rule=inf-born|nan-born line=marked
__global__ void total_of_all(const float* x, const float* m, float* y, float* t, int n) {
  const int row = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 4 && row < n; ++k) sum += m[4 * row + k] * expf(x[4 * row + k]);
  const float l = row < n ? logf(sum) : 0.0f; // expect-line
  if (row < n) y[row] = l;
  float all = l;
  for (int d = 16; d > 0; d /= 2) all += __shfl_xor_sync(~0u, all, d);
  if (row == 0) t[0] = all;
}

// The logarithm overflows to nothing where its argument has underflowed: exact arithmetic has a number there, whatever the reference in single precision has.
// fpcheck: lost_product <<<1, 32>>> x=uniform(1e-30,2e-30):32 y=empty:32 want=[-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf]:32:f32 --ref y=want --tol rtol=1e-5
// expect: lost_product rule=underflow-flushed|inf-born|overflow
__global__ void lost_product(const float* x, float* y) {
  const int i = threadIdx.x;
  y[i] = logf(x[i] * x[i]);
}

// One row is empty, another has underflowed, and the reference is as infinite in both: the one does not excuse the other.
// fpcheck: empty_and_lost <<<1, 32>>> x=[0,1e-30,0.5,2] y=empty:4 n=4 want=[-inf,-inf,-1.3862943611198906,1.3862943611198906]:4:f32 --ref y=want --tol rtol=1e-5
// expect: empty_and_lost rule=inf-born line=marked
__global__ void empty_and_lost(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) y[i] = logf(x[i] * x[i]); // expect-line
}
