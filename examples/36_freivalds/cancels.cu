// A threshold relative to the result, |A (B r) - C r| <= 1e-5 |C r|, looks careful. But a random probe makes sums of random signs, and for some r and
// some rows they cancel: C r is next to nothing, its rounding errors are not, and a product that is right is rejected. They are of the size
// of the sums of absolute values, and with those the threshold holds for any r. Here B has its columns in pairs that r takes with opposite signs,
// nearly; with data of one sign and an r of ones both accept.

constexpr float unit = 0x1p-24f;

// fpcheck: product <<<1, 16>>> n=16 A=uniform(0.5,1):nxn B=uniform(1,1.0001):nxn C=empty:nxn --ref 'accepted=ones((16,))' --tol bitwise --expect branch-flip,mismatch
// fpcheck+ relative <<<1, 16>>> r=[1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1] accepted=empty:n:i32
// fpcheck: product <<<1, 16>>> n=16 A=uniform(0.5,1):nxn B=uniform(1,1.0001):nxn C=empty:nxn --ref 'accepted=ones((16,))' --tol bitwise --expect clean
// fpcheck+ absolute <<<1, 16>>> r=[1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1] accepted=empty:n:i32
__global__ void product(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  for (int k = 0; k < n; ++k) {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum = fmaf(A[threadIdx.x * n + j], B[j * n + k], sum);
    C[threadIdx.x * n + k] = sum;
  }
}

struct sides {
  float left, right, size; ///< row i of A (B r), of C r, and of the sums of absolute values
};

__device__ sides probe(const float* A, const float* B, const float* C, const float* r, int n, int i) {
  sides s{0, 0, 0};
  for (int j = 0; j < n; ++j) {
    float inner = 0, size = 0;
    for (int k = 0; k < n; ++k) inner = fmaf(B[j * n + k], r[k], inner), size = fmaf(fabsf(B[j * n + k]), fabsf(r[k]), size);
    s.left = fmaf(A[i * n + j], inner, s.left);
    s.right = fmaf(C[i * n + j], r[j], s.right);
    s.size = fmaf(fabsf(A[i * n + j]), size, s.size);
  }
  return s;
}

__global__ void relative(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C, const float* __restrict__ r,
                         int* __restrict__ accepted, int n) {
  const sides s = probe(A, B, C, r, n, threadIdx.x);
  accepted[threadIdx.x] = fabsf(s.left - s.right) <= 1e-5f * fabsf(s.right);
}

__global__ void absolute(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C, const float* __restrict__ r,
                         int* __restrict__ accepted, int n) {
  const sides s = probe(A, B, C, r, n, threadIdx.x);
  accepted[threadIdx.x] = fabsf(s.left - s.right) <= 2 * (n + 2) * unit * s.size;
}
