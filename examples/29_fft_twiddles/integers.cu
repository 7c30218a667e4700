// Long multiplication is a convolution of digits, and by three transforms it is faster. The sums are integers: rounded to the nearest they
// are exact as long as no error reaches a half. An error is at most 6 log2(n) u |a| |b|, |.| the root of the sum of squares. `bound` prints
// it beside the errors that there are: with 128 digits to the base 1000 it is some 100 in f32, sums are off by several, and the product is
// another number. With bits for digits, which is what one tries, every sum is right. In f64 it is 2e-7, and the integers are exact whatever
// the digits.
#include <cstdio>

constexpr int n = 256;

__device__ void turn(float x, float* s, float* c) { sincospif(x, s, c); }
__device__ void turn(double x, double* s, double* c) { sincospi(x, s, c); }

/// In place, without the last division; the sign of the exponent is `way`.
template <class Real>
__device__ void transform(Real* a, Real* b, int way) {
  const int t = threadIdx.x;
  for (int i = t; i < n; i += n / 2) {
    const int j = __brev(i) >> 24;
    if (i < j) {
      const Real x = a[i], y = b[i];
      a[i] = a[j], b[i] = b[j], a[j] = x, b[j] = y;
    }
  }
  for (int half = 1; half < n; half *= 2) {
    __syncthreads();
    const int k = t % half, i = t / half * 2 * half + k, j = i + half;
    Real s, c;
    turn(static_cast<Real>(way * k) / half, &s, &c);
    const Real p = a[j] * c - b[j] * s, q = a[j] * s + b[j] * c;
    a[j] = a[i] - p, b[j] = b[i] - q, a[i] += p, b[i] += q;
  }
  __syncthreads();
}

template <class Real>
__device__ void convolve(const int* x, const int* y, int* z) {
  __shared__ Real a[n], b[n], c[n], d[n];
  for (int i = threadIdx.x; i < n; i += n / 2) a[i] = i < n / 2 ? x[i] : 0, c[i] = i < n / 2 ? y[i] : 0, b[i] = d[i] = 0;
  __syncthreads();
  transform(a, b, -1), transform(c, d, -1);
  for (int i = threadIdx.x; i < n; i += n / 2) {
    const Real p = a[i] * c[i] - b[i] * d[i];
    b[i] = a[i] * d[i] + b[i] * c[i], a[i] = p;
  }
  __syncthreads();
  transform(a, b, 1);
  for (int i = threadIdx.x; i < n; i += n / 2) {
    z[i] = static_cast<int>(rint(a[i] / n));
  }
}

// fpcheck: in_floats <<<1, 128>>> x=randint(0,999):128:i32 y=randint(0,999):128:i32 z=empty:256:i32 --ref 'z=conv1d(pad(reshape(x, (1, 1, 128)), 2, 127, 128), reshape(flip(y), (1, 1, 128)))[0, 0]' --tol bitwise --expect branch-flip,mismatch
// fpcheck+ compare <<<1, 256>>> worst=inout:zeros:1:i32
// fpcheck+ bound <<<1, 1>>> unit=0x1p-24 stated=empty:1
__global__ void in_floats(const int* __restrict__ x, const int* __restrict__ y, int* __restrict__ z) { convolve<float>(x, y, z); }

// fpcheck: in_doubles <<<1, 128>>> x=randint(0,999):128:i32 y=randint(0,999):128:i32 z=empty:256:i32 --ref 'z=conv1d(pad(reshape(x, (1, 1, 128)), 2, 127, 128), reshape(flip(y), (1, 1, 128)))[0, 0]' --tol bitwise --expect clean
// fpcheck+ compare <<<1, 256>>> worst=inout:zeros:1:i32
// fpcheck+ bound <<<1, 1>>> unit=0x1p-53 stated=empty:1
__global__ void in_doubles(const int* __restrict__ x, const int* __restrict__ y, int* __restrict__ z) { convolve<double>(x, y, z); }

/// The largest error of the 256 sums, by integers.
__global__ void compare(const int* __restrict__ x, const int* __restrict__ y, const int* __restrict__ z, int* __restrict__ worst) {
  const int i = threadIdx.x;
  int sum = 0;
  for (int k = max(0, i - n / 2 + 1); k <= min(i, n / 2 - 1); ++k) sum += x[k] * y[i - k];
  atomicMax(worst, abs(sum - z[i]));
}

__global__ void bound(const int* __restrict__ x, const int* __restrict__ y, const int* __restrict__ worst, float* __restrict__ stated, float unit) {
  float xx = 0, yy = 0;
  for (int i = 0; i < n / 2; ++i) xx += x[i] * x[i], yy += y[i] * y[i];
  *stated = 6 * 8 * unit * sqrtf(xx) * sqrtf(yy);
  printf("off by %g at most, by the bound; by %d", *stated, *worst);
}
