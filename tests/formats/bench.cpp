// Speed in ns an element and as a ratio to a named peer or ceiling of the same run.
#include <fpcheck/formats/arithmetic.hpp>
#include <fpcheck/formats/bulk.hpp>

#include <Eigen/Core>

#if __has_include(<cuda_fp8.h>)
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#define HAVE_CUDA_HEADERS 1
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

using namespace fpcheck;

namespace {

// Long enough that branch predictors do not learn the data of the peers that branch.
constexpr std::size_t in_cache = 32768, in_memory = std::size_t{1} << 24;

struct buffers {
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> a, b, random, out32;
  std::vector<std::uint8_t> a8, b8, out8;
  std::vector<std::uint16_t> out16;

  explicit buffers(std::size_t n) : x(n), y(n), z(n), a(n), b(n), random(n), out32(n), a8(n), b8(n), out8(n), out16(n) {
    std::mt19937 draw(1);
    std::normal_distribution<float> normal;
    std::uniform_int_distribution<int> power(-12, 8); // all of e4m3fn's range, and some beyond either end
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = std::ldexp(normal(draw), power(draw)), y[i] = std::ldexp(normal(draw), power(draw));
      a[i] = bits_of(x[i]), b[i] = bits_of(y[i]);
      random[i] = static_cast<std::uint32_t>(draw());
      a8[i] = static_cast<std::uint8_t>(draw()), b8[i] = static_cast<std::uint8_t>(draw());
    }
  }
};

/// Time of this thread, which other work of the machine does not lengthen.
double now() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// The best of several runs, in ns an element.
template <class F>
double measure(std::size_t n, F f) {
  const int repeats = n > 100000 ? 1 : 40;
  f();
  double best = 1e30;
  for (int trial = 0; trial < 25; ++trial) {
    const double start = now();
    for (int i = 0; i < repeats; ++i) f();
    best = std::min(best, (now() - start) / repeats);
  }
  return best / static_cast<double>(n);
}

void line(const char* what, double ns, const char* peer, double peer_ns) {
  if (peer == nullptr)
    std::printf("%-44s %7.3f ns\n", what, ns);
  else
    std::printf("%-44s %7.3f ns   %6.2fx of %s (%.3f ns)\n", what, ns, ns / peer_ns, peer, peer_ns);
}

template <class Tag>
struct add_body {
  const code_type<Tag>* __restrict a, * __restrict b;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept { out[i] = add<Tag>(a[i], b[i], policy{}).code; }
};
template <class Tag>
struct multiply_body {
  const code_type<Tag>* __restrict a, * __restrict b;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept { out[i] = multiply<Tag>(a[i], b[i], policy{}).code; }
};

constexpr policy saturating{.saturate = saturation::finite, .nan = nan_rule::positive};
constexpr policy stochastic{.round = rounding::stochastic, .saturate = saturation::finite, .stochastic_bits = 8};

