// Weights made for rotated halves are used by a kernel of pairs once the features of each head are shuffled: feature i of the first half
// goes to 2i, that of the second to 2i + 1. The identity pairs(shuffle(x)) = shuffle(halves(x)) says whether it was done right. The inverse
// shuffle has the same look, and for heads of 4 features it is the same permutation, so that a small test passes.

// fpcheck: shuffled <<<T, D>>> T=3 D=16 x=randn:TxD moved=empty:TxD \
//   --ref 'out=reshape(transpose(reshape(rope(x, c, s), (3, 2, 8)), (0, 2, 1)), (3, 16))' --expect clean
// fpcheck+ pairs <<<T, 8>>> c=uniform(-1,1):Tx8 s=uniform(-1,1):Tx8 out=empty:TxD
__global__ void shuffled(const float* __restrict__ x, float* __restrict__ moved, int D) {
  const int i = threadIdx.x, row = blockIdx.x * D, half = D / 2;
  moved[row + (i < half ? 2 * i : 2 * (i - half) + 1)] = x[row + i];
}

// fpcheck: shuffled_back <<<T, D>>> T=3 D=16 x=randn:TxD moved=empty:TxD \
//   --ref 'out=reshape(transpose(reshape(rope(x, c, s), (3, 2, 8)), (0, 2, 1)), (3, 16))' --expect mismatch
// fpcheck+ pairs <<<T, 8>>> c=uniform(-1,1):Tx8 s=uniform(-1,1):Tx8 out=empty:TxD
__global__ void shuffled_back(const float* __restrict__ x, float* __restrict__ moved, int D) {
  const int i = threadIdx.x, row = blockIdx.x * D, half = D / 2;
  moved[row + i] = x[row + (i < half ? 2 * i : 2 * (i - half) + 1)];
}

__global__ void pairs(const float* __restrict__ moved, const float* __restrict__ c, const float* __restrict__ s, float* __restrict__ out, int D) {
  const int i = threadIdx.x, row = blockIdx.x * D, t = blockIdx.x * D / 2 + i;
  const float a = moved[row + 2 * i], b = moved[row + 2 * i + 1];
  out[row + 2 * i] = a * c[t] - b * s[t];
  out[row + 2 * i + 1] = b * c[t] + a * s[t];
}
