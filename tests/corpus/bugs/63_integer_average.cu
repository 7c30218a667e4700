// The average over the kept positions divides by an integer count that may be zero.

// fpcheck: mean_of_kept <<<1, 32>>> n=8 x=randint(0,100):32x8:i32 keep=zeros:32x8:u8 out=empty:32:i32
// expect: mean_of_kept rule=integer-division-by-zero line=marked max_findings=3
__global__ void mean_of_kept(int n, const int* x, const unsigned char* keep, int* out) {
  int sum = 0, count = 0;
  for (int i = 0; i < n; ++i)
    if (keep[threadIdx.x * n + i]) sum += x[threadIdx.x * n + i], ++count;
  out[threadIdx.x] = sum / count; // expect-line
}

// fpcheck: mean_of_kept_or_zero <<<1, 32>>> n=8 x=randint(0,100):32x8:i32 keep=zeros:32x8:u8 out=empty:32:i32
// expect: mean_of_kept_or_zero clean
__global__ void mean_of_kept_or_zero(int n, const int* x, const unsigned char* keep, int* out) {
  int sum = 0, count = 0;
  for (int i = 0; i < n; ++i)
    if (keep[threadIdx.x * n + i]) sum += x[threadIdx.x * n + i], ++count;
  out[threadIdx.x] = count == 0 ? 0 : sum / count;
}
