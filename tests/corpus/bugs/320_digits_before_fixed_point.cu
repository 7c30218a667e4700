// Sums in fixed point of numbers that lost digits before they came to be integers: what binary32 could not hold is no rounding of its own arithmetic.

// fpcheck: ticks_to_units <<<4, 64>>> ticks=randint(500000000,2000000000):256:i32 sum=inout:zeros:1:i64
// expect: ticks_to_units rule=branch-flip|int-to-float-loss|narrowing line=marked max_findings=3
__global__ void ticks_to_units(const int* ticks, unsigned long long* sum) {
  const float seconds = static_cast<float>(ticks[blockIdx.x * blockDim.x + threadIdx.x]) * 0.37f;
  atomicAdd(sum, static_cast<unsigned long long>(seconds * 1024.f)); // expect-line
}

// fpcheck: rests_to_units <<<4, 64>>> x=uniform(0.5,1):256 sum=inout:zeros:1:i64
// expect: rests_to_units rule=branch-flip|absorption|cancellation line=marked max_findings=3
__global__ void rests_to_units(const float* x, unsigned long long* sum) {
  const float v = x[blockIdx.x * blockDim.x + threadIdx.x] + 4096.f;
  atomicAdd(sum, static_cast<unsigned long long>((v - 4096.f) * 0x1p40f)); // expect-line
}
