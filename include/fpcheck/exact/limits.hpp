#pragma once
#include <fpcheck/base/config.hpp>

#include <limits>

/// std::numeric_limits for device code, which may not call constexpr host functions at run time.
namespace fpcheck::exact {

namespace detail {
template <class T>
struct limits {
  static constexpr T infinity = std::numeric_limits<T>::infinity();
  static constexpr T largest = std::numeric_limits<T>::max();
  static constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
};
} // namespace detail

/// +infinity.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr T infinity_of() noexcept {
  constexpr T x = detail::limits<T>::infinity;
  return x;
}
/// The largest finite number.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr T largest_of() noexcept {
  constexpr T x = detail::limits<T>::largest;
  return x;
}
/// A quiet NaN.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr T nan_of() noexcept {
  constexpr T x = detail::limits<T>::not_a_number;
  return x;
}

} // namespace fpcheck::exact
