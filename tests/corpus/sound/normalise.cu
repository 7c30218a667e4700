// Normalisations and similarities, with the sums in f32 whatever the data.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

// fpcheck: layernorm <<<128, 128>>> n=256 eps=1e-5 x=randn:512x256 gain=randn:256 bias=randn:256 y=empty:512x256
// expect: layernorm clean
__global__ void layernorm(int n, float eps, const float* x, const float* gain, const float* bias, float* y) {
  const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0.f, q = 0.f;
  for (int i = lane; i < n; i += 32) sum += x[row * n + i];
  const float mean = warp_sum(sum) / n;
  for (int i = lane; i < n; i += 32) {
    const float d = x[row * n + i] - mean;
    q = fmaf(d, d, q);
  }
  const float inverse = rsqrtf(warp_sum(q) / n + eps);
  for (int i = lane; i < n; i += 32) y[row * n + i] = fmaf((x[row * n + i] - mean) * inverse, gain[i], bias[i]);
}

// fpcheck: rmsnorm_bf16 <<<4096, 64>>> n=256 eps=1e-6 x=randn:4096x256:bf16 y=empty:4096x256:bf16
// expect: rmsnorm_bf16 clean big
__global__ void rmsnorm_bf16(int n, float eps, const __nv_bfloat162* x, __nv_bfloat162* y) {
  __shared__ float part[2];
  const int row = blockIdx.x * n / 2;
  float sum = 0.f;
  for (int i = threadIdx.x; i < n / 2; i += 64) {
    const float2 v = __bfloat1622float2(x[row + i]);
    sum = fmaf(v.x, v.x, fmaf(v.y, v.y, sum));
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  const float inverse = rsqrtf((part[0] + part[1]) / n + eps);
  for (int i = threadIdx.x; i < n / 2; i += 64) {
    const float2 v = __bfloat1622float2(x[row + i]);
    y[row + i] = __floats2bfloat162_rn(v.x * inverse, v.y * inverse);
  }
}

// fpcheck: groupnorm <<<(4, 2), 64>>> n=96 eps=1e-5 x=randn:2x4x96 y=empty:2x4x96
// expect: groupnorm clean
__global__ void groupnorm(int n, float eps, const float* x, float* y) {
  __shared__ float part[64];
  const int t = threadIdx.x, base = (blockIdx.y * gridDim.x + blockIdx.x) * n;
  float mean = 0.f;
  for (int pass = 0; pass < 2; ++pass) {
    float v = 0.f;
    for (int i = t; i < n; i += 64) {
      const float d = x[base + i] - mean;
      v += pass == 0 ? d : d * d;
    }
    __syncthreads();
    part[t] = v;
    for (int half = 32; half > 0; half /= 2) {
      __syncthreads();
      if (t < half) part[t] += part[t + half];
    }
    __syncthreads();
    if (pass == 0) mean = part[0] / n;
  }
  const float inverse = rsqrtf(part[0] / n + eps);
  for (int i = t; i < n; i += 64) y[base + i] = (x[base + i] - mean) * inverse;
}

// fpcheck: batchnorm_inference <<<8, 128>>> eps=1e-5 x=randn:8x128 mean=randn:8 variance=uniform(0.5,2):8 gain=randn:8 bias=randn:8 y=empty:8x128
// expect: batchnorm_inference clean
__global__ void batchnorm_inference(float eps, const float* x, const float* mean, const float* variance,
                                    const float* gain, const float* bias, float* y) {
  const int c = blockIdx.x, i = c * blockDim.x + threadIdx.x;
  const float scale = gain[c] * rsqrtf(variance[c] + eps);
  y[i] = fmaf(x[i] - mean[c], scale, bias[c]);
}

// fpcheck: cosine_similarity <<<16, 32>>> n=100 a=randn:16x100:f16 b=randn:16x100:f16 out=empty:16
// expect: cosine_similarity clean
__global__ void cosine_similarity(int n, const __half* a, const __half* b, float* out) {
  float ab = 0.f, aa = 0.f, bb = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float x = __half2float(a[blockIdx.x * n + i]), y = __half2float(b[blockIdx.x * n + i]);
    ab = fmaf(x, y, ab);
    aa = fmaf(x, x, aa);
    bb = fmaf(y, y, bb);
  }
  ab = warp_sum(ab), aa = warp_sum(aa), bb = warp_sum(bb);
  if (threadIdx.x == 0) out[blockIdx.x] = ab / fmaxf(sqrtf(aa) * sqrtf(bb), 1e-8f);
}

// fpcheck: layernorm_gradient <<<16, 32>>> n=64 x=randn:16x64 inverse=uniform(0.5,1.5):16 dy=randn:16x64 dx=empty:16x64
// expect: layernorm_gradient clean
__global__ void layernorm_gradient(int n, const float* x, const float* inverse, const float* dy, float* dx) {
  const int row = blockIdx.x * n;
  float s1 = 0.f, s2 = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    s1 += dy[row + i];
    s2 = fmaf(dy[row + i], x[row + i], s2);
  }
  s1 = warp_sum(s1) / n, s2 = warp_sum(s2) / n;
  for (int i = threadIdx.x; i < n; i += 32)
    dx[row + i] = inverse[blockIdx.x] * (dy[row + i] - s1 - x[row + i] * s2);
}