void levels(isa_level level, const char* name) {
  if (level > best_isa_level()) {
    std::printf("-- %s: this processor has it not\n", name);
    return;
  }
  std::printf("-- %s\n", name);
  buffers m(in_cache);
  const std::size_t n = in_cache;
  const double native_add = measure(n, [&] {
    for (std::size_t i = 0; i < n; ++i) m.z[i] = m.x[i] + m.y[i];
  });
  const double encode8 = measure(n, [&] { encode<e4m3fn_format, saturating>(m.x, m.out8, level); });
  line("f32 -> e4m3fn", encode8, nullptr, 0);
#if defined(HAVE_CUDA_HEADERS)
  const double cuda8 = measure(n, [&] {
    for (std::size_t i = 0; i < n; ++i) m.out8[i] = __nv_cvt_float_to_fp8(m.x[i], __NV_SATFINITE, __NV_E4M3);
  });
  std::printf("%-44s %7.1fx faster than cuda_fp8.h (%.3f ns)\n", "f32 -> e4m3fn", cuda8 / encode8, cuda8);
#endif
  const double eigen16 = measure(n, [&] {
    for (std::size_t i = 0; i < n; ++i) m.out16[i] = Eigen::bfloat16(m.x[i]).value;
  });
  line("f32 -> bf16", measure(n, [&] { encode<bf16_format>(m.x, m.out16, policy{}, level); }), "Eigen::bfloat16",
       eigen16);
  const double eigen_half = measure(n, [&] {
    for (std::size_t i = 0; i < n; ++i) m.out16[i] = static_cast<std::uint16_t>(Eigen::half(m.x[i]).x);
  });
  line("f32 -> f16", measure(n, [&] { encode<f16_format>(m.x, m.out16, policy{}, level); }), "Eigen::half", eigen_half);
  line("f32 -> e4m3fn, stochastic",
       measure(n, [&] { encode<e4m3fn_format, stochastic>(m.x, m.random, m.out8, level); }), "nearest", encode8);
  line("e4m3fn -> f32", measure(n, [&] { decode<e4m3fn_format>(std::span<const std::uint8_t>(m.a8), m.z, level); }),
       nullptr, 0);
  line("e4m3fn add",
       measure(n,
               [&] {
                 detail::loop(n, add_body<e4m3fn_format>{m.a8.data(), m.b8.data(), m.out8.data()}, level);
               }),
       "encode", encode8);
  line("e4m3fn multiply",
       measure(n,
               [&] {
                 detail::loop(n, multiply_body<e4m3fn_format>{m.a8.data(), m.b8.data(), m.out8.data()}, level);
               }),
       "encode", encode8);
  line("binary32 add in integers",
       measure(n,
               [&] {
                 detail::loop(n, add_body<f32_format>{m.a.data(), m.b.data(), m.out32.data()}, level);
               }),
       "native add", native_add);
  line("binary32 multiply in integers",
       measure(n,
               [&] {
                 detail::loop(n, multiply_body<f32_format>{m.a.data(), m.b.data(), m.out32.data()}, level);
               }),
       "native add", native_add);
}

/// As much traffic as an encoding and next to no arithmetic.
struct top_byte_body {
  const float* __restrict in;
  std::uint8_t* __restrict out;
  FPCHECK_INLINE void fetch(std::size_t i) const noexcept { detail::fetch_to_read(in + i), detail::fetch_to_write(out + i); }
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<std::uint8_t>(bits_of(in[i]) >> 24);
  }
};

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

/// What must not take longer than a multiple of the floor: in turns with it, since the speed of memory changes from one moment to
/// the next. Prints the ratio of the best times and the median of each round's ratio.
template <class Floor, class F>
void beside(const char* what, const char* peer, Floor floor, F f) {
  std::vector<double> floors, times, ratios;
  floor(), f();
  for (int round = 0; round < 60; ++round) {
    const double start = now();
    floor();
    const double between = now();
    f();
    floors.push_back((between - start) / in_memory), times.push_back((now() - between) / in_memory);
    ratios.push_back(times.back() / floors.back());
  }
  const double best = *std::min_element(times.begin(), times.end()), best_floor = *std::min_element(floors.begin(), floors.end());
  std::printf("%-44s %7.3f ns   %6.2fx of %s (%.3f ns), median of 60 rounds %.2fx\n", what, best, best / best_floor, peer, best_floor, median(ratios));
}

void memory() {
  std::printf("-- 16M elements\n");
  buffers m(in_memory);
  // The floor: memcpy of half as many bytes as an encoding reads and writes, so that it reads and writes as many in all. It is a
  // low one: memcpy may store past the caches, where an encoding's stores first read the lines that they fill.
  std::vector<std::uint8_t> from(in_memory * 5 / 2), to(in_memory * 5 / 2);
  const auto copy = [&] { std::memcpy(to.data(), from.data(), from.size()); };
  const auto encoding = [&] { encode<e4m3fn_format, saturating>(m.x, m.out8); };
  beside("f32 -> e4m3fn", "memcpy of as many bytes", copy, encoding);
  const auto loop = [&] { detail::streams(in_memory, top_byte_body{m.x.data(), m.out8.data()}, best_isa_level()); };
  beside("a loop that moves the same bytes", "memcpy of as many bytes", copy, loop);
#if FPCHECK_HAS_TARGETS
  if (best_isa_level() == isa_level::avx512)
    beside("the same, asking for them ahead", "memcpy of as many bytes", copy,
           [&] { detail::fetching_avx512(in_memory, top_byte_body{m.x.data(), m.out8.data()}); });
#endif
}

} // namespace

int main() {
  levels(isa_level::avx512, "AVX-512");
  levels(isa_level::avx2, "AVX2");
  memory();
}
