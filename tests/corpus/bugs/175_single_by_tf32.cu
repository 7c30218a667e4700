// Products of f32 data by the tensor cores' tf32: wgmma reads what lies in shared memory and leaves out 13 bits of it; split into two parts, but without the
// products of the one's small part; and with three products.

__device__ unsigned long long descriptor(const void* tile) { // tiles of 8 rows of 16 bytes: 128 bytes to the next 4 columns, 256 to the next 8 rows
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 8ull << 16 | 16ull << 32;
}
__device__ void store(const float (&d)[4], float* c) {
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
}
__device__ float rounded(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return __uint_as_float(r);
}
__device__ int slot(int n) { return n / 64 * 64 + n % 8 / 4 * 32 + n / 8 % 8 * 4 + n % 4; }
__device__ void multiply(float (&d)[4], const float* x, const float* y) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(x)), "l"(descriptor(y))); // expect-line
}
__device__ void begin() {
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void finish() {
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  __syncthreads();
}

// fpcheck: single_as_it_lies <<<1, 128>>> k=128 a=uniform(0,1):64x128 b=uniform(0,1):8x128 c=empty:64x8
// expect: single_as_it_lies rule=narrowing line=marked max_findings=3
__global__ void single_as_it_lies(int k, const float* a, const float* b, float* c) {
  __shared__ alignas(128) float x[64 * 8], y[8 * 8];
  float d[4] = {};
  for (int i = 0; i < k; i += 8) {
    for (int n = threadIdx.x; n < 64 * 8; n += 128) x[slot(n)] = a[n / 8 * k + i + n % 8];
    if (threadIdx.x < 64) y[slot(threadIdx.x)] = b[threadIdx.x / 8 * k + i + threadIdx.x % 8];
    begin();
    multiply(d, x, y);
    finish();
  }
  store(d, c);
}

template <bool Small>
__device__ void multiply_parts(int k, const float* a, const float* b, float (&d)[4]) {
  __shared__ alignas(128) float x[2][64 * 8], y[2][8 * 8];
  for (int i = 0; i < k; i += 8) {
    for (int n = threadIdx.x; n < 64 * 8; n += 128) {
      const float v = a[n / 8 * k + i + n % 8], big = rounded(v);
      x[0][slot(n)] = big, x[1][slot(n)] = rounded(v - big);
    }
    if (threadIdx.x < 64) {
      const float v = b[threadIdx.x / 8 * k + i + threadIdx.x % 8], big = rounded(v);
      y[0][slot(threadIdx.x)] = big, y[1][slot(threadIdx.x)] = rounded(v - big);
    }
    begin();
    if (Small) multiply(d, x[0], y[1]);
    multiply(d, x[1], y[0]);
    multiply(d, x[0], y[0]);
    finish();
  }
}

// fpcheck: single_of_two <<<1, 128>>> k=128 a=uniform(0,1):64x128 b=uniform(0,1):8x128 c=empty:64x8 ref=a@b.T
// expect: single_of_two rule=mismatch line=marked max_findings=3
__global__ void single_of_two(int k, const float* a, const float* b, float* c) {
  float d[4] = {};
  multiply_parts<false>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e]; // expect-line
}

// fpcheck: single_of_three <<<1, 128>>> k=128 a=uniform(0,1):64x128 b=uniform(0,1):8x128 c=empty:64x8
// expect: single_of_three clean
__global__ void single_of_three(int k, const float* a, const float* b, float* c) {
  float d[4] = {};
  multiply_parts<true>(k, a, b, d);
  store(d, c);
}
