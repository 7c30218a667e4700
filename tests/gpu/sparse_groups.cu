// Compares the model of the products of four warps that are sparse or of single bits with the device: A from registers and from shared memory.
// Usage: sparse_groups [TILES [DIGEST_FILE]]. The digests are of what the device gave for the first tiles of each form, which
// tests/exec/sparse_groups_test.cpp has of the engine.
#include "../exec/group_tiles.hpp"
#include "device.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace core = fpcheck::exec::tensor_core;

namespace {

constexpr int threads = 128, most_memory = 8192;

struct launch {
  const std::uint32_t *a, *metadata, *c, *memory;
  std::uint32_t *from_registers, *from_memory;
  int memory_words, start_of_b, stride_of_a, stride_of_b;
};

__device__ std::uint64_t descriptor(const void* at, int stride) {
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(at));
  return (address & 0x3ffffu) >> 4 | static_cast<std::uint64_t>(core::piece >> 4) << 16 | static_cast<std::uint64_t>(stride >> 4) << 32;
}

#define FPCHECK_SUMS8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define FPCHECK_SUMS4 "{%0, %1, %2, %3}"
#define FPCHECK_INOUT8(d) "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
#define FPCHECK_INOUT4(d) "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
// The operands behind the sums, by their number: A's words, B, metadata; or A's and B's descriptor, metadata.
#define FPCHECK_REGISTERS8 "{%8, %9, %10, %11}, %12"
#define FPCHECK_REGISTERS4 "{%4, %5, %6, %7}, %8"
#define FPCHECK_MEMORY8 "%8, %9"
#define FPCHECK_MEMORY4 "%4, %5"
#define FPCHECK_NAMES_A8 ", %13, "
#define FPCHECK_NAMES_A4 ", %9, "
#define FPCHECK_NAMES_B8 ", %10, "
#define FPCHECK_NAMES_B4 ", %6, "

#define FPCHECK_GROUP(name_, op_, sums_, meta_a_, meta_b_, end_a_, end_b_)                                                                          \
  __global__ void name_(launch l) {                                                                                                                 \
    __shared__ alignas(1024) std::uint32_t memory[most_memory / 4];                                                                                 \
    const std::size_t at = blockIdx.x * threads + threadIdx.x;                                                                                      \
    for (int k = static_cast<int>(threadIdx.x); k < l.memory_words; k += threads) memory[k] = l.memory[blockIdx.x * l.memory_words + k];             \
    std::uint32_t a[4], d[sums_], e[sums_], m = l.metadata[at];                                                                                     \
    for (int k = 0; k < 4; ++k) a[k] = l.a[at * 4 + k];                                                                                             \
    for (int k = 0; k < sums_; ++k) d[k] = e[k] = l.c[at * sums_ + k];                                                                              \
    asm volatile("fence.proxy.async;" ::: "memory");                                                                                                \
    __syncthreads();                                                                                                                                \
    const std::uint64_t da = descriptor(memory, l.stride_of_a), db = descriptor(memory + l.start_of_b / 4, l.stride_of_b);                          \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                                                         \
    asm volatile(op_ " " FPCHECK_SUMS##sums_ ", " FPCHECK_REGISTERS##sums_ meta_a_ end_a_ ";"                                                       \
                 : FPCHECK_INOUT##sums_(d) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(db), "r"(m));                                          \
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nwgmma.fence.sync.aligned;" ::: "memory");                     \
    asm volatile(op_ " " FPCHECK_SUMS##sums_ ", " FPCHECK_MEMORY##sums_ meta_b_ end_b_ ";" : FPCHECK_INOUT##sums_(e) : "l"(da), "l"(db), "r"(m));   \
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");                                                \
    for (int k = 0; k < sums_; ++k) l.from_registers[at * sums_ + k] = d[k], l.from_memory[at * sums_ + k] = e[k];                                  \
  }
