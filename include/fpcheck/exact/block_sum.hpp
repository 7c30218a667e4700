#pragma once
#include <fpcheck/exact/accumulator.hpp>

#if defined(__CUDACC__)

/// Merging exact accumulators over a warp or a block. The words of an accumulator just add up, so that the result is
/// that of one thread that saw all terms, in whatever order the hardware works.
namespace fpcheck::exact {

/// The sum of all lanes' accumulators, in every lane. Requires: a full warp takes part.
template <int LowestBit, int Digits>
__device__ void merge_warp(fixed_point_sum<LowestBit, Digits>& s) noexcept {
  s.carry();
  for (int i = 0; i < Digits; ++i) {
    long long w = s.words()[i]; // below 2^32 but for the last: 32 of them fit
    for (int offset = 16; offset > 0; offset >>= 1) w += __shfl_xor_sync(0xffffffffu, w, offset);
    s.words()[i] = w;
  }
  s.set_flags(__reduce_or_sync(0xffffffffu, s.flags()));
  s.carry();
}

/// What a block shares while it merges. Requires: one such variable in shared memory.
template <int LowestBit, int Digits>
struct block_sum_storage {
  unsigned long long words[Digits];
  unsigned flags;
};

/// The sum of all threads' accumulators, in every thread. Requires: every thread of the block takes part.
template <int LowestBit, int Digits>
__device__ void merge_block(fixed_point_sum<LowestBit, Digits>& s,
                            block_sum_storage<LowestBit, Digits>& shared) noexcept {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  for (unsigned i = thread; i < Digits; i += threads) shared.words[i] = 0;
  if (thread == 0) shared.flags = 0;
  __syncthreads();
  s.carry();
  for (int i = 0; i < Digits; ++i)
    if (s.words()[i] != 0) atomicAdd(&shared.words[i], static_cast<unsigned long long>(s.words()[i]));
  if (s.flags() != 0) atomicOr(&shared.flags, s.flags());
  __syncthreads();
  for (int i = 0; i < Digits; ++i) s.words()[i] = static_cast<std::int64_t>(shared.words[i]);
  s.set_flags(shared.flags);
  s.carry();
  __syncthreads();
}

/// Adds s into an accumulator in global memory, from up to 2^30 threads at once.
template <int LowestBit, int Digits>
__device__ void merge_global(fixed_point_sum<LowestBit, Digits>& s, unsigned long long* words,
                             unsigned* flags) noexcept {
  s.carry();
  for (int i = 0; i < Digits; ++i)
    if (s.words()[i] != 0) atomicAdd(&words[i], static_cast<unsigned long long>(s.words()[i]));
  if (s.flags() != 0) atomicOr(flags, s.flags());
}

} // namespace fpcheck::exact

#endif
