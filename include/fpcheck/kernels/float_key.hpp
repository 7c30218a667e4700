#pragma once
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/kernels/hash.hpp>

/// Floating-point numbers as keys of a hash: equal numbers have equal keys. Integers only, so that neither flushing of
/// subnormals nor a rounding mode nor the format that a number came in changes a key.
namespace fpcheck::kernels {

namespace detail {
inline constexpr std::uint64_t key_of_nan = 0x7ff8000000000000ull, infinity_bits = 0x7ff0000000000000ull,
                               magnitude_bits = 0x7fffffffffffffffull;

/// A binary64 code with one zero and one NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t canonical(std::uint64_t bits) noexcept {
  const std::uint64_t magnitude = bits & magnitude_bits;
  if (magnitude > infinity_bits) return key_of_nan;
  return magnitude == 0 ? 0 : bits;
}
} // namespace detail

/// The key of a number: the binary64 code of its value, whatever format holds it.
/// Range: 0 for both zeros, 7ff8000000000000 for every NaN; different numbers have different keys.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t float_key(double x) noexcept {
  return detail::canonical(bits_of(x));
}
/// The same for binary32.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t float_key(float x) noexcept {
  return detail::canonical(decode_bits64(row_of<f32_format>(), bits_of(x)));
}
/// The same for a number of any format.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t float_key(basic_float<Tag> x) noexcept {
  return detail::canonical(decode_bits64(row_of<Tag>(), x.code()));
}

/// The number of the cell that the number with key `key` lies in, cells being 2^log2_width wide: floor(x / 2^log2_width),
/// without rounding. (A cast to int has a cell about zero that is twice as wide, and no place for large numbers.)
/// Requires: |log2_width| <= 4096. Range: saturates at +-(2^63 - 1), where the infinities are; -2^63 for NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t cell_of_key(std::uint64_t key, int log2_width) noexcept {
  constexpr std::int64_t most = 0x7fffffffffffffffll;
  if (key == detail::key_of_nan) return -most - 1;
  const bool negative = (key >> 63) != 0;
  const std::uint64_t magnitude = key & detail::magnitude_bits;
  const int field = static_cast<int>(magnitude >> 52);
  const std::uint64_t fraction = magnitude & 0xfffffffffffffull;
  const std::uint64_t significand = field == 0 ? fraction : fraction | 0x10000000000000ull;
  const int shift = (field == 0 ? 1 : field) - 1075 - log2_width; // x = +- significand * 2^shift cells
  if (significand == 0) return 0;
  if (magnitude == detail::infinity_bits || shift > 10) return negative ? -most : most;
  if (shift >= 0) {
    const auto whole = static_cast<std::int64_t>(significand << shift);
    return negative ? -whole : whole;
  }
  const std::uint64_t whole = shift > -64 ? significand >> -shift : 0;
  const bool rest = shift > -64 ? (whole << -shift) != significand : true;
  return negative ? -static_cast<std::int64_t>(whole + (rest ? 1 : 0)) : static_cast<std::int64_t>(whole);
}

/// The cell of a number of any type that `float_key` takes. Requires and Range: as above.
template <class Number>
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t cell_of(Number x, int log2_width) noexcept {
  return cell_of_key(float_key(x), log2_width);
}

/// One more key in a running hash: for a fixed `h` a bijection of `key`, and for a fixed key one of `h`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t combine(std::uint64_t h, std::uint64_t key) noexcept {
  return fmix64((h + 0x9e3779b97f4a7c15ull) ^ key);
}

/// The hash of a number, or of several: a bijection of each key while the others stay.
template <class... Numbers>
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t hash_numbers(std::uint64_t seed, Numbers... x) noexcept {
  ((seed = combine(seed, float_key(x))), ...);
  return seed;
}

} // namespace fpcheck::kernels
