#pragma once
#include <fpcheck/metric/compare.hpp>
#include <fpcheck/tensor/array.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::tensor {

/// How far an element may be from its reference, as the user wrote it.
struct tolerance {
  metric::allowance allowed;
  bool bitwise = false; ///< the same codes, -0 and 0 apart, and any NaN equal to any NaN
  std::string text;     ///< "2ulp", for the report
};

/// Reads `Nulp`, `rtol=..,atol=..`, `torch` (PyTorch's defaults for the type) or `bitwise`.
/// Error: none of these, with a hint.
result<tolerance> parse_tolerance(const std::string& text, dtype type);

/// One element that differs.
struct element_difference {
  std::uint64_t index = 0;
  double actual = 0, expected = 0, ulps = 0;
  metric::agreement agreement = metric::agreement::identical;
};

/// How a tensor differs from its reference.
struct difference {
  std::uint64_t elements = 0, identical = 0, failed = 0;
  std::uint64_t nan_for_number = 0, number_for_nan = 0, infinities = 0; ///< among `failed`
  double max_absolute = 0, max_relative = 0, max_ulps = 0;              ///< over pairs of finite numbers
  double mean_signed_ulps = 0;             ///< bias: positive where the tensor is too large
  std::array<double, 4> ulp_percentiles{}; ///< 50, 90, 99 and 99.9 percent of elements are no farther
  std::vector<std::uint64_t> histogram;    ///< [0]: 0 ulp; [k]: (2^(k-2), 2^(k-1)] ulp; [1]: (0, 1/2]
  std::vector<element_difference> worst;   ///< at most 10, the farthest first
  dtype type = dtype::f32;                 ///< whose ulps are counted

  bool passed() const { return failed == 0; }
};

/// Compares `actual` with `expected`, element by element, in ulps of `actual`'s type at the expected value (of f64
/// where the type is f64; integers count units). NaN agrees with NaN only. Error: the shapes differ.
result<difference> compare(const array& actual, const array& expected, const tolerance& allowed);

/// The bin of a histogram of distances that `ulps` falls into, as in difference::histogram. Requires: not a NaN.
std::size_t ulp_bin(double ulps);

/// The indices of the element number `linear` of a row-major tensor, outermost first. Requires: it has that element.
std::vector<std::uint64_t> indices_of(std::uint64_t linear, const shape& extents);
/// The same as text, "[0, 17]".
std::string index_text(std::uint64_t linear, const shape& extents);

} // namespace fpcheck::tensor
