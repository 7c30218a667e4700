// Matrix products on tensor cores whose tiles are copied meanwhile: f16 by groups of cp.async in three stages, bf16 in boxes that a producing warp asks of the
// tensor memory accelerator, with edges that lie outside of the tensors, and fp8 by bulk copies.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ void load_fragments(unsigned at, unsigned (&x)[4]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory");
}
__device__ void load_fragments(unsigned at, unsigned (&x)[2]) { asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(x[0]), "=r"(x[1]) : "r"(at) : "memory"); }
__device__ void make(unsigned long long* signal, int arrivals) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(signal)), "r"(arrivals) : "memory"); }
__device__ void arrive(unsigned long long* signal) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(signal)) : "memory"); }
__device__ void announce(unsigned long long* signal, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(signal)), "r"(bytes) : "memory"); }
__device__ void await(unsigned long long* signal, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}" ::"r"(shared_address(signal)), "r"(parity) : "memory");
}

// fpcheck: copies_in_groups <<<1, 64>>> k=256 a=randn:16x256:f16 b=randn:16x256:f16 c=empty:16x16:f16 ref=a@b.T
// expect: copies_in_groups clean
__global__ void copies_in_groups(int k, const __half* a, const __half* b, __half* c) {
  __shared__ alignas(16) __half tile[3][32 * 16];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const auto bring = [&](int i) { // warp 0 the first factor, warp 1 the second; nothing beyond k, but the group counts
    const __half* from = (warp == 0 ? a : b) + lane / 2 * k + i + lane % 2 * 8;
    if (i < k) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile[i / 16 % 3] + threadIdx.x * 8)), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  bring(0), bring(16);
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    bring(i + 32); // over the tile of the round before, which all have read
    const __half* now = tile[i / 16 % 3];
    unsigned x[4], y[2];
    load_fragments(shared_address(now + lane % 16 * 16 + lane / 16 * 8), x);
    load_fragments(shared_address(now + 256 + (warp * 8 + lane % 8) * 16 + lane / 8 % 2 * 8), y);
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  for (int e = 0; e < 4; ++e) c[(lane / 4 + e / 2 * 8) * 16 + warp * 8 + lane % 4 * 2 + e % 2] = __float2half(d[e]);
}

// fpcheck: boxes_by_a_producer <<<1, 256>>> m=61 k=232 a=tensormap(A, 64x64, swizzle=128) b=tensormap(B, 8x64, swizzle=128) A=randn:61x232:bf16 B=randn:8x232:bf16 c=empty:61x8 ref=c=A@B.T
// expect: boxes_by_a_producer clean
__global__ void boxes_by_a_producer(int m, int k, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
  __shared__ alignas(1024) __nv_bfloat16 x[2][64 * 64], y[2][8 * 64];
  __shared__ unsigned long long full[2], empty[2];
  const int tiles = (k + 63) / 64;
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) make(&full[s], 1), make(&empty[s], 128);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x >= 128) {
    for (int t = 0; t < tiles && threadIdx.x == 128; ++t) {
      const int s = t % 2;
      const unsigned signal = shared_address(&full[s]);
      if (t >= 2) await(&empty[s], (t / 2 + 1) % 2);
      announce(&full[s], 72 * 128);
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, 0}], [%3];" ::"r"(shared_address(x[s])), "l"(&a), "r"(t * 64), "r"(signal) : "memory");
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, 0}], [%3];" ::"r"(shared_address(y[s])), "l"(&b), "r"(t * 64), "r"(signal) : "memory");
    }
    return;
  }
  float d[4] = {};
  for (int t = 0; t < tiles; ++t) {
    await(&full[t % 2], t / 2 % 2);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int s = 0; s < 4; ++s) {
      const auto descriptor = [&](const void* p) { return static_cast<unsigned long long>((shared_address(p) & 0x3ffffu) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62; };
      asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(x[t % 2] + s * 16)), "l"(descriptor(y[t % 2] + s * 16)));
    }
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
    arrive(&empty[t % 2]);
  }
  for (int e = 0; e < 4; ++e) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8;
    if (row < m) c[row * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
  }
}

// fpcheck: bulk_e5m2 <<<2, 32>>> k=512 a=randn:2x16x512:e5m2 b=randn:8x512:e5m2 c=empty:2x16x8 'ref=einsum("brk,nk->brn", a, b)'
// expect: bulk_e5m2 clean
__global__ void bulk_e5m2(int k, const unsigned char* a, const unsigned char* b, float* c) {
  __shared__ alignas(128) unsigned char x[16 * 512], y[8 * 512];
  __shared__ unsigned long long full;
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  if (threadIdx.x == 0) {
    make(&full, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    announce(&full, 24 * k);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(x)), "l"(a + blockIdx.x * 16 * k), "r"(16 * k), "r"(shared_address(&full)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(y)), "l"(b), "r"(8 * k), "r"(shared_address(&full)) : "memory");
  }
  __syncwarp();
  await(&full, 0);
  const auto four = [](const unsigned char* p) { return *reinterpret_cast<const unsigned*>(p); };
  float sum[4] = {};
  for (int i = 0; i < k; i += 128) {
    float d[4] = {};
    for (int j = i; j < i + 128; j += 32) {
      const unsigned char *p = x + row * k + j + part, *q = y + row * k + j + part;
      asm("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(four(p)), "r"(four(p + 8 * k)), "r"(four(p + 16)), "r"(four(p + 8 * k + 16)), "r"(four(q)), "r"(four(q + 16)));
    }
    for (int e = 0; e < 4; ++e) sum[e] += d[e];
  }
  for (int e = 0; e < 4; ++e) c[blockIdx.x * 128 + (row + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = sum[e];
}
