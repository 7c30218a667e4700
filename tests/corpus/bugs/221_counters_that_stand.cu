// Counters of floating point that have outgrown what atomics add to them.

// fpcheck: count_in_float <<<1, 48>>> c=inout:full(16777200):1
// expect: count_in_float rule=absorption line=marked
__global__ void count_in_float(float* c) {
  atomicAdd(c, 1.0f); // expect-line
}

// fpcheck: count_in_integer <<<1, 48>>> c=inout:full(16777200):1:i32
// expect: count_in_integer clean
__global__ void count_in_integer(int* c) {
  atomicAdd(c, 1);
}

// fpcheck: bins_in_shared <<<1, 192>>> start=16777216 c=empty:4
// expect: bins_in_shared rule=absorption line=marked
__global__ void bins_in_shared(float start, float* c) {
  __shared__ float bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = start;
  __syncthreads();
  atomicAdd(bins + threadIdx.x % 4, 1.0f); // expect-line
  __syncthreads();
  if (threadIdx.x < 4) c[threadIdx.x] = bins[threadIdx.x];
}

// One thread of a block adds what the block has counted: a unit of the sum is left.
// fpcheck: bins_of_blocks <<<1, 192>>> start=16777216 c=empty:4
// expect: bins_of_blocks clean
__global__ void bins_of_blocks(float start, float* c) {
  __shared__ int bins[4];
  __shared__ float sums[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0, sums[threadIdx.x] = start;
  __syncthreads();
  atomicAdd(bins + threadIdx.x % 4, 1);
  __syncthreads();
  if (threadIdx.x < 4) {
    atomicAdd(sums + threadIdx.x, (float)bins[threadIdx.x]);
    c[threadIdx.x] = sums[threadIdx.x];
  }
}

// fpcheck: last_of_the_count <<<1, 12>>> c=inout:full(16777214):1
// expect: last_of_the_count rule=absorption line=marked
__global__ void last_of_the_count(float* c) {
  atomicAdd(c, 1.0f); // expect-line
}

// Weights of different sizes: what one loses is chance.
// fpcheck: weights_at_the_end <<<1, 12>>> c=inout:full(16777216):1 w=[1,5,1,9,1,7,1,12,3,2,1,6]
// expect: weights_at_the_end clean
__global__ void weights_at_the_end(float* c, const float* w) {
  atomicAdd(c, w[threadIdx.x]);
}
