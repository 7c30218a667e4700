#pragma once
// Rule R2: what bits that integer code made of a binary32 number's bits still say about that number.
#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <cstdint>

namespace fpcheck::exec {

/// What the consumption of a derived value (rule R2) comes to.
enum class derived_use : std::uint8_t { same, scaled, narrowed, restart };
struct derived_value {
  derived_use use;
  double factor; ///< the shadow is multiplied by it
};
/// How the code `now` relates to the code `then` that its shadow belongs to.
inline derived_value relate(std::uint32_t now, std::uint32_t then) {
  if (now == then) return {derived_use::same, 1.0};
  const double a = bit_cast<float>(now), b = bit_cast<float>(then);
  const bool normal = ((now >> 23) & 255u) - 1u < 254u && ((then >> 23) & 255u) - 1u < 254u;
  if ((now ^ then) == 0x80000000u) return {derived_use::same, -1.0};
  if (normal && ((now ^ then) & 0x7fffffu) == 0) return {derived_use::scaled, a / b};
  // Truncations and roundings to bfloat16 or tf32 that were made with integer instructions.
  if (normal && (now & 0x1fffu) == 0 && std::fabs(a - b) <= std::fabs(b) * 0x1p-7) return {derived_use::narrowed, 1.0};
  return {derived_use::restart, 0.0};
}

} // namespace fpcheck::exec
