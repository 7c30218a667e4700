// Data on one side of zero, behind a ReLU, leave half of the symmetric codes -127 .. 127 unused: the step is twice as long as that of the asymmetric
// codes 0 .. 255, a bit is lost in each number, and nothing looks wrong. The tolerance is half a step of 256 codes and a rounding.

// fpcheck: symmetric <<<1, 64>>> n=64 most=2.83 x=uniform(0,2.83):n back=empty:n --ref x --tol rtol=1e-6,atol=0.00555 --expect mismatch
__global__ void symmetric(const float* __restrict__ x, float* __restrict__ back, float most) {
  const float s = most / 127;
  const int q = max(-127, min(127, __float2int_rn(x[threadIdx.x] / s)));
  back[threadIdx.x] = q * s;
}

// fpcheck: asymmetric <<<1, 64>>> n=64 most=2.83 x=uniform(0,2.83):n back=empty:n --ref x --tol rtol=1e-6,atol=0.00555 --expect clean
__global__ void asymmetric(const float* __restrict__ x, float* __restrict__ back, float most) {
  const float s = most / 255;
  const int q = max(0, min(255, __float2int_rn(x[threadIdx.x] / s)));
  back[threadIdx.x] = q * s;
}
