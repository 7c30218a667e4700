#pragma once
#include <fpcheck/base/config.hpp>

#include <cstdint>

namespace fpcheck {

/// The exceptions that an operation raised, as a set of flags returned by value.
enum class status : std::uint8_t {
  none = 0,
  inexact = 1,
  underflow = 2, ///< tiny after rounding, and inexact
  overflow = 4,  ///< beyond the largest finite number with unbounded exponent, whatever was delivered
  divide_by_zero = 8,
  invalid = 16
};

FPCHECK_HD FPCHECK_INLINE constexpr status operator|(status a, status b) noexcept {
  return static_cast<status>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
FPCHECK_HD FPCHECK_INLINE constexpr status operator&(status a, status b) noexcept {
  return static_cast<status>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}
/// Whether `set` has one of the flags in `flags`.
FPCHECK_HD FPCHECK_INLINE constexpr bool any(status set, status flags) noexcept {
  return (set & flags) != status::none;
}

/// A stored code of a format and how it came about.
template <class Code>
struct encoded {
  Code code = 0;
  status flags = status::none;

  constexpr bool operator==(const encoded&) const = default;
};

} // namespace fpcheck
