// Hashes and fingerprints on the device: the host's bits, streaming speed against ceilings measured in the same run,
// and the avalanche matrices over all 2^32 inputs. The argument "small" leaves out what takes memory or time.
#include <fpcheck/kernels/fingerprint_tree.hpp>
#include <fpcheck/kernels/launch_fingerprint.hpp>

#include "../kernels/avalanche.hpp"
#include "../kernels/hash_outputs.hpp"
#include "../kernels/peer_hashes.hpp"
#include "device.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace fpcheck::kernels;

template <class T>
T* allocate(std::size_t count) {
  T* p = nullptr;
  gpu::check(cudaMalloc(&p, count * sizeof(T)), "allocation");
  return p;
}

/// Prints and returns whether a check held.
bool report(const std::string& what, bool held) {
  std::printf("%-58s %s\n", what.c_str(), held ? "ok" : "FAILED");
  return held;
}

__global__ void outputs_kernel(std::uint64_t* out, std::uint64_t count) {
  const std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (i >= count) return;
  hash_outputs::for_input(i, out + i * hash_outputs::columns);
}

bool check_functions() {
  const std::uint64_t n = std::uint64_t{1} << 18;
  std::uint64_t* device = allocate<std::uint64_t>(n * hash_outputs::columns);
  outputs_kernel<<<static_cast<unsigned>(n / 256), 256>>>(device, n);
  std::vector<std::uint64_t> got(n * hash_outputs::columns);
  gpu::check(cudaMemcpy(got.data(), device, got.size() * 8, cudaMemcpyDeviceToHost), "outputs");
  cudaFree(device);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint64_t expected[hash_outputs::columns];
    hash_outputs::for_input(i, expected);
    for (int c = 0; c < hash_outputs::columns; ++c) wrong += got[i * hash_outputs::columns + c] != expected[c];
  }
  return report(std::to_string(hash_outputs::columns) + " functions x 2^18 inputs: device and host agree", wrong == 0);
}

std::vector<std::byte> bytes_of(std::uint64_t n) {
  std::vector<std::byte> out(n);
  for (std::uint64_t i = 0; i < n; ++i) out[i] = static_cast<std::byte>(fmix32(static_cast<std::uint32_t>(i)) & 0xff);
  return out;
}

/// The words of a tree and its digest.
std::size_t tree_words(std::uint64_t bytes) {
  std::size_t words = 1;
  for (const std::uint64_t nodes : level_sizes(bytes)) words += nodes;
  return words;
}

/// The whole tree with a launch for each level, one after the other: what the launcher does, but faster, for very large tensors.
void launch_plainly(const std::byte* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t* work) {
  fold_step step{work, leaf_count(bytes), 0, work + leaf_count(bytes), bytes, work + tree_words(bytes) - 1};
  if (step.count > 0)
    fingerprint_leaves<16><<<static_cast<unsigned>((step.count + 7) / 8), 256>>>(reinterpret_cast<const unsigned char*>(data), bytes, key, work);
  for (std::uint64_t parents = 0; parents != 1; ++step.level) {
    parents = parent_count(step.count);
    fingerprint_fold<256><<<static_cast<unsigned>(parents), 256>>>(step, key);
    step.children = step.parents;
    step.parents += parents;
    step.count = parents;
  }
}

/// All levels and the digest, for lengths about every edge and addresses of every alignment: by the launcher, twice on the same
/// memory, and level by level.
bool check_fingerprint(std::uint64_t n, std::uint64_t offset) {
  const std::vector<std::byte> data = bytes_of(n);
  const fingerprint_key key = make_fingerprint_key(n + offset);
  const fingerprint expected = fingerprint_of(data, key);
  auto* device = allocate<std::byte>(n + offset + 16);
  const std::size_t words = fingerprint_workspace_words(n);
  auto* work = allocate<std::uint64_t>(words);
  gpu::check(cudaMemcpy(device + offset, data.data(), n, cudaMemcpyHostToDevice), "data");
  std::vector<std::uint64_t> flat;
  for (const auto& level : expected.levels) flat.insert(flat.end(), level.begin(), level.end());
  flat.push_back(expected.digest);
  bool good = true;
  for (int run = 0; run < 3; ++run) {
    if (run != 1) gpu::check(cudaMemset(work, 0xff, words * 8), "workspace");
    if (run == 2) launch_plainly(device + offset, n, key, work);
    else gpu::check(static_cast<cudaError_t>(launch_fingerprint(device + offset, n, key, work, nullptr)), "fingerprint");
    std::vector<std::uint64_t> got(flat.size());
    gpu::check(cudaMemcpy(got.data(), work, got.size() * 8, cudaMemcpyDeviceToHost), "digest");
    good &= got == flat;
  }
  cudaFree(device), cudaFree(work);
  return good;
}

