// Elimination divides by the element on the diagonal. Where it is small, its row times 10^7 is subtracted from all others, and what was in
// them is below the last bit of what is in them now: the solution is that of another system. Nothing is wrong with this one, the report's
// kappa is 8. With pivoting, the largest element of a column is the divisor, and no factor is above one. Matrices with a large diagonal,
// the first that one tries, need none.

constexpr int n = 3;

__device__ void solve(const float* A, const float* b, float* x, bool pivoting) {
  float a[n][n + 1];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= n; ++j) a[i][j] = j < n ? A[i * n + j] : b[i];
  for (int k = 0; k < n; ++k) {
    int row = k;
    for (int i = k + 1; pivoting && i < n; ++i)
      if (fabsf(a[i][k]) > fabsf(a[row][k])) row = i;
    for (int j = 0; j <= n; ++j) {
      const float upper = a[row][j];
      a[row][j] = a[k][j], a[k][j] = upper;
    }
    for (int i = k + 1; i < n; ++i) {
      const float factor = a[i][k] / a[k][k];
      for (int j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    float rest = a[i][n];
    for (int j = i + 1; j < n; ++j) rest -= a[i][j] * x[j];
    x[i] = rest / a[i][i];
  }
}

// fpcheck: in_place <<<1, 1>>> A=[1e-7, 1, 2, 1, 1, -1, 2, -1, 1]:f32 b=[1, 2, 4]:f32 x=empty:3 --ref 'x=solve(reshape(A, (3, 3)), b)' --expect cancellation,mismatch
__global__ void in_place(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ x) { solve(A, b, x, false); }

// fpcheck: pivoted <<<1, 1>>> A=[1e-7, 1, 2, 1, 1, -1, 2, -1, 1]:f32 b=[1, 2, 4]:f32 x=empty:3 --ref 'x=solve(reshape(A, (3, 3)), b)' --expect clean
__global__ void pivoted(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ x) { solve(A, b, x, true); }
