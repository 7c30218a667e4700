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

/// Function attributes that compile one function for AVX2 or AVX-512 whatever the flags are; empty where that is not
/// possible. `FPCHECK_HAS_TARGETS` says whether they do anything.
#if defined(__x86_64__) && !defined(__CUDACC__)
#define FPCHECK_HAS_TARGETS 1
#define FPCHECK_TARGET_AVX2 __attribute__((noinline, target("avx2,fma,bmi2")))
#if defined(__clang__)
#define FPCHECK_TARGET_AVX512 __attribute__((noinline, target("avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,fma,bmi2")))
#else
#define FPCHECK_TARGET_AVX512                                                                                          \
  __attribute__((noinline,                                                                                             \
                 target("avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,fma,bmi2,prefer-vector-width=512")))
#endif
#else
#define FPCHECK_HAS_TARGETS 0
#define FPCHECK_TARGET_AVX2
#define FPCHECK_TARGET_AVX512
#endif

// What is older than C++20 is told so once; the include, which no compiler finds, keeps it from reading on.
#if defined(__cplusplus) && __cplusplus < 202002L
#error "the headers of fpcheck need C++20: compile with -std=c++20"
#include <needs_cxx20>
#endif
