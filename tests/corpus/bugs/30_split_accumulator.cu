// A dot product in three truncating tf32 products a term: the small corrections go straight into the big accumulator,
// where truncation eats them and drags the sum down. Kept apart, and promoted every eight steps, they count.

__device__ float to_tf32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __uint_as_float(bits);
}

// fpcheck: dot_split_together <<<1, 32>>> n=3584 a=uniform(0,1):32x3584 b=uniform(0,1):32x3584 out=empty:32
// expect: dot_split_together rule=absorption line=marked max_findings=3
__global__ void dot_split_together(int n, const float* a, const float* b, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) {
    const float x = a[threadIdx.x * n + i], y = b[threadIdx.x * n + i];
    const float xh = to_tf32(x), yh = to_tf32(y), xl = to_tf32(x - xh), yl = to_tf32(y - yh);
    sum = __fmaf_rz(xl, yh, sum); // expect-line
    sum = __fmaf_rz(xh, yl, sum); // expect-line
    sum = __fmaf_rz(xh, yh, sum); // expect-line
  }
  out[threadIdx.x] = sum;
}

// fpcheck: dot_split_apart <<<1, 32>>> n=3584 a=uniform(0,1):32x3584 b=uniform(0,1):32x3584 out=empty:32
// expect: dot_split_apart clean
__global__ void dot_split_apart(int n, const float* a, const float* b, float* out) {
  float big = 0.f, small = 0.f;
  for (int i = 0; i < n; i += 8) {
    float products = 0.f, corrections = 0.f;
    for (int k = i; k < i + 8; ++k) {
      const float x = a[threadIdx.x * n + k], y = b[threadIdx.x * n + k];
      const float xh = to_tf32(x), yh = to_tf32(y), xl = to_tf32(x - xh), yl = to_tf32(y - yh);
      corrections = __fmaf_rz(xl, yh, corrections);
      corrections = __fmaf_rz(xh, yl, corrections);
      products = __fmaf_rz(xh, yh, products);
    }
    big += products;
    small += corrections;
  }
  out[threadIdx.x] = big + small;
}
