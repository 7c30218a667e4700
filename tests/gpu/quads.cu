// Compares the model of mma.m8n8k4 on binary16, which is four products by quarters of a warp, with the device.
// Usage: quads [TILES [DIGEST_FILE]]. The digests are of what the device gave for the first tiles of each form, which
// tests/exec/quarter_products_test.cpp has of the engine.
#include "../exec/quarter_tiles.hpp"
#include "device.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace core = fpcheck::exec::tensor_core;

namespace {

struct launch {
  const std::uint32_t *a, *b, *c;
  std::uint32_t* d;
};

#define FPCHECK_WIDE(name_, layout_)                                                                                                                    \
  __global__ void name_(launch l) {                                                                                                                     \
    const std::size_t lane = blockIdx.x * 32 + threadIdx.x;                                                                                             \
    const std::uint32_t *a = l.a + 2 * lane, *b = l.b + 2 * lane;                                                                                       \
    std::uint32_t d[8];                                                                                                                                 \
    for (int k = 0; k < 8; ++k) d[k] = l.c[8 * lane + k];                                                                                               \
    asm volatile("mma.sync.aligned.m8n8k4." layout_ ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};" \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1])); \
    for (int k = 0; k < 8; ++k) l.d[8 * lane + k] = d[k];                                                                                               \
  }
#define FPCHECK_HALF(name_, layout_)                                                                                                                    \
  __global__ void name_(launch l) {                                                                                                                     \
    const std::size_t lane = blockIdx.x * 32 + threadIdx.x;                                                                                             \
    const std::uint32_t *a = l.a + 2 * lane, *b = l.b + 2 * lane;                                                                                       \
    std::uint32_t d[4];                                                                                                                                 \
    for (int k = 0; k < 4; ++k) d[k] = l.c[4 * lane + k];                                                                                               \
    asm volatile("mma.sync.aligned.m8n8k4." layout_ ".f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"                           \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));                                         \
    for (int k = 0; k < 4; ++k) l.d[4 * lane + k] = d[k];                                                                                               \
  }

FPCHECK_WIDE(k0, "row.row")
FPCHECK_WIDE(k1, "row.col")
FPCHECK_WIDE(k2, "col.row")
FPCHECK_WIDE(k3, "col.col")
FPCHECK_HALF(k4, "row.row")
FPCHECK_HALF(k5, "row.col")
FPCHECK_HALF(k6, "col.row")
FPCHECK_HALF(k7, "col.col")

constexpr void (*kernels[8])(launch) = {k0, k1, k2, k3, k4, k5, k6, k7};

/// Words that the device can read.
std::uint32_t* managed(const std::vector<std::uint32_t>& from) {
  std::uint32_t* to = nullptr;
  gpu::check(cudaMallocManaged(&to, from.size() * sizeof(std::uint32_t)), "memory");
  std::copy(from.begin(), from.end(), to);
  return to;
}

unsigned long long compare(int form, int tiles, std::FILE* digests) {
  const core::quarter_form& p = core::quarter_forms[form];
  core::quarter_tile all;
  for (int k = 0; k < tiles; ++k) {
    const core::quarter_tile one = core::draw_quarter_tile(form, static_cast<std::uint64_t>(k));
    const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    join(all.a, one.a), join(all.b, one.b), join(all.c, one.c), join(all.want, one.want);
  }
  const launch l{managed(all.a), managed(all.b), managed(all.c), managed(std::vector<std::uint32_t>(all.c.size()))};
  kernels[form]<<<static_cast<unsigned>(tiles), 32>>>(l);
  gpu::check(cudaGetLastError(), p.text);
  gpu::check(cudaDeviceSynchronize(), p.text);
  unsigned long long wrong = 0;
  for (std::size_t k = 0; k < all.want.size(); ++k)
    if (l.d[k] != all.want[k] && wrong++ < 4) std::printf("  word %zu: device %08x, model %08x\n", k, l.d[k], all.want[k]);
  std::printf("%s: %d elements, %llu words differ\n", p.text, tiles * 256, wrong);
  if (digests != nullptr) {
    const std::size_t recorded = static_cast<std::size_t>(32 * p.sum_words() * core::recorded_quarter_tiles);
    std::fprintf(digests, "%s %016llx\n", p.text, static_cast<unsigned long long>(core::digest_of(core::empty_digest, l.d, recorded)));
  }
  for (const std::uint32_t* memory : {l.a, l.b, l.c, static_cast<const std::uint32_t*>(l.d)}) gpu::check(cudaFree(const_cast<std::uint32_t*>(memory)), "memory");
  return wrong;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("quads");
  const int tiles = std::max(core::recorded_quarter_tiles, argc > 1 ? std::atoi(argv[1]) : 64);
  std::FILE* const digests = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  std::printf("%s\n", gpu::name().c_str());
  unsigned long long wrong = 0;
  for (int form = 0; form < 8; ++form) wrong += compare(form, tiles, digests);
  if (digests != nullptr) std::fclose(digests);
  return wrong == 0 ? 0 : 1;
}
