// A random projection tests a whole layer: of Y = X W^T + b the sum of its rows with random signs r is (r X) W^T + (r 1) b, for one row's price, and
// however many rows Y has. A row that was left out, or had the bias twice, changes the projection; how much is a rounding error follows from the
// sums of absolute values. A guessed threshold of 1e-2 passes a bias that is off by 0.004 in one row. Two rows that are wrong
// by the same cancel for half of all signs: `miss_rate` counts that, and prints it beside the half that is stated.
#include <cstdio>

constexpr float unit = 0x1p-24f;

/// The layer, with a bias that is wrong by `wrong` in row 3.
// fpcheck: layer <<<T, O>>> T=8 O=16 I=24 x=randn:TxI w=randn:OxI b=randn:O y=empty:TxO wrong=0.004 --ref 'accepted=zeros((16,))' --tol bitwise --expect mismatch
// fpcheck+ guessed <<<1, O>>> r=[1, -1, 1, 1, -1, 1, -1, -1] accepted=empty:O:i32
// fpcheck: layer <<<T, O>>> T=8 O=16 I=24 x=randn:TxI w=randn:OxI b=randn:O y=empty:TxO wrong=0.004 --ref 'accepted=zeros((16,))' --tol bitwise --expect clean
// fpcheck+ derived <<<1, O>>> r=[1, -1, 1, 1, -1, 1, -1, -1] accepted=empty:O:i32
// fpcheck: layer <<<T, O>>> T=8 O=16 I=24 x=spiked:TxI w=spiked:OxI b=randn:O y=empty:TxO wrong=0 --ref 'accepted=ones((16,))' --tol bitwise --expect clean
// fpcheck+ derived <<<1, O>>> r=[1, -1, 1, 1, -1, 1, -1, -1] accepted=empty:O:i32
__global__ void layer(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, float* __restrict__ y, float wrong, int O, int I) {
  float sum = b[threadIdx.x];
  for (int i = 0; i < I; ++i) sum = fmaf(x[blockIdx.x * I + i], w[threadIdx.x * I + i], sum);
  y[blockIdx.x * O + threadIdx.x] = blockIdx.x == 3 ? sum + wrong : sum;
}

struct sides {
  float left, right, size; ///< of output o: the projected input through the layer, the projected output, the sum of absolute values
};

__device__ sides projected(const float* x, const float* w, const float* b, const float* y, const float* r, int T, int O, int I, int o) {
  sides s{0, 0, 0};
  for (int t = 0; t < T; ++t) {
    s.left = fmaf(r[t], b[o], s.left), s.right = fmaf(r[t], y[t * O + o], s.right), s.size += fabsf(b[o]);
  }
  for (int i = 0; i < I; ++i) {
    float column = 0, magnitude = 0;
    for (int t = 0; t < T; ++t) column = fmaf(r[t], x[t * I + i], column), magnitude += fabsf(x[t * I + i]);
    s.left = fmaf(column, w[o * I + i], s.left), s.size = fmaf(magnitude, fabsf(w[o * I + i]), s.size);
  }
  return s;
}

__global__ void guessed(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, const float* __restrict__ y,
                        const float* __restrict__ r, int* __restrict__ accepted, int T, int O, int I) {
  const sides s = projected(x, w, b, y, r, T, O, I, threadIdx.x);
  accepted[threadIdx.x] = fabsf(s.left - s.right) <= 1e-2f;
}

__global__ void derived(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, const float* __restrict__ y,
                        const float* __restrict__ r, int* __restrict__ accepted, int T, int O, int I) {
  const sides s = projected(x, w, b, y, r, T, O, I, threadIdx.x);
  accepted[threadIdx.x] = fabsf(s.left - s.right) <= 2 * (T + I + 2) * unit * s.size;
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// How often random signs see nothing of two rows that are wrong by the same, of three, and of four: 1/2, never, 3/8.
// fpcheck: miss_rate <<<1, 256>>> draws=64 count=inout:zeros:3:i32 --range 'off=[-0.0118,0.0118]' --expect clean
// fpcheck+ divided <<<1, 3>>> draws=64 off=empty:3
__global__ void miss_rate(int* __restrict__ count, int draws) {
  int two = 0, three = 0, four = 0;
  for (int k = 0; k < draws; ++k) {
    const unsigned r = mixed(threadIdx.x * 4096u + k);
    two += __popc(r & 3) == 1, three += 2 * __popc(r & 7) == 3, four += __popc(r & 15) == 2;
  }
  atomicAdd(count, two);
  atomicAdd(count + 1, three);
  atomicAdd(count + 2, four);
}

__global__ void divided(const int* __restrict__ count, float* __restrict__ off, int draws) {
  const float stated[] = {0.5f, 0.0f, 0.375f}, rate = count[threadIdx.x] / (256.0f * draws);
  printf("%d rows wrong by the same: missed %.4f, stated %.4f", threadIdx.x + 2, rate, stated[threadIdx.x]);
  off[threadIdx.x] = rate - stated[threadIdx.x];
}
