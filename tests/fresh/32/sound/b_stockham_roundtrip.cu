// fpcheck: fft_convolve <<<2, 64>>> x=@b_stockham_roundtrip_x.npy kernel=@b_stockham_roundtrip_k.npy y=empty:2x128 --ref 'y=@b_stockham_roundtrip_ref.npy' --tol rtol=1e-5,atol=1e-4
// expect: ok
// why: circular convolution by Stockham's FFT in two shared buffers that are swapped every stage (one barrier a stage is enough), the real signal and the real kernel packed into one transform and told apart by differences
// figure: y[3] computed -0.059215188, exact -0.0592400357; 0.247 of the tolerance
namespace {

constexpr int kN = 128;
constexpr int kThreads = kN / 2;

struct Complex {
  float re;
  float im;
};

__device__ Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}

__device__ Complex operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}

__device__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ Complex scaled(Complex a, float s) {
  return {a.re * s, a.im * s};
}

__device__ Complex conj(Complex a) {
  return {a.re, -a.im};
}

// Division by i.
__device__ Complex over_i(Complex a) {
  return {a.im, -a.re};
}

template <bool kInverse>
__device__ Complex root(int j, int n) {
  Complex w;
  float angle = 2.0f * (float)j / (float)n;
  sincospif(kInverse ? angle : -angle, &w.im, &w.re);
  return w;
}

// One stage from src to dst: n is the length of the transforms that are left, s their stride.
template <bool kInverse>
__device__ void stage(const Complex* src, Complex* dst, int n, int s, int t) {
  int p = t / s;
  int q = t % s;
  int m = n / 2;
  Complex a = src[q + s * p];
  Complex b = src[q + s * (p + m)];
  dst[q + s * (2 * p)] = a + b;
  dst[q + s * (2 * p + 1)] = (a - b) * root<kInverse>(p, n);
}

// Returns the buffer that holds the result.
template <bool kInverse>
__device__ Complex* transform(Complex* x, Complex* y, int t) {
  for (int n = kN, s = 1; n > 1; n /= 2, s *= 2) {
    stage<kInverse>(x, y, n, s, t);
    __syncthreads();
    Complex* swap = x;
    x = y;
    y = swap;
  }
  return x;
}

// z = transform of (signal + i kernel): the product of the two transforms at frequency f.
__device__ Complex product_at(const Complex* z, int f) {
  Complex a = z[f];
  Complex b = conj(z[(kN - f) % kN]);
  Complex signal = scaled(a + b, 0.5f);
  Complex kernel = over_i(scaled(a - b, 0.5f));
  return signal * kernel;
}

}  // namespace

__global__ void fft_convolve(const float* x, const float* kernel, float* y) {
  __shared__ Complex ping[kN];
  __shared__ Complex pong[kN];
  int t = threadIdx.x;
  const float* in = x + blockIdx.x * kN;

  for (int i = t; i < kN; i += kThreads) {
    ping[i] = {in[i], kernel[i]};
  }
  __syncthreads();

  Complex* z = transform<false>(ping, pong, t);
  Complex* other = z == ping ? pong : ping;
  for (int f = t; f < kN; f += kThreads) {
    other[f] = product_at(z, f);
  }
  __syncthreads();

  Complex* r = transform<true>(other, z, t);
  for (int i = t; i < kN; i += kThreads) {
    y[blockIdx.x * kN + i] = r[i].re * (1.0f / kN);
  }
}
