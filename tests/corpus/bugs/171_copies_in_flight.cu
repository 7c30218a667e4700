// Tiles for tensor cores that copies bring meanwhile: one group of cp.async too few is waited for, a barrier's parity is not turned in the ring's second
// round; and as it should be.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
#define MULTIPLY(d, x, b0, b1)                                                                                                                                 \
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                        \
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(b0), "r"(b1))
__device__ void load_fragments(const __half* tile, unsigned (&x)[4]) { // of a tile of 16 x 16
  const __half* at = tile + threadIdx.x % 16 * 16 + threadIdx.x / 16 * 8;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(shared_address(at)) : "memory"); // expect-line
}
__device__ void store(const float (&d)[4], float* c) {
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
}

/// `InFlight`: how many of the newest groups may still be on their way when a tile is used.
template <int InFlight>
__device__ void multiply_by_groups(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(16) __half tile[2][256];
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  const auto bring = [&](int i) {
    const __half* from = a + threadIdx.x / 2 * k + i + threadIdx.x % 2 * 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile[i / 16 % 2] + threadIdx.x * 8)), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  float d[4] = {};
  bring(0);
  for (int i = 0; i < k; i += 16) {
    if (i + 16 < k) {
      bring(i + 16);
      asm volatile("cp.async.wait_group %0;" ::"n"(InFlight) : "memory");
    } else {
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    }
    __syncwarp();
    unsigned x[4];
    load_fragments(tile[i / 16 % 2], x);
    const __half* y = b + row * k + i + part;
    MULTIPLY(d, x, pair(y), pair(y + 8));
    __syncwarp();
  }
  store(d, c);
}

// fpcheck: group_in_flight <<<1, 32>>> k=128 a=randn:16x128:f16 b=randn:8x128:f16 c=empty:16x8
// expect: group_in_flight rule=race|uninitialised line=marked max_findings=3
__global__ void group_in_flight(int k, const __half* a, const __half* b, float* c) { multiply_by_groups<2>(k, a, b, c); }

// fpcheck: groups_awaited <<<1, 32>>> k=128 a=randn:16x128:f16 b=randn:8x128:f16 c=empty:16x8 ref=a@b.T
// expect: groups_awaited clean
__global__ void groups_awaited(int k, const __half* a, const __half* b, float* c) { multiply_by_groups<1>(k, a, b, c); }

/// A ring of two tiles that bulk copies fill, each with a barrier of its own.
template <bool Turns>
__device__ void multiply_by_bulk(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half tile[2][256];
  __shared__ unsigned long long full[2];
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  const auto bring = [&](int t) { // tiles lie one behind the other
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(shared_address(&full[t % 2])) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(shared_address(tile[t % 2])), "l"(a + t * 256), "r"(shared_address(&full[t % 2])) : "memory");
  };
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[s])) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    bring(0), bring(1);
  }
  __syncwarp();
  float d[4] = {};
  for (int t = 0; t < k / 16; ++t) {
    const int parity = Turns ? t / 2 % 2 : 0;
    asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}" ::"r"(shared_address(&full[t % 2])), "r"(parity) : "memory"); // expect-line
    unsigned x[4];
    load_fragments(tile[t % 2], x);
    const __half* y = b + row * k + t * 16 + part;
    MULTIPLY(d, x, pair(y), pair(y + 8));
    __syncwarp();
    if (threadIdx.x == 0 && t + 2 < k / 16) bring(t + 2);
  }
  store(d, c);
}

// fpcheck: parity_kept <<<1, 32>>> k=128 a=randn:8x16x16:f16 b=randn:8x128:f16 c=empty:16x8
// expect: parity_kept rule=race|barrier-divergence line=marked max_findings=3
__global__ void parity_kept(int k, const __half* a, const __half* b, float* c) { multiply_by_bulk<false>(k, a, b, c); }

// fpcheck: parity_turned <<<1, 32>>> k=128 a=randn:8x16x16:f16 b=randn:8x128:f16 c=empty:16x8 'ref=let x=reshape(transpose(a, (1, 0, 2)), (16, 128)); x@b.T'
// expect: parity_turned clean
__global__ void parity_turned(int k, const __half* a, const __half* b, float* c) { multiply_by_bulk<true>(k, a, b, c); }
