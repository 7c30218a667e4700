// Freivalds' check of a product C = A B: for a random vector r, A (B r) and C r are equal, and computing both costs three products of a matrix
// and a vector. The two are not equal bit for bit: how far apart may they be? A guess of 1e-2 accepts a C with an element that is 4e-3 off. The
// threshold of the repaired kernel is what rounding can do, and no more: 2 (n + 2) u times the same sums with absolute values. Of a wrong C
// a probe of zeros and ones sees nothing in at most half of all cases, whatever is wrong with it: k probes miss with 2^-k. `miss_rate` counts
// it: for one wrong element, and for two that cancel wherever a probe takes both, 0.5; with two probes 0.25. The sum of all columns (a probe of
// ones) is no random probe: two wrong elements of opposite signs in a row pass it for ever.
#include <cstdio>

constexpr float unit = 0x1p-24f;

/// C = A B, and then what `wrong` says: element (5, 7) is off by it.
// fpcheck: product <<<1, 32>>> n=32 A=randn:nxn B=randn:nxn C=empty:nxn wrong=0.004 --ref 'accepted=arange(32) != 5' --tol bitwise --expect mismatch
// fpcheck+ guessed <<<1, 32>>> r=randint(1,2):n accepted=empty:n:i32
// fpcheck: product <<<1, 32>>> n=32 A=randn:nxn B=randn:nxn C=empty:nxn wrong=0.004 --ref 'accepted=arange(32) != 5' --tol bitwise --expect clean
// fpcheck+ derived <<<1, 32>>> r=randint(1,2):n accepted=empty:n:i32
// fpcheck: product <<<1, 32>>> n=32 A=spiked:nxn B=spiked:nxn C=empty:nxn wrong=0 --ref 'accepted=ones((32,))' --tol bitwise --expect clean
// fpcheck+ derived <<<1, 32>>> r=randint(0,2):n accepted=empty:n:i32
__global__ void product(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n, float wrong) {
  const int i = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum = fmaf(A[i * n + j], B[j * n + k], sum);
    C[i * n + k] = i == 5 && k == 7 ? sum + wrong : sum;
  }
}

struct sides {
  float left, right, size; ///< row i of A (B r), of C r, and of the sums of absolute values
};

__device__ sides probe(const float* A, const float* B, const float* C, const float* r, int n, int i) {
  sides s{0, 0, 0};
  for (int j = 0; j < n; ++j) {
    float inner = 0, size = 0;
    for (int k = 0; k < n; ++k) inner = fmaf(B[j * n + k], r[k], inner), size = fmaf(fabsf(B[j * n + k]), r[k], size);
    s.left = fmaf(A[i * n + j], inner, s.left);
    s.right = fmaf(C[i * n + j], r[j], s.right);
    s.size = fmaf(fabsf(A[i * n + j]), size, s.size);
  }
  return s;
}

__global__ void guessed(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C, const float* __restrict__ r, int* __restrict__ accepted, int n) {
  const int i = threadIdx.x;
  const sides s = probe(A, B, C, r, n, i);
  accepted[i] = fabsf(s.left - s.right) <= 1e-2f;
}

__global__ void derived(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C, const float* __restrict__ r, int* __restrict__ accepted, int n) {
  const int i = threadIdx.x;
  const sides s = probe(A, B, C, r, n, i);
  accepted[i] = fabsf(s.left - s.right) <= 2 * (n + 2) * unit * s.size;
}

/// The sum over all columns: the probe that everybody has at hand.
// fpcheck: cancelling <<<1, 32>>> n=32 A=randn:nxn B=randn:nxn C=empty:nxn --ref 'accepted=arange(32) != 5' --tol bitwise --expect mismatch
// fpcheck+ derived <<<1, 32>>> r=ones:n accepted=empty:n:i32
__global__ void cancelling(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  const int i = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum = fmaf(A[i * n + j], B[j * n + k], sum);
    const float wrong = i != 5 ? 0.0f : k == 7 ? 1.0f : k == 8 ? -1.0f : 0.0f;
    C[i * n + k] = sum + wrong;
  }
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// How often a random probe of zeros and ones sees nothing of an error matrix with one row (e, 0, ..) or (e, -e, 0, ..), and how often two
/// probes see nothing of the first: `off` is what was counted less what is stated, printed, and within three deviations of a count.
// fpcheck: miss_rate <<<1, 256>>> draws=64 count=inout:zeros:3:i32 --range 'off=[-0.0118,0.0118]' --expect clean
// fpcheck+ divided <<<1, 3>>> draws=64 off=empty:3
__global__ void miss_rate(int* __restrict__ count, int draws) {
  int one = 0, two = 0, both = 0;
  for (int k = 0; k < draws; ++k) {
    const unsigned r = mixed(threadIdx.x * 4096u + k), s = mixed(r + 0x9e3779b9u);
    one += (r & 1) == 0;
    two += (r & 1) == (r >> 1 & 1);
    both += (r & 1) == 0 && (s & 1) == 0;
  }
  atomicAdd(count, one);
  atomicAdd(count + 1, two);
  atomicAdd(count + 2, both);
}

__global__ void divided(const int* __restrict__ count, float* __restrict__ off, int draws) {
  const float stated = threadIdx.x == 2 ? 0.25f : 0.5f, rate = count[threadIdx.x] / (256.0f * draws);
  printf("%s: missed %.4f, stated %.2f", threadIdx.x == 0 ? "one wrong element" : threadIdx.x == 1 ? "two that cancel" : "one, two probes", rate, stated);
  off[threadIdx.x] = rate - stated;
}
