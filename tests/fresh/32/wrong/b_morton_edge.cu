// fpcheck: morton_codes <<<2, 32>>> p=@b_morton_edge_p.npy code=empty:64:u32 n=64 --ref 'code=@b_morton_edge_ref.npy'
// expect: error mismatch at line 15
// why: Morton codes for an LBVH as in Karras' blog, but without its min(x * 1024, 1023): the point on the box's far side becomes cell 1024, whose bit lies outside the ten, and goes to the near corner
// figure: code[5] computed 285212672, exact 898779428 (3 of 64 beyond the tolerance)
__device__ unsigned expand(unsigned v) {
  v &= 0x3ffu;
  v = (v * 0x00010001u) & 0xff0000ffu;
  v = (v * 0x00000101u) & 0x0f00f00fu;
  v = (v * 0x00000011u) & 0xc30c30c3u;
  v = (v * 0x00000005u) & 0x49249249u;
  return v;
}

__device__ unsigned cell(float x) {
  return (unsigned)fmaxf(x * 1024.0f, 0.0f);
}

__global__ void morton_codes(const float* p, unsigned* code, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    code[i] = expand(cell(p[3 * i])) * 4u + expand(cell(p[3 * i + 1])) * 2u + expand(cell(p[3 * i + 2]));
  }
}
