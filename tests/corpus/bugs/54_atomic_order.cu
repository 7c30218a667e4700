// An atomic sum in which one block adds a huge number, another takes it away and a third adds a small one: the result
// depends on who comes first. With a fixed order, and the small parts first, it does not.

// fpcheck: atomic_huge_and_small <<<3, 32>>> x=const(1):32 out=inout:zeros:1
// expect: atomic_huge_and_small rule=order-sensitive|absorption|cancellation|inaccurate line=marked max_findings=3
__global__ void atomic_huge_and_small(const float* x, float* out) {
  float v = x[threadIdx.x];
  if (blockIdx.x == 1) v = 1e9f;
  if (blockIdx.x == 2) v = -1e9f;
  atomicAdd(out, v); // expect-line
}

// fpcheck: atomic_alike <<<3, 32>>> x=uniform(1,2):32 out=inout:zeros:1
// expect: atomic_alike clean
__global__ void atomic_alike(const float* x, float* out) { atomicAdd(out, x[threadIdx.x]); }
