// An exponential variate from a uniform number that may be one: the logarithm of zero is infinite.

// fpcheck: exponential_of_one <<<1, 32>>> u=const(1):32 y=empty:32
// expect: exponential_of_one rule=inf-born line=marked max_findings=3
__global__ void exponential_of_one(const float* u, float* y) {
  y[threadIdx.x] = -logf(1.f - u[threadIdx.x]); // expect-line
}

// fpcheck: exponential_positive <<<1, 32>>> u=const(1):32 y=empty:32
// expect: exponential_positive clean
// fpcheck: exponential_positive <<<1, 32>>> u=const(0x1p-24):32 y=empty:32
// expect: exponential_positive clean
__global__ void exponential_positive(const float* u, float* y) {
  y[threadIdx.x] = -logf(u[threadIdx.x]); // u in (0, 1]
}
