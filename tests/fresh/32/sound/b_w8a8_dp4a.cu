// fpcheck: w8a8_linear <<<(3, 2), (8, 8)>>> a=@b_w8a8_dp4a_a.npy b=@b_w8a8_dp4a_b.npy scale_b=@b_w8a8_dp4a_s.npy bias=@b_w8a8_dp4a_bias.npy y=empty:12x20:i8 scale_a=0.12 m=12 n=20 k=50 --ref 'y=@b_w8a8_dp4a_ref.npy'
// expect: ok
// why: int8 matrix product by dp4a on words put together from bytes, with tiles that stick out of the matrix in all three directions and are filled with zeros; bias is added in int32, rounding comes last, and saturation is intended
// figure: all equal; 0 of the tolerance
constexpr int kTile = 8;

__device__ int pack4(const signed char* row, int first, int k) {
  unsigned w = 0;
  for (int j = 0; j < 4; ++j) {
    unsigned char v = first + j < k ? (unsigned char)row[first + j] : 0;
    w |= (unsigned)v << (8 * j);
  }
  return (int)w;
}

__device__ signed char saturate(float v) {
  return (signed char)max(-128, min(127, __float2int_rn(v)));
}

__global__ void w8a8_linear(const signed char* a, const signed char* b, const float* scale_b, const int* bias,
                            signed char* y, float scale_a, int m, int n, int k) {
  __shared__ int as[kTile][kTile + 1];
  __shared__ int bs[kTile][kTile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty;
  int col = blockIdx.x * kTile + tx;
  int sum = 0;
  for (int first = 0; first < k; first += 4 * kTile) {
    int brow = blockIdx.x * kTile + ty;
    as[ty][tx] = row < m ? pack4(a + row * k, first + 4 * tx, k) : 0;
    bs[ty][tx] = brow < n ? pack4(b + brow * k, first + 4 * tx, k) : 0;
    __syncthreads();
    for (int j = 0; j < kTile; ++j) {
      sum = __dp4a(as[ty][j], bs[tx][j], sum);
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    float v = __fmul_rn((float)(sum + bias[col]), __fmul_rn(scale_a, scale_b[col]));
    y[row * n + col] = saturate(v);
  }
}
