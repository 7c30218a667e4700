// Softmax and its relatives, each subtracting the maximum before it exponentiates.

__device__ float warp_max(float v) {
  for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step));
  return v;
}
__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

// fpcheck: softmax_warp <<<1024, 128>>> n=256 x=randn:4096x256 y=empty:4096x256
// expect: softmax_warp clean big
// fpcheck: softmax_warp <<<8, 128>>> n=256 x=spiked(1e4):32x256 y=empty:32x256
// expect: softmax_warp clean no-fast
__global__ void softmax_warp(int n, const float* x, float* y) {
  const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float m = -INFINITY, sum = 0.f;
  for (int i = lane; i < n; i += 32) m = fmaxf(m, x[row * n + i]);
  m = warp_max(m);
  for (int i = lane; i < n; i += 32) sum += expf(x[row * n + i] - m);
  const float inverse = 1.f / warp_sum(sum);
  for (int i = lane; i < n; i += 32) y[row * n + i] = expf(x[row * n + i] - m) * inverse;
}

// fpcheck: softmax_online <<<1, 64>>> n=200 x=uniform(-30,30):64x200 y=empty:64x200
// expect: softmax_online clean
__global__ void softmax_online(int n, const float* x, float* y) {
  const float* row = x + threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) {
    const float larger = fmaxf(m, row[i]);
    sum = fmaf(sum, expf(m - larger), expf(row[i] - larger));
    m = larger;
  }
  for (int i = 0; i < n; ++i) y[threadIdx.x * n + i] = expf(row[i] - m) / sum;
}

// fpcheck: softmax_causal <<<1, 64>>> n=64 x=randn:64x64 y=empty:64x64
// expect: softmax_causal clean
__global__ void softmax_causal(int n, const float* x, float* y) {
  const int row = threadIdx.x;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, i <= row ? x[row * n + i] : -INFINITY);
  for (int i = 0; i < n; ++i) sum += expf((i <= row ? x[row * n + i] : -INFINITY) - m);
  for (int i = 0; i < n; ++i) y[row * n + i] = expf((i <= row ? x[row * n + i] : -INFINITY) - m) / sum;
}

// fpcheck: logsumexp <<<1, 64>>> n=128 x=uniform(-50,50):64x128 out=empty:64
// expect: logsumexp clean
__global__ void logsumexp(int n, const float* x, float* out) {
  const float* row = x + threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, row[i]);
  for (int i = 0; i < n; ++i) sum += expf(row[i] - m);
  out[threadIdx.x] = m + logf(sum);
}

// fpcheck: cross_entropy <<<1, 64>>> n=100 x=randn:64x100 target=randint(0,100):64:i32 loss=empty:64
// expect: cross_entropy clean
__global__ void cross_entropy(int n, const float* x, const int* target, float* loss) {
  const float* row = x + threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, row[i]);
  for (int i = 0; i < n; ++i) sum += expf(row[i] - m);
  loss[threadIdx.x] = logf(sum) + (m - row[target[threadIdx.x]]);
}

// fpcheck: cross_entropy_gradient <<<64, 32>>> n=100 scale=0.015625 x=randn:64x100 target=randint(0,100):64:i32 dx=empty:64x100
// expect: cross_entropy_gradient clean
__global__ void cross_entropy_gradient(int n, float scale, const float* x, const int* target, float* dx) {
  const float* row = x + blockIdx.x * n;
  const int lane = threadIdx.x;
  float m = -INFINITY, sum = 0.f;
  for (int i = lane; i < n; i += 32) m = fmaxf(m, row[i]);
  m = warp_max(m);
  for (int i = lane; i < n; i += 32) sum += expf(row[i] - m);
  sum = warp_sum(sum);
  for (int i = lane; i < n; i += 32)
    dx[blockIdx.x * n + i] = (expf(row[i] - m) / sum - (i == target[blockIdx.x] ? 1.f : 0.f)) * scale;
}

// fpcheck: attention_online <<<4, 32>>> keys=96 q=randn:128x16 k=randn:96x16 v=randn:96x16 out=empty:128x16
// expect: attention_online clean
__global__ void attention_online(int keys, const float* q, const float* k, const float* v, float* out) {
  const int row = blockIdx.x * 32 + threadIdx.x;
  float acc[16] = {}, m = -INFINITY, sum = 0.f;
  for (int j = 0; j < keys; ++j) {
    float s = 0.f;
    for (int d = 0; d < 16; ++d) s = fmaf(q[row * 16 + d], k[j * 16 + d], s);
    s *= 0.25f;
    const float larger = fmaxf(m, s), rescale = expf(m - larger), p = expf(s - larger);
    sum = fmaf(sum, rescale, p);
    for (int d = 0; d < 16; ++d) acc[d] = fmaf(acc[d], rescale, p * v[j * 16 + d]);
    m = larger;
  }
  for (int d = 0; d < 16; ++d) out[row * 16 + d] = acc[d] / sum;
}

// fpcheck: merge_splits <<<1, 64>>> splits=4 lse=randn:64x4 part=randn:64x4 out=empty:64
// expect: merge_splits clean
__global__ void merge_splits(int splits, const float* lse, const float* part, float* out) {
  const int t = threadIdx.x;
  float m = -INFINITY, sum = 0.f, value = 0.f;
  for (int i = 0; i < splits; ++i) m = fmaxf(m, lse[t * splits + i]);
  for (int i = 0; i < splits; ++i) {
    const float w = expf(lse[t * splits + i] - m);
    sum += w;
    value = fmaf(w, part[t * splits + i], value);
  }
  out[t] = value / sum;
}
