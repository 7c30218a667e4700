// Ways to encode 16M elements, for choosing one: ns an element in the cache and from memory, beside copies.
#include <fpcheck/formats/bulk.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

using namespace fpcheck;

namespace {

constexpr std::size_t n = std::size_t{1} << 24;
constexpr policy saturating{.saturate = saturation::finite, .nan = nan_rule::positive};
using tag = e4m3fn_format;
using half = std::uint16_t;

template <class F>
double time_of(F f) {
  f();
  double best = 1e30;
  for (int i = 0; i < 6; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  return best / n;
}

FPCHECK_INLINE constexpr half cut(unsigned x) {
  return static_cast<half>(x);
}
FPCHECK_INLINE constexpr std::uint8_t jammed(half h) {
  const half magnitude = cut(h & 0x7fffu), field = cut(static_cast<unsigned>(magnitude) >> 7);
  const half raised = field > 121 ? field : half{121};
  half w = cut((cut(static_cast<unsigned>(h) << 7) & 0x3f80u) | 0x4000u);
  w = field < 121 ? cut(static_cast<unsigned>(w) >> 1) : w;
  w = field < 120 ? cut(static_cast<unsigned>(w) >> 1) : w;
  w = field < 119 ? cut(static_cast<unsigned>(w) >> 1) : w;
  w = field < 118 ? cut(static_cast<unsigned>(w) >> 1) : w;
  w = field < 117 ? half{0} : w;
  const half odd = cut((static_cast<unsigned>(w) >> 11) & 1u);
  const half sum = cut(cut(w + 0x3ffu) + odd);
  const half code = cut(cut(cut(static_cast<unsigned>(sum) >> 11) + cut(static_cast<unsigned>(raised) << 3)) - 968u);
  const half capped = code < 0x7e ? code : half{0x7e};
  const half finite = cut(capped | ((static_cast<unsigned>(h) >> 8) & 0x80u));
  return static_cast<std::uint8_t>(magnitude > 0x7f80 ? half{0x7f} : finite);
}
struct by_16 {
  const float* __restrict in;
  std::uint8_t* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    const std::uint32_t b = bits_of(in[i]);
    out[i] = jammed(cut(cut(b >> 16) | (cut(b) != 0)));
  }
};
using by_32 = detail::encode_body<tag, saturating>;
struct move_only {
  const float* __restrict in;
  std::uint8_t* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<std::uint8_t>(bits_of(in[i]) >> 24);
  }
};

float* in;
std::uint8_t *out, *near;

template <class Body, int Hint>
void blocked(std::size_t block, std::size_t ahead, bool through_cache) {
  for (std::size_t i = 0; i < n; i += block) {
    if (ahead != 0)
      for (std::size_t k = i + ahead; k < i + ahead + block && k < n; k += 16) __builtin_prefetch(in + k, 0, Hint);
    detail::loop_avx512(block, Body{in + i, through_cache ? near : out + i});
    if (through_cache) std::memcpy(out + i, near, block);
  }
}

template <class Body>
void variants(const char* name) {
  std::printf("%s: in cache %.3f, plain %.3f\n", name, time_of([] {
                for (std::size_t i = 0; i < n; i += 8192) detail::loop_avx512(8192, Body{in, near});
              }),
              time_of([] { detail::loop_avx512(n, Body{in, out}); }));
  for (const std::size_t block : {1024, 4096}) {
    std::printf("  block %5zu, through the cache %.3f |", block, time_of([&] { blocked<Body, 3>(block, 0, true); }));
    for (const std::size_t ahead : {1024, 2048, 4096, 8192})
      std::printf(" %zu: %.3f %.3f %.3f", ahead, time_of([&] { blocked<Body, 3>(block, ahead, false); }),
                  time_of([&] { blocked<Body, 2>(block, ahead, false); }),
                  time_of([&] { blocked<Body, 3>(block, ahead, true); }));
    std::printf("\n");
  }
}

} // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  if (best_isa_level() != isa_level::avx512) return std::puts("no AVX-512"), 0;
  in = static_cast<float*>(std::aligned_alloc(4096, 4 * n));
  out = static_cast<std::uint8_t*>(std::aligned_alloc(4096, n));
  near = static_cast<std::uint8_t*>(std::aligned_alloc(4096, 65536));
  auto* from = static_cast<char*>(std::aligned_alloc(4096, 5 * n / 2));
  auto* to = static_cast<char*>(std::aligned_alloc(4096, 5 * n / 2));
  std::mt19937 draw(1);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < n; ++i) in[i] = std::ldexp(normal(draw), static_cast<int>(draw() % 20) - 12);
  std::memset(out, 1, n), std::memset(from, 1, 5 * n / 2), std::memset(to, 1, 5 * n / 2);
  for (int i = 0; i < 2; ++i) {
    std::printf("memcpy of 40 MB %.3f, of 64 MB to the cache %.3f, of 16 MB from the cache %.3f\n",
                time_of([&] { std::memcpy(to, from, 5 * n / 2); }),
                time_of([&] {
                  for (std::size_t k = 0; k < n; k += 4096) std::memcpy(near, in + k, 16384);
                }),
                time_of([&] {
                  for (std::size_t k = 0; k < n; k += 16384) std::memcpy(out + k, near, 16384);
                }));
  }
  variants<move_only>("moved only");
  variants<by_32>("32 bits");
  variants<by_16>("16 bits");
  variants<move_only>("moved only");
  variants<by_32>("32 bits");
}
