// A coefficient with two digits the other way round, a threshold ten times too high, and indices of row and column taken for one another.

// fpcheck: sines <<<1, 32>>> x=[-1.5,-1,-0.5,0.25,0.75,1.25] y=empty:6 n=6 ref=sin(x) --tol rtol=3e-6,atol=0
// expect: sines rule=mismatch line=marked max_findings=1
__device__ float sine(float x) {
  const float z = x * x;
  float p = -2.5052108e-8f;
  p = p * z + 2.7557319e-6f;
  p = p * z - 1.8941270e-4f; // expect-line
  p = p * z + 8.3333333e-3f;
  p = p * z - 1.6666667e-1f;
  return x + x * z * p;
}
__global__ void sines(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) y[i] = sine(x[i]);
}

// fpcheck: dark_tones <<<1, 32>>> x=[0,0.002,0.003,0.01,0.02,0.5,1] y=empty:7 n=7 want=[0,0.02584,0.03876,0.1,0.14142136,0.70710678,1] ref=y=want --tol rtol=1e-5,atol=1e-7
// expect: dark_tones rule=mismatch line=marked max_findings=1
__global__ void dark_tones(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float v = x[i];
  float out = sqrtf(v);
  if (v <= 0.03f) // expect-line
    out = 12.92f * v;
  y[i] = out;
}

// fpcheck: by_columns <<<1, 32>>> x=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] y=empty:16 rows=[0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3] columns=[0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3] want=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] ref=y=want --tol bitwise
// expect: by_columns rule=mismatch line=marked max_findings=1
__global__ void by_columns(const float* x, float* y, const int* rows, const int* columns) {
  const int i = threadIdx.x;
  __shared__ float tile[4][4];
  if (i < 16) tile[i / 4][i % 4] = x[i];
  __syncthreads();
  if (i >= 16) return;
  const int row = rows[i], column = columns[i];
  y[i] = tile[column][row]; // expect-line
}

// fpcheck: by_rows <<<1, 32>>> x=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] y=empty:16 rows=[0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3] columns=[0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3] want=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] ref=y=want --tol bitwise
// expect: by_rows clean
__global__ void by_rows(const float* x, float* y, const int* rows, const int* columns) {
  const int i = threadIdx.x;
  __shared__ float tile[4][4];
  if (i < 16) tile[i / 4][i % 4] = x[i];
  __syncthreads();
  if (i >= 16) return;
  const int row = rows[i], column = columns[i];
  y[i] = tile[row][column];
}
