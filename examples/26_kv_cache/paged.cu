// A paged cache keeps the keys of all sequences in pages of P tokens; row b of the block table says which pages are those of sequence b. The table
// is as wide as the longest sequence may become. A kernel that takes its rows to be as wide as this batch needs reads, from the second
// sequence on, the pages of others: in bounds, valid keys, another text. The first sequence is right, and it is what a test decodes.

/// The score of query b against token t of its sequence, with rows of `width` pages in the table.
__device__ float score_of(const float* q, const float* cache, const int* table, int b, int t, int width, int P, int D) {
  const int page = table[b * width + t / P];
  float score = 0;
  for (int d = 0; d < D; ++d) score += q[b * D + d] * cache[(page * P + t % P) * D + d];
  return score;
}

// fpcheck: by_width <<<B, T>>> B=3 T=8 P=4 D=4 width=5 q=randn:BxD cache=randn:15xPxD table=perm:15 score=empty:BxT \
//   --ref 'einsum("bd,btd->bt", q, reshape(gather(cache, reshape(table, (3, 5))[:, 0:2]), (3, 8, 4)))' --expect clean
__global__ void by_width(const float* __restrict__ q, const float* __restrict__ cache, const int* __restrict__ table, float* __restrict__ score,
                         int width, int T, int P, int D) {
  const int b = blockIdx.x, t = threadIdx.x;
  score[b * T + t] = score_of(q, cache, table, b, t, width, P, D);
}

// fpcheck: by_need <<<B, T>>> B=3 T=8 P=4 D=4 q=randn:BxD cache=randn:15xPxD table=perm:15 score=empty:BxT \
//   --ref 'einsum("bd,btd->bt", q, reshape(gather(cache, reshape(table, (3, 5))[:, 0:2]), (3, 8, 4)))' --expect mismatch
__global__ void by_need(const float* __restrict__ q, const float* __restrict__ cache, const int* __restrict__ table, float* __restrict__ score,
                        int T, int P, int D) {
  const int b = blockIdx.x, t = threadIdx.x;
  score[b * T + t] = score_of(q, cache, table, b, t, (T + P - 1) / P, P, D);
}
