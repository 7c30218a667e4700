// Running sums, sorts, and selections.

// fpcheck: scan_warp <<<32, 32>>> x=uniform(0,1):1024 y=empty:1024
// expect: scan_warp clean
__global__ void scan_warp(const float* x, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float v = x[i];
  for (int step = 1; step < 32; step *= 2) {
    const float left = __shfl_up_sync(0xffffffffu, v, step);
    if (threadIdx.x >= step) v += left;
  }
  y[i] = v;
}

// fpcheck: scan_block <<<4096, 256>>> x=uniform(0,1):1048576 y=empty:1048576
// expect: scan_block clean big
__global__ void scan_block(const float* x, float* y) {
  __shared__ float buffer[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  buffer[0][t] = x[i];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2, from ^= 1) {
    buffer[from ^ 1][t] = t >= step ? buffer[from][t] + buffer[from][t - step] : buffer[from][t];
    __syncthreads();
  }
  y[i] = buffer[from][t];
}

// fpcheck: scan_segments <<<8, 128>>> x=uniform(0,1):1024 head=randint(0,2):1024:u8 y=empty:1024
// expect: scan_segments clean
__global__ void scan_segments(const float* x, const unsigned char* head, float* y) {
  __shared__ float value[128];
  __shared__ int flag[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  value[t] = x[i];
  flag[t] = head[i];
  for (int step = 1; step < 128; step *= 2) {
    __syncthreads();
    const float left = t >= step ? value[t - step] : 0.f;
    const int left_flag = t >= step ? flag[t - step] : 1;
    __syncthreads();
    if (!flag[t]) value[t] += left, flag[t] = left_flag;
  }
  y[i] = value[t];
}

// fpcheck: sort_bitonic <<<4, 128>>> x=randn:1024 y=empty:1024
// expect: sort_bitonic clean
__global__ void sort_bitonic(const float* x, float* y) {
  __shared__ float key[256];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  key[t] = x[base + t];
  key[t + 128] = x[base + t + 128];
  for (int size = 2; size <= 256; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (stride - 1)), j = i + stride;
      const bool ascending = (i & size) == 0;
      if ((key[i] > key[j]) == ascending) {
        const float swapped = key[i];
        key[i] = key[j];
        key[j] = swapped;
      }
    }
  __syncthreads();
  y[base + t] = key[t];
  y[base + t + 128] = key[t + 128];
}

// fpcheck: sort_radix <<<4, 64>>> x=randn:256 y=empty:256
// expect: sort_radix clean
__global__ void sort_radix(const float* x, float* y) {
  __shared__ unsigned key[64], other[64];
  __shared__ int zeros[65];
  const int t = threadIdx.x;
  const unsigned bits = __float_as_uint(x[blockIdx.x * 64 + t]);
  unsigned mine = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  key[t] = mine;
  for (int bit = 0; bit < 32; ++bit) {
    __syncthreads();
    if (t == 0) {
      zeros[0] = 0;
      for (int i = 0; i < 64; ++i) zeros[i + 1] = zeros[i] + ((key[i] >> bit & 1u) == 0u);
    }
    __syncthreads();
    mine = key[t];
    const bool one = mine >> bit & 1u;
    other[one ? zeros[64] + t - zeros[t] : zeros[t]] = mine;
    __syncthreads();
    key[t] = other[t];
  }
  y[blockIdx.x * 64 + t] = __uint_as_float(key[t] & 0x80000000u ? key[t] ^ 0x80000000u : ~key[t]);
}

// fpcheck: top_four <<<1, 64>>> n=100 x=randn:64x100 value=empty:64x4 index=empty:64x4:i32
// expect: top_four clean
__global__ void top_four(int n, const float* x, float* value, int* index) {
  float best[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  int where[4] = {-1, -1, -1, -1};
  for (int i = 0; i < n; ++i) {
    float v = x[threadIdx.x * n + i];
    int w = i;
    for (int k = 0; k < 4; ++k)
      if (v > best[k]) {
        const float tv = best[k];
        const int tw = where[k];
        best[k] = v, where[k] = w;
        v = tv, w = tw;
      }
  }
  for (int k = 0; k < 4; ++k) value[threadIdx.x * 4 + k] = best[k], index[threadIdx.x * 4 + k] = where[k];
}

// fpcheck: argmax_rows <<<32, 32>>> n=100 x=randn:32x100 index=empty:32:i32
// expect: argmax_rows clean
__global__ void argmax_rows(int n, const float* x, int* index) {
  float best = -INFINITY;
  int where = n;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = x[blockIdx.x * n + i];
    if (v > best) best = v, where = i;
  }
  for (int step = 16; step > 0; step /= 2) {
    const float v = __shfl_down_sync(0xffffffffu, best, step);
    const int w = __shfl_down_sync(0xffffffffu, where, step);
    if (v > best || (v == best && w < where)) best = v, where = w;
  }
  if (threadIdx.x == 0) index[blockIdx.x] = where;
}

// fpcheck: quantile_by_rank <<<8, 64>>> q=0.3 x=randn:8x64 out=empty:8
// expect: quantile_by_rank clean
__global__ void quantile_by_rank(float q, const float* x, float* out) {
  __shared__ float sorted[64];
  const int t = threadIdx.x;
  const float v = x[blockIdx.x * 64 + t];
  int rank = 0;
  for (int i = 0; i < 64; ++i) {
    const float other = x[blockIdx.x * 64 + i];
    rank += other < v || (other == v && i < t);
  }
  sorted[rank] = v;
  __syncthreads();
  if (t == 0) {
    const float position = q * 63.f, whole = floorf(position);
    const int low = static_cast<int>(whole);
    out[blockIdx.x] = fmaf(position - whole, sorted[min(low + 1, 63)] - sorted[low], sorted[low]);
  }
}

// fpcheck: compact_positive <<<1, 256>>> x=randn:256 y=inout:zeros:256 count=empty:1:i32
// expect: compact_positive clean
__global__ void compact_positive(const float* x, float* y, int* count) {
  __shared__ int base[9];
  const int t = threadIdx.x, warp = t / 32;
  const bool keep = x[t] > 0.f;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (t % 32 == 0) base[warp + 1] = __popc(votes);
  __syncthreads();
  if (t == 0) {
    base[0] = 0;
    for (int i = 0; i < 8; ++i) base[i + 1] += base[i];
    *count = base[8];
  }
  __syncthreads();
  if (keep) y[base[warp] + __popc(votes & ((1u << t % 32) - 1u))] = x[t];
}
