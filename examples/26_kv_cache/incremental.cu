// Decoding token by token with a cache of keys and values is causal attention, computed in another order of work: the identity is the test. Where
// each row's sums run in the same order the two agree bit for bit; cut into two parts that are merged, as a long context is, they agree
// within what rounding allows. A token sees itself: a kernel that appends to the cache after it has read it, or counts the tokens before,
// leaves the diagonal out, and on a cache of equal values nobody notices.

/// Sums over tokens from first up to last: the largest score, the sum of exponentials relative to it, and feature d of the values.
struct part {
  float top = -INFINITY, sum = 0, value = 0;

  __device__ void add(const float* q, const float* k, const float* v, int first, int last, int D, int d) {
    for (int t = first; t < last; ++t) {
      float score = 0;
      for (int e = 0; e < D; ++e) score += q[e] * k[t * D + e];
      score *= rsqrtf(D);
      const float next = fmaxf(top, score), old = expf(top - next), p = expf(score - next);
      top = next, sum = sum * old + p, value = value * old + p * v[t * D + d];
    }
  }
};

// fpcheck: full <<<T, D>>> T=6 D=8 q=randn:TxD k=randn:TxD v=randn:TxD out=empty:TxD 'ref=attention(q, k, v, causal=1)' --expect clean
__global__ void full(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ out, int D) {
  part all;
  all.add(q + blockIdx.x * D, k, v, 0, blockIdx.x + 1, D, threadIdx.x);
  out[blockIdx.x * D + threadIdx.x] = all.value / all.sum;
}

// fpcheck: incremental <<<1, D>>> T=6 D=8 q=randn:TxD k=randn:TxD v=randn:TxD keys=empty:TxD values=empty:TxD out=empty:TxD \
//   --ref 'same=ones((6, 8))' --tol bitwise --expect clean
// fpcheck+ compared <<<T, D>>> same=empty:TxD:i32
__global__ void incremental(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* keys, float* values,
                            float* __restrict__ out, int T, int D) {
  const int d = threadIdx.x;
  for (int t = 0; t < T; ++t) {
    keys[t * D + d] = k[t * D + d], values[t * D + d] = v[t * D + d];
    __syncthreads();
    part all;
    all.add(q + t * D, keys, values, 0, t + 1, D, d);
    out[t * D + d] = all.value / all.sum;
  }
}

/// 1 where a cached answer has the bits of the full one.
__global__ void compared(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, const float* __restrict__ out,
                         int* __restrict__ same, int D) {
  part all;
  all.add(q + blockIdx.x * D, k, v, 0, blockIdx.x + 1, D, threadIdx.x);
  const int i = blockIdx.x * D + threadIdx.x;
  same[i] = __float_as_int(out[i]) == __float_as_int(all.value / all.sum);
}

// fpcheck: in_two_parts <<<T, D>>> T=6 D=8 q=randn:TxD k=randn:TxD v=randn:TxD out=empty:TxD 'ref=attention(q, k, v, causal=1)' --expect clean
__global__ void in_two_parts(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ out, int D) {
  const int tokens = blockIdx.x + 1, cut = (tokens + 1) / 2;
  part a, b;
  a.add(q + blockIdx.x * D, k, v, 0, cut, D, threadIdx.x);
  b.add(q + blockIdx.x * D, k, v, cut, tokens, D, threadIdx.x);
  const float top = fmaxf(a.top, b.top), of_a = expf(a.top - top), of_b = expf(b.top - top);
  out[blockIdx.x * D + threadIdx.x] = (a.value * of_a + b.value * of_b) / (a.sum * of_a + b.sum * of_b);
}

// fpcheck: without_itself <<<T, D>>> T=6 D=8 q=randn:TxD k=randn:TxD v=randn:TxD out=empty:TxD 'ref=attention(q, k, v, causal=1)' --expect mismatch
__global__ void without_itself(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v, float* __restrict__ out, int D) {
  part all;
  all.add(q + blockIdx.x * D, k, v, 0, blockIdx.x > 0 ? blockIdx.x : 1, D, threadIdx.x); // the first token has nothing else
  out[blockIdx.x * D + threadIdx.x] = all.value / all.sum;
}
