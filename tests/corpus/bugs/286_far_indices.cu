// An index that is so far out of bounds that it may meet another array: that is not where it belongs.

// fpcheck: rest_of_table <<<1, 64>>> in=randn:4096 table=randn:4096 out=empty:64
// expect: rest_of_table rule=out-of-bounds line=marked
__global__ void rest_of_table(const float* __restrict__ in, const float* __restrict__ table, float* __restrict__ out) {
  const int i = threadIdx.x;
  out[i] = in[i + 32768] + table[i]; // expect-line
}

// fpcheck: start_of_table <<<1, 64>>> in=randn:4096 table=randn:4096 out=empty:64
// expect: start_of_table clean
__global__ void start_of_table(const float* __restrict__ in, const float* __restrict__ table, float* __restrict__ out) {
  const int i = threadIdx.x;
  out[i] = in[i + 3276] + table[i];
}
