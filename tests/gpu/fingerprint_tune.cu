// Ways to a fingerprint in one launch, beside the read-only ceilings, all interleaved: median time and share of the ceiling.
#include <fpcheck/kernels/bulk_copy.hpp>
#include <fpcheck/kernels/fingerprint_tree.hpp>
#include <fpcheck/kernels/launch_fingerprint.hpp>

#include "device.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace {
using namespace fpcheck::kernels;

template <class T>
T* allocate(std::size_t count) {
  T* p = nullptr;
  gpu::check(cudaMalloc(&p, count * sizeof(T)), "allocation");
  return p;
}

/// How memory is asked for: as the leaves are read now, with a policy for the second cache, or with one that fetches 256 bytes.
enum class hint { streaming, first, first_256, normal };

__device__ __forceinline__ std::uint64_t first_policy() {
  std::uint64_t p;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(p));
  return p;
}

template <hint Hint>
__device__ __forceinline__ ulonglong2 load(const unsigned char* p, std::uint64_t policy) {
  ulonglong2 x{};
  if constexpr (Hint == hint::streaming) return __ldcs(reinterpret_cast<const ulonglong2*>(p));
  else if constexpr (Hint == hint::normal) return __ldg(reinterpret_cast<const ulonglong2*>(p));
  else if constexpr (Hint == hint::first)
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v2.u64 {%0, %1}, [%2], %3;" : "=l"(x.x), "=l"(x.y) : "l"(p), "l"(policy));
  else
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.v2.u64 {%0, %1}, [%2], %3;" : "=l"(x.x), "=l"(x.y) : "l"(p), "l"(policy));
  return x;
}

template <int Loads>
__global__ void read_only(const uint4* __restrict__ in, std::uint64_t leaves, std::uint32_t* out) {
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  std::uint64_t leaf = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / 32;
  std::uint32_t sum = 0;
  for (; leaf < leaves; leaf += warps) {
    const uint4* start = in + leaf * (leaf_bytes / 16) + threadIdx.x % 32;
#pragma unroll 1
    for (std::uint32_t v = 0; v < lane_vectors; v += Loads) {
      uint4 x[Loads];
#pragma unroll
      for (int k = 0; k < Loads; ++k) x[k] = __ldcs(start + (v + k) * 32);
#pragma unroll
      for (int k = 0; k < Loads; ++k) sum ^= x[k].x ^ x[k].y ^ x[k].z ^ x[k].w;
    }
  }
  if (sum == 0x12345678u) *out = sum;
}

enum class work { read, leaves, posts, tree };
enum class finisher { last, extra };
enum class sums { shuffled, reduced };

/// The sum over a warp, by one instruction for each third of the bits.
__device__ __forceinline__ std::uint64_t reduced_sum(std::uint64_t x) {
  const std::uint32_t low = __reduce_add_sync(~0u, static_cast<std::uint32_t>(x) & 0x3fffffu);
  const std::uint32_t middle = __reduce_add_sync(~0u, static_cast<std::uint32_t>(x >> 22) & 0x1fffffu);
  const std::uint32_t high = __reduce_add_sync(~0u, static_cast<std::uint32_t>(x >> 43));
  return low + (std::uint64_t{middle} << 22) + (std::uint64_t{high} << 43);
}
template <sums Sums>
__device__ __forceinline__ std::uint64_t sum_of_warp(std::uint64_t x) {
  if constexpr (Sums == sums::reduced) return reduced_sum(x);
  else return detail::warp_sum(x);
}

