// Two CTAs of a cluster send each other a word: what compute-sanitizer makes of an asynchronous store into another CTA, of a copy
// and of a plain store, in as few lines as possible. The argument says which: 0, 1, 2.
#include "device.hpp"

#include <fpcheck/kernels/bulk_copy.hpp>

using namespace fpcheck::kernels;

__global__ void __cluster_dims__(2) exchange(int how, unsigned long long* out) {
  struct alignas(16) letter {
    std::uint64_t word[2];
  };
  __shared__ letter in, here;
  __shared__ std::uint64_t arrived;
  const unsigned other = 1 - blockIdx.x % 2;
  if (threadIdx.x == 0) {
    bulk::make_barrier(&arrived);
    bulk::publish_barriers();
  }
  bulk::meet_cluster();
  if (threadIdx.x == 0) {
    const std::uint32_t to = bulk::address_in(&in, other), barrier = bulk::address_in(&arrived, other);
    if (how != 2) bulk::expect(&arrived, how == 0 ? 8 : 16);
    if (how == 0) bulk::send(to, 100 + blockIdx.x, barrier);
    if (how == 1) here = {{100 + blockIdx.x, 0}}, bulk::publish_stores(), bulk::pass(to, &here, 16, barrier);
    if (how == 2) asm volatile("st.shared::cluster.b64 [%0], %1;" ::"r"(to), "l"(std::uint64_t{100 + blockIdx.x}) : "memory");
    if (how != 2) bulk::wait(&arrived, 0);
  }
  bulk::meet_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = in.word[0];
}

int main(int count, char** words) {
  if (!gpu::present()) return gpu::skip("cluster_mail");
  const int how = count > 1 ? std::atoi(words[1]) : 0;
  unsigned long long *out = nullptr, got[2] = {};
  gpu::check(cudaMalloc(&out, sizeof got), "memory");
  exchange<<<2, 32>>>(how, out);
  gpu::check(cudaGetLastError(), "launch");
  gpu::check(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "exchange");
  const bool right = got[0] == 101 && got[1] == 100;
  std::printf("cluster_mail %d: %s\n", how, right ? "both words arrived" : "WRONG");
  return right ? 0 : 1;
}
