// A solution in three precisions: factors in f16, which are cheap, steps with them in f32, and the residual b - A x in f64, which makes the
// result as good as if all had been in f64. The stop is certified: this matrix has 2 + d on its diagonal and -1 beside it, so that no
// element of x is further from the solution than the largest of the residual over d. Four steps reach 1e-9. With a residual in f32 x is
// rounded before it is multiplied, its last digits are never looked at, and the stop does not come: after 20 steps the promise is 4e-5.
#include <cstdio>
#include <cuda_fp16.h>

constexpr int n = 8;

/// x of A x = b up to `allowed`; prints what is known of its error.
template <class Residual>
__device__ void refine(const float* b, double* x, float d, double allowed) {
  __half diagonal[n], factor[n];
  diagonal[0] = __float2half(2 + d);
  for (int i = 1; i < n; ++i) factor[i] = __hdiv(__float2half(-1.0f), diagonal[i - 1]), diagonal[i] = __hadd(__float2half(2 + d), factor[i]);
  for (int i = 0; i < n; ++i) x[i] = 0;
  int steps = 0;
  double promised;
  for (;; ++steps) {
    float r[n];
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      const Residual left = i > 0 ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0, rest = b[i] + left + right - (2 + d) * static_cast<Residual>(x[i]);
      r[i] = rest;
      largest = fmax(largest, fabs(static_cast<double>(rest)));
    }
    promised = largest / d;
    if (promised <= allowed || steps == 20) break;
    for (int i = 1; i < n; ++i) r[i] -= __half2float(factor[i]) * r[i - 1];
    for (int i = n - 1; i >= 0; --i) {
      if (i + 1 < n) r[i] += r[i + 1];
      r[i] /= __half2float(diagonal[i]);
      x[i] += r[i];
    }
  }
  printf("%d steps, off by %g at most", steps, promised);
}

// fpcheck: residual_in_f32 <<<1, 1>>> b=uniform(-1,1):8 x=empty:8:f64 d=0.015625 allowed=1e-9 --ref 'x=let i=arange(8); let k=abs(i[:, None] - i[None, :]); solve(where(k == 0, 2 + d, where(k == 1, -1, 0)), b)' --tol rtol=0,atol=1e-9 --expect mismatch
__global__ void residual_in_f32(const float* __restrict__ b, double* __restrict__ x, float d, double allowed) { refine<float>(b, x, d, allowed); }

// fpcheck: residual_in_f64 <<<1, 1>>> b=uniform(-1,1):8 x=empty:8:f64 d=0.015625 allowed=1e-9 --ref 'x=let i=arange(8); let k=abs(i[:, None] - i[None, :]); solve(where(k == 0, 2 + d, where(k == 1, -1, 0)), b)' --tol rtol=0,atol=1e-9 --expect clean
__global__ void residual_in_f64(const float* __restrict__ b, double* __restrict__ x, float d, double allowed) { refine<double>(b, x, d, allowed); }
