// Twiddle factors w^k by repeated multiplication with w save the sines, and their error grows with k: each step adds a rounding and carries all
// earlier ones on. By a direct sine and cosine of each angle every factor is good to an ulp or two.

// fpcheck: recurrence <<<1, 1>>> n=4096 re=empty:n im=empty:n --expect cancellation,inaccurate
__global__ void recurrence(float* __restrict__ re, float* __restrict__ im, int n) {
  const float c = cospif(2.0f / n), s = sinpif(2.0f / n);
  float a = 1, b = 0;
  for (int k = 0; k < n; ++k) {
    re[k] = a, im[k] = b;
    const float next = a * c - b * s;
    b = a * s + b * c, a = next;
  }
}

// fpcheck: direct <<<16, 256>>> n=4096 re=empty:n im=empty:n --expect clean
__global__ void direct(float* __restrict__ re, float* __restrict__ im, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  sincospif(2.0f * k / n, &im[k], &re[k]);
}
