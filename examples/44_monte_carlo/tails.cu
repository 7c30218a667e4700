// Normal numbers from uniform ones (Box and Muller): sqrt(-2 log u) cos(2 pi v). Of 32 random bits over 2^32 one in four billion is zero,
// its logarithm minus infinity, and the path that it moves is lost, with the mean over all paths. Half a step added, as cuRAND does it,
// makes u positive. How far the tail reaches is how small u can be: `reach` prints 5.77 for 24 bits and 6.76 for 32 bits and a half, and
// how many of 2^32 normal numbers lie beyond: 34 of them are never drawn from 24 bits.
#include <cstdio>

// fpcheck: from_zero <<<1, 6>>> bits=[0, 1, 1000, 1048576, 1073741824, 3000000000]:u32 v=uniform(0,1):6 normal=empty:6 --expect inf-born
__global__ void from_zero(const unsigned* __restrict__ bits, const float* __restrict__ v, float* __restrict__ normal) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  normal[i] = sqrtf(-2 * logf(bits[i] * 0x1p-32f)) * cospif(2 * v[i]);
}

// fpcheck: from_half <<<1, 6>>> bits=[0, 1, 1000, 1048576, 1073741824, 3000000000]:u32 v=uniform(0,1):6 normal=empty:6 --ref 'normal=sqrt(-2 * log((bits + 0.5) / 2^32)) * cos(2 * pi * v)' --expect clean
__global__ void from_half(const unsigned* __restrict__ bits, const float* __restrict__ v, float* __restrict__ normal) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  normal[i] = sqrtf(-2 * logf(bits[i] * 0x1p-32f + 0x1p-33f)) * cospif(2 * v[i]);
}

// fpcheck: reach <<<1, 2>>> least=[0x1p-24, 0x1p-33] farthest=empty:2 --ref 'farthest=sqrt(2 * log(2) * [24, 33])' --expect clean
__global__ void reach(const float* __restrict__ least, float* __restrict__ farthest) {
  farthest[threadIdx.x] = sqrtf(-2 * logf(least[threadIdx.x]));
  const float beyond = erfcf(farthest[threadIdx.x] * 0.70710678f) * 4294967296.0f;
  printf("u >= %g: |normal| <= %.2f, beyond it %.2f of 2^32", least[threadIdx.x], farthest[threadIdx.x], beyond);
}