/// Folds the sums of all blocks, one a block, each of whole parents' parts. `Looks` slots a thread, all asked for again until all are there;
/// a second request `Gap` cycles behind the first halves the time between two looks.
template <int Warps, int Looks, sums Sums, int Gap>
__device__ __forceinline__ void finish_blocks(std::uint64_t* part, std::uint64_t blocks, std::uint64_t count, std::uint64_t bytes, const fingerprint_key& key, const short_tree& to) {
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint64_t parents = parent_count(count);
  const std::uint64_t whole = combine(key.whole, bytes);
  __shared__ std::uint64_t tops[Warps];
  for (std::uint64_t base = threadIdx.x; base < blocks; base += Warps * 32 * Looks) {
    std::uint64_t sum[Looks], tag[Looks], sum2[Looks], tag2[Looks];
    const auto look = [&](std::uint64_t* x, std::uint64_t* t) {
#pragma unroll
      for (int i = 0; i < Looks; ++i) {
        t[i] = to.tag, x[i] = 0;
        if (base + i * (Warps * 32) < blocks) detail::look_for_sum(to.slots + 2 * (base + i * (Warps * 32)), x[i], t[i]);
      }
    };
    const auto all_there = [&](const std::uint64_t* t) {
      bool there = true;
#pragma unroll
      for (int i = 0; i < Looks; ++i) there &= t[i] == to.tag;
      return there;
    };
    look(sum, tag);
    if constexpr (Gap > 0) {
      for (const long long start = clock64(); clock64() - start < Gap;) {}
      for (;;) {
        look(sum2, tag2);
        if (all_there(tag)) break;
        look(sum, tag);
        if (all_there(tag2)) {
#pragma unroll
          for (int i = 0; i < Looks; ++i) sum[i] = sum2[i];
          break;
        }
      }
    } else {
      while (!all_there(tag)) look(sum, tag);
    }
#pragma unroll
    for (int i = 0; i < Looks; ++i)
      if (base + i * (Warps * 32) < blocks) part[base + i * (Warps * 32)] = sum[i], to.slots[2 * (base + i * (Warps * 32)) + 1] = ~to.tag;
  }
  __syncthreads();
  std::uint64_t top = 0;
  constexpr std::uint64_t of_parent = fan_out / Warps;
  for (std::uint64_t p = warp; p < parents; p += Warps) {
    const std::uint64_t mask = fmix64(key.node ^ (std::uint64_t{1} << 56 | p));
    std::uint64_t sum = 0;
#pragma unroll
    for (std::uint64_t i = lane; i < of_parent; i += 32) sum += p * of_parent + i < blocks ? part[p * of_parent + i] : 0;
    sum = sum_of_warp<Sums>(sum);
    if (lane == 0) to.parents[p] = sum;
    top += parents == 1 ? sum : fmix64(sum ^ mask);
  }
  if (lane == 0) tops[warp] = top;
  __syncthreads();
  if (warp != 0) return;
  top = sum_of_warp<Sums>(lane < Warps ? tops[lane] : 0);
  if (lane != 0) return;
  if (parents > 1) to.parents[parents] = top;
  *to.digest = combine(whole, top);
}

/// Adds the terms of a block's leaves and posts the sum.
template <int Warps, sums Sums>
__device__ __forceinline__ void post_block(std::uint64_t term, const short_tree& to) {
  __shared__ std::uint64_t terms[Warps];
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) terms[warp] = term;
  __syncthreads();
  if constexpr (Sums == sums::reduced) {
    if (warp != 0) return;
    const std::uint64_t total = reduced_sum(lane < Warps ? terms[lane] : 0);
    if (lane == 0) detail::post_sum(to.slots + 2 * std::uint64_t{blockIdx.x}, total, to.tag);
  } else {
    if (threadIdx.x != 0) return;
    std::uint64_t total = 0;
#pragma unroll
    for (int i = 0; i < Warps; ++i) total += terms[i];
    detail::post_sum(to.slots + 2 * std::uint64_t{blockIdx.x}, total, to.tag);
  }
}

