// Numbers of binary32 whose halves are kept apart, and what integer code reads off a sum.
#include <cuda_bf16.h>

__device__ float joined(unsigned short upper, unsigned short lower) { return __uint_as_float((unsigned)upper << 16 | lower); }

// fpcheck: salinity <<<2, 32>>> s=inout:[34,35,36,33]:bf16 rest=inout:zeros:4:u16 n=4 evaporation=uniform(1e-5,3e-5):4 hours=400
// expect: salinity clean
__global__ void salinity(__nv_bfloat16* s, unsigned short* rest, int n, const float* evaporation, int hours) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int h = 0; h < hours; ++h) {
    const float now = joined(__bfloat16_as_ushort(s[i]), rest[i]);
    const unsigned bits = __float_as_uint(now + evaporation[i] * (40.f - now));
    s[i] = __ushort_as_bfloat16((unsigned short)(bits >> 16));
    rest[i] = (unsigned short)bits;
  }
}

// fpcheck: dose <<<1, 64>>> high=empty:64:u16 low=empty:64:u16 rate=uniform(0.8,1.2):64 seconds=60
// expect: dose clean
__global__ void dose(unsigned short* high, unsigned short* low, const float* rate, int seconds) {
  const int i = threadIdx.x;
  unsigned short h = 0x3f80, l = 0;
  for (int t = 0; t < seconds; ++t) {
    const unsigned bits = __float_as_uint(joined(h, l) + 1e-3f * rate[i]);
    h = (unsigned short)(bits >> 16), l = (unsigned short)(bits & 0xffffu);
  }
  high[i] = h, low[i] = l;
}

// Codes of three bits of fraction below 2^-6: the adder rounds to their spacing, and integer code takes its constant off again.
// fpcheck: small_codes <<<1, 64>>> x=uniform(0,0.0156):64 y=empty:64
// expect: small_codes clean
__global__ void small_codes(const float* x, float* y) {
  const unsigned code = __float_as_uint(x[threadIdx.x] * 0.9f + 16384.f) - __float_as_uint(16384.f);
  y[threadIdx.x] = (float)code * 0x1p-9f;
}

// An oscillator's phase is an integer that wraps round, and its sine is small where the phase is near half a turn.
// fpcheck: tuned <<<1, 128>>> step=3735928559 start=4026531840 out=empty:128
// expect: tuned clean
__global__ void tuned(unsigned step, unsigned start, float* out) {
  const unsigned phase = start + threadIdx.x * step;
  out[threadIdx.x] = sinpif((float)(int)phase * 0x1p-31f);
}

// What is left of a number of turns is a place on a circle.
// fpcheck: phase_of_day <<<1, 64>>> day0=2451545 epoch=2451540 step=0.1 period=2.5 phase=empty:64
// expect: phase_of_day clean
__global__ void phase_of_day(int day0, int epoch, float step, float period, float* phase) {
  const float fraction = fmaf((float)(threadIdx.x % 40), step, 0.5f);
  const int whole = (int)floorf(fraction);
  const float turns = ((float)(day0 + whole - epoch) + (fraction - (float)whole)) / period + 0.013f;
  phase[threadIdx.x] = turns - floorf(turns);
}

// Between 2 and 4 a code is nearly the same number in binary16 and bfloat16.
// fpcheck: near_two <<<8, 128>>> x=uniform(1.822,1.83):1024 y=empty:1024:u16
// expect: near_two clean
__global__ void near_two(const float* x, unsigned short* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i] * 1.1f);
  y[i] = static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
