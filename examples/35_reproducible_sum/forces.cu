// A sum by float atomics depends on the order in which the threads arrive: another run, another last bit, and two trajectories of a simulation
// part for good. Fixed point has no order: each term is rounded once to a multiple of 2^-24 and integers add exactly, so every order of
// threads and blocks gives the same bits. `--tol bitwise` with other orders tells the two apart.

// fpcheck: by_floats <<<8, 64>>> n=512 f=randn:n total=inout:zeros:1 --orders 4 --ref 'total=sum(f)' --tol bitwise --expect order-sensitive,mismatch
__global__ void by_floats(const float* __restrict__ f, float* __restrict__ total) {
  atomicAdd(total, f[blockIdx.x * blockDim.x + threadIdx.x]);
}

// fpcheck: by_integers <<<8, 64>>> n=512 f=randn:n total=inout:zeros:1:i64 --orders 4 --expect clean
__global__ void by_integers(const float* __restrict__ f, unsigned long long* __restrict__ total) {
  atomicAdd(total, static_cast<unsigned long long>(__float2ll_rn(f[blockIdx.x * blockDim.x + threadIdx.x] * 16777216.0f)));
}