bool check_difference(std::uint64_t n, std::uint64_t at) {
  std::vector<std::byte> data = bytes_of(n);
  auto *a = allocate<std::byte>(n), *b = allocate<std::byte>(n);
  auto* first = allocate<std::uint64_t>(1);
  gpu::check(cudaMemcpy(a, data.data(), n, cudaMemcpyHostToDevice), "data");
  for (std::uint64_t i = at; i < n; i += n / 3 + 1) data[i] ^= std::byte{1}; // more than one: the first is wanted
  gpu::check(cudaMemcpy(b, data.data(), n, cudaMemcpyHostToDevice), "data");
  gpu::check(static_cast<cudaError_t>(launch_first_difference(a, b, n, first, nullptr)), "first difference");
  std::uint64_t got = 0;
  gpu::check(cudaMemcpy(&got, first, 8, cudaMemcpyDeviceToHost), "first difference");
  cudaFree(a), cudaFree(b), cudaFree(first);
  return got == std::min(at, n);
}

bool check_fingerprints() {
  bool good = true;
  for (const std::uint64_t n : {0, 1, 7, 8, 15, 16, 17, 511, 512, 8191, 8192, 8193, 16384, 100000, 8388608, 8396801, 13000001})
    good &= check_fingerprint(n, 0);
  for (const std::uint64_t offset : {1, 2, 4, 8, 12}) good &= check_fingerprint(20000, offset);
  bool found = true;
  for (const std::uint64_t n : {1, 100, 8192, 1000003})
    for (const std::uint64_t at : {std::uint64_t{0}, n / 3, n - 1, n}) found &= check_difference(n, at);
  good = report("fingerprints, 22 lengths and alignments: the host's bits", good);
  return report("first difference: 16 cases", found) && good;
}

// ---- speed ---------------------------------------------------------------------------------------------------------

/// Reads as the leaves of a fingerprint are read and does next to nothing: the ceiling of everything that only reads.
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

struct copy_word {
  __device__ std::uint32_t operator()(std::uint32_t x) const { return x; }
};

/// One word in, one word out.
template <class Hash, int Loads>
__global__ void stream(const uint4* __restrict__ in, uint4* __restrict__ out, std::uint64_t vectors) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  const Hash h;
  for (; i < vectors; i += Loads * threads) {
    uint4 x[Loads];
#pragma unroll
    for (int k = 0; k < Loads; ++k)
      if (i + k * threads < vectors) x[k] = __ldcs(in + i + k * threads);
#pragma unroll
    for (int k = 0; k < Loads; ++k)
      if (i + k * threads < vectors) __stcs(out + i + k * threads, uint4{h(x[k].x), h(x[k].y), h(x[k].z), h(x[k].w)});
  }
}

