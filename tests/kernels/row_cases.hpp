#pragma once
#include <fpcheck/kernels/element.hpp>
#include <fpcheck/kernels/hash.hpp>

#include <cmath>
#include <limits>
#include <vector>

/// Inputs for row kernels: ordinary ones and those that break softmaxes.
namespace rows {

/// What the numbers of a row look like.
enum class flavour { ordinary, large, masked, all_masked, subnormal, equal, with_nan, with_infinity, spread };
inline constexpr flavour flavours[] = {flavour::ordinary, flavour::large, flavour::masked, flavour::all_masked, flavour::subnormal,
                                       flavour::equal, flavour::with_nan, flavour::with_infinity, flavour::spread};

/// A number in [0, 1), fixed by its arguments.
inline float uniform(std::uint32_t seed, std::uint32_t i) {
  return static_cast<float>(fpcheck::kernels::triple32(i ^ fpcheck::kernels::triple32(seed)) >> 8) * 0x1p-24f;
}

/// Element `i` of a row.
inline float element(flavour f, std::uint32_t seed, std::uint32_t i) {
  const float u = uniform(seed, i), v = 2 * u - 1, inf = std::numeric_limits<float>::infinity();
  switch (f) {
  case flavour::ordinary: return 8 * v;
  case flavour::large: return 1.6e38f * v;
  case flavour::masked: return uniform(seed + 1, i) < 0.5f ? -inf : 4 * v;
  case flavour::all_masked: return -inf;
  case flavour::subnormal: return 0x1p-126f * v;
  case flavour::equal: return -5.0f;
  case flavour::with_nan: return i % 7 == 3 ? std::numeric_limits<float>::quiet_NaN() : v;
  case flavour::with_infinity: return i % 5 == 2 ? inf : v;
  case flavour::spread: return -150 * u * u;
  }
  return 0;
}

/// `rows` rows of `columns` codes, `stride` apart, of consecutive flavours; the codes of a row are `column` apart.
template <class Tag>
std::vector<fpcheck::code_type<Tag>> make(std::int64_t rows, std::int32_t columns, std::int64_t stride, std::uint32_t seed, std::int64_t column = 1) {
  std::vector<fpcheck::code_type<Tag>> x(static_cast<std::size_t>(rows * stride));
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int32_t i = 0; i < columns; ++i)
      x[static_cast<std::size_t>(r * stride + i * column)] = fpcheck::kernels::element_code<Tag>(
          element(flavours[(seed + static_cast<std::uint32_t>(r)) % std::size(flavours)], seed + static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i)));
  return x;
}

} // namespace rows
