// Twiddle factors w^k by repeated multiplication with w save the sines, and their error grows with k: each step adds a rounding and carries all
// earlier ones on. By a direct sine and cosine of each angle every factor is good to an ulp or two.
//
// What is stated: w is off by u at most, and a product of complex numbers by sqrt(5) u, so that the k-th factor is off by 3.3 k u at most. The three
// lengths reach 0.0027, 0.053 and 0.083 of it ("at most .. of it"): how far is the luck of w, whose error is in every product. Factors from two
// tables of sqrt(n) exact ones and one product are within 4 u at every length; beside a zero, where the two cancel, that is no ulp or two: a warning.

// fpcheck: recurrence <<<1, 1>>> n=256 re=empty:n im=empty:n --ref 're=cos(2 * pi * arange(256) / 256)' --tol rtol=0,atol=5.0e-5 --expect cancellation,absorption
// fpcheck: recurrence <<<1, 1>>> n=1024 re=empty:n im=empty:n --ref 're=cos(2 * pi * arange(1024) / 1024)' --tol rtol=0,atol=2.0e-4 --expect cancellation,absorption
// fpcheck: recurrence <<<1, 1>>> n=4096 re=empty:n im=empty:n --ref 're=cos(2 * pi * arange(4096) / 4096)' --tol rtol=0,atol=8.1e-4 --expect cancellation,inaccurate
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

/// w^k = w^(64 q) w^r with k = 64 q + r.
// fpcheck: two_tables <<<16, 256>>> n=4096 re=empty:n im=empty:n --ref 're=cos(2 * pi * arange(4096) / 4096)' --ref 'im=sin(2 * pi * arange(4096) / 4096)' --tol rtol=0,atol=2.4e-7 --expect clean
__global__ void two_tables(float* __restrict__ re, float* __restrict__ im, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  float c1, s1, c2, s2;
  sincospif(128.0f * (k / 64) / n, &s1, &c1);
  sincospif(2.0f * (k % 64) / n, &s2, &c2);
  re[k] = c1 * c2 - s1 * s2, im[k] = s1 * c2 + c1 * s2;
}
