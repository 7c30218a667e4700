// Numbers that atomics hand over: what was there comes back, with what it is off by.
#include <cuda_bf16.h>

// fpcheck: exchanged <<<2, 64>>> x=randn:128 y=randn:128 slot=inout:randn:128 out=empty:128
// expect: exchanged clean
__global__ void exchanged(const float* x, const float* y, float* slot, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float first = atomicExch(slot + i, x[i] * y[i] + 2.f);
  const float second = atomicExch(slot + i, first * 0.1f);
  out[i] = second * 1.1f;
}

// fpcheck: added_and_read <<<2, 64>>> x=uniform(1,2):128 y=uniform(1,2):128 sum=inout:zeros:128 out=empty:128
// expect: added_and_read clean
__global__ void added_and_read(const float* x, const float* y, float* sum, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum + i, x[i] * y[i]);
  const float before = atomicAdd(sum + i, x[i] * 0.1f);
  out[i] = before * y[i];
}

// fpcheck: raised_by_swap <<<2, 64>>> x=uniform(1,2):128 table=inout:uniform(1,2):128:bf16
// expect: raised_by_swap clean
__global__ void raised_by_swap(const float* x, unsigned short* table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short seen = table[i], before;
  do {
    before = seen;
    const __nv_bfloat16 raised = __float2bfloat16(__bfloat162float(__ushort_as_bfloat16(before)) * x[i]);
    seen = atomicCAS(table + i, before, __bfloat16_as_ushort(raised));
  } while (seen != before);
}
