// Each expert has room for `room` tokens. A token takes the next slot of its expert by an atomic and copies its row there; the slot past
// the last one is the first of the next expert, inside the buffer, and two tokens write there. As long as the tokens are spread evenly all
// is well. With the test for the end added there is still the question whose token stays: that of the thread which came first, another one
// each run. The repaired kernel counts the tokens before it that want the same expert, and drops the late ones, always the same.

// fpcheck: next_slot <<<T, D>>> T=12 D=4 E=4 room=4 x=randn:TxD expert=[0,1,1,3,1,0,1,2,1,2,3,2]:i32 taken=inout:zeros:E:i32 rows=inout:zeros:E*roomxD --orders 4 --ref 'rows=let h=onehot(expert, 4); let slot=rint(sum((cumsum(h, 0) - h) * h, 1)); onehot(where(slot < 4, 4 * expert + slot, 16), 17)[:, 0:16].T @ x' --expect race,order-sensitive,mismatch
__global__ void next_slot(const float* __restrict__ x, const int* __restrict__ expert, int* __restrict__ taken, float* __restrict__ rows, int room) {
  __shared__ int slot;
  if (threadIdx.x == 0) slot = atomicAdd(taken + expert[blockIdx.x], 1);
  __syncthreads();
  rows[(expert[blockIdx.x] * room + slot) * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}

// fpcheck: first_come <<<T, D>>> T=12 D=4 E=4 room=4 x=randn:TxD expert=[0,1,1,3,1,0,1,2,1,2,3,2]:i32 taken=inout:zeros:E:i32 rows=inout:zeros:E*roomxD --orders 4 --expect order-sensitive
__global__ void first_come(const float* __restrict__ x, const int* __restrict__ expert, int* __restrict__ taken, float* __restrict__ rows, int room) {
  __shared__ int slot;
  if (threadIdx.x == 0) slot = atomicAdd(taken + expert[blockIdx.x], 1);
  __syncthreads();
  if (slot < room) rows[(expert[blockIdx.x] * room + slot) * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}

// fpcheck: by_rank <<<T, D>>> T=12 D=4 E=4 room=4 x=randn:TxD expert=[0,1,1,3,1,0,1,2,1,2,3,2]:i32 rows=inout:zeros:E*roomxD --orders 4 --ref 'rows=let h=onehot(expert, 4); let slot=rint(sum((cumsum(h, 0) - h) * h, 1)); onehot(where(slot < 4, 4 * expert + slot, 16), 17)[:, 0:16].T @ x' --expect clean
__global__ void by_rank(const float* __restrict__ x, const int* __restrict__ expert, float* __restrict__ rows, int room) {
  int slot = 0;
  for (int t = 0; t < blockIdx.x; ++t) slot += expert[t] == expert[blockIdx.x];
  if (slot < room) rows[(expert[blockIdx.x] * room + slot) * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}
