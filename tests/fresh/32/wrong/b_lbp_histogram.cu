// fpcheck: lbp_histogram <<<2, 128>>> img=@b_lbp_histogram_x.npy hist=empty:2x256:u32 w=34 rows=16
// expect: error uninitialised shared memory (through atomics) at line 22
// why: 256 bins are cleared by `if (tid < 256)` with 128 threads (the launch was shrunk later), so half of the histogram starts from garbage
// figure: bins 128..255 are never zeroed: hist[128..255] = what shared memory held before, plus the counts
__device__ unsigned lbp(const unsigned char* p, int w) {
  int c = p[0];
  unsigned code = 0;
  code |= (unsigned)(p[-w - 1] >= c) << 0;
  code |= (unsigned)(p[-w] >= c) << 1;
  code |= (unsigned)(p[-w + 1] >= c) << 2;
  code |= (unsigned)(p[1] >= c) << 3;
  code |= (unsigned)(p[w + 1] >= c) << 4;
  code |= (unsigned)(p[w] >= c) << 5;
  code |= (unsigned)(p[w - 1] >= c) << 6;
  code |= (unsigned)(p[-1] >= c) << 7;
  return code;
}

__global__ void lbp_histogram(const unsigned char* img, unsigned* hist, int w, int rows) {
  __shared__ unsigned bins[256];
  int tid = threadIdx.x;
  if (tid < 256) bins[tid] = 0;
  __syncthreads();
  int half = rows / 2;
  for (int i = tid; i < half * (w - 2); i += blockDim.x) {
    int y = 1 + blockIdx.x * half + i / (w - 2);
    int x = 1 + i % (w - 2);
    atomicAdd(&bins[lbp(img + y * w + x, w)], 1u);
  }
  __syncthreads();
  for (int b = tid; b < 256; b += blockDim.x) {
    hist[blockIdx.x * 256 + b] = bins[b];
  }
}
