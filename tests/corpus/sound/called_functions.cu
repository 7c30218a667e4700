// Functions that are called, not pasted, beside products that become part of fused multiply-adds: a logarithm of a factorial, and one of the user's own.

// fpcheck: poisson_log <<<1, 32>>> n=32 x=uniform(0.5,2):n y=empty:n rate=3 --ref 'y=arange(32) * x - rate - lgamma(arange(32) + 1)' --tol rtol=1e-12,atol=1e-12
// expect: poisson_log clean
__global__ void poisson_log(const double* x, double* y, float rate, int n) {
  const int k = threadIdx.x;
  if (k < n) y[k] = k * x[k] - rate - lgamma(k + 1.0);
}

__device__ __noinline__ float smoothed(float x, float w) { return x / (1.0f + w * w); }

// fpcheck: blended <<<1, 32>>> n=32 x=uniform(1,2):n w=uniform(1,2):n y=empty:n --ref 'y=x * w + x / (1 + w * w)'
// expect: blended clean
__global__ void blended(const float* x, const float* w, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) y[i] = x[i] * w[i] + smoothed(x[i], w[i]);
}