/// A leaf a warp and away, by loads or by the copy unit (Pieces > 0).
template <int Warps, int Loads, int Pieces, hint Hint, work Work, finisher Finisher, sums Sums, int Gap, int PerProcessor>
__global__ void __launch_bounds__(Warps * 32, PerProcessor) once(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key, short_tree to) {
  extern __shared__ __align__(128) unsigned char room[];
  const bool extra = Work == work::tree && Finisher == finisher::extra;
  const std::uint64_t blocks = gridDim.x - (extra ? 1 : 0), count = leaf_count(bytes);
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x < blocks) {
    const std::uint64_t leaf = blockIdx.x * std::uint64_t{Warps} + warp, mask = lane_mask_of(key, leaf, lane);
    std::uint64_t node_mask = fmix64(key.node ^ leaf), sum = 0, seen = 0;
    asm volatile("" : "+l"(node_mask)); // before the data is there
    if constexpr (Pieces > 0) {
      __shared__ std::uint64_t barriers[Warps * Pieces];
      constexpr int piece = leaf_bytes / Pieces;
      std::uint64_t* bar = barriers + warp * Pieces;
      if (lane == 0) {
        const std::uint64_t policy = first_policy();
        for (int i = 0; i < Pieces; ++i) bulk::make_barrier(bar + i);
        bulk::publish_barriers();
        for (int i = 0; i < Pieces; ++i) {
          bulk::expect(bar + i, piece);
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;"
                       ::"r"(bulk::shared_address(room + warp * leaf_bytes + i * piece)), "l"(data + leaf * leaf_bytes + i * piece), "r"(piece), "r"(bulk::shared_address(bar + i)), "l"(policy) : "memory");
        }
      }
      __syncwarp();
#pragma unroll
      for (int i = 0; i < Pieces; ++i) {
        bulk::wait(bar + i, 0);
#pragma unroll
        for (int v = 0; v < piece / 512; ++v) {
          const ulonglong2 words = *reinterpret_cast<const ulonglong2*>(room + warp * leaf_bytes + i * piece + v * 512 + lane * 16);
          if constexpr (Work == work::read) seen ^= words.x ^ words.y;
          else sum += detail::vector_term(mask, i * (piece / 512) + v, words);
        }
      }
    } else {
      const std::uint64_t policy = Hint == hint::first ? first_policy() : 0;
      const unsigned char* from = data + leaf * leaf_bytes + lane * 16;
#pragma unroll 1
      for (std::uint32_t v = 0; v < lane_vectors; v += Loads) {
        ulonglong2 words[Loads];
#pragma unroll
        for (int i = 0; i < Loads; ++i) words[i] = load<Hint>(from + (v + i) * 512, policy);
#pragma unroll
        for (int i = 0; i < Loads; ++i)
          if constexpr (Work == work::read) seen ^= words[i].x ^ words[i].y;
          else sum += detail::vector_term(mask, v + i, words[i]);
      }
    }
    if constexpr (Work == work::read) {
      if (seen == 0x12345678u) *to.digest = seen;
    } else {
      sum = sum_of_warp<Sums>(sum);
      if (lane == 0) to.leaves[leaf] = sum;
      if constexpr (Work != work::leaves) post_block<Warps, Sums>(fmix64(sum ^ node_mask), to);
    }
  }
  if constexpr (Work == work::tree) {
    if (blockIdx.x != gridDim.x - 1) return;
    constexpr int looks = 8192 / Warps / (Warps * 32) > 8 ? 8 : 8192 / Warps / (Warps * 32) < 1 ? 1 : 8192 / Warps / (Warps * 32);
    finish_blocks<Warps, looks, Sums, Gap>(reinterpret_cast<std::uint64_t*>(room), blocks, count, bytes, key, to);
  }
}

__global__ void nothing() {}

struct variant {
  std::string name;
  std::function<void()> run;
  bool ceiling, digest;
  std::vector<float> times{};
};

struct bench {
  unsigned char* data;
  std::uint64_t bytes;
  std::uint64_t *tree, *slots;
  int processors;
  std::uint64_t tag = 1;
  std::vector<variant> variants{};

  [[nodiscard]] std::uint64_t words() const {
    std::uint64_t w = 1;
    for (const std::uint64_t n : level_sizes(bytes)) w += n;
    return w;
  }
  short_tree target() { return {tree, tree + leaf_count(bytes), tree + words() - 1, slots, ++tag * 0x9e3779b97f4a7c15ull}; }

