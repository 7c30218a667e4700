// Warps, barriers, atomics, state spaces, calls, printf and assert.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__constant__ float table[4] = {1.5f, -0.0f, 0x1p-140f, 3e38f};
__constant__ int shape[2][3] = {{1, 2}, {3}};
__device__ int counter = 7;
__device__ float* pointer_to_table = nullptr;
__device__ const char greeting[] = "hello";
__device__ const char* const words[3] = {greeting, "other", greeting + 2};

extern "C" __global__ void warps(int* out, float* f, const int* a) {
  const int i = threadIdx.x;
  const unsigned mask = __activemask();
  int r = __shfl_sync(~0u, a[i], 3) + __shfl_up_sync(~0u, a[i], 1) + __shfl_down_sync(~0u, a[i], 2) + __shfl_xor_sync(~0u, a[i], 4, 16);
  r += __ballot_sync(mask, r > 3) + __any_sync(mask, r > 4) + __all_sync(mask, r > 5) + __match_any_sync(mask, r) + __reduce_add_sync(mask, r) +
       __reduce_max_sync(mask, unsigned(r)) + __reduce_xor_sync(mask, unsigned(r));
  int predicate;
  r += __match_all_sync(mask, r, &predicate) + predicate + __syncthreads_count(r > 1) + __syncthreads_and(r > 2) + __syncthreads_or(r > 3);
  __syncwarp();
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  r += clock() + clock64();
  __nanosleep(20);
  f[i] = __shfl_sync(~0u, f[i], 0) + __shfl_down_sync(~0u, double(f[i]), 1);
  out[i] = r;
}

extern "C" __global__ void atomics(int* n, unsigned* u, unsigned long long* l, float* f, double* d, __half2* h, __nv_bfloat16* b) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x % 4], 1);
  n[1] = atomicAdd(n, 1) + atomicSub(n, 2) + atomicMin(n, 3) + atomicMax(n, 4) + atomicExch(n, 5) + atomicCAS(n, 6, 7) + atomicAnd(n, 8) + atomicOr(n, 9) + atomicXor(n, 10);
  u[1] = atomicInc(u, 11) + atomicDec(u, 12) + atomicMin(u, 3u) + atomicAdd_block(u, 13u) + atomicAdd_system(u, 14u);
  l[1] = atomicAdd(l, 1ull) + atomicCAS(l, 2ull, 3ull) + atomicMax(l, 4ull) + atomicExch(l, 4ull);
  f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 2.5f);
  d[1] = atomicAdd(d, 1.5);
  atomicAdd(f + 2, 1.0f);
  atomicAdd(d + 2, 1.0);
  h[1] = atomicAdd(h, h[2]);
  b[1] = atomicAdd(b, b[2]);
  atomicAdd(n + 3, s[threadIdx.x]);
  unsigned short* const q = reinterpret_cast<unsigned short*>(u);
  q[9] = atomicCAS(q + 8, static_cast<unsigned short>(1), static_cast<unsigned short>(2));
}

struct pair {
  float x;
  double y;
  short z[3];
};

__device__ __noinline__ float apply(float (*f)(float), float x) { return f(x) + f(2 * x); }
__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ __noinline__ float half_of(float x) { return x / 2; }
__device__ __noinline__ pair swap(pair p) { return {float(p.y), p.x, {p.z[2], p.z[1], p.z[0]}}; }

struct shape_base {
  __device__ virtual float area() const = 0;
};
struct square : shape_base {
  float side;
  __device__ explicit square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};

extern "C" __global__ void calls(float* out, pair p, int which) {
  float stack[8];
  for (int i = 0; i < 8; ++i) stack[i] = out[i] * p.x;
  const pair q = swap(p);
  out[0] = apply(which ? twice : half_of, stack[which & 7]) + q.x + float(q.y) + q.z[which % 3];
  switch (which) {
  case 0: out[1] = 3; break;
  case 1: out[1] = table[which]; break;
  case 2: out[1] = shape[1][which]; break;
  case 3: out[1] = counter; break;
  case 4: out[1] = stack[5]; break;
  case 5: printf("%s %d %f\n", words[which % 3], which, out[0]); break;
  case 6: out[2] = 12; break;
  case 7: out[3] = 14; break;
  default: out[1] = -1;
  }
  square s(out[4]);
  const shape_base* base = which > 3 ? &s : static_cast<shape_base*>(nullptr);
  if (base) out[5] = base->area();
  assert(which < 100);
  if (which == 99) __trap();
}

template <class T, int N>
__global__ void reduce(T* out, const T* __restrict__ in) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* const tile = reinterpret_cast<T*>(raw);
  tile[threadIdx.x] = __ldg(in + threadIdx.x) + __ldcg(in + N) + __ldcs(in + 2 * N);
  cg::thread_block block = cg::this_thread_block();
  block.sync();
#pragma unroll
  for (int s = N / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
    __syncthreads();
  }
  auto warp = cg::tiled_partition<32>(block);
  T v = tile[threadIdx.x];
  for (int s = 16; s > 0; s /= 2) v += warp.shfl_down(v, s);
  __stcg(out + blockIdx.x, v);
  __stwt(out + blockIdx.x + 1, v);
}
template __global__ void reduce<float, 128>(float*, const float*);
template __global__ void reduce<double, 64>(double*, const double*);

extern "C" __global__ void __launch_bounds__(256, 2) vectors(float4* out, const float4* __restrict__ in, volatile int* flag, uint2* u, char4* c) {
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = {v.w, v.z, v.y, v.x};
  while (*flag == 0) {}
  u[1] = u[0];
  c[1] = c[0];
  *flag = 2;
}
