// Errors that are large beside elements which are small by chance, or zero, and within the tolerance that is stated for all of them.

// A transform and its inverse: elements near zero keep what rounding makes of the others.
// fpcheck: there_and_back <<<4, 64>>> n=128 x=randn:4x128x2 y=empty:4x128x2 --ref 'y=x' --tol rtol=0,atol=1e-5
// expect: there_and_back clean
__device__ void transform(float2* a, int n, float sign) {
  const int t = threadIdx.x;
  for (int k = t; k < n; k += blockDim.x) {
    const int r = __brev(k) >> 25;
    if (k >= r) continue;
    const float2 s = a[k];
    a[k] = a[r], a[r] = s;
  }
  __syncthreads();
  for (int half = 1; half < n; half *= 2) {
    const int k = t & (half - 1), i = ((t - k) << 1) + k;
    float s, c;
    sincospif(sign * k / half, &s, &c);
    const float2 u = a[i], v = a[i + half];
    const float2 w = {v.x * c - v.y * s, v.x * s + v.y * c};
    a[i] = {u.x + w.x, u.y + w.y};
    a[i + half] = {u.x - w.x, u.y - w.y};
    __syncthreads();
  }
}
__global__ void there_and_back(int n, const float2* x, float2* y) {
  __shared__ float2 a[128];
  x += blockIdx.x * n, y += blockIdx.x * n;
  for (int k = threadIdx.x; k < n; k += blockDim.x) a[k] = x[k];
  __syncthreads();
  transform(a, n, -1);
  transform(a, n, 1);
  for (int k = threadIdx.x; k < n; k += blockDim.x) y[k] = {a[k].x / n, a[k].y / n};
}

// Q of each matrix by Gram-Schmidt, twice; what is stored is Q^T Q - I.
// fpcheck: defect <<<1, 32>>> n=32 a=randn:32x4x4 e=empty:32x4x4 --ref 'e=0 * a' --tol rtol=0,atol=1e-5
// expect: defect clean
__global__ void defect(int n, const float* a, float* e) {
  const int m = threadIdx.x;
  if (m >= n) return;
  float q[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) q[j][i] = a[m * 16 + i * 4 + j]; // q[j] is column j
  for (int j = 0; j < 4; ++j) {
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < j; ++k) {
        float d = 0;
        for (int i = 0; i < 4; ++i) d += q[k][i] * q[j][i];
        for (int i = 0; i < 4; ++i) q[j][i] -= d * q[k][i];
      }
    float s = 0;
    for (int i = 0; i < 4; ++i) s += q[j][i] * q[j][i];
    const float r = 1.0f / sqrtf(s);
    for (int i = 0; i < 4; ++i) q[j][i] *= r;
  }
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 4; ++k) {
      float d = 0;
      for (int i = 0; i < 4; ++i) d += q[j][i] * q[k][i];
      e[m * 16 + j * 4 + k] = d - (j == k ? 1.0f : 0.0f);
    }
}

// Conjugate gradients: enclosures of the iterates open, and the solution is the one that the right-hand side was made from.
// fpcheck: solve <<<1, 32>>> turns=32 want=uniform(1,2):32 x=empty:32 --ref 'x=want' --tol rtol=1e-4,atol=0
// expect: solve clean
__device__ float everywhere(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}
__device__ float row_of(float p) {
  const float up = __shfl_up_sync(0xffffffffu, p, 1), down = __shfl_down_sync(0xffffffffu, p, 1);
  return 2.02f * p - (threadIdx.x > 0 ? up : 0.0f) - (threadIdx.x < 31 ? down : 0.0f);
}
__global__ void solve(int turns, const float* want, float* x) {
  const float b = row_of(want[threadIdx.x]);
  float y = 0, r = b, p = b, rr = everywhere(r * r);
  for (int k = 0; k < turns; ++k) {
    const float ap = row_of(p), alpha = rr / everywhere(p * ap);
    y += alpha * p, r -= alpha * ap;
    const float next = everywhere(r * r);
    p = r + next / rr * p, rr = next;
  }
  x[threadIdx.x] = y;
}
