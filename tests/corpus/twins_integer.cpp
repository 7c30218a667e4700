#include "twins.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace corpus {
namespace {

using floats = std::vector<float>;

floats draw(unsigned seed, std::size_t n, float low, float high) {
  std::mt19937 random(seed);
  floats v(n);
  for (auto& x : v) x = low + (high - low) * (static_cast<float>(random() >> 8) * 0x1p-24f);
  return v;
}
std::uint32_t bits(float x) {
  std::uint32_t b;
  std::memcpy(&b, &x, 4);
  return b;
}
float number(std::uint32_t b) {
  float x;
  std::memcpy(&x, &b, 4);
  return x;
}

twin ordered_key() {
  floats x = draw(21, 1024, -1, 1);
  const float extreme[] = {0.f, -0.f, INFINITY, -INFINITY, 0x1p-149f, -0x1p-149f, 0x1.fffffep127f};
  std::copy(std::begin(extreme), std::end(extreme), x.begin());
  std::vector<std::uint32_t> key(1024);
  for (unsigned i = 0; i < 1024; ++i) key[i] = std::signbit(x[i]) ? ~bits(x[i]) : bits(x[i]) | 0x80000000u;
  return {"bits",
          "ordered_key",
          "<<<8, 128>>>",
          {},
          {tensor("x", x)},
          {"key=empty:1024:u32", "back=empty:1024"},
          {tensor("key", key), tensor("back", x)}};
}

twin bf16_by_bits() {
  const floats x = draw(22, 1024, -3, 3);
  std::vector<std::uint16_t> y(1024);
  floats back(1024);
  for (unsigned i = 0; i < 1024; ++i) {
    // Nearest multiple of the bf16 unit, by the exact remainder.
    const float v = x[i] * 1.1f;
    const std::uint32_t low = bits(v) & 0xffffu, high = bits(v) >> 16;
    const bool up = low > 0x8000u || (low == 0x8000u && (high & 1u) != 0);
    y[i] = static_cast<std::uint16_t>(high + (up ? 1 : 0));
    back[i] = number(static_cast<std::uint32_t>(y[i]) << 16);
  }
  return {"bits",
          "bf16_by_bits",
          "<<<8, 128>>>",
          {},
          {tensor("x", x)},
          {"y=empty:1024:u16", "back=empty:1024"},
          {tensor("y", y), tensor("back", back)}};
}

twin int4_magic() {
  std::mt19937 random(23);
  std::vector<std::uint8_t> q(512);
  for (auto& v : q) v = static_cast<std::uint8_t>(random());
  const floats scale = draw(24, 8, 0.01f, 0.1f);
  floats x(1024);
  for (unsigned i = 0; i < 1024; ++i) x[i] = static_cast<float>((q[i / 2] >> (i % 2 * 4) & 15) - 8) * scale[i / 128];
  return {"quantise",       "int4_magic",    "<<<8, 128>>>", {}, {tensor("q", q), tensor("scale", scale)},
          {"x=empty:1024"}, {tensor("x", x)}};
}

twin int8_rows() {
  const unsigned rows = 8, n = 128;
  const floats x = draw(25, rows * n, -2, 2);
  std::vector<std::int8_t> q(rows * n);
  floats scale(rows);
  for (unsigned r = 0; r < rows; ++r) {
    float largest = 0;
    for (unsigned i = 0; i < n; ++i) largest = std::max(largest, std::fabs(x[r * n + i]));
    const float inverse = 127.f / largest;
    for (unsigned i = 0; i < n; ++i) q[r * n + i] = static_cast<std::int8_t>(std::nearbyint(x[r * n + i] * inverse));
    scale[r] = largest / 127.f;
  }
  return {"quantise",
          "int8_rows",
          "<<<8, 32>>>",
          {"n=128"},
          {tensor("x", x)},
          {"q=empty:1024:i8", "scale=empty:8"},
          {tensor("q", q), tensor("scale", scale)}};
}

twin sorted(const char* kernel, const char* launch, unsigned block, unsigned seed) {
  const unsigned n = 4 * block;
  const floats x = draw(seed, n, -1, 1);
  floats y = x;
  for (unsigned from = 0; from < n; from += block)
    std::sort(y.begin() + static_cast<std::ptrdiff_t>(from), y.begin() + static_cast<std::ptrdiff_t>(from + block));
  return {"scan_sort", kernel, launch, {}, {tensor("x", x)}, {"y=empty:" + std::to_string(n)}, {tensor("y", y)}};
}

twin compact() {
  const floats x = draw(28, 256, -1, 1);
  floats y(256, 0.f);
  std::int32_t count = 0;
  for (const float v : x)
    if (v > 0) y[static_cast<unsigned>(count++)] = v;
  return {"scan_sort",
          "compact_positive",
          "<<<1, 256>>>",
          {},
          {tensor("x", x)},
          {"y=inout:zeros:256", "count=empty:1:i32"},
          {tensor("y", y), tensor("count", std::vector<std::int32_t>{count})}};
}

std::uint32_t mix(std::uint32_t h) {
  h = (h ^ h >> 16) * 0x7feb352du;
  h = (h ^ h >> 15) * 0x846ca68bu;
  return h ^ h >> 16;
}

twin integer_hash() {
  std::vector<std::uint32_t> h(2048);
  for (std::uint32_t i = 0; i < 2048; ++i) h[i] = mix(i);
  return {"random", "integer_hash", "<<<8, 256>>>", {}, {}, {"h=empty:2048:u32"}, {tensor("h", h)}};
}

twin congruential() {
  floats u(1024);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    std::uint32_t s = i;
    for (int k = 0; k < 8; ++k) s = s * 1664525u + 1013904223u;
    u[i] = static_cast<float>(s >> 8) * 0x1p-24f;
  }
  return {"random", "congruential", "<<<8, 128>>>", {}, {}, {"u=empty:1024"}, {tensor("u", u)}};
}

