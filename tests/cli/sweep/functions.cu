// Functions for the tests of `fpcheck sweep`. `make_ptx.sh` compiles the wrapped functions for machines without nvcc.
#include <cuda_fp16.h>

__device__ float square(float x) { return x * x; }                                // rounded once
__device__ float fast_exp(float x) { return __expf(x); }                          // a few ulps, more far from zero
__device__ float clamp_at_zero(float x) { return fmaxf(x, 0.0f); }                // makes a number of NaN
__device__ float kinked(float x) { return x > 2.0f && x < 2.25f ? x - 0.5f : x; } // falls where the identity rises
__device__ float flushed(float x) { return fabsf(x) < 1.17549435e-38f ? 0.0f : x; }
__device__ __half twice(__half x) { return __hadd(x, x); }
__device__ float product(float x, float y) { return x * y; }
template <class T>
__device__ T negated(T x) { return -x; }
__device__ int rounded(float x) { return static_cast<int>(x); }