  template <int Warps, int Loads, int Pieces, hint Hint, work Work, finisher Finisher, sums Sums, int Gap, int Per>
  void add() {
    const auto kernel = once<Warps, Loads, Pieces, Hint, Work, Finisher, Sums, Gap, Per>;
    const auto blocks = static_cast<unsigned>(leaf_count(bytes) / Warps), grid = blocks + (Work == work::tree && Finisher == finisher::extra ? 1 : 0);
    const int room = std::max<int>(Pieces > 0 ? Warps * 8192 : 0, Work == work::tree ? static_cast<int>(8 * blocks) : 0);
    gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room), "shared memory");
    int fit = 0;
    gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, Warps * 32, room), "occupancy");
    cudaFuncAttributes a{};
    cudaFuncGetAttributes(&a, kernel);
    const char *works[] = {"read  ", "leaves", "posts ", "TREE  "}, *hints[] = {"", " first", " first 256", " normal"};
    char name[200];
    std::snprintf(name, sizeof name, "%s %2d warps %s %d%s, for %d/SM (fit %d, %d regs)%s%s gap %d", works[static_cast<int>(Work)], Warps, Pieces > 0 ? "pieces" : "loads", Pieces > 0 ? Pieces : Loads,
                  hints[static_cast<int>(Hint)], Per, fit, a.numRegs, Sums == sums::reduced ? " reduced" : "", Work == work::tree && Finisher == finisher::extra ? " extra" : "", Gap);
    variants.push_back({name, [=, this] { kernel<<<grid, Warps * 32, room>>>(data, bytes, make_fingerprint_key(1), target()); }, Work == work::read, Work == work::tree});
  }
  template <int Warps, int Loads, int Pieces, hint Hint, int Per>
  void add_all() {
    add<Warps, Loads, Pieces, Hint, work::read, finisher::last, sums::reduced, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::leaves, finisher::last, sums::shuffled, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::leaves, finisher::last, sums::reduced, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::posts, finisher::last, sums::reduced, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::tree, finisher::last, sums::reduced, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::tree, finisher::last, sums::reduced, 300, Per>();
    add<Warps, Loads, Pieces, Hint, work::tree, finisher::extra, sums::shuffled, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::tree, finisher::extra, sums::reduced, 0, Per>();
    add<Warps, Loads, Pieces, Hint, work::tree, finisher::extra, sums::reduced, 300, Per>();
  }
  template <int Threads, int Loads>
  void add_loads() {
    cudaFuncAttributes a{};
    cudaFuncGetAttributes(&a, fingerprint_short_tree<Threads, Loads>);
    const auto grid = static_cast<unsigned>((leaf_count(bytes) * 32 + Threads - 1) / Threads);
    variants.push_back({"TREE   short tree, " + std::to_string(Threads) + " threads x " + std::to_string(Loads) + " (" + std::to_string(a.numRegs) + " regs)",
                        [=, this] { fingerprint_short_tree<Threads, Loads><<<grid, Threads>>>(data, bytes, make_fingerprint_key(1), target()); }, false, true});
  }
  template <int Loads>
  void add_read_only() {
    for (const unsigned per : {4u, 8u, 32u, 0u}) {
      const std::uint64_t leaves = bytes / leaf_bytes;
      const auto grid = per == 0 ? static_cast<unsigned>(leaves / 8) : per * processors;
      variants.push_back({"read   bench, " + std::to_string(Loads) + " x " + std::to_string(per) + "/SM",
                          [=, this] { read_only<Loads><<<grid, 256>>>(reinterpret_cast<const uint4*>(data), leaves, reinterpret_cast<std::uint32_t*>(tree)); }, true, false});
    }
  }
};

void fill(bench& x) {
  gpu::check(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000), "shared memory");
  for (const int room : {0, 100000, 200000})
    x.variants.push_back({"       nothing, " + std::to_string(x.processors) + " blocks of 512 with " + std::to_string(room) + " bytes of shared memory",
                          [&x, room] { nothing<<<static_cast<unsigned>(x.processors), 512, room>>>(); }, false, false});
  x.add_read_only<4>(), x.add_read_only<8>(), x.add_read_only<16>();
  x.variants.push_back({"TREE   the launcher", [&x] { launch_fingerprint(x.data, x.bytes, make_fingerprint_key(1), x.tree, nullptr); }, false, true});
  x.add_loads<512, 8>(), x.add_loads<1024, 8>();
  x.add_all<8, 16, 0, hint::streaming, 4>(), x.add_all<8, 16, 0, hint::first, 4>(), x.add_all<8, 8, 0, hint::streaming, 8>(), x.add_all<8, 8, 0, hint::first, 8>();
  x.add_all<16, 8, 0, hint::streaming, 4>(), x.add_all<16, 16, 0, hint::first, 2>(), x.add_all<32, 8, 0, hint::streaming, 2>(), x.add_all<32, 8, 0, hint::first, 2>();
  x.add_all<8, 16, 1, hint::first, 2>(), x.add_all<8, 16, 2, hint::first, 3>(), x.add_all<4, 16, 2, hint::first, 6>(), x.add_all<16, 16, 4, hint::first, 1>();
}

