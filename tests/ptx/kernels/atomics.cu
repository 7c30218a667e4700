// Atomics, fences and volatile accesses as libcu++ writes them.
#include <cuda/atomic>

extern "C" __global__ void atomics(cuda::atomic<int>* a, cuda::atomic<unsigned long long>* b, cuda::atomic<float>* f, int* out, double* d) {
  int expected = 4;
  *out = a->fetch_add(1) + a->fetch_sub(2, cuda::memory_order_relaxed) + a->exchange(3) + a->compare_exchange_strong(expected, 5) + a->fetch_and(3) +
         a->fetch_or(4) + a->fetch_xor(4) + a->fetch_max(3) + a->load() + a->load(cuda::memory_order_acquire);
  b->fetch_min(3);
  f->fetch_add(1.5f);
  a->store(4);
  a->store(3, cuda::memory_order_release);
  cuda::atomic_ref<double, cuda::thread_scope_block> block(*d);
  block.fetch_add(1.0);
  block.store(3, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  cuda::atomic_thread_fence(cuda::memory_order_acquire);
  volatile cuda::atomic<int>* const v = a;
  *out += v->fetch_add(3) + v->load();
}
