#include <fpcheck/launch/generator.hpp>

#include <cmath>
#include <numeric>

namespace fpcheck::launch {
namespace {

/// ln x for x in (0, 1], by the series of atanh. `std::log` differs in the last bit from one C library to the next.
/// Range: relative error below 2^-48 away from 1, which is ample for random numbers.
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent); // [1/2, 1)
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1), s2 = s * s;
  double sum = 0;
  for (int k = 27; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  return 2 * s * sum + exponent * 0.69314718055994531;
}

/// k 2^-53 in [0, 1).
double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// The random numbers of one tensor.
struct source {
  std::uint64_t seed;
  std::uint32_t stream;

  random_bits bits(std::uint64_t index, std::uint32_t attempt = 0) const {
    return philox(seed, stream, index, attempt);
  }

  double normal(std::uint64_t index) const {
    for (std::uint32_t attempt = 0;; ++attempt) {
      const random_bits r = bits(index, attempt);
      const double x = 2 * unit(r.low) - 1, y = 2 * unit(r.high) - 1, square = x * x + y * y;
      if (square < 1 && square > 0) return x * std::sqrt(-2 * portable_log(square) / square);
    }
  }
  /// An integer in [0, n) without bias worth the name (2^-64 n). Requires: n > 0.
  std::uint64_t below(std::uint64_t n, std::uint64_t index) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(bits(index).low) * n) >> 64);
  }
};

double adversarial(const source& random, std::uint64_t index, double reach) {
  // Pairs (2k, 2k+1) nearly cancel: the second is minus the first times 1 + 2^-k. One pair in 32 is a pair of zeros.
  const random_bits r = random.bits(index / 2);
  const auto pick = r.high & 31;
  const double sign = (r.low & 1) != 0 ? -1 : 1;
  if (pick == 0) return (index & 1) != 0 ? -0.0 : 0.0;
  const int exponent = static_cast<int>(std::floor((2 * unit(r.low) - 1) * reach));
  const double first = sign * std::ldexp(1 + unit(r.high), exponent);
  return (index & 1) == 0 ? first : -first * (1 + std::ldexp(1.0, -static_cast<int>(1 + pick)));
}

std::vector<std::uint64_t> permutation(const source& random, std::uint64_t n) {
  std::vector<std::uint64_t> out(n);
  std::iota(out.begin(), out.end(), 0);
  for (std::uint64_t i = n; i > 1; --i) std::swap(out[i - 1], out[random.below(i, i)]);
  return out;
}

/// The value of element `i`, for the generators whose elements do not depend on each other.
double element(const generator& g, const source& random, std::uint64_t i, std::uint64_t row_length) {
  const auto p = [&](std::size_t k) { return g.parameters[k]; };
  switch (g.kind) {
  case generator_kind::zeros:
  case generator_kind::perm:
    return 0;
  case generator_kind::ones:
    return 1;
  case generator_kind::constant:
    return p(0);
  case generator_kind::randn:
    return p(0) + p(1) * random.normal(i);
  case generator_kind::uniform:
    return p(0) + (p(1) - p(0)) * unit(random.bits(i).low);
  case generator_kind::randint: {
    const double width = p(1) - p(0);
    return width < 1 ? p(0) : p(0) + static_cast<double>(random.below(static_cast<std::uint64_t>(width), i));
  }
  case generator_kind::arange:
    return p(0) + p(1) * static_cast<double>(i);
  case generator_kind::spiked: {
    const std::uint64_t row = i / row_length, spike = random.below(row_length, ~row);
    const bool struck = i % row_length == spike || (random.bits(i, 0x80000000u).low & 63) == 0;
    return random.normal(i) * (struck ? p(0) : 1);
  }
  case generator_kind::adversarial:
    return adversarial(random, i, p(0));
  }
  return 0;
}

} // namespace

random_bits philox(std::uint64_t seed, std::uint32_t stream, std::uint64_t index, std::uint32_t attempt) {
  std::uint32_t c0 = static_cast<std::uint32_t>(index), c1 = static_cast<std::uint32_t>(index >> 32), c2 = stream,
                c3 = attempt;
  std::uint32_t k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c0, b = std::uint64_t{0xCD9E8D57} * c2;
    const std::uint32_t next0 = static_cast<std::uint32_t>(b >> 32) ^ c1 ^ k0,
                        next2 = static_cast<std::uint32_t>(a >> 32) ^ c3 ^ k1;
    c1 = static_cast<std::uint32_t>(b);
    c3 = static_cast<std::uint32_t>(a);
    c0 = next0;
    c2 = next2;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return {c0 | std::uint64_t{c1} << 32, c2 | std::uint64_t{c3} << 32};
}

std::uint32_t stream_of(const std::string& name) {
  std::uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

const std::vector<generator_row>& known_generators() {
  using enum generator_kind;
  static const std::vector<generator_row> rows{
      {zeros, "zeros", 0, 0, {}, "all 0"},
      {ones, "ones", 0, 0, {}, "all 1"},
      {constant, "const", 1, 1, {0}, "const(v): all v"},
      {randn, "randn", 0, 2, {0, 1}, "randn(mean,deviation): normal"},
      {uniform, "uniform", 0, 2, {0, 1}, "uniform(lo,hi): evenly in [lo,hi)"},
      {randint, "randint", 2, 2, {0, 2}, "randint(lo,hi): integers in [lo,hi)"},
      {perm, "perm", 0, 0, {}, "a permutation of 0..n-1"},
      {arange, "arange", 0, 2, {0, 1}, "arange(start,step): start + i*step"},
      {spiked, "spiked", 0, 1, {1e4}, "spiked(s): randn with a few elements s times as large"},
      {adversarial, "adversarial", 0, 1, {20}, "adversarial(e): magnitudes 2^[-e,e], near-cancelling neighbours"}};
  return rows;
}

tensor::array generate(const generator& recipe, std::uint64_t seed, const std::string& name, tensor::dtype type,
                       const tensor::shape& extents) {
  tensor::array out(type, extents);
  const source random{seed, stream_of(name)};
  const std::uint64_t n = out.size();
  if (recipe.kind == generator_kind::zeros) return out;
  if (recipe.kind == generator_kind::perm) {
    const auto order = permutation(random, n);
    for (std::uint64_t i = 0; i < n; ++i) out.set(i, static_cast<double>(order[i]));
    return out;
  }
  const std::uint64_t row_length = extents.empty() || extents.back() == 0 ? 1 : extents.back();
  for (std::uint64_t i = 0; i < n; ++i) out.set(i, element(recipe, random, i, row_length));
  return out;
}

} // namespace fpcheck::launch
