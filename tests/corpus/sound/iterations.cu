// Iterations that have come to their end: what they leave of a residual is rounding of what they iterate on.

// fpcheck: jacobi_residual <<<1, 32>>> sweeps=60 a=uniform(-0.02,0.02):32x32 b=uniform(1,2):32 x=empty:32 r=empty:32
// expect: jacobi_residual clean
__global__ void jacobi_residual(int sweeps, const float* a, const float* b, float* x, float* r) {
  __shared__ float v[32];
  const int i = threadIdx.x;
  v[i] = b[i];
  __syncthreads();
  for (int k = 0; k < sweeps; ++k) {
    float s = b[i];
    for (int j = 0; j < 32; ++j)
      if (j != i) s -= a[i * 32 + j] * v[j];
    __syncthreads();
    v[i] = s; // the diagonal is one
    __syncthreads();
  }
  float s = v[i];
  for (int j = 0; j < 32; ++j)
    if (j != i) s += a[i * 32 + j] * v[j];
  x[i] = v[i];
  r[i] = b[i] - s;
}
