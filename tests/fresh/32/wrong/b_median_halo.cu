// fpcheck: median3x3 <<<(3, 3), (16, 8)>>> src=@b_median_halo_x.npy dst=empty:24x40 range=empty:9 w=40 h=24 --ref 'dst=@b_median_halo_ref.npy' --tol bitwise
// expect: error halo off by one (uninitialised shared memory) at line 27
// why: the tile is 18 wide, but the last threads of a row load the right halo at column 16 + 1 only where threadIdx.x > 15, which no thread is: the right halo column is never written (the commonest stencil bug of forum posts)
// figure: dst[431] computed 0.142198399, exact 0.656340778 (45 of 960 beyond the tolerance)
namespace {

constexpr int kTileW = 16;
constexpr int kTileH = 8;
constexpr int kRadius = 1;
constexpr int kPitch = kTileW + 2 * kRadius;

__device__ int clampi(int v, int lo, int hi) {
  return v < lo ? lo : (v > hi ? hi : v);
}

__device__ float fetch(const float* src, int x, int y, int w, int h) {
  return src[clampi(y, 0, h - 1) * w + clampi(x, 0, w - 1)];
}

// Every thread loads its own pixel; those at the rims load the halo as well.
__device__ void load_row(float* row, const float* src, int x0, int y, int w, int h) {
  int tx = threadIdx.x;
  row[tx + kRadius] = fetch(src, x0 + tx, y, w, h);
  if (tx < kRadius) {
    row[tx] = fetch(src, x0 + tx - kRadius, y, w, h);
  }
  if (tx > kTileW - kRadius) {
    row[tx + 2 * kRadius] = fetch(src, x0 + tx + kRadius, y, w, h);
  }
}

__device__ void load_tile(float (*tile)[kPitch], const float* src, int x0, int y0, int w, int h) {
  int ty = threadIdx.y;
  load_row(tile[ty + kRadius], src, x0, y0 + ty, w, h);
  if (ty < kRadius) {
    load_row(tile[ty], src, x0, y0 + ty - kRadius, w, h);
  }
  if (ty >= kTileH - kRadius) {
    load_row(tile[ty + 2 * kRadius], src, x0, y0 + ty + kRadius, w, h);
  }
}

__device__ void order(float& a, float& b) {
  float lo = fminf(a, b);
  b = fmaxf(a, b);
  a = lo;
}

// The nineteen exchanges of the median of nine.
__device__ float median9(float* v) {
  order(v[1], v[2]);
  order(v[4], v[5]);
  order(v[7], v[8]);
  order(v[0], v[1]);
  order(v[3], v[4]);
  order(v[6], v[7]);
  order(v[1], v[2]);
  order(v[4], v[5]);
  order(v[7], v[8]);
  order(v[0], v[3]);
  order(v[5], v[8]);
  order(v[4], v[7]);
  order(v[3], v[6]);
  order(v[1], v[4]);
  order(v[2], v[5]);
  order(v[4], v[7]);
  order(v[4], v[2]);
  order(v[6], v[4]);
  order(v[4], v[2]);
  return v[4];
}

__device__ float warp_max(float v) {
  for (int o = 16; o > 0; o >>= 1) {
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
  }
  return v;
}

__device__ float block_max(float v, float* scratch) {
  int tid = threadIdx.y * kTileW + threadIdx.x;
  v = warp_max(v);
  if (tid % 32 == 0) {
    scratch[tid / 32] = v;
  }
  __syncthreads();
  float r = scratch[0];
  for (int i = 1; i < kTileW * kTileH / 32; ++i) {
    r = fmaxf(r, scratch[i]);
  }
  return r;
}

}  // namespace

__global__ void median3x3(const float* src, float* dst, float* range, int w, int h) {
  __shared__ float tile[kTileH + 2 * kRadius][kPitch];
  __shared__ float scratch[kTileW * kTileH / 32];

  int x0 = blockIdx.x * kTileW;
  int y0 = blockIdx.y * kTileH;
  load_tile(tile, src, x0, y0, w, h);
  __syncthreads();

  int x = x0 + threadIdx.x;
  int y = y0 + threadIdx.y;
  float v[9];
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      v[dy * 3 + dx] = tile[threadIdx.y + dy][threadIdx.x + dx];
    }
  }
  float m = median9(v);
  bool inside = x < w && y < h;
  if (inside) {
    dst[y * w + x] = m;
  }
  float top = block_max(inside ? m : 0.0f, scratch);
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    range[blockIdx.y * gridDim.x + blockIdx.x] = top;
  }
}
