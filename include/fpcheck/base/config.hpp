#pragma once
/// Compiler differences, in one place. The only header of the project besides `.def` files that defines macros.

/// `FPCHECK_HD` marks a function that exists on the host and, under nvcc, on the device.
#if defined(__CUDACC__)
#define FPCHECK_HD __host__ __device__
#else
#define FPCHECK_HD
#endif

/// Inlined always: for the bodies that must vectorise inside a caller's loop.
#if defined(__CUDACC__)
#define FPCHECK_INLINE __forceinline__
#else
#define FPCHECK_INLINE inline __attribute__((always_inline))
#endif
