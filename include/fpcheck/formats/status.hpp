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

/// `a` if `first`, else `b`, with bit operations: choices written as branches are threaded into each other by
/// compilers, and then loops no longer vectorise.
template <class Integer>
FPCHECK_HD FPCHECK_INLINE constexpr Integer pick(bool first, Integer a, Integer b) noexcept {
  const Integer mask = static_cast<Integer>(Integer{0} - static_cast<Integer>(first));
  return static_cast<Integer>((a & mask) | (b & ~mask));
}

/// `a` if `first`, else `b`.
template <class Code>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Code> select(bool first, encoded<Code> a, encoded<Code> b) noexcept {
  const auto flags = pick(first, static_cast<std::uint8_t>(a.flags), static_cast<std::uint8_t>(b.flags));
  return {pick(first, a.code, b.code), static_cast<status>(flags)};
}

} // namespace fpcheck
