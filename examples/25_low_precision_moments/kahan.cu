// A weight in bf16 takes updates that are below half an ulp of it and stays what it was. Kahan's compensation keeps what the addition lost in a
// second bf16 number and adds it to the next update: 32 bits of state, no random numbers, and their sum follows the exact one. After one update
// the weights cannot be told apart, and the old one is within 1e-2 of the new one anyway. The kernels write what the state stands for.
#include <cuda_bf16.h>

// fpcheck: plain <<<1, 64>>> n=64 w=uniform(1,2):n:bf16 g=uniform(0.0005,0.001):n next=empty:n:bf16 stands_for=empty:n \
//   --ref 'stands_for=w + g' --tol rtol=0,atol=1e-5 --expect mismatch
__global__ void plain(const __nv_bfloat16* __restrict__ w, const float* __restrict__ g, __nv_bfloat16* __restrict__ next, float* __restrict__ stands_for) {
  const int i = threadIdx.x;
  next[i] = __float2bfloat16(__bfloat162float(w[i]) + g[i]);
  stands_for[i] = __bfloat162float(next[i]);
}

// fpcheck: compensated <<<1, 64>>> n=64 w=uniform(1,2):n:bf16 lost=inout:uniform(-0.001,0.001):n:bf16 g=uniform(0.0005,0.001):n next=empty:n:bf16 stands_for=empty:n \
//   --ref 'stands_for=w + lost + g' --tol rtol=0,atol=1e-5 --expect clean
__global__ void compensated(const __nv_bfloat16* __restrict__ w, __nv_bfloat16* __restrict__ lost, const float* __restrict__ g,
                            __nv_bfloat16* __restrict__ next, float* __restrict__ stands_for) {
  const int i = threadIdx.x;
  const float old = __bfloat162float(w[i]), update = g[i] + __bfloat162float(lost[i]);
  next[i] = __float2bfloat16(old + update);
  lost[i] = __float2bfloat16(update - (__bfloat162float(next[i]) - old));
  stands_for[i] = __bfloat162float(next[i]) + __bfloat162float(lost[i]);
}
