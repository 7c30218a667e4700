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

enum class work { read, leaves, tree };
enum class finisher { last, extra };

/// Which leaves a block has, and the parents that its sums go to.
struct share {
  std::uint64_t count, blocks;
  __device__ std::uint64_t first(std::uint64_t b) const { return count * b / blocks; }
  __device__ std::uint64_t block_of(std::uint64_t leaf) const { return ((leaf + 1) * blocks - 1) / count; }
};

/// Folds the sums of all blocks, two a block.
template <int Warps>
__device__ __forceinline__ void finish(std::uint64_t* part, std::uint64_t* sums, share s, std::uint64_t bytes, const fingerprint_key& key, const short_tree& to) {
  constexpr int looks = 4;
  const std::uint64_t all = 2 * s.blocks, parents = parent_count(s.count);
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (std::uint64_t at = threadIdx.x; at < all; at += Warps * 32 * looks) {
    std::uint64_t sum[looks], tag[looks];
#pragma unroll
    for (int i = 0; i < looks; ++i)
      if (at + i * (Warps * 32) < all) detail::look_for_sum(to.slots + 2 * (at + i * (Warps * 32)), sum[i], tag[i]);
#pragma unroll
    for (int i = 0; i < looks; ++i) {
      if (at + i * (Warps * 32) >= all) continue;
      std::uint64_t* slot = to.slots + 2 * (at + i * (Warps * 32));
      while (tag[i] != to.tag) detail::look_for_sum(slot, sum[i], tag[i]);
      part[at + i * (Warps * 32)] = sum[i];
      slot[1] = ~to.tag;
    }
  }
  __syncthreads();
  std::uint64_t top = 0;
  for (std::uint64_t p = warp; p < parents; p += Warps) {
    const std::uint64_t end = (p + 1) * fan_out < s.count ? (p + 1) * fan_out : s.count;
    std::uint64_t sum = 0;
    for (std::uint64_t b = s.block_of(p * fan_out) + lane; b <= s.block_of(end - 1); b += 32) sum += part[2 * b + (p - s.first(b) / fan_out)];
    sum = detail::warp_sum(sum);
    if (lane == 0) to.parents[p] = sum;
    top += parents == 1 ? sum : child_term(key, 1, p, sum);
  }
  if (lane == 0) sums[warp] = top;
  __syncthreads();
  if (warp != 0) return;
  top = detail::warp_sum(lane < Warps ? sums[lane] : 0);
  if (lane != 0) return;
  if (parents > 1) to.parents[parents] = top;
  *to.digest = finish_digest(key, bytes, top);
}

/// Posts a block's two sums.
template <int Warps>
__device__ __forceinline__ void post(std::uint64_t (*sums)[Warps], std::uint64_t zeroth, std::uint64_t first, const short_tree& to) {
  if (threadIdx.x % 32 == 0) sums[0][threadIdx.x / 32] = zeroth, sums[1][threadIdx.x / 32] = first;
  __syncthreads();
  if (threadIdx.x >= 2) return;
  std::uint64_t total = 0;
#pragma unroll
  for (int i = 0; i < Warps; ++i) total += sums[threadIdx.x][i];
  detail::post_sum(to.slots + 2 * (2 * std::uint64_t{blockIdx.x} + threadIdx.x), total, to.tag);
}

/// By loads, each block a run of leaves.
template <int Warps, int Loads, hint Hint, work Work, finisher Finisher, int PerProcessor>
__global__ void __launch_bounds__(Warps * 32, PerProcessor) by_loads(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key, short_tree to) {
  extern __shared__ __align__(128) unsigned char room[];
  __shared__ std::uint64_t sums[2][Warps];
  const bool extra = Work == work::tree && Finisher == finisher::extra;
  const share s{leaf_count(bytes), gridDim.x - (extra ? 1 : 0)};
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x < s.blocks) {
    const std::uint64_t policy = Hint == hint::first || Hint == hint::first_256 ? first_policy() : 0;
    const std::uint64_t first = s.first(blockIdx.x), last = s.first(blockIdx.x + 1), parent = first / fan_out;
    std::uint64_t node[2] = {0, 0}, seen = 0;
    for (std::uint64_t leaf = first + warp; leaf < last; leaf += Warps) {
      const unsigned char* from = data + leaf * leaf_bytes + lane * 16;
      const std::uint64_t mask = lane_mask_of(key, leaf, lane);
      std::uint64_t sum = 0;
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
      if constexpr (Work != work::read) {
        sum = detail::warp_sum(sum);
        if (lane == 0) to.leaves[leaf] = sum;
        const std::uint64_t term = Work == work::tree ? child_term(key, 0, leaf, sum) : 0;
        node[0] += leaf / fan_out == parent ? term : 0;
        node[1] += leaf / fan_out == parent ? 0 : term;
      }
    }
    if constexpr (Work == work::read) {
      if (seen == 0x12345678u) *to.digest = seen;
    }
    if constexpr (Work == work::tree) post<Warps>(sums, node[0], node[1], to);
  }
  if constexpr (Work == work::tree) {
    if (blockIdx.x != gridDim.x - 1) return;
    __syncthreads();
    finish<Warps>(reinterpret_cast<std::uint64_t*>(room), sums[0], s, bytes, key, to);
  }
}

