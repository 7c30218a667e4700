#pragma once
#include <fpcheck/base/config.hpp>
#include <fpcheck/kernels/float_key.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

/// A keyed digest of bytes that may be computed in any order: a leaf is a sum, modulo 2^64, of one term for each 8-byte
/// word, a node a sum of one term for each child, and the digest the topmost node mixed with the number of bytes.
/// Terms depend on the place, and are bijections of the word: a change within one word always changes the digest, any
/// other change goes unseen with probability about 2^-64 over the keys. It is no defence against an adversary.
namespace fpcheck::kernels {

inline constexpr std::uint32_t leaf_bytes = 8192;  ///< of a leaf; the last may be shorter
inline constexpr std::uint32_t fan_out = 1024;     ///< children of a node; the last may have fewer
inline constexpr std::uint32_t leaf_lanes = 32;    ///< a leaf's 16-byte vectors are dealt to so many lanes in turn
inline constexpr std::uint32_t lane_vectors = leaf_bytes / 16 / leaf_lanes;

/// What makes digests differ between users.
struct fingerprint_key {
  std::uint64_t leaf, node, whole;
};

/// The key made from a seed.
FPCHECK_HD FPCHECK_INLINE constexpr fingerprint_key make_fingerprint_key(std::uint64_t seed) noexcept {
  return {combine(seed, 1), combine(seed, 2), combine(seed, 3)};
}

/// The mask of the first word of a lane of a leaf; each word after it adds `mask_step`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t lane_mask_of(const fingerprint_key& key, std::uint64_t leaf,
                                                               std::uint32_t lane) noexcept {
  return fmix64(key.leaf ^ (leaf * leaf_lanes + lane));
}
inline constexpr std::uint64_t mask_step = 0x9e3779b97f4a7c15ull;

/// What the word number `slot` of a lane adds to its leaf.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t word_term(std::uint64_t lane_mask, std::uint32_t slot,
                                                            std::uint64_t word) noexcept {
  return fmix64(word ^ (lane_mask + slot * mask_step));
}

/// What child number `child` of level `level` adds to its parent; leaves are level 0.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t child_term(const fingerprint_key& key, std::uint32_t level,
                                                             std::uint64_t child, std::uint64_t digest) noexcept {
  return fmix64(digest ^ fmix64(key.node ^ (std::uint64_t{level} << 56 | child)));
}

/// The digest of `bytes` bytes with the topmost node `top`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t finish_digest(const fingerprint_key& key, std::uint64_t bytes,
                                                                std::uint64_t top) noexcept {
  return combine(combine(key.whole, bytes), top);
}

/// The number of leaves of so many bytes.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t leaf_count(std::uint64_t bytes) noexcept {
  return bytes / leaf_bytes + (bytes % leaf_bytes != 0 ? 1 : 0);
}
/// The number of nodes above so many children: at least one.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t parent_count(std::uint64_t children) noexcept {
  return children <= fan_out ? 1 : (children + fan_out - 1) / fan_out;
}

/// Where a level of the tree is folded into the next.
struct fold_step {
  const std::uint64_t* children;
  std::uint64_t count;
  std::uint32_t level;   ///< of the children
  std::uint64_t* parents;
  std::uint64_t bytes;   ///< of everything
  std::uint64_t* digest; ///< written if there is one parent
};

/// Where a tree of at most three levels goes, and the slots in which its blocks leave their sums: two words each, aligned to 16
/// bytes. A slot counts once it holds `tag`, which no earlier launch on the same slots had: nothing has to be cleared before.
struct short_tree {
  std::uint64_t* leaves;
  std::uint64_t* parents;
  std::uint64_t* digest;
  std::uint64_t* slots;
  std::uint64_t tag;
};

} // namespace fpcheck::kernels

#if defined(__CUDACC__)