__global__ void fill_data(std::uint64_t* p, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n; i += std::uint64_t{gridDim.x} * blockDim.x) p[i] = fmix64(i);
}

float median(std::vector<float> t) {
  std::sort(t.begin(), t.end());
  return t[t.size() / 2];
}

void measure(std::uint64_t mib, int rounds) {
  cudaDeviceProp properties{};
  gpu::check(cudaGetDeviceProperties(&properties, 0), "device properties");
  bench x{allocate<unsigned char>(mib << 20), mib << 20, nullptr, nullptr, properties.multiProcessorCount};
  x.tree = allocate<std::uint64_t>(fingerprint_workspace_words(x.bytes));
  const std::size_t slots = 8 * leaf_count(x.bytes) + 64;
  x.slots = allocate<std::uint64_t>(slots);
  cudaMemset(x.slots, 0, slots * 8);
  fill_data<<<1024, 256>>>(reinterpret_cast<std::uint64_t*>(x.data), x.bytes / 8);
  std::vector<std::byte> host(x.bytes);
  gpu::check(cudaMemcpy(host.data(), x.data, x.bytes, cudaMemcpyDeviceToHost), "data");
  fill(x);
  if (mib == 64) {
    const fingerprint expected = fingerprint_of(host, make_fingerprint_key(1));
    std::vector<std::uint64_t> flat;
    for (const auto& level : expected.levels) flat.insert(flat.end(), level.begin(), level.end());
    flat.push_back(expected.digest);
    for (variant& v : x.variants) {
      if (!v.digest) continue;
      cudaMemset(x.tree, 0xff, x.words() * 8);
      v.run();
      std::vector<std::uint64_t> got(flat.size());
      gpu::check(cudaMemcpy(got.data(), x.tree, got.size() * 8, cudaMemcpyDeviceToHost), v.name.c_str());
      if (got != flat) v.name += "  WRONG";
    }
  }
  const std::size_t flush_bytes = std::size_t{256} << 20;
  auto* flush = allocate<unsigned char>(flush_bytes);
  cudaEvent_t start, end;
  cudaEventCreate(&start), cudaEventCreate(&end);
  for (int i = 0; i < rounds; ++i)
    for (variant& v : x.variants) {
      cudaMemsetAsync(flush, i, flush_bytes);
      cudaEventRecord(start);
      v.run();
      cudaEventRecord(end);
      gpu::check(cudaEventSynchronize(end), v.name.c_str());
      float ms = 0;
      cudaEventElapsedTime(&ms, start, end);
      if (i > 1) v.times.push_back(ms);
    }
  float loads = 1e9f, any = 1e9f;
  for (const variant& v : x.variants) {
    if (!v.ceiling) continue;
    any = std::min(any, median(v.times));
    if (v.name.find("bench") != std::string::npos) loads = std::min(loads, median(v.times));
  }
  std::printf("%llu MiB: read-only by loads %.2f us (%.0f GB/s), by anything %.2f us\n", static_cast<unsigned long long>(mib), 1e3 * loads, 1e-6 * static_cast<double>(x.bytes) / loads, 1e3 * any);
  std::stable_sort(x.variants.begin(), x.variants.end(), [](const variant& a, const variant& b) { return median(a.times) < median(b.times); });
  for (const variant& v : x.variants)
    std::printf("%7.2f us %6.1f %% of loads %6.1f %% of any  %s\n", 1e3 * median(v.times), 100 * loads / median(v.times), 100 * any / median(v.times), v.name.c_str());
  cudaFree(x.data), cudaFree(x.tree), cudaFree(x.slots), cudaFree(flush);
}
} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("fingerprint_tune");
  std::printf("fingerprint_tune on %s\n", gpu::name().c_str());
  for (const std::uint64_t mib : {256, 128, 64}) measure(mib, mib == 64 ? 203 : 63);
  return 0;
}