/// Every warp has a ring of pieces that the copy unit fills.
template <int Warps, int PieceBytes, int Pieces, work Work, hint Hint, finisher Finisher>
__global__ void __launch_bounds__(Warps * 32) ring(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key, short_tree to) {
  extern __shared__ __align__(128) unsigned char room[];
  __shared__ std::uint64_t barriers[Warps * Pieces];
  __shared__ std::uint64_t sums[2][Warps];
  constexpr std::uint32_t pieces_of_leaf = leaf_bytes / PieceBytes, vectors = PieceBytes / 512;
  const bool extra = Work == work::tree && Finisher == finisher::extra;
  const share s{leaf_count(bytes), gridDim.x - (extra ? 1 : 0)};
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x < s.blocks) {
    const std::uint64_t first = s.first(blockIdx.x), last = s.first(blockIdx.x + 1), mine = first + warp, parent = first / fan_out;
    const std::uint64_t policy = Hint == hint::first ? first_policy() : 0;
    std::uint64_t* bar = barriers + warp * Pieces;
    unsigned char* ring_room = room + warp * (Pieces * PieceBytes);
    const std::uint32_t all = mine < last ? static_cast<std::uint32_t>((last - mine + Warps - 1) / Warps) * pieces_of_leaf : 0;
    const auto ask = [&](std::uint32_t k, std::uint32_t slot) {
      const unsigned char* from = data + (mine + k / pieces_of_leaf * Warps) * leaf_bytes + k % pieces_of_leaf * PieceBytes;
      bulk::expect(bar + slot, PieceBytes);
      if constexpr (Hint == hint::first)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;"
                     ::"r"(bulk::shared_address(ring_room + slot * PieceBytes)), "l"(from), "r"(PieceBytes), "r"(bulk::shared_address(bar + slot)), "l"(policy) : "memory");
      else bulk::load(ring_room + slot * PieceBytes, from, PieceBytes, bar + slot);
    };
    if (lane == 0) {
      for (int i = 0; i < Pieces; ++i) bulk::make_barrier(bar + i);
      bulk::publish_barriers();
      for (std::uint32_t k = 0; k < Pieces && k < all; ++k) ask(k, k);
    }
    __syncwarp();
    std::uint32_t slot = 0, parity = 0, k = 0;
    std::uint64_t node[2] = {0, 0}, seen = 0;
    for (std::uint64_t leaf = mine; leaf < last; leaf += Warps) {
      const std::uint64_t mask = lane_mask_of(key, leaf, lane);
      std::uint64_t sum = 0;
#pragma unroll
      for (std::uint32_t piece = 0; piece < pieces_of_leaf; ++piece, ++k) {
        bulk::wait(bar + slot, parity);
        const unsigned char* from = ring_room + slot * PieceBytes + lane * 16;
        ulonglong2 words[vectors];
#pragma unroll
        for (int i = 0; i < vectors; ++i) words[i] = *reinterpret_cast<const ulonglong2*>(from + i * 512);
        __syncwarp();
        if (lane == 0 && k + Pieces < all) ask(k + Pieces, slot);
        if (++slot == Pieces) slot = 0, parity ^= 1;
#pragma unroll
        for (int i = 0; i < vectors; ++i) {
          if constexpr (Work == work::read) seen ^= words[i].x ^ words[i].y;
          else sum += detail::vector_term(mask, piece * vectors + i, words[i]);
        }
      }
      if constexpr (Work != work::read) {
        sum = detail::warp_sum(sum);
        if (lane == 0) to.leaves[leaf] = sum;
        const std::uint64_t term = Work == work::tree ? child_term(key, 0, leaf, sum) : 0;
        node[0] += leaf / fan_out == parent ? term : 0;
        node[1] += leaf / fan_out == parent ? 0 : term;
      }
    }
    if constexpr (Work == work::read) {
      if (seen == 0x12345678u) *to.digest = seen;
    }
    if constexpr (Work == work::tree) post<Warps>(sums, node[0], node[1], to);
  }
  if constexpr (Work == work::tree) {
    if (blockIdx.x != gridDim.x - 1) return;
    __syncthreads();
    finish<Warps>(reinterpret_cast<std::uint64_t*>(room), sums[0], s, bytes, key, to);
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

  template <class Kernel>
  void add(const char* what, std::string how, Kernel kernel, int warps, int room, int per, work w, finisher f) {
    gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room), "shared memory");
    int fit = 0;
    gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, warps * 32, room), "occupancy");
    cudaFuncAttributes a{};
    cudaFuncGetAttributes(&a, kernel);
    const auto all = static_cast<unsigned>(leaf_count(bytes) / warps);
    const unsigned blocks = per == 0 ? all : std::min(all, static_cast<unsigned>(per * processors)), grid = blocks + (w == work::tree && f == finisher::extra ? 1 : 0);
    if (w == work::tree && static_cast<int>(16 * blocks) > room) return;
    const char* works[] = {"read  ", "leaves", "TREE  "};
    char name[200];
    std::snprintf(name, sizeof name, "%s %s %s, %2d warps, %d/SM (fit %d, %d regs)%s", works[static_cast<int>(w)], what, how.c_str(), warps, per, fit, a.numRegs,
                  w == work::tree && f == finisher::extra ? " extra" : "");
    variants.push_back({name, [=, this] { kernel<<<grid, warps * 32, room>>>(data, bytes, make_fingerprint_key(1), target()); }, w == work::read, w == work::tree});
  }
  template <int Warps, int PieceBytes, int Pieces, hint Hint>
  void add_ring(int per) {
    const std::string how = std::to_string(Pieces) + " x " + std::to_string(PieceBytes) + (Hint == hint::first ? " first" : "");
    constexpr int room = Warps * PieceBytes * Pieces;
    add("ring ", how, ring<Warps, PieceBytes, Pieces, work::read, Hint, finisher::last>, Warps, room, per, work::read, finisher::last);
    add("ring ", how, ring<Warps, PieceBytes, Pieces, work::leaves, Hint, finisher::last>, Warps, room, per, work::leaves, finisher::last);
    add("ring ", how, ring<Warps, PieceBytes, Pieces, work::tree, Hint, finisher::last>, Warps, room, per, work::tree, finisher::last);
    add("ring ", how, ring<Warps, PieceBytes, Pieces, work::tree, Hint, finisher::extra>, Warps, room, per, work::tree, finisher::extra);
  }
  template <int Warps, int Loads, hint Hint, int Per>
  void add_by_loads() {
    const char* hints[] = {"", " first", " first 256", " normal"};
    const std::string how = std::to_string(Loads) + hints[static_cast<int>(Hint)];
    const int room = 16 * Per * processors;
    add("loads", how, by_loads<Warps, Loads, Hint, work::read, finisher::last, Per>, Warps, room, Per, work::read, finisher::last);
    add("loads", how, by_loads<Warps, Loads, Hint, work::leaves, finisher::last, Per>, Warps, room, Per, work::leaves, finisher::last);
    add("loads", how, by_loads<Warps, Loads, Hint, work::tree, finisher::last, Per>, Warps, room, Per, work::tree, finisher::last);
    add("loads", how, by_loads<Warps, Loads, Hint, work::tree, finisher::extra, Per>, Warps, room, Per, work::tree, finisher::extra);
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
  x.add_ring<16, 2048, 3, hint::first>(1), x.add_ring<16, 2048, 6, hint::first>(1), x.add_ring<16, 2048, 3, hint::first>(2), x.add_ring<32, 2048, 3, hint::first>(1);
  x.add_ring<8, 8192, 1, hint::first>(0), x.add_ring<8, 2048, 4, hint::first>(0), x.add_ring<8, 8192, 1, hint::normal>(0), x.add_ring<8, 4096, 3, hint::first>(2);
  x.add_by_loads<8, 16, hint::streaming, 4>(), x.add_by_loads<8, 16, hint::first, 4>(), x.add_by_loads<8, 16, hint::first_256, 4>(), x.add_by_loads<8, 16, hint::normal, 4>();
  x.add_by_loads<8, 16, hint::first, 2>(), x.add_by_loads<8, 16, hint::first, 3>(), x.add_by_loads<8, 8, hint::first, 5>(), x.add_by_loads<8, 8, hint::first, 8>();
  x.add_by_loads<16, 16, hint::first, 2>(), x.add_by_loads<32, 16, hint::first, 1>(), x.add_by_loads<32, 8, hint::first, 1>(), x.add_by_loads<32, 8, hint::first, 2>();
  x.add_by_loads<16, 8, hint::streaming, 4>();
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
  for (const std::uint64_t mib : {256, 128, 64}) measure(mib, mib == 64 ? 203 : 83);
  return 0;
}
