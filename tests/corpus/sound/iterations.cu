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

// Lentz' way to a continued fraction: it has ended where the factor between two iterates is one.
// fpcheck: upper_fraction <<<1, 32>>> n=8 a=[0.5,0.5,2.5,10,20,30,1,4.5] x=[1.25,1.92,5,15,27.5,50,3.01,7.5] q=empty:8
// expect: upper_fraction clean
__global__ void upper_fraction(int n, const double* a, const double* x, double* q) {
  const int i = threadIdx.x;
  if (i >= n) return;
  double b = x[i] + 1.0 - a[i], c = 1e300, d = 1.0 / b, h = d;
  for (int k = 1; k < 500; ++k) {
    const double an = -k * (k - a[i]);
    b += 2.0;
    d = 1.0 / (an * d + b), c = b + an / c;
    const double delta = c * d;
    h *= delta;
    if (fabs(delta - 1.0) < 4e-16) break;
  }
  q[i] = h;
}
