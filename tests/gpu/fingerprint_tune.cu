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
enum class order { blocks, turns };

__device__ __forceinline__ void prefetch(const void* p, std::uint32_t bytes) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(p), "r"(bytes) : "memory");
}

/// Every warp has a ring of pieces that the copy unit fills.
template <int Warps, int PieceBytes, int Pieces, work Work, order Order, int Ahead>
__global__ void __launch_bounds__(Warps * 32) ring(const unsigned char* __restrict__ data, std::uint64_t bytes, fingerprint_key key, short_tree to) {
  extern __shared__ __align__(128) unsigned char room[];
  __shared__ std::uint64_t barriers[Warps * Pieces];
  __shared__ std::uint64_t sums[2][Warps];
  constexpr std::uint32_t pieces_of_leaf = leaf_bytes / PieceBytes, vectors = PieceBytes / 512;
  const std::uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint64_t count = leaf_count(bytes), blocks = gridDim.x;
  const std::uint64_t first = Order == order::blocks ? count * blockIdx.x / blocks : blockIdx.x;
  const std::uint64_t last = Order == order::blocks ? count * (blockIdx.x + 1) / blocks : count;
  const std::uint64_t step = Order == order::blocks ? 1 : blocks;
  const std::uint64_t mine = first + warp * step, stride = Warps * step;
  std::uint64_t* bar = barriers + warp * Pieces;
  unsigned char* ring_room = room + warp * (Pieces * PieceBytes);
  const std::uint32_t all = mine < last ? static_cast<std::uint32_t>((last - mine + stride - 1) / stride) * pieces_of_leaf : 0;
  const auto place = [&](std::uint32_t k) { return data + (mine + k / pieces_of_leaf * stride) * leaf_bytes + k % pieces_of_leaf * PieceBytes; };
  if (lane == 0) {
    for (int i = 0; i < Pieces; ++i) bulk::make_barrier(bar + i);
    bulk::publish_barriers();
    for (std::uint32_t k = 0; k < Pieces && k < all; ++k) {
      bulk::expect(bar + k, PieceBytes);
      bulk::load(ring_room + k * PieceBytes, place(k), PieceBytes, bar + k);
    }
    if constexpr (Ahead > 0)
      for (std::uint32_t k = Pieces; k < Pieces + Ahead && k < all; ++k) prefetch(place(k), PieceBytes);
  }
  __syncwarp();
  std::uint32_t slot = 0, parity = 0, k = 0;
  std::uint64_t node[2] = {0, 0};
  std::uint32_t seen = 0;
  const std::uint64_t parent = first / fan_out;
  for (std::uint64_t leaf = mine; leaf < last; leaf += stride) {
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
      if (lane == 0 && k + Pieces < all) {
        bulk::expect(bar + slot, PieceBytes);
        bulk::load(ring_room + slot * PieceBytes, place(k + Pieces), PieceBytes, bar + slot);
        if (Ahead > 0 && k + Pieces + Ahead < all) prefetch(place(k + Pieces + Ahead), PieceBytes);
      }
      if (++slot == Pieces) slot = 0, parity ^= 1;
#pragma unroll
      for (int i = 0; i < vectors; ++i) {
        if constexpr (Work == work::read) seen ^= static_cast<std::uint32_t>(words[i].x ^ words[i].y) ^ static_cast<std::uint32_t>((words[i].x ^ words[i].y) >> 32);
        else sum += detail::vector_term(mask, piece * vectors + i, words[i]);
      }
    }
    if constexpr (Work != work::read) {
      sum = detail::warp_sum(sum);
      if (lane == 0) to.leaves[leaf] = sum;
      if constexpr (Work == work::tree) {
        const std::uint64_t term = child_term(key, 0, leaf, sum);
        if (leaf / fan_out == parent) node[0] += term;
        else node[1] += term;
      }
    }
  }
  if constexpr (Work == work::read) {
    if (seen == 0x12345678u) *to.digest = seen;
  }
  if constexpr (Work == work::tree) {
    if (lane == 0) sums[0][warp] = node[0], sums[1][warp] = node[1];
    __syncthreads();
    if (threadIdx.x < 2) {
      std::uint64_t total = 0;
      for (int i = 0; i < Warps; ++i) total += sums[threadIdx.x][i];
      detail::post_sum(to.slots + 2 * (2 * std::uint64_t{blockIdx.x} + threadIdx.x), total, to.tag);
    }
    if (blockIdx.x != gridDim.x - 1) return;
    __syncthreads();
    const std::uint64_t parents = parent_count(count);
    std::uint64_t top = 0;
    for (std::uint64_t p = warp; p < parents; p += Warps) {
      const std::uint64_t end = (p + 1) * fan_out < count ? (p + 1) * fan_out : count;
      const std::uint64_t from = ((p * fan_out + 1) * blocks - 1) / count, until = (end * blocks - 1) / count;
      std::uint64_t sum = 0;
      for (std::uint64_t b = from + lane; b <= until; b += 32) {
        std::uint64_t* place_of = to.slots + 2 * (2 * b + (p - count * b / blocks / fan_out));
        std::uint64_t part, tag;
        do detail::look_for_sum(place_of, part, tag);
        while (tag != to.tag);
        sum += part;
        place_of[1] = ~to.tag;
      }
      sum = detail::warp_sum(sum);
      if (lane == 0) to.parents[p] = sum;
      top += parents == 1 ? sum : child_term(key, 1, p, sum);
    }
    if (lane == 0) sums[0][warp] = top;
    __syncthreads();
    if (threadIdx.x != 0) return;
    top = 0;
    for (int i = 0; i < Warps; ++i) top += sums[0][i];
    if (parents > 1) to.parents[parents] = top;
    *to.digest = finish_digest(key, bytes, top);
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

  template <int Warps, int PieceBytes, int Pieces, work Work, order Order, int Ahead>
  void add_ring(const char* what, int blocks_of_processor) {
    const auto kernel = ring<Warps, PieceBytes, Pieces, Work, Order, Ahead>;
    const int room = Warps * Pieces * PieceBytes;
    gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room), "shared memory");
    int fit = 0;
    gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, Warps * 32, room), "occupancy");
    cudaFuncAttributes a{};
    cudaFuncGetAttributes(&a, kernel);
    const auto all = static_cast<unsigned>(leaf_count(bytes) / Warps);
    const unsigned grid = blocks_of_processor == 0 ? all : std::min(all, static_cast<unsigned>(blocks_of_processor * processors));
    char name[160];
    std::snprintf(name, sizeof name, "%s %2d warps x %2d pieces of %4d, %d/SM (fit %d, %d regs)%s%s", what, Warps, Pieces, PieceBytes, blocks_of_processor, fit,
                  a.numRegs, Order == order::turns ? ", turns" : "", Ahead > 0 ? (", ahead " + std::to_string(Ahead)).c_str() : "");
    variants.push_back({name, [=, this] { kernel<<<grid, Warps * 32, room>>>(data, bytes, make_fingerprint_key(1), target()); }, Work == work::read, Work == work::tree});
  }
  template <int Warps, int PieceBytes, int Pieces, int Ahead = 0>
  void add_works(int per) {
    add_ring<Warps, PieceBytes, Pieces, work::read, order::blocks, Ahead>("read  ", per);
    add_ring<Warps, PieceBytes, Pieces, work::leaves, order::blocks, Ahead>("leaves", per);
    add_ring<Warps, PieceBytes, Pieces, work::tree, order::blocks, Ahead>("TREE  ", per);
  }
  template <int Threads, int Loads>
  void add_loads() {
    cudaFuncAttributes a{};
    cudaFuncGetAttributes(&a, fingerprint_short_tree<Threads, Loads>);
    const auto grid = static_cast<unsigned>((leaf_count(bytes) * 32 + Threads - 1) / Threads);
    variants.push_back({"TREE   by loads, " + std::to_string(Threads) + " threads x " + std::to_string(Loads) + " (" + std::to_string(a.numRegs) + " regs)",
                        [=, this] { fingerprint_short_tree<Threads, Loads><<<grid, Threads>>>(data, bytes, make_fingerprint_key(1), target()); }, false, true});
  }
  template <int Loads>
  void add_read_only() {
    for (const unsigned per : {4u, 8u, 32u, 0u}) {
      const std::uint64_t leaves = bytes / leaf_bytes;
      const auto grid = per == 0 ? static_cast<unsigned>(leaves / 8) : per * processors;
      variants.push_back({"read   by loads, " + std::to_string(Loads) + " x " + std::to_string(per) + "/SM",
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
  x.add_loads<128, 8>(), x.add_loads<256, 8>(), x.add_loads<512, 8>(), x.add_loads<512, 16>(), x.add_loads<1024, 8>(), x.add_loads<1024, 4>();
  // Blocks that stay, one or two a multiprocessor.
  x.add_works<8, 2048, 12>(1), x.add_works<16, 1024, 12>(1), x.add_works<16, 2048, 6>(1), x.add_works<16, 4096, 3>(1);
  x.add_works<32, 1024, 6>(1), x.add_works<32, 2048, 3>(1), x.add_works<16, 2048, 4>(1), x.add_works<16, 2048, 3>(1), x.add_works<24, 2048, 4>(1);
  x.add_works<8, 2048, 6>(2), x.add_works<16, 2048, 3>(2), x.add_works<4, 2048, 6>(4), x.add_works<8, 1024, 6>(4);
  x.add_works<16, 2048, 6, 8>(1), x.add_works<16, 2048, 4, 16>(1), x.add_works<16, 1024, 8, 32>(1);
  x.add_ring<16, 2048, 6, work::read, order::turns, 0>("read  ", 1);
  x.add_ring<8, 2048, 6, work::read, order::turns, 0>("read  ", 2);
  x.add_ring<16, 2048, 6, work::leaves, order::turns, 0>("leaves", 1);
  // A leaf a warp, and away.
  x.add_works<4, 2048, 4>(0), x.add_works<8, 2048, 4>(0), x.add_works<8, 1024, 8>(0), x.add_works<16, 2048, 4>(0), x.add_works<8, 8192, 1>(0), x.add_works<4, 4096, 2>(0);
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
    if (v.name.find("by loads") != std::string::npos) loads = std::min(loads, median(v.times));
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
