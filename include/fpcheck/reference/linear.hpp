#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstddef>
#include <vector>

/// Matrices of binary64 numbers through Eigen over MPFR, whose headers stay behind the .cpp: they compile for long.
namespace fpcheck::reference {

/// A matrix by rows. Requires: values.size() == rows * columns.
struct dense {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
};

/// a b. Error: half an ulp an element, from sums of 333 bits; so below, as long as that exceeds the condition.
result<dense> product(const dense& a, const dense& b);
/// The x with a x = b. Error: none of a's singularity is hidden: exactly or numerically (to 300 bits) singular is a
/// diagnostic.
result<dense> solve(const dense& a, const dense& b);
/// The inverse of a.
result<dense> inverse(const dense& a);
/// The determinant of a.
result<double> determinant(const dense& a);

} // namespace fpcheck::reference
