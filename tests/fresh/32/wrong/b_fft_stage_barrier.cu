// fpcheck: power_spectrum <<<1, 128>>> signal=@b_fft_stage_barrier_x.npy power=empty:129 peak=empty:1:i32
// expect: error race at line 53
// why: stages inside one warp's 64 elements need no block barrier, but which barrier is needed depends on the next stage, not on the one just done (the bug of many hand-tuned shared-memory FFTs): half = 64 starts without one
// figure: a race: after the stage with half = 32 only __syncwarp() is called, and the stage with half = 64 reads what other warps write
namespace {

constexpr int kN = 256;
constexpr int kLog = 8;

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

__device__ Complex twiddle(int j, int half) {
  Complex w;
  sincospif(-(float)j / (float)half, &w.im, &w.re);
  return w;
}

__device__ int reversed(int i) {
  return (int)(__brev((unsigned)i) >> (32 - kLog));
}

__device__ float hann(int i) {
  return 0.5f - 0.5f * cospif(2.0f * (float)i / (float)kN);
}

// Thread t does the butterfly between the elements i and i + half of its group.
__device__ void butterfly(Complex* z, int t, int half) {
  int j = t & (half - 1);
  int i = ((t - j) << 1) + j;
  Complex a = z[i];
  Complex b = z[i + half] * twiddle(j, half);
  z[i] = a + b;
  z[i + half] = a - b;
}

// A stage with half <= 32 keeps within the 64 elements of one warp.
__device__ void stage_barrier(int half) {
  if (half > 32) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

__device__ void fft(Complex* z, int t) {
  for (int half = 1; half < kN; half <<= 1) {
    butterfly(z, t, half);
    stage_barrier(half);
  }
}

__device__ float norm(Complex a) {
  return a.re * a.re + a.im * a.im;
}

// The position of the largest value; the smaller index of equal ones.
__device__ void block_argmax(float* value, int* index, int t) {
  for (int stride = kN / 4; stride > 0; stride >>= 1) {
    if (t < stride) {
      bool better = value[t + stride] > value[t];
      if (better) {
        value[t] = value[t + stride];
        index[t] = index[t + stride];
      }
    }
    __syncthreads();
  }
}

}  // namespace

__global__ void power_spectrum(const float* signal, float* power, int* peak) {
  __shared__ Complex z[kN];
  __shared__ float value[kN / 2];
  __shared__ int index[kN / 2];

  int t = threadIdx.x;
  for (int i = t; i < kN; i += kN / 2) {
    z[reversed(i)] = {signal[i] * hann(i), 0.0f};
  }
  __syncthreads();

  fft(z, t);
  __syncthreads();

  float p = norm(z[t]) / kN;
  power[t] = p;
  if (t == 0) {
    power[kN / 2] = norm(z[kN / 2]) / kN;
  }
  value[t] = p;
  index[t] = t;
  __syncthreads();
  block_argmax(value, index, t);
  if (t == 0) {
    peak[0] = index[0];
  }
}
