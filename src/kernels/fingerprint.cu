#include <fpcheck/kernels/launch_fingerprint.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace fpcheck::kernels {
namespace {

constexpr int leaf_threads = 256, leaf_loads = 16, fold_threads = 256, difference_loads = 4;

int multiprocessors() {
  int device = 0, count = 1;
  if (cudaGetDevice(&device) == cudaSuccess)
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return count;
}

/// Blocks for work that is dealt out in a loop: enough to fill the device, no more than there is work for.
unsigned blocks_for(std::uint64_t wanted) {
  const std::uint64_t full = std::uint64_t{8} * static_cast<unsigned>(multiprocessors());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, full));
}

/// Blocks for the leaves: one leaf a warp and no loop is faster than any number of blocks that stay.
unsigned leaf_blocks(std::uint64_t leaves) {
  constexpr std::uint64_t warps = leaf_threads / leaf_lanes;
  return static_cast<unsigned>(std::min<std::uint64_t>((leaves + warps - 1) / warps, 1u << 30));
}

/// A fold that may start before the kernel in front of it has ended; it waits by itself.
cudaError_t launch_fold(const fold_step& step, const fingerprint_key& key, std::uint64_t parents, cudaStream_t stream) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(static_cast<unsigned>(parents));
  how.blockDim = dim3(fold_threads);
  how.stream = stream;
  how.attrs = &early;
  how.numAttrs = step.count > 0 ? 1 : 0;
  return cudaLaunchKernelEx(&how, fingerprint_fold<fold_threads>, step, key);
}

/// Up to so many bytes a tree is folded by the last block of the launch that reads; above, launches of their own are as fast.
constexpr std::uint64_t short_tree_bytes = std::uint64_t{768} << 20;
static_assert(short_tree_bytes / leaf_bytes <= std::uint64_t{fan_out} * fan_out);
/// Below so many bytes blocks are small, so that there are enough of them.
constexpr std::uint64_t small_bytes = std::uint64_t{12} << 20;
constexpr unsigned short_tree_threads = 1024, small_tree_threads = 256;

/// The blocks of the short tree of so many bytes.
std::uint64_t most_slots(std::uint64_t bytes) {
  const unsigned threads = bytes < small_bytes ? small_tree_threads : short_tree_threads;
  return bytes > short_tree_bytes ? 0 : (leaf_count(bytes) * leaf_lanes + threads - 1) / threads;
}

/// The words of the tree and the digest.
std::size_t tree_words(std::uint64_t bytes) {
  std::uint64_t nodes = leaf_count(bytes), words = nodes + 1;
  do words += nodes = parent_count(nodes);
  while (nodes > 1);
  return words;
}

/// A number that no launch had before, of this process or of one whose memory it inherits.
std::uint64_t new_tag() {
  static std::atomic<std::uint64_t> next{static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())};
  return fmix64(next.fetch_add(1, std::memory_order_relaxed));
}

template <int Threads>
int launch_short_tree(const void* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t* workspace, cudaStream_t stream) {
  const std::uint64_t words = tree_words(bytes), blocks = (leaf_count(bytes) * leaf_lanes + Threads - 1) / Threads;
  std::uint64_t* const behind = workspace + words;
  std::uint64_t* const slots = behind + reinterpret_cast<std::uintptr_t>(behind) % 16 / 8;
  fingerprint_short_tree<Threads, leaf_loads><<<static_cast<unsigned>(blocks), Threads, 0, stream>>>(
      static_cast<const unsigned char*>(data), bytes, key, {workspace, workspace + leaf_count(bytes), behind - 1, slots, new_tag()});
  return static_cast<int>(cudaGetLastError());
}

__global__ void set_word(std::uint64_t* to, std::uint64_t value) { *to = value; }

} // namespace

std::size_t fingerprint_workspace_words(std::uint64_t bytes) { return tree_words(bytes) + 2 * most_slots(bytes) + 1; }

int launch_fingerprint(const void* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t* workspace,
                       void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  if (bytes > 0 && bytes < small_bytes) return launch_short_tree<small_tree_threads>(data, bytes, key, workspace, s);
  if (bytes > 0 && bytes <= short_tree_bytes) return launch_short_tree<short_tree_threads>(data, bytes, key, workspace, s);
  fold_step step{workspace, leaf_count(bytes), 0, workspace + leaf_count(bytes), bytes, workspace + tree_words(bytes) - 1};
  if (step.count > 0)
    fingerprint_leaves<leaf_loads><<<leaf_blocks(step.count), leaf_threads, 0, s>>>(
        static_cast<const unsigned char*>(data), bytes, key, workspace);
  for (;;) {
    const std::uint64_t parents = parent_count(step.count);
    const cudaError_t launched = launch_fold(step, key, parents, s);
    if (parents == 1 || launched != cudaSuccess) return static_cast<int>(launched);
    step.children = step.parents;
    step.parents += parents;
    step.count = parents;
    ++step.level;
  }
}

int launch_first_difference(const void* a, const void* b, std::uint64_t bytes, std::uint64_t* first, void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  set_word<<<1, 1, 0, s>>>(first, bytes);
  if (bytes > 0)
    first_difference<difference_loads><<<blocks_for(bytes / (16 * leaf_threads) + 1), leaf_threads, 0, s>>>(
        static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b), bytes,
        reinterpret_cast<unsigned long long*>(first));
  return static_cast<int>(cudaGetLastError());
}

} // namespace fpcheck::kernels
