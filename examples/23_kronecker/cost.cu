// What the factored form saves, counted. The dense product costs mnpq multiplications for a vector, and as many to be formed; A (X B^T) costs
// npq + mnp. But only if X B^T is kept: a kernel in which each thread makes its own inner sums has the identity right, the answer too,
// and multiplies mnpq + mnp times. `multiplications` is part of the case's reference, and the kernel `told` prints it.
#include <cstdio>

// fpcheck: dense <<<M, P>>> M=12 N=10 P=8 Q=6 A=randn:MxN B=randn:PxQ x=randn:60 y=empty:96 multiplications=inout:zeros:1:i32 \
//   --ref 'y=kron(A, B) @ x' --ref 'multiplications=2 * M * N * P * Q * ones((1,))' --expect clean
// fpcheck+ told <<<1, 1>>>
__global__ void dense(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ x, float* __restrict__ y,
                      int* __restrict__ multiplications, int N, int P, int Q) {
  const int i = blockIdx.x, k = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < N; ++j)
    for (int l = 0; l < Q; ++l) sum += A[i * N + j] * B[k * Q + l] * x[j * Q + l];
  y[i * P + k] = sum;
  atomicAdd(multiplications, 2 * N * Q);
}

// fpcheck: made_by_each <<<M, P>>> M=12 N=10 P=8 Q=6 A=randn:MxN B=randn:PxQ x=randn:60 y=empty:96 multiplications=inout:zeros:1:i32 \
//   --ref 'y=kron(A, B) @ x' --ref 'multiplications=(N * P * Q + M * N * P) * ones((1,))' --expect mismatch
// fpcheck+ told <<<1, 1>>>
__global__ void made_by_each(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ x, float* __restrict__ y,
                             int* __restrict__ multiplications, int N, int P, int Q) {
  const int i = blockIdx.x, k = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < N; ++j) {
    float inner = 0;
    for (int l = 0; l < Q; ++l) inner += B[k * Q + l] * x[j * Q + l];
    sum += A[i * N + j] * inner;
  }
  y[i * P + k] = sum;
  atomicAdd(multiplications, N * (Q + 1));
}

// fpcheck: right_factor <<<N, P>>> N=10 P=8 Q=6 B=randn:PxQ x=randn:60 kept=empty:80 multiplications=inout:zeros:1:i32 \
//   --ref 'y=kron(A, B) @ x' --ref 'multiplications=(N * P * Q + 12 * N * P) * ones((1,))' --expect clean
// fpcheck+ left_factor <<<12, P>>> A=randn:12xN y=empty:96
// fpcheck+ told <<<1, 1>>>
__global__ void right_factor(const float* __restrict__ B, const float* __restrict__ x, float* __restrict__ kept, int* __restrict__ multiplications,
                             int P, int Q) {
  const int j = blockIdx.x, k = threadIdx.x;
  float sum = 0;
  for (int l = 0; l < Q; ++l) sum += B[k * Q + l] * x[j * Q + l];
  kept[j * P + k] = sum;
  atomicAdd(multiplications, Q);
}

__global__ void left_factor(const float* __restrict__ A, const float* __restrict__ kept, float* __restrict__ y, int* __restrict__ multiplications,
                            int N, int P) {
  const int i = blockIdx.x, k = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < N; ++j) sum += A[i * N + j] * kept[j * P + k];
  y[i * P + k] = sum;
  atomicAdd(multiplications, N);
}

__global__ void told(const int* multiplications) { printf("%d multiplications", *multiplications); }
