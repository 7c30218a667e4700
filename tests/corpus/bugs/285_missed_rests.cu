// What a sum loses, worked out as if the larger of the two had been there before: where the addend is larger, a part of it is missed.

// A warp's sum of pairs, the other lane's being much larger.
// fpcheck: two_sum_of_lanes <<<1, 32>>> x=[0.81,0.83,0.56,0.36,0.15,0.45,0.47,0.14,0.14,1,0.69,0.31,0.49,0.98,0.91,0.86,30000000,-125000000,70000000,25000000,150000000,-60000000,-90000000,0,0.45,0.54,0.71,0.15,0.6,0.34,0.89,0.16] y=empty:1
// expect: two_sum_of_lanes rule=absorption line=marked
struct pair {
  float high, low;
};
__device__ pair in_order(pair a, pair b) {
  const float s = a.high + b.high;
  const float lost = b.high - (s - a.high); // expect-line
  return {s, a.low + b.low + lost};
}
__global__ void two_sum_of_lanes(const float* x, float* y) {
  pair p{x[threadIdx.x], 0.f};
  for (int o = 16; o > 0; o /= 2) p = in_order(p, {__shfl_down_sync(~0u, p.high, o), __shfl_down_sync(~0u, p.low, o)});
  if (threadIdx.x == 0) y[0] = p.high + p.low;
}

// fpcheck: two_sum_in_any_order <<<1, 32>>> x=[0.81,0.83,0.56,0.36,0.15,0.45,0.47,0.14,0.14,1,0.69,0.31,0.49,0.98,0.91,0.86,30000000,-125000000,70000000,25000000,150000000,-60000000,-90000000,0,0.45,0.54,0.71,0.15,0.6,0.34,0.89,0.16] y=empty:1
// expect: two_sum_in_any_order clean
__device__ pair in_any_order(pair a, pair b) {
  const float s = a.high + b.high, t = s - a.high;
  const float lost = (a.high - (s - t)) + (b.high - t);
  return {s, a.low + b.low + lost};
}
__global__ void two_sum_in_any_order(const float* x, float* y) {
  pair p{x[threadIdx.x], 0.f};
  for (int o = 16; o > 0; o /= 2) p = in_any_order(p, {__shfl_down_sync(~0u, p.high, o), __shfl_down_sync(~0u, p.low, o)});
  if (threadIdx.x == 0) y[0] = p.high + p.low;
}

// Neumaier's sum that asks the wrong way round which of the two is larger: it always takes the term that misses.
// fpcheck: smaller_first <<<1, 32>>> x=[3,20000000000,5,-20000000000,0.75,50000000,9.5,-50000000] y=empty:2 n=4
// expect: smaller_first rule=absorption line=marked
__global__ void smaller_first(const float* x, float* y, int n) {
  if (threadIdx.x >= 2) return;
  float sum = 0.f, lost = 0.f;
  for (int k = 0; k < n; ++k) {
    const float v = x[threadIdx.x * n + k], next = sum + v;
    if (fabsf(sum) < fabsf(v)) lost += (sum - next) + v; // expect-line
    else lost += (v - next) + sum; // expect-line
    sum = next;
  }
  y[threadIdx.x] = sum + lost;
}

// fpcheck: larger_first <<<1, 32>>> x=[3,20000000000,5,-20000000000,0.75,50000000,9.5,-50000000] y=empty:2 n=4
// expect: larger_first clean
__global__ void larger_first(const float* x, float* y, int n) {
  if (threadIdx.x >= 2) return;
  float sum = 0.f, lost = 0.f;
  for (int k = 0; k < n; ++k) {
    const float v = x[threadIdx.x * n + k], next = sum + v;
    if (fabsf(sum) >= fabsf(v)) lost += (sum - next) + v;
    else lost += (v - next) + sum;
    sum = next;
  }
  y[threadIdx.x] = sum + lost;
}

// Kahan's sum of numbers of both signs: what it misses is of the size of the numbers' own rounding, and does not show.
// fpcheck: kahan_of_both_signs <<<2, 64>>> x=randn:128x500 y=empty:128 n=500
// expect: kahan_of_both_signs clean
__global__ void kahan_of_both_signs(const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f, carry = 0.f;
  for (int k = 0; k < n; ++k) {
    const float addend = x[row * n + k] - carry, next = sum + addend;
    carry = (next - sum) - addend;
    sum = next;
  }
  y[row] = sum;
}
