// Attention and sequence losses: tiles in shared memory, running maxima, masked and empty states.

// fpcheck: flash_causal <<<3, 32, 1024>>> queries=70 keys=70 scale=0.25 q=randn:70x16 k=randn:70x16 v=randn:70x16 out=empty:70x16 lse=empty:70
// expect: flash_causal clean
// fpcheck: flash_causal <<<3, 32, 1024>>> queries=70 keys=61 scale=0.25 q=spiked(100):70x16 k=randn:70x16 v=uniform(-1,1):70x16 out=empty:70x16 lse=empty:70
// expect: flash_causal clean
template <int D, int Tile>
__device__ void attend(int queries, int keys, float scale, const float* q, const float* k, const float* v, float* out, float* lse) {
  extern __shared__ float4 raw[];
  float* ks = reinterpret_cast<float*>(raw);
  float* vs = ks + Tile * D;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float qr[D], acc[D], m = -INFINITY, l = 0.f;
#pragma unroll
  for (int d = 0; d < D; ++d) qr[d] = row < queries ? q[row * D + d] : 0.f, acc[d] = 0.f;
  for (int base = 0; base < keys; base += Tile) {
    for (int i = threadIdx.x; i < Tile * D; i += blockDim.x) {
      const bool in = base + i / D < keys;
      ks[i] = in ? k[base * D + i] : 0.f;
      vs[i] = in ? v[base * D + i] : 0.f;
    }
    __syncthreads();
    float s[Tile], top = m;
#pragma unroll
    for (int j = 0; j < Tile; ++j) {
      float t = 0.f;
#pragma unroll
      for (int d = 0; d < D; ++d) t = fmaf(qr[d], ks[j * D + d], t);
      s[j] = base + j <= row && base + j < keys ? t * scale : -INFINITY;
      top = fmaxf(top, s[j]);
    }
    if (top != -INFINITY) {
      const float fix = __expf(m - top);
      l *= fix;
#pragma unroll
      for (int d = 0; d < D; ++d) acc[d] *= fix;
#pragma unroll
      for (int j = 0; j < Tile; ++j) {
        const float p = __expf(s[j] - top);
        l += p;
#pragma unroll
        for (int d = 0; d < D; ++d) acc[d] = fmaf(p, vs[j * D + d], acc[d]);
      }
      m = top;
    }
    __syncthreads();
  }
  if (row >= queries) return;
  const float inverse = 1.f / l;
#pragma unroll
  for (int d = 0; d < D; ++d) out[row * D + d] = acc[d] * inverse;
  lse[row] = m + logf(l);
}
__global__ void flash_causal(int queries, int keys, float scale, const float* q, const float* k, const float* v, float* out, float* lse) {
  attend<16, 8>(queries, keys, scale, q, k, v, out, lse);
}

struct smoothing {
  float label, others;
};
// fpcheck: smoothed_loss <<<5, 64>>> rows=13 n=100 s.label=0.9 s.others=0.001 x=uniform(-200,200):13x100 t=randint(0,100):13:i32 loss=empty:13 dx=empty:13x100
// expect: smoothed_loss clean
// fpcheck: smoothed_loss <<<5, 64>>> rows=13 n=100 s.label=0.9 s.others=0.001 x=adversarial(10):13x100 t=randint(0,100):13:i32 loss=empty:13 dx=empty:13x100
// expect: smoothed_loss clean
__global__ void smoothed_loss(int rows, int n, smoothing s, const float* x, const int* t, float* loss, float* dx) {
  const int lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
  for (int r = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); r < rows; r += warps) {
    const float* p = x + r * n;
    float m = -INFINITY, sum = 0.f, all = 0.f;
    for (int i = lane; i < n; i += 32) m = fmaxf(m, p[i]);
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    for (int i = lane; i < n; i += 32) sum += expf(p[i] - m), all += p[i] - m;
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o), all += __shfl_xor_sync(~0u, all, o);
    const float log_sum = logf(sum);
    if (lane == 0) loss[r] = s.label * (log_sum - (p[t[r]] - m)) + s.others * (n * log_sum - all);
    const float inverse = 1.f / sum, mass = s.label + n * s.others;
    for (int i = lane; i < n; i += 32) dx[r * n + i] = mass * expf(p[i] - m) * inverse - s.others - (i == t[r] ? s.label : 0.f);
  }
}

__device__ float log_add(float a, float b) {
  const float high = fmaxf(a, b), low = fminf(a, b);
  return high == -INFINITY ? high : high + log1pf(expf(low - high));
}
// fpcheck: alignment_scores <<<2, 32>>> steps=12 states=32 lp=uniform(-8,-0.01):2x12x32 out=empty:2x32
// expect: alignment_scores clean
__global__ void alignment_scores(int steps, int states, const float* lp, float* out) {
  lp += blockIdx.x * steps * states;
  const int s = threadIdx.x;
  float a = s < 2 ? lp[s] : -INFINITY;
  for (int t = 1; t < steps; ++t) {
    const float one = __shfl_up_sync(~0u, a, 1), two = __shfl_up_sync(~0u, a, 2);
    float next = a;
    if (s >= 1) next = log_add(next, one);
    if (s >= 2 && (s & 1)) next = log_add(next, two);
    a = next + lp[t * states + s];
  }
  out[blockIdx.x * states + s] = a;
}

// fpcheck: focal_loss <<<4, 64>>> gamma=2 x=uniform(-20,20):256 y=empty:256
// expect: focal_loss clean
__global__ void focal_loss(float gamma, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float e = expf(-fabsf(x[i])), log_p = fminf(x[i], 0.f) - log1pf(e), q = (x[i] >= 0.f ? e : 1.f) / (1.f + e);
  y[i] = -powf(q, gamma) * log_p;
}
