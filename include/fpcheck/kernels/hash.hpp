#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/config.hpp>
#include <fpcheck/formats/basic_float.hpp>

#include <cstdint>

/// Integer hashes with the same bits on host and device, and the step from an integer to a floating-point number: what
/// it keeps, what it loses, and maps to the unit interval that never return the excluded end.
namespace fpcheck::kernels {

/// The finaliser of MurmurHash3, 32 bits: a bijection. Source: A. Appleby, MurmurHash3.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t fmix32(std::uint32_t h) noexcept {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

/// The finaliser of MurmurHash3, 64 bits: a bijection. Source: A. Appleby, MurmurHash3.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t fmix64(std::uint64_t h) noexcept {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53ull;
  return h ^ (h >> 33);
}

/// One step of a 32-bit PCG (RXS-M-XS) used as a hash: a bijection. Its bits are weaker than those of the others here.
/// Source: M. O'Neill, PCG; Jarzynski and Olano, JCGT 9(3), 2020.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t pcg(std::uint32_t v) noexcept {
  const std::uint32_t state = v * 747796405u + 2891336453u;
  const std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  return (word >> 22) ^ word;
}

/// Two rounds of xor-shift and multiply: a bijection. Source: C. Wellons, hash prospector, lowbias32.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t lowbias32(std::uint32_t x) noexcept {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Three rounds, the least biased of the family: a bijection. Source: C. Wellons, hash prospector, triple32.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t triple32(std::uint32_t x) noexcept {
  x ^= x >> 17;
  x *= 0xed5ad4bbu;
  x ^= x >> 11;
  x *= 0xac4c1b51u;
  x ^= x >> 15;
  x *= 0x31848babu;
  return x ^ (x >> 14);
}

/// xxHash32 of the four bytes of `word`. Source: Y. Collet, xxHash specification.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t xxh32(std::uint32_t word, std::uint32_t seed = 0) noexcept {
  std::uint32_t h = seed + 374761393u + 4u + word * 3266489917u;
  h = ((h << 17) | (h >> 15)) * 668265263u;
  h = (h ^ (h >> 15)) * 2246822519u;
  h = (h ^ (h >> 13)) * 3266489917u;
  return h ^ (h >> 16);
}

/// xxHash64 of the eight bytes of `word`. Source: Y. Collet, xxHash specification.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t xxh64(std::uint64_t word, std::uint64_t seed = 0) noexcept {
  constexpr std::uint64_t p1 = 11400714785074694791ull, p2 = 14029467366897019727ull, p3 = 1609587929392839161ull,
                          p4 = 9650029242287828579ull, p5 = 2870177450012600261ull;
  std::uint64_t lane = word * p2;
  lane = ((lane << 31) | (lane >> 33)) * p1;
  std::uint64_t h = (seed + p5 + 8u) ^ lane;
  h = ((h << 27) | (h >> 37)) * p1 + p4;
  h = (h ^ (h >> 33)) * p2;
  h = (h ^ (h >> 29)) * p3;
  return h ^ (h >> 32);
}

/// Four 32-bit words: a counter or a block of random bits.
struct philox_block {
  std::uint32_t word[4];
  constexpr bool operator==(const philox_block&) const = default;
};

/// The key of a stream of blocks.
struct philox_key {
  std::uint32_t word[2];
};

/// Philox4x32 with ten rounds: block number `counter` of the stream `key`. Source: Salmon et al., SC 2011, Random123.
FPCHECK_HD FPCHECK_INLINE constexpr philox_block philox4x32(philox_block counter, philox_key key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter.word[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(b >> 32) ^ counter.word[1] ^ key.word[0], static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ counter.word[3] ^ key.word[1], static_cast<std::uint32_t>(a)}};
    key.word[0] += 0x9E3779B9u;
    key.word[1] += 0xBB67AE85u;
  }
  return counter;
}

/// The number of significant bits of n: of its odd part. Range: 0 for 0.
FPCHECK_HD FPCHECK_INLINE constexpr int odd_part_bits(std::uint64_t n) noexcept {
  const std::uint64_t lowest = n & (0 - n); // the lowest set bit
  return n == 0 ? 0 : count_leading_zeros(lowest) - count_leading_zeros(n) + 1;
}

/// The largest power of two that the format `row` holds, as an exponent.
FPCHECK_HD FPCHECK_INLINE constexpr int top_exponent(const format_row& row) noexcept {
  return static_cast<int>(max_magnitude(row) >> mantissa_bits(row)) - row.bias;
}

/// Whether the integer n is a value of a format of `precision` bits with exponents to spare. Proved: INT-1, INT-2
FPCHECK_HD FPCHECK_INLINE constexpr bool fits_precision(int precision, std::uint64_t n) noexcept {
  return odd_part_bits(n) <= precision;
}