namespace fpcheck::kernels {

namespace detail {
/// 16 bytes, those beyond `left` zero, from any address.
__device__ inline ulonglong2 load_some(const unsigned char* p, std::uint64_t left) {
  ulonglong2 out{0, 0};
  for (std::uint32_t i = 0; i < 8; ++i) {
    if (i < left) out.x |= std::uint64_t{p[i]} << (8 * i);
    if (i + 8 < left) out.y |= std::uint64_t{p[i + 8]} << (8 * i);
  }
  return out;
}

/// 16 aligned bytes that are read once.
__device__ inline ulonglong2 load_once(const unsigned char* p) {
  return __ldcs(reinterpret_cast<const ulonglong2*>(p));
}

__device__ inline std::uint64_t vector_term(std::uint64_t mask, std::uint32_t vector, ulonglong2 words) {
  return word_term(mask, 2 * vector, words.x) + word_term(mask, 2 * vector + 1, words.y);
}

__device__ inline std::uint64_t warp_sum(std::uint64_t x) {
  for (int offset = 16; offset > 0; offset >>= 1) x += __shfl_xor_sync(0xffffffffu, x, offset);
  return x;
}

/// Lets the kernel behind this one in the stream start while this one runs, if it was launched so.
__device__ inline void let_next_kernel_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
/// Waits until the kernel before this one has ended and its writes can be read, if this one started early.
__device__ inline void wait_for_last_kernel() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// One lane's part of a whole, aligned leaf, with `Loads` loads in flight.
template <int Loads>
__device__ inline std::uint64_t whole_lane(const unsigned char* lane_data, std::uint64_t mask) {
  static_assert(lane_vectors % Loads == 0);
  std::uint64_t sum = 0;
#pragma unroll 1
  for (std::uint32_t v = 0; v < lane_vectors; v += Loads) {
    ulonglong2 words[Loads];
#pragma unroll
    for (int i = 0; i < Loads; ++i) words[i] = load_once(lane_data + (v + i) * (16 * leaf_lanes));
#pragma unroll
    for (int i = 0; i < Loads; ++i) sum += vector_term(mask, v + i, words[i]);
  }
  return sum;
}

/// One lane's part of a leaf of `size` bytes at any address.
__device__ inline std::uint64_t partial_lane(const unsigned char* leaf_data, std::uint64_t size, std::uint32_t lane,
                                             std::uint64_t mask) {
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v < lane_vectors; ++v) {
    const std::uint64_t at = (std::uint64_t{v} * leaf_lanes + lane) * 16;
    sum += vector_term(mask, v, at < size ? load_some(leaf_data + at, size - at) : ulonglong2{0, 0});
  }
  return sum;
}
/// The digest of a leaf, on all lanes of a warp.
template <int Loads>
__device__ inline std::uint64_t leaf_sum(const unsigned char* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t leaf, std::uint32_t lane) {
  const unsigned char* start = data + leaf * leaf_bytes;
  const std::uint64_t left = bytes - leaf * leaf_bytes, mask = lane_mask_of(key, leaf, lane);
  const bool whole = reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && left >= leaf_bytes;
  return warp_sum(whole ? whole_lane<Loads>(start + lane * 16, mask)
                        : partial_lane(start, left < leaf_bytes ? left : std::uint64_t{leaf_bytes}, lane, mask));
}

/// Writes a sum and the tag of its launch at once. Requires: `slot` aligned to 16 bytes.
__device__ inline void post_sum(std::uint64_t* slot, std::uint64_t sum, std::uint64_t tag) {
  asm volatile("{\n\t.reg .b128 v;\n\tmov.b128 v, {%1, %2};\n\tst.relaxed.gpu.global.b128 [%0], v;\n\t}" ::"l"(slot), "l"(sum), "l"(tag) : "memory");
}
/// Reads both at once.
__device__ inline void look_for_sum(const std::uint64_t* slot, std::uint64_t& sum, std::uint64_t& tag) {
  asm volatile("{\n\t.reg .b128 v;\n\tld.relaxed.gpu.global.b128 v, [%2];\n\tmov.b128 {%0, %1}, v;\n\t}" : "=l"(sum), "=l"(tag) : "l"(slot) : "memory");
}
/// Takes the tag off a slot that was read. In the order of the device's scope, as the block's that wrote it.
__device__ inline void take_off_tag(std::uint64_t* slot, std::uint64_t tag) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slot + 1), "l"(~tag) : "memory");
}
} // namespace detail

/// The leaves of `bytes` bytes at `data`, one a warp at a time. `Loads` 16-byte loads of a thread are in flight.
/// Requires: blocks of whole warps, one dimension; room for leaf_count(bytes) words. `data` may have any alignment;
/// aligned to 16 bytes it is read at full speed.
template <int Loads>
__global__ void fingerprint_leaves(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key,
                                   std::uint64_t* __restrict__ leaves) {
  detail::let_next_kernel_start();
  const std::uint64_t count = leaf_count(bytes), warps = std::uint64_t{gridDim.x} * (blockDim.x / leaf_lanes);
  const std::uint32_t lane = threadIdx.x % leaf_lanes;
  std::uint64_t leaf = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / leaf_lanes;
  for (; leaf < count; leaf += warps) {
    const std::uint64_t sum = detail::leaf_sum<Loads>(data, bytes, key, leaf, lane);
    if (lane == 0) leaves[leaf] = sum;
  }
}

