// Numbers that travel as bytes: structs with padding, memcpy, bfloat16 made of a sum's bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct keyed {
  __half key; // two bytes of padding follow
  int at;
};
__device__ keyed exchange(keyed p, int mask) {
  return {__shfl_xor_sync(~0u, p.key, mask), __shfl_xor_sync(~0u, p.at, mask)};
}

// fpcheck: sort_structs <<<4, 32>>> x=randn:128:f16 y=empty:128:f16 at=empty:128:i32
// expect: sort_structs clean
__global__ void sort_structs(const __half* x, __half* y, int* at) {
  keyed p{x[blockIdx.x * 32 + threadIdx.x], static_cast<int>(threadIdx.x)};
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const keyed q = exchange(p, step);
      const bool up = (threadIdx.x & size) == 0, low = (threadIdx.x & step) == 0;
      const bool less = __hlt(p.key, q.key) || (__heq(p.key, q.key) && p.at < q.at);
      if (less != (up == low)) p = q;
    }
  y[blockIdx.x * 32 + threadIdx.x] = p.key;
  at[blockIdx.x * 32 + threadIdx.x] = p.at;
}

// fpcheck: structs_in_shared <<<4, 32>>> x=randn:128:f16 y=empty:128:f16 at=empty:128:i32
// expect: structs_in_shared clean
__global__ void structs_in_shared(const __half* x, __half* y, int* at) {
  __shared__ keyed tile[32], back[32];
  tile[threadIdx.x].key = x[blockIdx.x * 32 + threadIdx.x];
  tile[threadIdx.x].at = threadIdx.x;
  __syncthreads();
  back[threadIdx.x] = tile[31 - threadIdx.x];
  __syncthreads();
  const keyed p = back[threadIdx.x ^ 1];
  y[blockIdx.x * 32 + threadIdx.x] = p.key;
  at[blockIdx.x * 32 + threadIdx.x] = p.at;
}

// fpcheck: punned <<<4, 64>>> x=randn:256 y=empty:256 z=empty:256:f64
// expect: punned clean
// fpcheck: punned <<<64, 64>>> x=randn:4096 y=empty:4096 z=empty:4096:f64
// expect: punned clean
__global__ void punned(const float* x, float* y, double* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = x[i] * 0.1f + 0.01f;
  unsigned bits;
  memcpy(&bits, &v, sizeof bits);
  bits ^= 0x80000000u;
  float negated;
  memcpy(&negated, &bits, sizeof bits);
  const double wide = static_cast<double>(negated) / 3.0;
  unsigned char room[sizeof wide];
  memcpy(room, &wide, sizeof wide);
  double copied;
  memcpy(&copied, room, sizeof copied);
  y[i] = negated, z[i] = copied;
}

// fpcheck: bfloat16_by_hand <<<4, 64>>> x=randn:256 y=empty:256:bf16
// expect: bfloat16_by_hand clean
__global__ void bfloat16_by_hand(const float* x, unsigned short* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i] * 0.1f + 0.01f);
  y[i] = static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

// fpcheck: bfloat16_truncated <<<4, 64>>> x=randn:256 y=empty:256:bf16
// expect: bfloat16_truncated clean
__global__ void bfloat16_truncated(const float* x, unsigned short* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = static_cast<unsigned short>(__float_as_uint(x[i] * 0.1f + 0.01f) >> 16);
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// fpcheck: bfloat16_at_random <<<4, 64>>> seed=3 x=randn:256 y=empty:256:bf16
// expect: bfloat16_at_random clean
__global__ void bfloat16_at_random(int seed, const float* x, __nv_bfloat16* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i] * 0.1f + 0.01f) + (mixed(seed * 0x9e3779b9u + i) & 0xffffu);
  y[i] = __ushort_as_bfloat16(static_cast<unsigned short>(bits >> 16));
}

// fpcheck: halves_in_place <<<2, 64>>> x=randn:128:f16 y=inout:randn:128:f16
// expect: halves_in_place clean
__global__ void halves_in_place(const __half* x, __half* y) {
  __shared__ __half s[64]; // two threads to a word
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  s[threadIdx.x] = __hmul(s[threadIdx.x], __float2half(3.f));
  __syncthreads();
  __half* p = y + blockIdx.x * 64 + threadIdx.x;
  *p = __hadd(*p, s[63 - threadIdx.x]);
}
