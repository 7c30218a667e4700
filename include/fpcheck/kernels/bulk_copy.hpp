#pragma once
#include <cstdint>

/// Bulk copies from memory into the shared memory of a CTA, which the copy unit of sm_90 does by itself, the barriers that tell
/// of their arrival, and words sent to the other CTAs of a cluster. Needs a compiler of CUDA code; what runs on earlier cards
/// must not call these.
namespace fpcheck::kernels::bulk {

__device__ __forceinline__ std::uint32_t shared_address(const void* p) { return static_cast<std::uint32_t>(__cvta_generic_to_shared(p)); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/// Makes a barrier whose phases end with one arrival and all bytes that it announces.
__device__ __forceinline__ void make_barrier(std::uint64_t* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}

/// Makes new barriers known to the copy unit and to the cluster.
__device__ __forceinline__ void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/// The one arrival of a phase, which announces `bytes`.
__device__ __forceinline__ void expect(std::uint64_t* barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}

/// Waits for the end of the phase with this parity.
__device__ __forceinline__ void wait(std::uint64_t* barrier, std::uint32_t parity) {
  asm volatile("{\n\t.reg .pred done;\n\tAGAIN:\n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n\t@!done bra AGAIN;\n\t}"
               ::"r"(shared_address(barrier)), "r"(parity) : "memory");
}

/// Starts a copy into shared memory, whose arrival `barrier` counts. Requires: addresses and `bytes` multiples of 16.
__device__ __forceinline__ void load(void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(barrier)) : "memory");
}

/// The address that `p` of this CTA has in the CTA `rank` of the cluster.
__device__ __forceinline__ std::uint32_t address_in(const void* p, std::uint32_t rank) {
  std::uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(p)), "r"(rank));
  return there;
}

/// Sends a word to another CTA; `barrier` there counts 8 bytes. Both are addresses of `address_in`. Waits for nothing, where a store
/// with a release would wait for the thread's stores to memory.
__device__ __forceinline__ void send(std::uint32_t to, std::uint64_t word, std::uint32_t barrier) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to), "l"(word), "r"(barrier) : "memory");
}

/// Waits for all threads of the cluster.
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#else

__device__ __forceinline__ void make_barrier(std::uint64_t*) { __trap(); }
__device__ __forceinline__ void publish_barriers() { __trap(); }
__device__ __forceinline__ void expect(std::uint64_t*, std::uint32_t) { __trap(); }
__device__ __forceinline__ void wait(std::uint64_t*, std::uint32_t) { __trap(); }
__device__ __forceinline__ void load(void*, const void*, std::uint32_t, std::uint64_t*) { __trap(); }
__device__ __forceinline__ std::uint32_t address_in(const void*, std::uint32_t) { __trap(); return 0; }
__device__ __forceinline__ void send(std::uint32_t, std::uint64_t, std::uint32_t) { __trap(); }
__device__ __forceinline__ void meet_cluster() { __trap(); }

#endif

} // namespace fpcheck::kernels::bulk