/// The whole tree in one launch, for up to fan_out^2 leaves: every block sums its leaves, and the last one waits for the sums of
/// all. Blocks wait for nobody, so that the last one may wait.
/// Requires: a warp for each leaf in blocks of `Threads`, one dimension; sm_70.
template <int Threads, int Loads>
__global__ void __launch_bounds__(Threads) fingerprint_short_tree(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key, short_tree to) {
  constexpr std::uint32_t own = Threads / leaf_lanes, slots_of_parent = fan_out / own, looks = slots_of_parent / leaf_lanes;
  static_assert(looks >= 1 && Threads <= 1024);
  __shared__ std::uint64_t sums[own];
  const std::uint64_t count = leaf_count(bytes), parents = parent_count(count), leaf = blockIdx.x * std::uint64_t{own} + threadIdx.x / leaf_lanes;
  const std::uint32_t lane = threadIdx.x % leaf_lanes, warp = threadIdx.x / leaf_lanes;
  const std::uint64_t mine = leaf < count ? detail::leaf_sum<Loads>(data, bytes, key, leaf, lane) : 0;
  if (lane == 0) {
    if (leaf < count) to.leaves[leaf] = mine;
    sums[warp] = leaf < count ? child_term(key, 0, leaf, mine) : 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < own; ++i) all += sums[i];
    detail::post_sum(to.slots + 2 * blockIdx.x, all, to.tag);
  }
  if (blockIdx.x != gridDim.x - 1) return;
  __syncthreads(); // `sums` are read
  std::uint64_t top = 0;
  for (std::uint64_t parent = warp; parent < parents; parent += own) {
    std::uint64_t part[looks], seen[looks], node = 0;
    const std::uint64_t first = parent * slots_of_parent + lane;
#pragma unroll
    for (std::uint32_t i = 0; i < looks; ++i)
      if (first + leaf_lanes * i < gridDim.x) detail::look_for_sum(to.slots + 2 * (first + leaf_lanes * i), part[i], seen[i]);
#pragma unroll
    for (std::uint32_t i = 0; i < looks; ++i) {
      if (first + leaf_lanes * i >= gridDim.x) continue;
      std::uint64_t* slot = to.slots + 2 * (first + leaf_lanes * i);
      while (seen[i] != to.tag) detail::look_for_sum(slot, part[i], seen[i]);
      node += part[i];
      detail::take_off_tag(slot, to.tag); // a launch that is recorded and repeated has the same tag
    }
    node = detail::warp_sum(node);
    if (lane == 0) to.parents[parent] = node;
    top += parents == 1 ? node : child_term(key, 1, parent, node);
  }
  if (lane == 0) sums[warp] = top;
  __syncthreads();
  if (threadIdx.x != 0) return;
  top = 0;
  for (std::uint32_t i = 0; i < own; ++i) top += sums[i];
  if (parents > 1) to.parents[parents] = top;
  *to.digest = finish_digest(key, bytes, top);
}

/// One node a block. Requires: parent_count(count) blocks of `Threads` threads.
template <int Threads>
__global__ void fingerprint_fold(fold_step step, fingerprint_key key) {
  static_assert(Threads % 32 == 0 && Threads <= 1024);
  __shared__ std::uint64_t sums[Threads / 32];
  detail::let_next_kernel_start();
  detail::wait_for_last_kernel();
  const std::uint64_t first = std::uint64_t{blockIdx.x} * fan_out;
  std::uint64_t sum = 0;
  for (std::uint32_t i = threadIdx.x; i < fan_out && first + i < step.count; i += Threads)
    sum += child_term(key, step.level, first + i, step.children[first + i]);
  sum = detail::warp_sum(sum);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = detail::warp_sum(threadIdx.x < Threads / 32 ? sums[threadIdx.x] : 0);
  if (threadIdx.x != 0) return;
  step.parents[blockIdx.x] = sum;
  if (gridDim.x == 1) *step.digest = finish_digest(key, step.bytes, sum);
}

/// The first byte in which two arrays differ: the least one is left in `first`.
/// Requires: `first` holds the number of bytes, or more; blocks of one dimension; any alignment.
template <int Loads>
__global__ void first_difference(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                 std::uint64_t bytes, unsigned long long* first) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  const bool aligned = (reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b)) % 16 == 0;
  const std::uint64_t vectors = bytes / 16 + (bytes % 16 != 0 ? 1 : 0);
  std::uint64_t v = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  for (; v < vectors; v += threads * Loads) {
    ulonglong2 x[Loads], y[Loads];
#pragma unroll
    for (int i = 0; i < Loads; ++i) {
      const std::uint64_t at = (v + i * threads) * 16;
      if (aligned && at + 16 <= bytes) {
        x[i] = detail::load_once(a + at), y[i] = detail::load_once(b + at);
      } else {
        const std::uint64_t left = at < bytes ? bytes - at : 0;
        x[i] = detail::load_some(a + at, left), y[i] = detail::load_some(b + at, left);
      }
    }
#pragma unroll
    for (int i = 0; i < Loads; ++i) {
      const std::uint64_t low = x[i].x ^ y[i].x, high = x[i].y ^ y[i].y;
      if ((low | high) == 0) continue;
      const int bit = low != 0 ? __ffsll(static_cast<long long>(low)) - 1 : 63 + __ffsll(static_cast<long long>(high));
      atomicMin(first, (v + i * threads) * 16 + static_cast<unsigned>(bit / 8));
      return; // the later vectors of this thread lie behind it
    }
  }
}

} // namespace fpcheck::kernels

#endif
