// The other two gradients of y = (A kron B) x. With X and G the inputs and upstream gradients as matrices (rows after each other), the
// differential of sum(G * (A X B^T)) is sum(G * (dA X B^T)) + sum(G * (A dX B^T)) + .., so dA = G B X^T and dX = A^T G B. Derived by hand
// it is easy to write B^T for B, which fits wherever B is square and is right wherever B is symmetric, the identity of an initialisation
// among them. The reference is derived from the forward formula.

// fpcheck: gradient_of_a <<<M, N>>> M=3 N=5 P=4 Q=4 A=zeros:MxN B=randn:PxQ x=randn:20 g=randn:12 dA=empty:MxN \
//   --ref 'grad(sum(g * (kron(A, B) @ x)), A)' --expect clean
__global__ void gradient_of_a(const float* A, const float* __restrict__ B, const float* __restrict__ x, const float* __restrict__ g,
                              float* __restrict__ dA, int N, int P, int Q) {
  const int i = blockIdx.x, j = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < P; ++k) {
    float inner = 0;
    for (int l = 0; l < Q; ++l) inner += B[k * Q + l] * x[j * Q + l];
    sum += g[i * P + k] * inner;
  }
  dA[i * N + j] = sum;
}

// fpcheck: gradient_of_x <<<N, Q>>> M=3 N=5 P=4 Q=4 A=randn:MxN B=randn:PxQ x=zeros:20 g=randn:12 dx=empty:20 \
//   --ref 'grad(sum(g * (kron(A, B) @ x)), x)' --expect clean
__global__ void gradient_of_x(const float* __restrict__ A, const float* __restrict__ B, const float* x, const float* __restrict__ g,
                              float* __restrict__ dx, int M, int N, int P, int Q) {
  const int j = blockIdx.x, l = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < M; ++i) {
    float inner = 0;
    for (int k = 0; k < P; ++k) inner += g[i * P + k] * B[k * Q + l];
    sum += A[i * N + j] * inner;
  }
  dx[j * Q + l] = sum;
}

// fpcheck: transposed <<<M, N>>> M=3 N=5 P=4 Q=4 A=zeros:MxN B=randn:PxQ x=randn:20 g=randn:12 dA=empty:MxN \
//   --ref 'grad(sum(g * (kron(A, B) @ x)), A)' --expect mismatch
__global__ void transposed(const float* A, const float* __restrict__ B, const float* __restrict__ x, const float* __restrict__ g,
                           float* __restrict__ dA, int N, int P, int Q) {
  const int i = blockIdx.x, j = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < P; ++k) {
    float inner = 0;
    for (int l = 0; l < Q; ++l) inner += B[l * Q + k] * x[j * Q + l]; // B transposed
    sum += g[i * P + k] * inner;
  }
  dA[i * N + j] = sum;
}
