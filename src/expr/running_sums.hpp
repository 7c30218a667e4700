#pragma once
// Errors of sums that tensor cores make, from the partial sums that the numbers themselves have.
#include <fpcheck/expr/arithmetic.hpp>

#include <cstddef>

namespace fpcheck::expr {

/// The last bit that a number has, as a power of two; of zero one beyond all others, and of a number that is only known to within something none.
double last_bit(double x, double off);

/// One operand of a product: midpoints, and what they may be off by; `each` for every element (nullptr: nothing), `relative` for a whole row (nullptr: nothing).
struct running_operand {
  const double* middle = nullptr;
  const double* each = nullptr;
  const double* relative = nullptr;
};

/// error = a bound of |computed - a b| for row-major m x k and k x n matrices, products of neighbours being added by a tensor core in steps in the order of
/// the inner index: all in one sum, or in sums of contiguous pieces, one or several, that are added in binary32. Where the operands are off, what that makes
/// of the product is in it. `own`: the unit of the midpoints themselves. Infinity where something is not finite.
void bound_running_sums(const running_operand& a, const running_operand& b, const tensor_core_sums& core, double own, double* error, std::size_t m, std::size_t k, std::size_t n);

} // namespace fpcheck::expr
