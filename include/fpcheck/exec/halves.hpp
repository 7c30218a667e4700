#pragma once
// A binary32 number whose two halves are kept apart: the upper one is a bfloat16, the lower one 16 bits that mean nothing by themselves.
#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <cstdint>

namespace fpcheck::exec {

/// Whether the two halves in `code` belong together, `number` being what is known of the number that one of them was taken from: halves
/// of different numbers do so in one case of 32, and are off by 2^-12 then.
inline bool is_whole(std::uint32_t code, double number) { return std::fabs(static_cast<double>(bit_cast<float>(code)) - number) <= 0x1p-12 * std::fabs(number); }

/// The code next to `number` that ends in the half `lower`.
inline std::uint32_t code_with(std::uint32_t lower, double number) {
  const std::uint32_t middle = (bits_of(static_cast<float>(number)) & 0xffff0000u) | (lower & 0xffffu);
  std::uint32_t best = middle;
  for (const std::uint32_t code : {middle - 0x10000u, middle + 0x10000u})
    if (std::fabs(static_cast<double>(bit_cast<float>(code)) - number) < std::fabs(static_cast<double>(bit_cast<float>(best)) - number)) best = code;
  return best;
}

} // namespace fpcheck::exec
