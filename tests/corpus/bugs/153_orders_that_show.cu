// Atomic sums whose order decides, where a schedule drawn at random seldom shows it: the addends come by size in some other.

// Charges that balance two by two, and overflow where those of one sign come first.
// fpcheck: charge <<<2, 64>>> q=uniform(1,3):128 y=inout:zeros:1
// expect: charge rule=order-sensitive line=marked
__global__ void charge(const float* q, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float x = q[i / 2] * 1e37f;
  atomicAdd(y, i % 2 == 0 ? x : -x); // expect-line
}

// fpcheck: charge_in_units <<<2, 64>>> q=uniform(1,3):128 y=inout:zeros:1
// expect: charge_in_units clean
__global__ void charge_in_units(const float* q, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float x = q[i / 2];
  atomicAdd(y, i % 2 == 0 ? x : -x);
}

// Cells that several threads add to, one of them far more than fits beside the others.
// fpcheck: deposit <<<4, 32>>> at=randint(0,3):128 m=uniform(1,2):128 y=inout:zeros:4
// expect: deposit rule=order-sensitive|cancellation|absorption line=marked max_findings=3
__global__ void deposit(const int* at, const float* m, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float big = 2.5e38f;
  atomicAdd(&y[at[i / 2]], i % 32 == 6 ? big : i % 32 == 7 ? -big : m[i]); // expect-line
}

// fpcheck: deposit_apart <<<4, 32>>> at=randint(0,3):128 m=uniform(1,2):128 y=inout:zeros:4
// expect: deposit_apart clean
__global__ void deposit_apart(const int* at, const float* m, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (i % 32 != 6 && i % 32 != 7) atomicAdd(&y[at[i / 2]], m[i]);
}
