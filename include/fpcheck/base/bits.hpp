#pragma once
#include <fpcheck/base/config.hpp>

#include <cstdint>

namespace fpcheck {

/// The object of type `To` with the bytes of `from`; constexpr on host and device (std::bit_cast warns under nvcc).
template <class To, class From>
FPCHECK_HD FPCHECK_INLINE constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast needs types of one size");
  return __builtin_bit_cast(To, from);
}

/// The binary32 code of `x`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t bits_of(float x) noexcept { return bit_cast<std::uint32_t>(x); }
/// The binary64 code of `x`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t bits_of(double x) noexcept { return bit_cast<std::uint64_t>(x); }

/// The number of leading zero bits of `x`. Range: 64 for x = 0.
FPCHECK_HD FPCHECK_INLINE constexpr int count_leading_zeros(std::uint64_t x) noexcept {
#if defined(__CUDA_ARCH__)
  return __clzll(static_cast<long long>(x));
#else
  return x == 0 ? 64 : __builtin_clzll(x);
#endif
}

} // namespace fpcheck
