// fpcheck: normalise_rows <<<1, 128>>> row_begin=@b_csr_subwarp_broadcast_p.npy value=@b_csr_subwarp_broadcast_v.npy out=empty:85 rows=13 --ref 'out=@b_csr_subwarp_broadcast_ref.npy' --tol rtol=1e-5
// expect: error shuffle without its width (mismatch) at line 11
// why: eight lanes share a row of a CSR matrix; the sum is reduced with width 8, but its broadcast has the default width 32, so every row of a warp is divided by the sum of the warp's first (as in ports to tiles of cooperative groups)
// figure: out[63] computed 0.698341429, exact 0.101627365 (62 of 85 beyond the tolerance)
constexpr int kLanes = 8;

__device__ float group_sum(float v) {
  for (int o = kLanes / 2; o > 0; o >>= 1) {
    v += __shfl_down_sync(0xffffffffu, v, o, kLanes);
  }
  return __shfl_sync(0xffffffffu, v, 0);
}

__global__ void normalise_rows(const int* row_begin, const float* value, float* out, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
  int lane = threadIdx.x % kLanes;
  int first = row < rows ? row_begin[row] : 0;
  int last = row < rows ? row_begin[row + 1] : 0;
  float sum = 0.0f;
  for (int k = first + lane; k < last; k += kLanes) {
    sum += fabsf(value[k]);
  }
  sum = group_sum(sum);
  float inverse = sum > 0.0f ? 1.0f / sum : 0.0f;
  for (int k = first + lane; k < last; k += kLanes) {
    out[k] = value[k] * inverse;
  }
}
