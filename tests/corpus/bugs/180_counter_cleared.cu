// A counter in shared memory that one thread clears, while others may add to it already: an atomic orders nothing that was written plainly; and behind a barrier.

template <bool Waits>
__device__ void count(const int* x, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  if (Waits) __syncthreads();
  if (x[threadIdx.x] > 0) atomicAdd(&found, 1); // expect-line
  __syncthreads();
  out[threadIdx.x] = found;
}

// fpcheck: counted_at_once <<<1, 64>>> x=randint(0,2):64:i32 out=empty:64:i32
// expect: counted_at_once rule=race line=marked max_findings=3
__global__ void counted_at_once(const int* x, int* out) { count<false>(x, out); }

// fpcheck: counted_behind_barrier <<<1, 64>>> x=randint(0,2):64:i32 out=empty:64:i32
// expect: counted_behind_barrier clean
__global__ void counted_behind_barrier(const int* x, int* out) { count<true>(x, out); }
