// fpcheck: upsample_nearest <<<(1, 6), 128>>> src=@b_nearest_float_index_x.npy dst=empty:6x110:u8 w_in=65 w_out=110 h=6 --ref 'dst=@b_nearest_float_index_ref.npy'
// expect: error index computed in floating point (mismatch) at line 6
// why: nearest-neighbour upsampling with a binary32 scale (the known PyTorch and OpenCV difference): 22 * (65.f / 110.f) is 12.999999 and not 13, so columns 22, 44 and 88 copy the neighbour
// figure: dst[22] computed 60, exact 115 (18 of 660 beyond the tolerance)
__device__ int source_column(int x, float scale, int limit) {
  int s = (int)floorf(x * scale);
  return min(s, limit - 1);
}

__global__ void upsample_nearest(const unsigned char* src, unsigned char* dst, int w_in, int w_out, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= w_out || y >= h) return;
  float scale = (float)w_in / (float)w_out;
  dst[y * w_out + x] = src[y * w_in + source_column(x, scale, w_in)];
}
