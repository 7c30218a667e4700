#pragma once
#include <fpcheck/base/config.hpp>

#include <array>
#include <cmath>
#include <cstdint>

/// The avalanche matrix of a 32-bit hash: how often output bit j changes when input bit i does. Pairs {x, x ^ 2^i} are
/// counted once. Inputs come in groups of 16 that are closed under flips of four neighbouring bits, so that 16
/// evaluations serve 32 pairs.
namespace avalanche {

inline constexpr int bits_a_set = 4, sets = 8, group_size = 16;
inline constexpr std::uint64_t groups_a_set = std::uint64_t{1} << 28;

/// changes[i][j] of `groups` groups of every set, each with eight pairs for a bit.
struct matrix {
  std::array<std::array<std::uint64_t, 32>, 32> changes{};
  std::uint64_t pairs = 0; ///< of each input bit
};

/// Input number `member` of a group: the group's number with the four bits of `set` put in.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t input(std::uint32_t group, int set, std::uint32_t member) noexcept {
  const int low_bits = bits_a_set * set;
  const std::uint32_t low = group & ((std::uint32_t{1} << low_bits) - 1u);
  return low | member << low_bits |
         static_cast<std::uint32_t>(static_cast<std::uint64_t>(group >> low_bits) << (low_bits + bits_a_set));
}

/// The largest and the root mean square bias |2p - 1| of a matrix, and where the largest is.
struct summary {
  double largest = 0, rms = 0;
  int from = 0, to = 0;
};
inline summary summarise(const matrix& m) {
  summary out;
  double squares = 0;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) {
      const double bias = std::fabs(2 * static_cast<double>(m.changes[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]) /
                                        static_cast<double>(m.pairs) -
                                    1);
      squares += bias * bias;
      if (bias > out.largest) out.largest = bias, out.from = i, out.to = j;
    }
  out.rms = std::sqrt(squares / 1024);
  return out;
}

/// The matrix over the groups [first, first + count) of every set, one pair at a time.
template <class Hash>
matrix count_on_host(std::uint32_t first, std::uint32_t count, Hash hash) {
  matrix out;
  out.pairs = std::uint64_t{count} * (group_size / 2);
  for (int set = 0; set < sets; ++set)
    for (std::uint32_t g = first; g < first + count; ++g) {
      std::array<std::uint32_t, group_size> h;
      for (std::uint32_t m = 0; m < group_size; ++m) h[m] = hash(input(g, set, m));
      for (std::uint32_t b = 0; b < bits_a_set; ++b)
        for (std::uint32_t m = 0; m < group_size; ++m) {
          if ((m >> b & 1) != 0) continue;
          const std::uint32_t changed = h[m] ^ h[m | 1u << b];
          auto& row = out.changes[static_cast<std::size_t>(bits_a_set * set) + b];
          for (std::size_t j = 0; j < 32; ++j) row[j] += changed >> j & 1;
        }
    }
  return out;
}

} // namespace avalanche

#if defined(__CUDACC__)

namespace avalanche {

/// a + b + c for 32 columns of bits: the sum's low bits in `a`, its carries returned.
__device__ __forceinline__ std::uint32_t add_columns(std::uint32_t& a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t carry = (a & b) | (a & c) | (b & c);
  a = a ^ b ^ c;
  return carry;
}

inline constexpr int planes = 14;             ///< binary digits of a thread's counters
inline constexpr std::uint32_t groups_a_thread = 2000; ///< at most: 8 * 2000 < 2^14
inline constexpr int threads_a_block = 128;

/// Adds the changes of bit `B` over a group to the digits 1, 2 and 4 of vertical counters; returns the eights.
template <int B>
__device__ __forceinline__ std::uint32_t add_changes(const std::uint32_t (&h)[group_size], std::uint32_t (&p)[planes]) {
  std::uint32_t d[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const int m = (k >> B << (B + 1)) | (k & ((1 << B) - 1));
    d[k] = h[m] ^ h[m | 1 << B];
  }
  std::uint32_t carry_a = add_columns(p[0], d[0], d[1]), carry_b = add_columns(p[0], d[2], d[3]);
  const std::uint32_t fours_a = add_columns(p[1], carry_a, carry_b);
  carry_a = add_columns(p[0], d[4], d[5]), carry_b = add_columns(p[0], d[6], d[7]);
  const std::uint32_t fours_b = add_columns(p[1], carry_a, carry_b);
  return add_columns(p[2], fours_a, fours_b);
}

/// Adds two groups' eights.
__device__ __forceinline__ void add_eights(std::uint32_t a, std::uint32_t b, std::uint32_t (&p)[planes]) {
  std::uint32_t carry = add_columns(p[3], a, b);
#pragma unroll
  for (int k = 4; k < planes; ++k) {
    const std::uint32_t next = p[k] & carry;
    p[k] ^= carry;
    carry = next;
  }
}

/// Adds the warp's counters of one input bit to `row`: lane j looks after output bit j.
__device__ __forceinline__ void collect(const std::uint32_t (&p)[planes], unsigned long long* row) {
  std::uint32_t mine = 0;
  for (int j = 0; j < 32; ++j) {
    std::uint32_t sum = 0;
#pragma unroll
    for (int k = 0; k < planes; ++k) sum += __popc(__ballot_sync(0xffffffffu, p[k] >> j & 1u)) << k;
    if (threadIdx.x % 32 == j) mine = sum;
  }
  atomicAdd(row + threadIdx.x % 32, static_cast<unsigned long long>(mine));
}

/// The eights of one group for its four bits.
template <class Hash>
__device__ __forceinline__ void add_group(std::uint32_t group, int set, std::uint32_t (&p)[bits_a_set][planes],
                                          std::uint32_t (&eights)[bits_a_set]) {
  std::uint32_t h[group_size];
#pragma unroll
  for (int m = 0; m < group_size; ++m) h[m] = Hash{}(input(group, set, static_cast<std::uint32_t>(m)));
  eights[0] = add_changes<0>(h, p[0]), eights[1] = add_changes<1>(h, p[1]);
  eights[2] = add_changes<2>(h, p[2]), eights[3] = add_changes<3>(h, p[3]);
}

/// The groups [first, first + count) of set blockIdx.y; changes[i][j] are added to.
/// Requires: a grid that leaves each thread at most `groups_a_thread`.
template <class Hash>
__global__ void __launch_bounds__(threads_a_block) count_kernel(std::uint32_t first, std::uint32_t count,
                                                                unsigned long long* changes) {
  const int set = static_cast<int>(blockIdx.y);
  std::uint32_t p[bits_a_set][planes] = {};
  const std::uint32_t stride = gridDim.x * blockDim.x;
#pragma unroll 1
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += 2 * stride) {
    std::uint32_t a[bits_a_set], b[bits_a_set] = {};
    add_group<Hash>(first + i, set, p, a);
    if (i + stride < count) add_group<Hash>(first + i + stride, set, p, b);
#pragma unroll
    for (int k = 0; k < bits_a_set; ++k) add_eights(a[k], b[k], p[k]);
  }
#pragma unroll
  for (int b = 0; b < bits_a_set; ++b) collect(p[b], changes + (bits_a_set * set + b) * 32);
}

/// Starts the count; `changes` (32 x 32 words of device memory) must hold zeros or earlier counts.
template <class Hash>
void start(std::uint32_t first, std::uint32_t count, unsigned long long* changes) {
  const std::uint32_t work = threads_a_block * groups_a_thread;
  count_kernel<Hash><<<dim3((count + work - 1) / work, sets), threads_a_block>>>(first, count, changes);
}

} // namespace avalanche

#endif
