// The epsilon that keeps an optimiser's divisor away from zero is itself zero in half: a parameter whose gradient was
// never anything but zero is divided 0 / 0.
#include <cuda_fp16.h>

// fpcheck: adam_step_half <<<1, 64>>> rate=0.001 eps=1e-8 w=inout:randn:64:f16 m=zeros:64:f16 v=zeros:64:f16
// expect: adam_step_half rule=inf-born line=marked max_findings=3
__global__ void adam_step_half(float rate, float eps, __half* w, const __half* m, const __half* v) {
  const int i = threadIdx.x;
  const __half divisor = __hadd(hsqrt(v[i]), __float2half(eps)); // expect-line
  const __half step = __hdiv(m[i], divisor);                     // expect-line
  w[i] = __hsub(w[i], __hmul(__float2half(rate), step));
}

// fpcheck: adam_step_float <<<1, 64>>> rate=0.001 eps=1e-8 w=inout:randn:64:f16 m=zeros:64:f16 v=zeros:64:f16
// expect: adam_step_float clean
__global__ void adam_step_float(float rate, float eps, __half* w, const __half* m, const __half* v) {
  const int i = threadIdx.x;
  const float step = __half2float(m[i]) / (sqrtf(__half2float(v[i])) + eps);
  w[i] = __float2half(__half2float(w[i]) - rate * step);
}
