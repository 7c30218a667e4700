#pragma once
#include <fpcheck/base/config.hpp>

#include <cstddef>
#include <cstdint>

/// Codes of less than eight bits, stored without gaps: element 0 in the lowest bits of the first byte.
namespace fpcheck {

/// The bytes that `count` codes of `bits` bits take.
FPCHECK_HD constexpr std::size_t packed_size(std::size_t count, int bits) noexcept {
  return (count * static_cast<std::size_t>(bits) + 7) / 8;
}

/// The code at `index`. Requires: Bits <= 8, `bytes` holds packed_size(index + 1, Bits) bytes.
template <int Bits>
FPCHECK_HD constexpr std::uint8_t load_packed(const std::uint8_t* bytes, std::size_t index) noexcept {
  const std::size_t at = index * Bits, byte = at / 8, shift = at % 8;
  std::uint32_t window = bytes[byte];
  if (shift + Bits > 8) window |= std::uint32_t{bytes[byte + 1]} << 8;
  return static_cast<std::uint8_t>((window >> shift) & ((1u << Bits) - 1));
}

/// Writes the code at `index`, leaving its neighbours as they are. Requires: as load_packed.
template <int Bits>
FPCHECK_HD constexpr void store_packed(std::uint8_t* bytes, std::size_t index, std::uint8_t code) noexcept {
  constexpr std::uint32_t mask = (1u << Bits) - 1;
  const std::size_t at = index * Bits, byte = at / 8, shift = at % 8;
  const std::uint32_t value = (code & mask) << shift, hole = ~(mask << shift);
  bytes[byte] = static_cast<std::uint8_t>((bytes[byte] & hole) | value);
  if (shift + Bits > 8) bytes[byte + 1] = static_cast<std::uint8_t>((bytes[byte + 1] & (hole >> 8)) | value >> 8);
}

} // namespace fpcheck