twin counter_based() {
  floats u(2048);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    std::uint32_t a = i, b = 0;
    for (std::uint32_t k = 0; k < 10; ++k) {
      const std::uint64_t product = std::uint64_t{0xd2511f53u} * a;
      a = static_cast<std::uint32_t>(product >> 32) ^ (42u + k * 0x9e3779b9u) ^ b;
      b = static_cast<std::uint32_t>(product);
    }
    u[2 * i] = number(a >> 9 | 0x3f800000u) - 1.f;
    u[2 * i + 1] = number(b >> 9 | 0x3f800000u) - 1.f;
  }
  return {"random", "counter_based", "<<<8, 128>>>", {"seed=42"}, {}, {"u=empty:2048"}, {tensor("u", u)}};
}

twin dropout() {
  const floats x = draw(29, 1024, -1, 1);
  floats y(1024);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    const float u = static_cast<float>(mix(i ^ 3u) >> 8) * 0x1p-24f;
    y[i] = u < 0.25f ? 0.f : x[i] / 0.75f;
  }
  return {"random",         "dropout",        "<<<4, 256>>>",  {"seed=3", "p=0.25"},
          {tensor("x", x)}, {"y=empty:1024"}, {tensor("y", y)}};
}

twin histogram() {
  const floats x = draw(30, 2048, 0, 1);
  std::vector<std::uint32_t> bins(32, 0u);
  for (const float v : x) ++bins[std::min(static_cast<unsigned>(v * 32.f), 31u)];
  return {"cooperate",           "histogram", "<<<16, 128>>>", {}, {tensor("x", x)}, {"bins=inout:zeros:32:u32"},
          {tensor("bins", bins)}};
}

twin key_counts() {
  std::vector<std::int32_t> key(256), value(256), sum(256, 0);
  for (std::int32_t i = 0; i < 256; ++i) key[static_cast<std::size_t>(i)] = i * i % 5, value[static_cast<std::size_t>(i)] = 3 * i + 1;
  for (std::size_t i = 0; i < 256; ++i)
    for (std::size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) sum[i] += key[j] == key[i] ? value[j] : 0;
  return {"cooperate", "key_counts", "<<<4, 64>>>", {}, {tensor("key", key), tensor("value", value)}, {"sum=empty:256:i32"}, {tensor("sum", sum)}};
}

} // namespace

std::vector<twin> integer_twins() {
  return {ordered_key(),
          bf16_by_bits(),
          int4_magic(),
          int8_rows(),
          sorted("sort_bitonic", "<<<4, 128>>>", 256, 26),
          sorted("sort_radix", "<<<4, 64>>>", 64, 27),
          compact(),
          integer_hash(),
          congruential(),
          counter_based(),
          dropout(),
          histogram(),
          key_counts()};
}

} // namespace corpus
