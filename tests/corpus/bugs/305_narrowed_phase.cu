// An angle that is known in binary64 becomes binary32 as it stands: of some thousand turns that keeps three decimals, and the sine has no more.

// fpcheck: carrier <<<8, 256>>> y=empty:2048 n=2048 turns=1.23456789
// expect: carrier rule=narrowing line=marked
__global__ void carrier(float* y, int n, double turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sinf(static_cast<float>(6.283185307179586 * (turns * i))); // expect-line
}

// fpcheck: carrier_within_a_turn <<<8, 256>>> y=empty:2048 n=2048 turns=1.23456789
// expect: carrier_within_a_turn clean
__global__ void carrier_within_a_turn(float* y, int n, double turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double phase = turns * i;
  y[i] = sinf(static_cast<float>(6.283185307179586 * (phase - rint(phase))));
}

// Of an angle of less than a hundred turns binary32 keeps what its sine needs to be right to four decimals.
// fpcheck: short_carrier <<<1, 256>>> y=empty:256 n=256 turns=0.3456789
// expect: short_carrier clean
__global__ void short_carrier(float* y, int n, double turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sinf(static_cast<float>(6.283185307179586 * (turns * i)));
}
