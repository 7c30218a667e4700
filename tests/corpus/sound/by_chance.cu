// What looks like a loss and is none: numbers that are integers by chance and are clamped, a count in binary16 that stays exact, and the running sum
// of a phase of 32 bits.
#include <cuda_fp16.h>

// Steps of a quantiser: some are far beyond 32 bits, and all of them end in 8.
__device__ signed char step_of(float v) {
  const int q = __float2int_rn(v);
  return static_cast<signed char>(max(-128, min(127, q)));
}
// fpcheck: steps <<<1, 32>>> x=[1.00000002e+20,-1.00000002e+20,0.300000012,-0.3,126.6,84.9,-128.4,3e9,0,-5e9] scale=1.5 q=empty:10 n=10
// expect: steps clean
extern "C" __global__ void steps(const float* x, float scale, signed char* q, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) q[i] = step_of(x[i] * scale);
}

// A register of hundredths that stops at its end.
// fpcheck: hundredths <<<1, 32>>> kwh=[0,1.25,654.99,655.35,700,-3,1e12,2e13] reading=empty:8 n=8
// expect: hundredths clean
extern "C" __global__ void hundredths(const float* kwh, unsigned short* reading, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float all = fminf(fmaxf(rintf(kwh[i] * 100.0f), 0.0f), 65535.0f);
  reading[i] = static_cast<unsigned short>(__float2uint_rn(all));
}

// Neighbours of a vertex, at most 2048 of them.
// fpcheck: neighbours <<<4, 32>>> row=ones:4x2000:u8 degree=empty:4 n=2000
// expect: neighbours clean
extern "C" __global__ void neighbours(const unsigned char* row, float* degree, int n) {
  __half count = __float2half(0.0f);
  for (int k = threadIdx.x; k < n; k += 32)
    if (row[blockIdx.x * n + k]) count = __hadd(count, __float2half(1.0f));
  for (int o = 16; o > 0; o >>= 1) count = __hadd(count, __shfl_xor_sync(0xffffffffu, count, o));
  if (threadIdx.x == 0) degree[blockIdx.x] = __half2float(count);
}

// An oscillator's phase wraps by itself, and is read with its sign.
// fpcheck: oscillator <<<1, 32>>> y=empty:4x64 first=16777216 n=64 voices=4
// expect: oscillator clean
extern "C" __global__ void oscillator(float* y, int first, int n, int voices) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= voices) return;
  unsigned phase = static_cast<unsigned>(first) * 33554432u + static_cast<unsigned>(v) * 1073741824u;
  for (int i = 0; i < n; ++i) {
    y[v * n + i] = sinpif(static_cast<float>(static_cast<int>(phase)) * 4.656612873077393e-10f);
    phase += 33554432u;
  }
}
