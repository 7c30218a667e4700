// A matrix product of int8 with a scale for every 32 columns of k, on tensor cores: sums of groups of different scales are added before they are scaled;
// and scaled before they are added.

__device__ int four(const signed char* p) { return *reinterpret_cast<const int*>(p); }
#define MULTIPLY(d, x, y, k)                                                                                                                                   \
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                          \
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                                                                                         \
      : "r"(four(x)), "r"(four(x + 8 * k)), "r"(four(x + 16)), "r"(four(x + 8 * k + 16)), "r"(four(y)), "r"(four(y + 16)))
__device__ int place(int e) { return (threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: scaled_last <<<1, 32>>> k=256 a=randint(-127,128):16x256:i8 b=randint(-127,128):8x256:i8 s=uniform(0.001,0.01):8 c=empty:16x8 'ref=let x=reshape(reshape(a,(16,8,32))*s[None,:,None],(16,256)); x@b.T'
// expect: scaled_last rule=mismatch line=marked max_findings=3
__global__ void scaled_last(int k, const signed char* a, const signed char* b, const float* s, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  int d[4] = {};
  for (int i = 0; i < k; i += 32) {
    const signed char *x = a + row * k + i + part, *y = b + row * k + i + part;
    MULTIPLY(d, x, y, k);
  }
  for (int e = 0; e < 4; ++e) c[place(e)] = static_cast<float>(d[e]) * s[k / 32 - 1]; // expect-line
}

// fpcheck: scaled_each <<<1, 32>>> k=256 a=randint(-127,128):16x256:i8 b=randint(-127,128):8x256:i8 s=uniform(0.001,0.01):8 c=empty:16x8 'ref=let x=reshape(reshape(a,(16,8,32))*s[None,:,None],(16,256)); x@b.T'
// expect: scaled_each clean
__global__ void scaled_each(int k, const signed char* a, const signed char* b, const float* s, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  float sum[4] = {};
  for (int i = 0; i < k; i += 32) {
    const signed char *x = a + row * k + i + part, *y = b + row * k + i + part;
    int d[4] = {};
    MULTIPLY(d, x, y, k);
    for (int e = 0; e < 4; ++e) sum[e] += static_cast<float>(d[e]) * s[i / 32];
  }
  for (int e = 0; e < 4; ++e) c[place(e)] = sum[e];
}
