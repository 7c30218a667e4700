// Numbers that become integers in fixed point where the rounding is more than one: a grid too coarse, and whole units that fall short.

// fpcheck: pulls_to_units <<<16, 64>>> n=64 pull=uniform(0.0001,0.001):1024 sum=inout:zeros:16
// expect: pulls_to_units rule=out-of-domain|absorption|inaccurate|narrowing|underflow-flushed line=marked
__global__ void pulls_to_units(int n, const float* pull, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[i / n], __float2int_rn(pull[i] * 256.f)); // expect-line
}

// fpcheck: hundredths <<<1, 256>>> parts=arange:256 whole=100 units=empty:256
// expect: hundredths rule=branch-flip line=marked
__global__ void hundredths(const float* parts, float whole, int* units) {
  const int i = threadIdx.x;
  const float part = parts[i] / whole;
  units[i] = static_cast<int>(part * 100.f); // expect-line
}
