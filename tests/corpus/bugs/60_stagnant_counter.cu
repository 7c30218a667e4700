// Adding one to a f32 counter that has reached 2^24 changes nothing.

// fpcheck: count_in_float <<<1, 32>>> n=2000 start=16777216 out=empty:32
// expect: count_in_float rule=absorption|inaccurate line=marked max_findings=3
__global__ void count_in_float(int n, float start, float* out) {
  float sum = start;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += 1.f; // expect-line
  out[threadIdx.x] = sum;
}

// fpcheck: count_in_int <<<1, 32>>> n=2000 start=16777216 out=empty:32
// expect: count_in_int clean
__global__ void count_in_int(int n, float start, float* out) {
  int count = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) ++count;
  out[threadIdx.x] = start + static_cast<float>(count);
}
