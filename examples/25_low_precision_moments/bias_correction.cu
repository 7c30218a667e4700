// The second moment starts at zero and is divided by 1 - beta2^t until it has forgotten that. With beta2 = 0.999 kept in bf16, whose neighbour below 1 is
// 1 - 2^-8, beta2 is 1 and the divisor 0: v is infinite, every step is m / infinity = 0, and the model does not learn and does not complain. In f32
// 1 - 0.999^t still loses ten bits at t = 1; -expm1(t log(beta2)) loses none. A step of a thousandth is small in any comparison.
#include <cuda_bf16.h>

// fpcheck: in_bf16 <<<1, 64>>> n=64 t=3 rate=0.001 m=uniform(-0.1,0.1):n v=uniform(0.001,0.01):n step=empty:n --ref 'rate * m / sqrt(v / (1 - 0.999^t))' --expect cancellation,overflow,mismatch
__global__ void in_bf16(const float* __restrict__ m, const float* __restrict__ v, float* __restrict__ step, float rate, int t) {
  const __nv_bfloat16 beta2 = __float2bfloat16(0.999f);
  __nv_bfloat16 power = beta2;
  for (int i = 1; i < t; ++i) power = __hmul(power, beta2);
  step[threadIdx.x] = rate * m[threadIdx.x] / sqrtf(v[threadIdx.x] / (1 - __bfloat162float(power)));
}

// fpcheck: by_expm1 <<<1, 64>>> n=64 t=3 rate=0.001 m=uniform(-0.1,0.1):n v=uniform(0.001,0.01):n step=empty:n --ref 'rate * m / sqrt(v / (1 - 0.999^t))' --expect clean
__global__ void by_expm1(const float* __restrict__ m, const float* __restrict__ v, float* __restrict__ step, float rate, int t) {
  const float missing = -expm1f(t * log1pf(-0.001f));
  step[threadIdx.x] = rate * m[threadIdx.x] / sqrtf(v[threadIdx.x] / missing);
}
