// The bits of numbers as keys: integer code chooses by what rounding left of them.

// fpcheck: furthest_packed <<<1, 128>>> x=uniform(1,1.0005):128 at=inout:zeros:1:u64
// expect: furthest_packed rule=cancellation|branch-flip|absorption line=marked
__global__ void furthest_packed(const float* x, unsigned long long* at) {
  const int i = threadIdx.x;
  const float distance = (x[i] + 3000.f) - 3000.f; // expect-line
  const unsigned long long key = (unsigned long long)__float_as_uint(distance) << 32 | i;
  atomicMax(at, key);
  __syncthreads();
  if (i == 0) *at &= 0xffffffffu;
}

// fpcheck: furthest_of_data <<<1, 128>>> x=uniform(1,1.0005):128 at=inout:zeros:1:u64
// expect: furthest_of_data clean
__global__ void furthest_of_data(const float* x, unsigned long long* at) {
  const int i = threadIdx.x;
  const float distance = 3000.f * x[i];
  const unsigned long long key = (unsigned long long)__float_as_uint(distance) << 32 | i;
  atomicMax(at, key);
  __syncthreads();
  if (i == 0) *at &= 0xffffffffu;
}

// fpcheck: below_by_integers <<<1, 32>>> x=uniform(1,1.0005):32 n=empty:32
// expect: below_by_integers rule=cancellation|branch-flip|absorption line=marked
__global__ void below_by_integers(const float* x, int* n) {
  const float rest = (x[threadIdx.x] + 3000.f) - 3000.f; // expect-line
  const unsigned votes = __ballot_sync(0xffffffffu, __float_as_int(rest) < __float_as_int(1.0003f));
  n[threadIdx.x] = __popc(votes);
}

// fpcheck: below_by_data <<<1, 32>>> x=uniform(1,1.0005):32 n=empty:32
// expect: below_by_data clean
__global__ void below_by_data(const float* x, int* n) {
  const float rest = x[threadIdx.x] - 0.5f;
  const unsigned votes = __ballot_sync(0xffffffffu, __float_as_int(rest) < __float_as_int(0.5003f));
  n[threadIdx.x] = __popc(votes);
}
