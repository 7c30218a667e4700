// A Kronecker-factored layer: y = (A kron B) x without the mp x nq product. With X the n x q matrix whose rows lie in x one after the
// other, y is A X B^T laid out the same way (`cost.cu` counts what that saves). The gradient with respect to B is G^T (A X), by
// matrix differentials. The last kernel reads X with its indices exchanged, which fits where n = q and is another function; gradients of a
// mean over a batch are small, and a comparison with an absolute tolerance of 1e-2 passes them all.

// fpcheck: forward <<<M, P>>> M=3 N=5 P=4 Q=5 A=randn:MxN B=randn:PxQ x=randn:25 y=empty:12 'ref=kron(A, B) @ x' --expect clean
__global__ void forward(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ x, float* __restrict__ y, int N, int P, int Q) {
  const int i = blockIdx.x, k = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < N; ++j) {
    float inner = 0;
    for (int l = 0; l < Q; ++l) inner += B[k * Q + l] * x[j * Q + l];
    sum += A[i * N + j] * inner;
  }
  y[i * P + k] = sum;
}

// fpcheck: gradient_of_b <<<P, Q>>> M=3 N=5 P=4 Q=5 A=randn:MxN x=randn:25 g=uniform(-0.003,0.003):12 dB=empty:PxQ B=zeros:PxQ 'ref=grad(sum(g * (kron(A, B) @ x)), B)' --expect clean
__global__ void gradient_of_b(const float* __restrict__ A, const float* __restrict__ x, const float* __restrict__ g, float* __restrict__ dB, const float* B, int M,
                              int N, int P, int Q) {
  const int k = blockIdx.x, l = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < M; ++i) {
    float inner = 0;
    for (int j = 0; j < N; ++j) inner += A[i * N + j] * x[j * Q + l];
    sum += g[i * P + k] * inner;
  }
  dB[k * Q + l] = sum;
}

// fpcheck: exchanged <<<P, Q>>> M=3 N=5 P=4 Q=5 A=randn:MxN x=randn:25 g=uniform(-0.003,0.003):12 dB=empty:PxQ B=zeros:PxQ 'ref=grad(sum(g * (kron(A, B) @ x)), B)' --expect mismatch
__global__ void exchanged(const float* __restrict__ A, const float* __restrict__ x, const float* __restrict__ g, float* __restrict__ dB, const float* B, int M,
                          int N, int P, int Q) {
  const int k = blockIdx.x, l = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < M; ++i) {
    float inner = 0;
    for (int j = 0; j < N; ++j) inner += A[i * N + j] * x[l * N + j]; // X transposed
    sum += g[i * P + k] * inner;
  }
  dB[k * Q + l] = sum;
}