/// Whether the integer n is a value of the format `Tag`. Proved: INT-1, INT-2
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr bool representable(std::uint64_t n) noexcept {
  static_assert(min_exponent(Tag::row) - mantissa_bits(Tag::row) <= 0, "one must be a multiple of the least number");
  constexpr int top = top_exponent(Tag::row);
  constexpr std::uint64_t max_significand =
      (std::uint64_t{1} << mantissa_bits(Tag::row)) |
      (max_magnitude(Tag::row) & ((std::uint64_t{1} << mantissa_bits(Tag::row)) - 1));
  if (n == 0) return has_zero(Tag::row);
  const int lead = 63 - count_leading_zeros(n);
  if (!fits_precision(Tag::row.precision, n) || lead > top) return false;
  if (lead < top) return true;
  const int down = lead - mantissa_bits(Tag::row); // in the top binade not every significand need be finite
  return (down >= 0 ? n >> down : n << -down) <= max_significand;
}

/// How many significant bits of n the precision of the format `Tag` has no room for.
/// Range: 0 exactly if n fits; rounding moves n by at most 2^(w - p - 1) for an n of w bits and a precision of p.
/// Proved: INT-1, INT-3
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr int bits_lost(std::uint64_t n) noexcept {
  const int over = odd_part_bits(n) - Tag::row.precision;
  return over > 0 ? over : 0;
}

/// The most significant `count` bits of n. Requires: 1 <= count <= 32.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t top_bits(std::uint32_t n, int count) noexcept {
  return n >> (32 - count);
}

namespace detail {
/// m * 2^-precision in the format `Tag`, exact. Requires: m <= 2^precision.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr basic_float<Tag> unit_fraction(std::uint32_t m) noexcept {
  const float scale = bit_cast<float>(static_cast<std::uint32_t>(127 - Tag::row.precision) << 23);
  const float exact = static_cast<float>(static_cast<std::int32_t>(m)) * scale;
  return basic_float<Tag>::from_code(encode<Tag>(exact).code);
}
/// A float as it is: the identity for binary32.
FPCHECK_HD FPCHECK_INLINE constexpr float unit_fraction_f32(std::uint32_t m) noexcept {
  return static_cast<float>(static_cast<std::int32_t>(m)) * 0x1p-24f;
}
} // namespace detail

/// A uniform number in [0, 1) from random bits: a multiple of 2^-24, each from 2^8 integers. Range: at most 1 - 2^-24.
/// Error: none. Proved: U01-1
FPCHECK_HD FPCHECK_INLINE constexpr float unit_closed_open(std::uint32_t n) noexcept {
  return detail::unit_fraction_f32(top_bits(n, 24));
}
/// The same in (0, 1]. Proved: U01-1
FPCHECK_HD FPCHECK_INLINE constexpr float unit_open_closed(std::uint32_t n) noexcept {
  return detail::unit_fraction_f32(top_bits(n, 24) + 1);
}
/// The same in (0, 1): the odd multiples of 2^-24, symmetric about one half, each from 2^9 integers. Proved: U01-1
FPCHECK_HD FPCHECK_INLINE constexpr float unit_open(std::uint32_t n) noexcept {
  return detail::unit_fraction_f32(2 * top_bits(n, 23) + 1);
}

/// A uniform number of the format `Tag` in [0, 1): a multiple of 2^-p for its precision p, each from 2^(32 - p)
/// integers. Requires: p <= 24 and 2^-p not below the least subnormal. Error: none. Proved: U01-1
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr basic_float<Tag> unit_closed_open_as(std::uint32_t n) noexcept {
  static_assert(Tag::row.precision <= 24 && min_exponent(Tag::row) - mantissa_bits(Tag::row) <= -Tag::row.precision,
                "2^-p must be a number of the format");
  return detail::unit_fraction<Tag>(top_bits(n, Tag::row.precision));
}
/// The same in (0, 1]. Proved: U01-1
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr basic_float<Tag> unit_open_closed_as(std::uint32_t n) noexcept {
  static_assert(Tag::row.precision <= 24 && min_exponent(Tag::row) - mantissa_bits(Tag::row) <= -Tag::row.precision,
                "2^-p must be a number of the format");
  return detail::unit_fraction<Tag>(top_bits(n, Tag::row.precision) + 1);
}
/// The same in (0, 1). Proved: U01-1
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr basic_float<Tag> unit_open_as(std::uint32_t n) noexcept {
  static_assert(Tag::row.precision <= 24 && min_exponent(Tag::row) - mantissa_bits(Tag::row) <= -Tag::row.precision,
                "2^-p must be a number of the format");
  return detail::unit_fraction<Tag>(2 * top_bits(n, Tag::row.precision - 1) + 1);
}

} // namespace fpcheck::kernels
