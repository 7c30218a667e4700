#pragma once
#include <fpcheck/kernels/hash.hpp>

#include <cmath>
#include <cstdint>

/// Hashes of a 32-bit word under names: those of `kernels/hash.hpp`, and those that people write and that are measured
/// beside them. The latter are not part of the library: some are here to show why not.
namespace peers {

using fpcheck::bits_of;

/// T. Wang's integer hash: a bijection.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t wang(std::uint32_t x) noexcept {
  x = (x ^ 61u) ^ (x >> 16);
  x *= 9u;
  x ^= x >> 4;
  x *= 0x27d4eb2du;
  return x ^ (x >> 15);
}

/// S. Eiserloh's Squirrel5 noise function, seed 0.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t squirrel5(std::uint32_t x) noexcept {
  x *= 0xd2a80a3fu;
  x ^= x >> 9;
  x += 0xa884f197u;
  x ^= x >> 11;
  x *= 0x6c736f4bu;
  x ^= x >> 13;
  x += 0xb79f3abbu;
  x ^= x >> 15;
  x += 0x1b56c4f5u;
  return x ^ (x >> 17);
}

/// fract(sin(x) * 43758.5453): the shader's hash. The fraction's code is what is hashed to.
FPCHECK_HD FPCHECK_INLINE float sine_fraction(float x) noexcept {
  const float y = sinf(x) * 43758.5453f;
  return y - floorf(y);
}

/// One step of FNV-1a with the product in binary32: (h ^ x) * 16777619, by way of float.
FPCHECK_HD FPCHECK_INLINE float fnv_float_step(std::uint32_t h, std::uint32_t x) noexcept {
  return static_cast<float>(h ^ x) * 16777619.0f;
}

/// FNV-1a of the four bytes of a word, every product taken in binary32 and brought back modulo 2^32.
FPCHECK_HD FPCHECK_INLINE std::uint32_t fnv_float(std::uint32_t word) noexcept {
  std::uint32_t h = 2166136261u;
  for (int shift = 0; shift < 32; shift += 8) {
    const float product = fnv_float_step(h, (word >> shift) & 255u);
    const float turns = floorf(product * 0x1p-32f);
    h = static_cast<std::uint32_t>(static_cast<std::uint64_t>(product - turns * 0x1p32f));
  }
  return h;
}

/// FNV-1a as it is meant.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t fnv(std::uint32_t word) noexcept {
  std::uint32_t h = 2166136261u;
  for (int shift = 0; shift < 32; shift += 8) h = (h ^ ((word >> shift) & 255u)) * 16777619u;
  return h;
}

/// A row for each hash of one word: `FPCHECK_HASH(name, expression in x)`.
#define FPCHECK_INTEGER_HASHES(FPCHECK_HASH)                                                                           \
  FPCHECK_HASH(fmix32, fpcheck::kernels::fmix32(x))                                                                    \
  FPCHECK_HASH(xxh32, fpcheck::kernels::xxh32(x))                                                                      \
  FPCHECK_HASH(pcg, fpcheck::kernels::pcg(x))                                                                          \
  FPCHECK_HASH(lowbias32, fpcheck::kernels::lowbias32(x))                                                              \
  FPCHECK_HASH(triple32, fpcheck::kernels::triple32(x))                                                                \
  FPCHECK_HASH(fmix64, static_cast<std::uint32_t>(fpcheck::kernels::fmix64(x)))                                        \
  FPCHECK_HASH(xxh64, static_cast<std::uint32_t>(fpcheck::kernels::xxh64(x)))                                          \
  FPCHECK_HASH(philox, fpcheck::kernels::philox4x32({{x, 0, 0, 0}}, {{0, 0}}).word[0])                                 \
  FPCHECK_HASH(wang, peers::wang(x))                                                                                   \
  FPCHECK_HASH(squirrel5, peers::squirrel5(x))
#define FPCHECK_FLOAT_HASHES(FPCHECK_HASH)                                                                             \
  FPCHECK_HASH(fmix32_of_float, fpcheck::kernels::fmix32(peers::bits_of(static_cast<float>(x))))                       \
  FPCHECK_HASH(sine_fraction, peers::bits_of(peers::sine_fraction(static_cast<float>(x))))                             \
  FPCHECK_HASH(fnv_float, peers::fnv_float(x))                                                                         \
  FPCHECK_HASH(fnv, peers::fnv(x))

#define FPCHECK_HASH(name, expression)                                                                                 \
  struct name##_hash {                                                                                                 \
    FPCHECK_HD FPCHECK_INLINE std::uint32_t operator()(std::uint32_t x) const noexcept { return expression; }          \
  };
FPCHECK_INTEGER_HASHES(FPCHECK_HASH)
FPCHECK_FLOAT_HASHES(FPCHECK_HASH)
#undef FPCHECK_HASH

} // namespace peers
