// The descent lemma: a step along the gradient lowers the loss by at least rate (1 - L rate / 2) |g|^2, L being the largest curvature. It is a test of
// any training loop, and of the L that it assumes. Near the minimum both sides are far below an ulp of the loss, and a check that compares two
// losses passes whatever happens: here it believes L = 4 where a curvature is 8 and the weight jumps to and fro. The repaired check takes the
// difference of the losses as a sum of (a / 2) (w' - w) (w' + w), in intervals, each operation rounded down for the one end and up for the
// other: 1 is proved, 0 refuted, 2 open. The loss is a sum of a w^2 / 2 and a constant, as a real one has.

struct ends {
  float low, high;
};

__device__ ends times(ends a, ends b) {
  return {fminf(fminf(__fmul_rd(a.low, b.low), __fmul_rd(a.low, b.high)), fminf(__fmul_rd(a.high, b.low), __fmul_rd(a.high, b.high))),
          fmaxf(fmaxf(__fmul_ru(a.low, b.low), __fmul_ru(a.low, b.high)), fmaxf(__fmul_ru(a.high, b.low), __fmul_ru(a.high, b.high)))};
}
__device__ ends plus(ends a, ends b) { return {__fadd_rd(a.low, b.low), __fadd_ru(a.high, b.high)}; }
__device__ ends minus(ends a, ends b) { return {__fsub_rd(a.low, b.high), __fsub_ru(a.high, b.low)}; }
__device__ ends of(float x) { return {x, x}; }

// fpcheck: by_losses <<<1, 1>>> n=4 steps=12 rate=0.25 L=4 a=[8, 2, 1, 0.5] w=inout:uniform(0.0005,0.001):n holds=empty:steps:i32 --range 'holds=[0,0]' --expect out-of-range
__global__ void by_losses(const float* __restrict__ a, float* __restrict__ w, int* __restrict__ holds, float rate, float L, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    float before = 1000, after = 1000, squares = 0;
    for (int i = 0; i < n; ++i) {
      const float g = a[i] * w[i];
      before += a[i] * w[i] * w[i] / 2;
      w[i] -= rate * g;
      after += a[i] * w[i] * w[i] / 2, squares += g * g;
    }
    holds[t] = after <= before - rate * (1 - L * rate / 2) * squares;
  }
}

// fpcheck: by_intervals <<<1, 1>>> n=4 steps=12 rate=0.25 L=4 a=[4, 2, 1, 0.5] w=inout:uniform(0.0005,0.001):n holds=empty:steps:i32 --range 'holds=[1,1]' --expect clean
// fpcheck: by_intervals <<<1, 1>>> n=4 steps=12 rate=0.25 L=4 a=[8, 2, 1, 0.5] w=inout:uniform(0.0005,0.001):n holds=empty:steps:i32 --range 'holds=[0,0]' --expect clean
__global__ void by_intervals(const float* __restrict__ a, float* __restrict__ w, int* __restrict__ holds, float rate, float L, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    ends change = of(0), squares = of(0);
    for (int i = 0; i < n; ++i) {
      const float old = w[i];
      w[i] -= rate * (a[i] * old);
      change = plus(change, times(of(a[i] / 2), times(minus(of(w[i]), of(old)), plus(of(w[i]), of(old)))));
      const ends g = times(of(a[i]), of(old));
      squares = plus(squares, times(g, g));
    }
    const ends promised = times(minus(times(of(L / 2), times(of(rate), of(rate))), of(rate)), squares);
    holds[t] = change.high <= promised.low ? 1 : change.low > promised.high ? 0 : 2;
  }
}
