#pragma once
#include <fpcheck/reference/evaluate.hpp>
#include <fpcheck/testing/values.hpp>

#include <string>
#include <vector>

namespace fpcheck::testing {

/// What an expression is in real arithmetic, by MPFR with 256 bits: element i is within `radius[i]` of `exact[i]`.
class oracle {
public:
  /// Evaluates `expression`, in the words of `fpcheck eval`. Inputs are exact. A value that 256 bits cannot tell from a number
  /// of at most 64 bits counts as that number: sums, products and roots often are one, other functions never so near to one.
  /// Error: as of expressions, at their place; a value without a bound.
  static result<oracle> evaluate(const std::string& expression, const inputs& values);

  const tensor::shape& shape() const { return shape_; }
  std::size_t size() const { return exact_.size(); }
  /// The binary64 number nearest to element i.
  double nearest(std::size_t i) const { return nearest_[i]; }
  /// Element i in the element type's format, rounded once in this direction. Error: 256 bits do not decide it.
  result<double> rounded(std::size_t i, tensor::dtype type, reference::rounding direction = reference::rounding::nearest) const;
  /// The binary64 numbers between which element i lies, apart by one rounding.
  reference::bracket enclosure(std::size_t i) const;
  /// Element i in decimal, 75 digits.
  const std::string& decimal(std::size_t i) const { return decimal_[i]; }

private:
  tensor::shape shape_;
  std::vector<std::string> exact_, decimal_;
  std::vector<double> nearest_, radius_;
};

} // namespace fpcheck::testing
