#pragma once
#include <fpcheck/kernels/online_softmax.hpp>

/// States of the threads of a row become the state of the row. Needs a compiler of CUDA code; softmax_twin.hpp holds the
/// same trees for the host.
namespace fpcheck::kernels {

/// The state of all lanes of a warp, on each of them.
/// Error: as `merge` once, and 5 additions. Proved: SMX-1
template <class Exp2>
__device__ __forceinline__ online_state merge_warp(online_state s, float c) {
  float max = s.max;
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) max = larger(max, __shfl_xor_sync(0xffffffffu, max, offset));
  float sum = exact::mul(s.sum, rebase_factor<Exp2>(s.max, reference_of(max), c));
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  return {max, sum};
}

/// Room for the states of the warps of a CTA, twice: consecutive rows use alternate halves, so that a row needs one
/// barrier.
struct row_exchange {
  online_state warp[2][32];
  online_state row[2];
};

/// The state of the `Warps` warps of a row, on each of their lanes. `first` is the row's first warp in the CTA.
/// Requires: all threads of the CTA come; `half` alternates.
template <class Exp2, int Warps>
__device__ __forceinline__ online_state merge_warps(online_state s, float c, row_exchange& room, int half, int first) {
  s = merge_warp<Exp2>(s, c);
  if constexpr (Warps == 1) return s;
  const int lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  if (lane == 0) room.warp[half][warp] = s;
  __syncthreads();
  return merge_warp<Exp2>(lane < Warps ? room.warp[half][first + lane] : online_state{}, c);
}

/// What a part's slot holds until the part is done. No state has this code: its maximum would be a NaN.
inline constexpr std::uint64_t no_state = ~std::uint64_t{0};

namespace detail {
__device__ __forceinline__ std::uint64_t word_of_state(online_state s) { return std::uint64_t{bits_of(s.max)} << 32 | bits_of(s.sum); }
__device__ __forceinline__ online_state state_of_word(std::uint64_t word) {
  return {bit_cast<float>(static_cast<std::uint32_t>(word >> 32)), bit_cast<float>(static_cast<std::uint32_t>(word))};
}
__device__ __forceinline__ online_state wait_for(const volatile std::uint64_t* slot) {
  std::uint64_t word = *slot;
  while (word == no_state) word = *slot;
  return state_of_word(word);
}
} // namespace detail

/// The state of a row of several parts, on all threads of each of its CTAs: a state is one word, so that its arrival
/// needs no fence.
/// Requires: the CTAs of a row are resident together; `slots` hold `no_state` before the launch.
template <class Exp2>
__device__ __forceinline__ online_state merge_parts(online_state s, float c, row_exchange& room, int half,
                                                    std::uint64_t* slots, std::int32_t part, std::int32_t parts) {
  if (threadIdx.x < 32) {
    const std::uint64_t word = detail::word_of_state(s);
    if (threadIdx.x == 0) *static_cast<volatile std::uint64_t*>(slots + part) = word;
    online_state all;
    for (std::int32_t i = static_cast<std::int32_t>(threadIdx.x); i < parts; i += 32)
      all = merge<Exp2>(all, detail::wait_for(slots + i), c);
    all = merge_warp<Exp2>(all, c);
    if (threadIdx.x == 0) room.row[half] = all;
  }
  __syncthreads();
  return room.row[half];
}

/// The state of a row from its threads', by way of shared memory and, for the parts of a long row, of memory.
template <class Schedule, class Exp2>
__device__ __forceinline__ online_state merge_row(online_state mine, float c, row_exchange& room, int half, std::uint64_t* exchange,
                                                  std::int64_t row, std::int32_t part, std::int32_t parts) {
  const int first_warp = static_cast<int>(threadIdx.x) / Schedule::row_threads * Schedule::row_warps;
  const online_state whole = merge_warps<Exp2, Schedule::row_warps>(mine, c, room, half, first_warp);
  return parts > 1 ? merge_parts<Exp2>(whole, c, room, half, exchange + row * parts, part, parts) : whole;
}

/// Deals the rows, or the parts of rows, to the CTAs of a grid: `work(row, part, room, half)`. The CTAs of a row take its parts
/// at the same time; dealing parts by tickets or as clusters instead was measured to be slower (tests/gpu/RESULTS.md).
/// Requires: a multiple of `parts` CTAs, all resident together where parts > 1; `slots` of `merge_parts` hold `no_state`.
template <class Schedule, class Work>
__device__ __forceinline__ void deal_rows(std::int64_t rows, std::int32_t parts, const Work& work) {
  __shared__ row_exchange room;
  const std::int32_t part = static_cast<std::int32_t>(blockIdx.x % static_cast<unsigned>(parts));
  const std::int64_t group = blockIdx.x / static_cast<unsigned>(parts), groups = gridDim.x / static_cast<unsigned>(parts);
  int half = 0;
  for (std::int64_t first = group * Schedule::rows; first < rows; first += groups * Schedule::rows, half ^= 1)
    work(first + threadIdx.x / Schedule::row_threads, part, room, half);
}

} // namespace fpcheck::kernels