/// The median time of a few runs in milliseconds, the L2 cache filled with other data before each.
template <class Run>
float median_ms(void* flush, std::size_t flush_bytes, Run run) {
  cudaEvent_t start, end;
  cudaEventCreate(&start), cudaEventCreate(&end);
  std::vector<float> times;
  for (int i = 0; i < 11; ++i) {
    cudaMemsetAsync(flush, i, flush_bytes);
    cudaEventRecord(start);
    run();
    cudaEventRecord(end);
    gpu::check(cudaEventSynchronize(end), "timed run");
    float ms = 0;
    cudaEventElapsedTime(&ms, start, end);
    if (i > 0) times.push_back(ms);
  }
  cudaEventDestroy(start), cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct bench {
  std::byte *a, *b;
  std::uint64_t bytes;
  std::uint64_t* work;
  void* flush;
  std::size_t flush_bytes;
  unsigned multiprocessors;

  template <class Run>
  double rate(double traffic, Run run) const { return traffic * 1e-6 / median_ms(flush, flush_bytes, run); }
};

/// The fastest of several grids, in GB/s, with the grid's name.
struct best {
  double rate = 0;
  std::string how;
  void take(double r, std::string name) {
    if (r > rate) rate = r, how = std::move(name);
  }
};

template <int Loads>
void read_ceiling(const bench& x, best& out) {
  const std::uint64_t leaves = x.bytes / leaf_bytes;
  for (const unsigned blocks : {4u, 8u, 32u, 0u}) {
    const auto grid = blocks == 0 ? static_cast<unsigned>(leaves / 8) : blocks * x.multiprocessors;
    out.take(x.rate(static_cast<double>(x.bytes),
                    [&] {
                      read_only<Loads><<<grid, 256>>>(reinterpret_cast<const uint4*>(x.a), leaves,
                                                      reinterpret_cast<std::uint32_t*>(x.work));
                    }),
             std::to_string(Loads) + (blocks == 0 ? " loads, one pass" : " loads, " + std::to_string(blocks) + " blocks an SM"));
  }
}

/// The variants of the leaf kernel alone, for tuning.
template <int Loads>
void leaf_variants(const bench& x) {
  const std::uint64_t leaves = leaf_count(x.bytes);
  for (const unsigned threads : {128u, 256u, 512u}) {
    std::printf("    leaves<%2d>, %3u threads, blocks of 2048 threads an SM x 1/2 1 2 all:", Loads, threads);
    for (const unsigned per_two : {1u, 2u, 4u, 0u}) {
      const std::uint64_t all = (leaves * 32 + threads - 1) / threads;
      const auto blocks = static_cast<unsigned>(
          per_two == 0 ? all : std::min<std::uint64_t>(all, 1024ull / threads * per_two * x.multiprocessors));
      std::printf(" %7.1f", x.rate(static_cast<double>(x.bytes), [&] {
        fingerprint_leaves<Loads><<<blocks, threads>>>(reinterpret_cast<const unsigned char*>(x.a), x.bytes,
                                                       make_fingerprint_key(1), x.work);
      }));
    }
    std::printf(" GB/s\n");
  }
}

template <class Hash, int Loads>
void stream_best(const bench& x, best& out) {
  const std::uint64_t vectors = x.bytes / 16;
  for (const unsigned blocks : {8u, 32u, 0u}) {
    const auto grid = static_cast<unsigned>(blocks == 0 ? (vectors + 256 * Loads - 1) / (256 * Loads)
                                                        : std::uint64_t{blocks} * x.multiprocessors);
    out.take(x.rate(2.0 * static_cast<double>(x.bytes),
                    [&] {
                      stream<Hash, Loads><<<grid, 256>>>(reinterpret_cast<const uint4*>(x.a),
                                                         reinterpret_cast<uint4*>(x.b), vectors);
                    }),
             std::to_string(Loads) + (blocks == 0 ? " loads, one pass" : " loads, " + std::to_string(blocks) + " blocks an SM"));
  }
}

template <class Hash>
best stream_rate(const bench& x) {
  best out;
  stream_best<Hash, 1>(x, out), stream_best<Hash, 2>(x, out), stream_best<Hash, 4>(x, out);
  return out;
}

void bandwidth(std::uint64_t bytes) {
  cudaDeviceProp properties{};
  gpu::check(cudaGetDeviceProperties(&properties, 0), "device properties");
  bench x{allocate<std::byte>(bytes), allocate<std::byte>(bytes), bytes,
          allocate<std::uint64_t>(fingerprint_workspace_words(bytes)), nullptr, std::size_t{256} << 20,
          static_cast<unsigned>(properties.multiProcessorCount)};
  x.flush = allocate<std::byte>(x.flush_bytes);
  cudaMemset(x.a, 0x5a, bytes), cudaMemset(x.b, 0x5a, bytes);
  const auto n = static_cast<double>(bytes);
  best ceiling;
  read_ceiling<4>(x, ceiling), read_ceiling<8>(x, ceiling), read_ceiling<16>(x, ceiling);
  const double whole =
      x.rate(n, [&] { launch_fingerprint(x.a, bytes, make_fingerprint_key(1), x.work, nullptr); });
  const double plain = x.rate(n, [&] { launch_plainly(x.a, bytes, make_fingerprint_key(1), x.work); });
  std::uint64_t* first = x.work;
  const double compared = x.rate(2 * n, [&] { launch_first_difference(x.a, x.b, bytes, first, nullptr); });
  const double copy =
      x.rate(2 * n, [&] { cudaMemcpyAsync(x.b, x.a, bytes, cudaMemcpyDeviceToDevice, nullptr); });
  std::printf("%llu MiB\n", static_cast<unsigned long long>(bytes >> 20));
  std::printf("  read-only ceiling          %7.1f GB/s   (%s)\n", ceiling.rate, ceiling.how.c_str());
  std::printf("  fingerprint, whole tree    %7.1f GB/s   %5.1f %% of the ceiling\n", whole, 100 * whole / ceiling.rate);
  std::printf("  kernels one after another  %7.1f GB/s   %5.1f %%\n", plain, 100 * plain / ceiling.rate);
  std::printf("  first difference of two    %7.1f GB/s   %5.1f %%\n", compared, 100 * compared / ceiling.rate);
  std::printf("  device-to-device copy      %7.1f GB/s\n", copy);
  const auto line = [&](const char* name, const best& b) {
    std::printf("  stream %-19s %7.1f GB/s   %5.1f %% of the copy (%s)\n", name, b.rate, 100 * b.rate / copy,
                b.how.c_str());
  };
  line("copy kernel", stream_rate<copy_word>(x));
  line("fmix32", stream_rate<peers::fmix32_hash>(x));
  line("triple32", stream_rate<peers::triple32_hash>(x));
  line("pcg", stream_rate<peers::pcg_hash>(x));
  line("philox4x32-10", stream_rate<peers::philox_hash>(x));
  if (bytes == std::uint64_t{1} << 30) leaf_variants<2>(x), leaf_variants<8>(x), leaf_variants<16>(x);
  cudaFree(x.a), cudaFree(x.b), cudaFree(x.work), cudaFree(x.flush);
}

// ---- avalanche -----------------------------------------------------------------------------------------------------

template <class Hash>
avalanche::matrix count_on_device(std::uint32_t first, std::uint32_t count, float* ms) {
  auto* changes = allocate<unsigned long long>(1024);
  cudaMemset(changes, 0, 8192);
  cudaEvent_t start, end;
  cudaEventCreate(&start), cudaEventCreate(&end);
  cudaEventRecord(start);
  avalanche::start<Hash>(first, count, changes);
  cudaEventRecord(end);
  gpu::check(cudaEventSynchronize(end), "avalanche");
  cudaEventElapsedTime(ms, start, end);
  avalanche::matrix out;
  out.pairs = std::uint64_t{count} * 8;
  gpu::check(cudaMemcpy(&out.changes, changes, 8192, cudaMemcpyDeviceToHost), "matrix");
  cudaFree(changes);
  return out;
}

/// A slice against the host, then the whole matrix.
template <class Hash>
bool show_avalanche(const char* name, std::uint32_t groups, float& total) {
  float ms = 0;
  const std::uint32_t first = 123456789u & ~7u, slice = 10000;
  constexpr bool portable = !std::is_same_v<Hash, peers::sine_fraction_hash>; // sinf is another function on the host
  const bool equal = count_on_device<Hash>(first, slice, &ms).changes ==
                     avalanche::count_on_host(first, slice, Hash{}).changes;
  const avalanche::matrix m = count_on_device<Hash>(0, groups, &ms);
  const avalanche::summary s = avalanche::summarise(m);
  std::printf("  %-16s largest |2p-1| %.3e (bit %2d -> %2d)  rms %.3e  %7.1f ms   slice %s\n", name, s.largest, s.from,
              s.to, s.rms, ms, equal ? "equals the host" : portable ? "DIFFERS FROM THE HOST" : "differs: another sinf");
  total += ms;
  return equal || !portable;
}

bool avalanches(std::uint32_t groups) {
  std::printf("avalanche over %.0f inputs\n", 16.0 * groups);
  bool good = true;
  float total = 0, others = 0;
#define FPCHECK_HASH(name, expression) good &= show_avalanche<peers::name##_hash>(#name, groups, total);
  FPCHECK_INTEGER_HASHES(FPCHECK_HASH)
#undef FPCHECK_HASH
  std::printf("  ten hashes: %.3f s\n", total * 1e-3);
#define FPCHECK_HASH(name, expression) good &= show_avalanche<peers::name##_hash>(#name, groups, others);
  FPCHECK_FLOAT_HASHES(FPCHECK_HASH)
#undef FPCHECK_HASH
  return good;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("hash");
  const bool small = argc > 1 && std::strcmp(argv[1], "small") == 0;
  std::printf("hash on %s\n", gpu::name().c_str());
  bool good = check_functions();
  good &= check_fingerprints();
  good &= avalanches(small ? 1u << 16 : static_cast<std::uint32_t>(avalanche::groups_a_set));
  if (!small)
    for (const std::uint64_t mib : {4, 16, 64, 128, 256, 1024, 4096}) bandwidth(std::uint64_t{mib} << 20);
  std::printf("hash: %s\n", good ? "every check passed" : "FAILED");
  return good ? 0 : 1;
}
