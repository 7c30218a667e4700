// Rotary embeddings come in two layouts: pairs (2i, 2i + 1), and halves (i, i + D/2). They are one another up to a permutation of the
// features; weights made for the one and a kernel of the other give a model that answers nonsense. The first token has position 0, where
// every rotation is the identity: a test on it passes whatever the layout. The reference rotates halves.

// fpcheck: halves <<<T, H>>> T=3 D=16 H=8 x=randn:TxD c=uniform(-1,1):TxH s=uniform(-1,1):TxH out=empty:TxD 'ref=concat([x[:, 0:8] * c - x[:, 8:16] * s, x[:, 8:16] * c + x[:, 0:8] * s], 1)' --expect clean
__global__ void halves(const float* __restrict__ x, const float* __restrict__ c, const float* __restrict__ s, float* __restrict__ out, int D) {
  const int i = threadIdx.x, half = D / 2, row = blockIdx.x * D, t = blockIdx.x * half + i;
  const float a = x[row + i], b = x[row + half + i];
  out[row + i] = a * c[t] - b * s[t];
  out[row + half + i] = b * c[t] + a * s[t];
}

// fpcheck: pairs <<<T, H>>> T=3 D=16 H=8 x=randn:TxD c=uniform(-1,1):TxH s=uniform(-1,1):TxH out=empty:TxD 'ref=concat([x[:, 0:8] * c - x[:, 8:16] * s, x[:, 8:16] * c + x[:, 0:8] * s], 1)' --expect mismatch
__global__ void pairs(const float* __restrict__ x, const float* __restrict__ c, const float* __restrict__ s, float* __restrict__ out, int D) {
  const int i = threadIdx.x, half = D / 2, row = blockIdx.x * D, t = blockIdx.x * half + i;
  const float a = x[row + 2 * i], b = x[row + 2 * i + 1];
  out[row + 2 * i] = a * c[t] - b * s[t];
  out[row + 2 * i + 1] = b * c[t] + a * s[t];
}
