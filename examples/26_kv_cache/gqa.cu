// Grouped-query attention: H query heads share K key heads, H / K each. Query head h reads key head h / (H / K); a kernel that takes h % K
// reads keys of another group. Where all keys are alike, as in a test that fills the cache with a constant, both say the same. The kernels
// decode one token: the scores of a query against a cache of L keys, softmax, the weighted sum of the values.
__device__ void decode(const float* q, const float* k, const float* v, float* out, int L, int D) {
  float top = -INFINITY, sum = 0;
  for (int t = 0; t < L; ++t) {
    float s = 0;
    for (int d = 0; d < D; ++d) s += q[d] * k[t * D + d];
    top = fmaxf(top, s);
  }
  const int d = threadIdx.x;
  float value = 0;
  for (int t = 0; t < L; ++t) {
    float s = 0;
    for (int e = 0; e < D; ++e) s += q[e] * k[t * D + e];
    const float p = expf(s - top);
    sum += p, value += p * v[t * D + d];
  }
  out[d] = value / sum;
}

// fpcheck: grouped <<<H, D>>> H=4 K=2 L=6 D=8 q=randn:HxD k=randn:KxLxD v=randn:KxLxD out=empty:HxD 'ref=reshape(einsum("kgl,kld->kgd", softmax(einsum("kgd,kld->kgl", reshape(q, [2, 2, 8]), k), 2), v), [4, 8])' --expect clean
__global__ void grouped(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ out, int L, int D, int K) {
  const int h = blockIdx.x, group = h / (gridDim.x / K);
  decode(q + h * D, k + group * L * D, v + group * L * D, out + h * D, L, D);
}

// fpcheck: interleaved <<<H, D>>> H=4 K=2 L=6 D=8 q=randn:HxD k=randn:KxLxD v=randn:KxLxD out=empty:HxD 'ref=reshape(einsum("kgl,kld->kgd", softmax(einsum("kgd,kld->kgl", reshape(q, [2, 2, 8]), k), 2), v), [4, 8])' --expect mismatch
__global__ void interleaved(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ out, int L, int D, int K) {
  const int h = blockIdx.x, group = h % K;
  decode(q + h * D, k + group * L * D, v + group * L * D, out + h * D, L, D);
}
