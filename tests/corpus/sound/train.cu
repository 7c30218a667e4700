// Activations, losses and optimiser steps.
#include <cuda_bf16.h>

// fpcheck: adam <<<8, 128>>> rate=0.001 eps=1e-8 c1=0.1 c2=0.001 w=inout:randn:1024 m=inout:randn:1024 v=inout:uniform(0,1):1024 g=randn:1024
// expect: adam clean
// fpcheck: adam <<<8, 128>>> rate=0.001 eps=1e-8 c1=0.1 c2=0.001 w=inout:randn:1024 m=inout:zeros:1024 v=inout:zeros:1024 g=zeros:1024
// expect: adam clean
__global__ void adam(float rate, float eps, float c1, float c2, float* w, float* m, float* v, const float* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float mi = fmaf(c1, g[i] - m[i], m[i]), vi = fmaf(c2, g[i] * g[i] - v[i], v[i]);
  m[i] = mi, v[i] = vi;
  w[i] -= rate * (mi / c1) / (sqrtf(vi / c2) + eps);
}

// fpcheck: adamw_bf16 <<<8, 128>>> rate=0.01 decay=0.1 master=inout:randn:1024 w=empty:1024:bf16 m=inout:randn:1024 v=inout:uniform(0.1,1):1024 g=randn:1024:bf16
// expect: adamw_bf16 clean
__global__ void adamw_bf16(float rate, float decay, float* master, __nv_bfloat16* w, float* m, float* v,
                           const __nv_bfloat16* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float gi = __bfloat162float(g[i]);
  const float mi = 0.9f * m[i] + 0.1f * gi, vi = 0.95f * v[i] + 0.05f * gi * gi;
  m[i] = mi, v[i] = vi;
  const float next = master[i] * (1.f - rate * decay) - rate * mi * rsqrtf(vi + 1e-12f);
  master[i] = next;
  w[i] = __float2bfloat16(next);
}

// fpcheck: sgd_momentum <<<8, 128>>> rate=0.1 momentum=0.9 w=inout:randn:1024 u=inout:randn:1024 g=randn:1024
// expect: sgd_momentum clean
__global__ void sgd_momentum(float rate, float momentum, float* w, float* u, const float* g) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float next = fmaf(momentum, u[i], g[i]);
  u[i] = next;
  w[i] = fmaf(-rate, next, w[i]);
}

// fpcheck: gelu_erfc <<<4096, 256>>> x=randn:1048576 y=empty:1048576
// expect: gelu_erfc clean big
__global__ void gelu_erfc(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 0.5f * x[i] * erfcf(-0.70710678f * x[i]);
}

// fpcheck: swiglu <<<8, 128>>> gate=randn:1024:bf16 up=randn:1024:bf16 y=empty:1024:bf16
// expect: swiglu clean
__global__ void swiglu(const __nv_bfloat16* gate, const __nv_bfloat16* up, __nv_bfloat16* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float g = __bfloat162float(gate[i]);
  y[i] = __float2bfloat16(g / (1.f + expf(-g)) * __bfloat162float(up[i]));
}

// fpcheck: sigmoid_both_sides <<<8, 128>>> x=uniform(-90,90):1024 y=empty:1024
// expect: sigmoid_both_sides clean no-fast
__global__ void sigmoid_both_sides(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float e = expf(-fabsf(x[i]));
  y[i] = (x[i] >= 0.f ? 1.f : e) / (1.f + e);
}

// fpcheck: softplus <<<8, 128>>> x=uniform(-80,80):1024 y=empty:1024
// expect: softplus clean
__global__ void softplus(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaxf(x[i], 0.f) + log1pf(expf(-fabsf(x[i])));
}

// fpcheck: binary_loss <<<8, 128>>> x=randn:1024 label=randint(0,2):1024:u8 loss=empty:1024
// expect: binary_loss clean
__global__ void binary_loss(const float* x, const unsigned char* label, float* loss) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float z = label[i] ? -x[i] : x[i];
  loss[i] = fmaxf(z, 0.f) + log1pf(expf(-fabsf(z)));
}

// fpcheck: huber <<<8, 128>>> delta=1 a=randn:1024 b=randn:1024 loss=empty:1024
// expect: huber clean
__global__ void huber(float delta, const float* a, const float* b, float* loss) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float d = fabsf(a[i] - b[i]);
  loss[i] = d < delta ? 0.5f * d * d : delta * (d - 0.5f * delta);
}

// fpcheck: clip_by_norm <<<1, 256>>> limit=1 g=inout:randn:1024
// expect: clip_by_norm clean
__global__ void clip_by_norm(float limit, float* g) {
  __shared__ float part[8];
  float sum = 0.f;
  for (int i = threadIdx.x; i < 1024; i += 256) sum = fmaf(g[i], g[i], sum);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  float total = 0.f;
  for (int i = 0; i < 8; ++i) total += part[i];
  const float scale = fminf(limit / (sqrtf(total) + 1e-6f), 1.f);
  for (int i = threadIdx.x; i < 1024; i += 256) g[i] *= scale;
}

// fpcheck: relu_squared_gradient <<<8, 128>>> x=randn:1024 dy=randn:1024 dx=empty:1024
// expect: relu_squared_gradient clean
__global__ void relu_squared_gradient(const float* x, const float* dy, float* dx) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  dx[i] = 2.f * fmaxf(x[i], 0.f) * dy[i];
}

// fpcheck: power_iteration <<<1, 32>>> steps=20 a=uniform(0,1):32x32 v=empty:32 value=empty:1
// expect: power_iteration clean
__global__ void power_iteration(int steps, const float* a, float* v, float* value) {
  float mine = 1.f, length = 1.f;
  for (int k = 0; k < steps; ++k) {
    float sum = 0.f;
    for (int i = 0; i < 32; ++i) sum = fmaf(a[threadIdx.x * 32 + i], __shfl_sync(0xffffffffu, mine, i), sum);
    length = sum * sum;
    for (int step = 16; step > 0; step /= 2) length += __shfl_xor_sync(0xffffffffu, length, step);
    length = sqrtf(length);
    mine = sum / length;
  }
  v[threadIdx.x] = mine;
  if (threadIdx.x == 0) *value = length;
}
