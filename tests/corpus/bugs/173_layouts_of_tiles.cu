// Tiles that do not lie as the product reads them: a tensor map does not swizzle as the descriptor says, a descriptor's two strides have changed places,
// the second factor is loaded without being transposed; and as it should be.
#include <cuda.h>
#include <cuda_bf16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
/// `leading`, `stride`: bytes. `swizzle`: 1 of 128 bytes, 2 of 64.
__device__ unsigned long long descriptor(const void* tile, int leading, int stride, unsigned long long swizzle) {
  return (shared_address(tile) & 0x3ffffu) >> 4 | static_cast<unsigned long long>(leading / 16) << 16 | static_cast<unsigned long long>(stride / 16) << 32 | swizzle << 62;
}
#define MULTIPLY(d, a, b, transposed)                                                                                                                          \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, " transposed ";"                                       \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
__device__ void bring(void* tile, const CUtensorMap* map, int column, unsigned signal) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, 0}], [%3];" ::"r"(shared_address(tile)), "l"(map), "r"(column), "r"(signal) : "memory");
}
__device__ void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void finish() { asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory"); }
__device__ int place(int e) { return (threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: boxes_multiplied <<<1, 128>>> k=128 a=tensormap(A, 64x32) b=tensormap(B, 8x32, swizzle=64) A=randn:64x128:bf16 B=randn:8x128:bf16 c=empty:64x8 ref=c=A@B.T
// expect: boxes_multiplied rule=mismatch line=marked max_findings=3
// fpcheck: boxes_multiplied <<<1, 128>>> k=128 a=tensormap(A, 64x32, swizzle=64) b=tensormap(B, 8x32, swizzle=64) A=randn:64x128:bf16 B=randn:8x128:bf16 c=empty:64x8 ref=c=A@B.T
// expect: boxes_multiplied clean
__global__ void boxes_multiplied(int k, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
  __shared__ alignas(1024) __nv_bfloat16 x[64 * 32], y[8 * 32];
  __shared__ unsigned long long full;
  const unsigned signal = shared_address(&full);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.proxy.async.shared::cta;" ::"r"(signal) : "memory");
  __syncthreads();
  float d[4] = {};
  for (int t = 0; t < k / 32; ++t) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(signal), "n"(72 * 64) : "memory");
      bring(x, &a, t * 32, signal), bring(y, &b, t * 32, signal);
    }
    asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}" ::"r"(signal), "r"(t % 2) : "memory");
    begin();
    for (int s = 0; s < 2; ++s) MULTIPLY(d, descriptor(x + s * 16, 16, 512, 2), descriptor(y + s * 16, 16, 512, 2), "0");
    finish();
    __syncthreads();
  }
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e]; // expect-line
}

template <bool Swaps>
__device__ void multiply(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float (&d)[4]) {
  __shared__ alignas(128) __nv_bfloat16 x[64 * 16], y[8 * 16];
  for (int i = 0; i < k; i += 16) {
    for (int n = threadIdx.x; n < 64 * 16; n += 128) x[n / 128 * 64 + n % 16 / 8 * 512 + n / 16 % 8 * 8 + n % 8] = a[n / 16 * k + i + n % 16]; // eight columns of all rows, then the next eight
    for (int n = threadIdx.x; n < 8 * 16; n += 128) y[n % 16 / 8 * 64 + n / 16 * 8 + n % 8] = b[n / 16 * k + i + n % 16];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    begin();
    MULTIPLY(d, Swaps ? descriptor(x, 128, 1024, 0) : descriptor(x, 1024, 128, 0), descriptor(y, 128, 128, 0), "0");
    finish();
    __syncthreads();
  }
}

// fpcheck: strides_swapped <<<1, 128>>> k=64 a=randn:64x64:bf16 b=randn:8x64:bf16 c=empty:64x8 ref=a@b.T
// expect: strides_swapped rule=mismatch|uninitialised|out-of-bounds line=marked max_findings=3
__global__ void strides_swapped(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  float d[4] = {};
  multiply<true>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e]; // expect-line
}

// fpcheck: strides_in_place <<<1, 128>>> k=64 a=randn:64x64:bf16 b=randn:8x64:bf16 c=empty:64x8 ref=a@b.T
// expect: strides_in_place clean
__global__ void strides_in_place(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  float d[4] = {};
  multiply<false>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e];
}

#define LOAD_PAIR(y, at, how) asm volatile("ldmatrix.sync.aligned.m8n8.x2" how ".shared.b16 {%0, %1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(at) : "memory")
/// One warp, the second factor with its rows along k.
template <bool Transposes>
__device__ void multiply_rows(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ alignas(16) __nv_bfloat16 x[16 * 16], y[16 * 8];
  const int lane = threadIdx.x;
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    for (int n = lane; n < 256; n += 32) x[n] = a[n / 16 * k + i + n % 16];
    for (int n = lane; n < 128; n += 32) y[n] = b[i * 8 + n];
    __syncwarp();
    unsigned p[4], q[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(p[0]), "=r"(p[1]), "=r"(p[2]), "=r"(p[3]) : "r"(shared_address(x + lane % 16 * 16 + lane / 16 * 8)) : "memory");
    if (Transposes) LOAD_PAIR(q, shared_address(y + lane % 16 * 8), ".trans");
    else LOAD_PAIR(q, shared_address(y + lane % 16 * 8), "");
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]));
    __syncwarp();
  }
  for (int e = 0; e < 4; ++e) c[(lane / 4 + e / 2 * 8) * 8 + lane % 4 * 2 + e % 2] = d[e]; // expect-line
}

// fpcheck: factor_as_it_lies <<<1, 32>>> k=64 a=randn:16x64:bf16 b=randn:64x8:bf16 c=empty:16x8 ref=a@b
// expect: factor_as_it_lies rule=mismatch line=marked max_findings=3
__global__ void factor_as_it_lies(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply_rows<false>(k, a, b, c); }

// fpcheck: factor_transposed <<<1, 32>>> k=64 a=randn:16x64:bf16 b=randn:64x8:bf16 c=empty:16x8 ref=a@b
// expect: factor_transposed clean
__global__ void factor_transposed(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply_rows<true>(k, a, b, c); }
