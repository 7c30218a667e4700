#pragma once
#include <cstdint>

/// Bulk copies from memory into the shared memory of a CTA, which the copy unit of sm_90 does by itself, the barriers that tell
/// of their arrival, and words stored in the other CTAs of a cluster. Needs a compiler of CUDA code; what runs on earlier cards
/// must not call these.
namespace fpcheck::kernels::bulk {

__device__ __forceinline__ std::uint32_t shared_address(const void* p) { return static_cast<std::uint32_t>(__cvta_generic_to_shared(p)); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/// Makes a barrier whose phases end with so many arrivals and all bytes that they announce.
__device__ __forceinline__ void make_barrier(std::uint64_t* barrier, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}

/// Makes new barriers known to the copy unit and to the cluster.
__device__ __forceinline__ void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/// An arrival that announces `bytes`.
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

/// Stores a word in another CTA, at an address of `address_in`.
__device__ __forceinline__ void store(std::uint32_t to, std::uint64_t word) {
  asm volatile("st.shared::cluster.b64 [%0], %1;" ::"r"(to), "l"(word) : "memory");
}

/// Arrives at a barrier of another CTA: who waits there sees what this thread stored before.
__device__ __forceinline__ void arrive(std::uint32_t barrier) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}

/// Waits for all threads of the cluster.
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#else

__device__ __forceinline__ void make_barrier(std::uint64_t*, std::uint32_t) { __trap(); }
__device__ __forceinline__ void publish_barriers() { __trap(); }
__device__ __forceinline__ void expect(std::uint64_t*, std::uint32_t) { __trap(); }
__device__ __forceinline__ void wait(std::uint64_t*, std::uint32_t) { __trap(); }
__device__ __forceinline__ void load(void*, const void*, std::uint32_t, std::uint64_t*) { __trap(); }
__device__ __forceinline__ std::uint32_t address_in(const void*, std::uint32_t) { __trap(); return 0; }
__device__ __forceinline__ void store(std::uint32_t, std::uint64_t) { __trap(); }
__device__ __forceinline__ void arrive(std::uint32_t) { __trap(); }
__device__ __forceinline__ void meet_cluster() { __trap(); }

#endif

} // namespace fpcheck::kernels::bulk