#define FPCHECK_SPARSE(name_, text_, sums_, selector_, end_a_, end_b_)                                                                              \
  FPCHECK_GROUP(name_, "wgmma.mma_async.sp.sync.aligned." text_, sums_, FPCHECK_NAMES_A##sums_ selector_, FPCHECK_NAMES_B##sums_ selector_, end_a_, end_b_)

#define FPCHECK_HALF ", 1, 1, 1, 0", ", 1, 1, 1, 0, 0"
#define FPCHECK_PLAIN ", 1, 1, 1", ", 1, 1, 1"
#define FPCHECK_INTEGER ", 1", ", 1"
#define FPCHECK_FORM(...) FPCHECK_SPARSE(__VA_ARGS__)
FPCHECK_FORM(k0_0, "m64n16k32.f32.f16.f16", 8, "0", FPCHECK_HALF)
FPCHECK_FORM(k0_1, "m64n16k32.f32.f16.f16", 8, "1", FPCHECK_HALF)
FPCHECK_FORM(k1_0, "m64n16k32.f16.f16.f16", 4, "0", FPCHECK_HALF)
FPCHECK_FORM(k1_1, "m64n16k32.f16.f16.f16", 4, "1", FPCHECK_HALF)
FPCHECK_FORM(k2_0, "m64n16k32.f32.bf16.bf16", 8, "0", FPCHECK_HALF)
FPCHECK_FORM(k2_1, "m64n16k32.f32.bf16.bf16", 8, "1", FPCHECK_HALF)
FPCHECK_FORM(k3_0, "m64n16k16.f32.tf32.tf32", 8, "0", FPCHECK_PLAIN)
FPCHECK_FORM(k3_1, "m64n16k16.f32.tf32.tf32", 8, "1", FPCHECK_PLAIN)
FPCHECK_FORM(k4_0, "m64n16k64.f32.e4m3.e4m3", 8, "0", FPCHECK_PLAIN)
FPCHECK_FORM(k5_0, "m64n16k64.f32.e5m2.e4m3", 8, "0", FPCHECK_PLAIN)
FPCHECK_FORM(k6_0, "m64n16k64.f16.e4m3.e5m2", 4, "0", FPCHECK_PLAIN)
FPCHECK_FORM(k7_0, "m64n16k64.s32.s8.u8", 8, "0", FPCHECK_INTEGER)
FPCHECK_FORM(k8_0, "m64n16k64.s32.u8.u8.satfinite", 8, "0", FPCHECK_INTEGER)
FPCHECK_GROUP(k9_0, "wgmma.mma_async.sync.aligned.m64n16k256.s32.b1.b1.and.popc", 8, "", "", ", 1", ", 1")

struct entry {
  int form, selector;
  void (*kernel)(launch);
};
constexpr entry entries[] = {{0, 0, k0_0}, {0, 1, k0_1}, {1, 0, k1_0}, {1, 1, k1_1}, {2, 0, k2_0}, {2, 1, k2_1}, {3, 0, k3_0},
                             {3, 1, k3_1}, {4, 0, k4_0}, {5, 0, k5_0}, {6, 0, k6_0}, {7, 0, k7_0}, {8, 0, k8_0}, {9, 0, k9_0}};

/// Words that the device can read.
std::uint32_t* managed(const std::vector<std::uint32_t>& from) {
  std::uint32_t* to = nullptr;
  gpu::check(cudaMallocManaged(&to, from.size() * sizeof(std::uint32_t)), "memory");
  std::copy(from.begin(), from.end(), to);
  return to;
}

unsigned long long compare(const entry& e, int tiles, std::FILE* digests) {
  const core::group_form& p = core::group_forms()[static_cast<std::size_t>(e.form)];
  core::group_tile all;
  for (int k = 0; k < tiles; ++k) {
    const core::group_tile one = core::draw_group_tile(p, e.selector, static_cast<std::uint64_t>(k));
    const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    join(all.a, one.a), join(all.metadata, one.metadata), join(all.c, one.c), join(all.want, one.want), join(all.memory, one.memory);
    all.start_of_b = one.start_of_b;
  }
  const std::vector<std::uint32_t> none(all.want.size());
  launch l{managed(all.a), managed(all.metadata), managed(all.c), managed(all.memory), managed(none), managed(none), static_cast<int>(all.memory.size()) / tiles,
           static_cast<int>(all.start_of_b), core::piece * core::piece_groups(p, true), core::piece * core::piece_groups(p, false)};
  e.kernel<<<static_cast<unsigned>(tiles), threads>>>(l);
  gpu::check(cudaGetLastError(), p.text);
  gpu::check(cudaDeviceSynchronize(), p.text);
  unsigned long long wrong = 0;
  for (std::size_t k = 0; k < all.want.size(); ++k) {
    const bool differs = l.from_registers[k] != all.want[k] || l.from_memory[k] != all.want[k];
    if (differs && wrong++ < 4) std::printf("  word %zu: from registers %08x, from memory %08x, model %08x\n", k, l.from_registers[k], l.from_memory[k], all.want[k]);
  }
  std::printf("%-32s selector %d: %d elements, %llu words differ\n", p.text, e.selector, tiles * 1024, wrong);
  if (digests != nullptr)
    std::fprintf(digests, "%s %d %016llx\n", p.text, e.selector,
                 static_cast<unsigned long long>(core::digest_of(core::empty_digest, l.from_registers, all.want.size() / static_cast<std::size_t>(tiles) * core::recorded_tiles)));
  for (const void* memory : {static_cast<const void*>(l.a), static_cast<const void*>(l.metadata), static_cast<const void*>(l.c), static_cast<const void*>(l.memory),
                             static_cast<const void*>(l.from_registers), static_cast<const void*>(l.from_memory)})
    gpu::check(cudaFree(const_cast<void*>(memory)), "memory");
  return wrong;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("sparse_groups");
  const int tiles = std::max(core::recorded_tiles, argc > 1 ? std::atoi(argv[1]) : 64);
  std::FILE* const digests = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  std::printf("%s\n", gpu::name().c_str());
  unsigned long long wrong = 0;
  for (const entry& e : entries) wrong += compare(e, tiles, digests);
  if (digests != nullptr) std::fclose(digests);
  return wrong == 0 ? 0 : 1;
}
