// A mixture of experts sends each token to its two best experts and adds their answers, weighted by the router's probabilities. These two do
// not sum to one: the rest of the softmax belongs to experts that were not asked, and the layer's output shrinks by it, token by token,
// unless the two are divided by their sum. With two experts there is no rest, and the test passes. The experts of a token are given.

// fpcheck: normalised <<<T, D>>> T=3 E=4 D=8 z=randn:TxE first=zeros:T:i32 second=ones:T:i32 a=randn:TxD b=randn:TxD y=empty:TxD 'ref=softmax(z[:, 0:2], 1)[:, 0:1] * a + softmax(z[:, 0:2], 1)[:, 1:2] * b' --expect clean
__global__ void normalised(const float* __restrict__ z, const int* __restrict__ first, const int* __restrict__ second, const float* __restrict__ a,
                           const float* __restrict__ b, float* __restrict__ y, int E) {
  const int t = blockIdx.x, i = t * blockDim.x + threadIdx.x;
  const float u = z[t * E + first[t]], v = z[t * E + second[t]], top = fmaxf(u, v);
  const float p = expf(u - top), q = expf(v - top);
  y[i] = (p * a[i] + q * b[i]) / (p + q);
}

// fpcheck: unnormalised <<<T, D>>> T=3 E=4 D=8 z=randn:TxE first=zeros:T:i32 second=ones:T:i32 a=randn:TxD b=randn:TxD y=empty:TxD 'ref=softmax(z[:, 0:2], 1)[:, 0:1] * a + softmax(z[:, 0:2], 1)[:, 1:2] * b' --expect mismatch
__global__ void unnormalised(const float* __restrict__ z, const int* __restrict__ first, const int* __restrict__ second, const float* __restrict__ a,
                             const float* __restrict__ b, float* __restrict__ y, int E) {
  const int t = blockIdx.x, i = t * blockDim.x + threadIdx.x;
  float top = z[t * E], sum = 0;
  for (int e = 1; e < E; ++e) top = fmaxf(top, z[t * E + e]);
  for (int e = 0; e < E; ++e) sum += expf(z[t * E + e] - top);
  y[i] = (expf(z[t * E + first[t]] - top) * a[i] + expf(z[t * E + second[t]] - top) * b[i]) / sum;
}
