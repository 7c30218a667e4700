// A matrix product whose inner extent sixteen blocks share: they add their parts to a result in bf16, one after the other; and leave them in f32 to the block
// that comes last.
#include <cuda_bf16.h>

__device__ unsigned pair(const __nv_bfloat16* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ void multiply(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float (&d)[4]) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2, each = k / gridDim.x;
  for (int i = blockIdx.x * each; i < (blockIdx.x + 1) * each; i += 16) {
    const __nv_bfloat16 *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8)));
  }
}
__device__ int place(int e) { return (threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: parts_added_in_bf16 <<<16, 32>>> k=1024 a=uniform(0,1):16x1024:bf16 b=uniform(0,1):8x1024:bf16 c=inout:zeros:16x8:bf16 ref=a@b.T
// expect: parts_added_in_bf16 rule=mismatch|narrow-accumulator line=marked max_findings=3
__global__ void parts_added_in_bf16(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c) {
  float d[4] = {};
  multiply(k, a, b, d);
  for (int r = 0; r < 2; ++r) atomicAdd(reinterpret_cast<__nv_bfloat162*>(c + place(2 * r)), __floats2bfloat162_rn(d[2 * r], d[2 * r + 1])); // expect-line
}

// fpcheck: parts_added_in_f32 <<<16, 32>>> k=1024 a=uniform(0,1):16x1024:bf16 b=uniform(0,1):8x1024:bf16 parts=inout:zeros:16x16x8 done=inout:zeros:1:i32 c=empty:16x8:bf16 ref=c=a@b.T
// expect: parts_added_in_f32 clean
__global__ void parts_added_in_f32(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* parts, int* done, __nv_bfloat16* c) {
  __shared__ int before;
  float d[4] = {};
  multiply(k, a, b, d);
  for (int e = 0; e < 4; ++e) parts[blockIdx.x * 128 + place(e)] = d[e];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) before = atomicAdd(done, 1);
  __syncthreads();
  if (before + 1 != static_cast<int>(gridDim.x)) return;
  __threadfence();
  for (int i = threadIdx.x; i < 128; i += 32) {
    float sum = 0;
    for (int p = 0; p < static_cast<int>(gridDim.x); ++p) sum += parts[p * 128 + i];
    c[i] = __float2bfloat16(sum);
  }
}
