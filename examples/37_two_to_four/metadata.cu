// The codes of four groups of 2:4 weights share 16 bits, four bits a group and the first group in the lowest. Read from the highest they belong to other
// groups: the product takes elements of x that the weight was never made for. Where all groups keep the same places, as in a test that sets the
// first two of every four, the order does not matter. The reference has the places of 0x4e98 and 0xdc84 (20120 and 56452) written out.

/// A row of 16 columns: 8 values, their codes in `bits`, with group g at 4 * place(g).
__device__ float row(const float* value, unsigned bits, const float* x, int first, int step) {
  float sum = 0;
  for (int g = 0; g < 4; ++g) {
    const unsigned code = bits >> 4 * (first + step * g) & 15;
    sum += value[2 * g] * x[4 * g + (code & 3)] + value[2 * g + 1] * x[4 * g + (code >> 2)];
  }
  return sum;
}

// fpcheck: lowest_first <<<1, 2>>> value=randn:2x8 code=[20120, 56452]:u16 x=randn:16 y=empty:2 \
//   --ref 'let v = reshape(value, (2, 4, 2)); sum(v[:, :, 0] * gather(x, [[0, 5, 10, 12], [0, 4, 8, 13]]) + v[:, :, 1] * gather(x, [[2, 6, 11, 13], [1, 6, 11, 15]]), 1)' \
//   --expect clean
__global__ void lowest_first(const float* __restrict__ value, const unsigned short* __restrict__ code, const float* __restrict__ x, float* __restrict__ y) {
  y[threadIdx.x] = row(value + 8 * threadIdx.x, code[threadIdx.x], x, 0, 1);
}

// fpcheck: highest_first <<<1, 2>>> value=randn:2x8 code=[20120, 56452]:u16 x=randn:16 y=empty:2 \
//   --ref 'let v = reshape(value, (2, 4, 2)); sum(v[:, :, 0] * gather(x, [[0, 5, 10, 12], [0, 4, 8, 13]]) + v[:, :, 1] * gather(x, [[2, 6, 11, 13], [1, 6, 11, 15]]), 1)' \
//   --expect mismatch
__global__ void highest_first(const float* __restrict__ value, const unsigned short* __restrict__ code, const float* __restrict__ x, float* __restrict__ y) {
  y[threadIdx.x] = row(value + 8 * threadIdx.x, code[threadIdx.x], x, 3, -1);
}
