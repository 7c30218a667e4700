// What a sum loses, worked out in an order in which it is rounded away before: the rest is 0 at every turn, and nothing is carried.

// fpcheck: balance_nothing_carried <<<1, 32>>> from=uniform(1000000,2000000):32 step=uniform(0.005,0.03):32x200 y=empty:32 n=200
// expect: balance_nothing_carried rule=absorption line=marked
__global__ void balance_nothing_carried(const float* from, const float* step, float* y, int n) {
  float total = from[threadIdx.x], carry = 0.f;
  for (int k = 0; k < n; ++k) {
    const float addend = step[threadIdx.x * n + k] - carry;
    const float next = total + addend;
    carry = (next - addend) - total; // expect-line
    total = next;
  }
  y[threadIdx.x] = total;
}

// fpcheck: balance_carried <<<1, 32>>> from=uniform(1000000,2000000):32 step=uniform(0.005,0.03):32x200 y=empty:32 n=200
// expect: balance_carried clean
__global__ void balance_carried(const float* from, const float* step, float* y, int n) {
  float total = from[threadIdx.x], carry = 0.f;
  for (int k = 0; k < n; ++k) {
    const float addend = step[threadIdx.x * n + k] - carry;
    const float next = total + addend;
    carry = (next - total) - addend;
    total = next;
  }
  y[threadIdx.x] = total;
}

// Neumaier's sum with its cases the wrong way round.
// fpcheck: neumaier_swapped <<<1, 32>>> from=uniform(1000000,2000000):32 step=uniform(0.005,0.03):32x200 y=empty:32 n=200
// expect: neumaier_swapped rule=absorption line=marked
__global__ void neumaier_swapped(const float* from, const float* step, float* y, int n) {
  float total = from[threadIdx.x], rest = 0.f;
  for (int k = 0; k < n; ++k) {
    const float x = step[threadIdx.x * n + k], next = total + x;
    rest += total - (next - x); // expect-line
    total = next;
  }
  y[threadIdx.x] = total + rest;
}

// fpcheck: neumaier <<<1, 32>>> from=uniform(1000000,2000000):32 step=uniform(0.005,0.03):32x200 y=empty:32 n=200
// expect: neumaier clean
__global__ void neumaier(const float* from, const float* step, float* y, int n) {
  float total = from[threadIdx.x], rest = 0.f;
  for (int k = 0; k < n; ++k) {
    const float x = step[threadIdx.x * n + k], next = total + x;
    rest += fabsf(total) >= fabsf(x) ? (total - next) + x : (x - next) + total;
    total = next;
  }
  y[threadIdx.x] = total + rest;
}

// Nothing is lost, and so nothing worked out.
// fpcheck: nothing_lost <<<1, 32>>> step=uniform(0.005,0.03):32x200 y=empty:32 n=200
// expect: nothing_lost clean
__global__ void nothing_lost(const float* step, float* y, int n) {
  float total = 0.f, carry = 0.f;
  for (int k = 0; k < n; ++k) {
    const float addend = rintf(step[threadIdx.x * n + k] * 1024.f) - carry;
    const float next = total + addend;
    carry = (next - total) - addend;
    total = next;
  }
  y[threadIdx.x] = total;
}
