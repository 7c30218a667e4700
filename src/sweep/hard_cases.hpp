#pragma once
#include "exact_function.hpp"

#include <cstdint>
#include <functional>
#include <vector>

/// Inputs of a function whose exact value lies next to the middle of two neighbouring numbers, where rounding is hardest.
namespace fpcheck::sweep {

/// A function of one free argument, at any precision; another argument is bound.
using free_function = std::function<void(mpfr_ptr y, mpfr_srcptr x)>;

/// What is looked for: numbers of `precision` bits, of which the results have `least_exponent` or more, and values within 2^-closeness ulps of a middle.
struct hard_search {
  int precision = 53, least_exponent = -1022, most_exponent = 1023;
  int closeness = 30;
};
inline constexpr hard_search binary64_search{};
inline constexpr hard_search binary32_search{24, -126, 127, 14};

struct hard_input {
  double x = 0;
  double distance = 0; ///< from the middle in ulps of the result, by MPFR; the sign is the side
};

/// Some thousands or millions of neighbouring inputs.
struct hard_block {
  std::vector<hard_input> found;
  std::uint64_t inputs = 0; ///< how many were searched: 0 where the function is not smooth enough, not finite or changes its binade
};

/// Searches the inputs after the number `start`, away from zero. The function is a cubic through four values, which a fifth one confirms; that is cut
/// into stretches in which it is a line, and a line comes close to a middle where the lattice of (k, slope k modulo 1) has a point in a narrow
/// box, which Euclid's algorithm finds. Range: each of `found` was confirmed by MPFR; inputs may be missed.
hard_block search_block(const free_function& f, double start, const hard_search& how);

/// The distance of f(x) from the nearest middle of two numbers, in ulps. Range: 1 where 2^10 bits do not tell, or the value is none that rounds so.
double distance_from_middle(const free_function& f, double x, const hard_search& how);

/// The least k < count for which (first + k step) mod 2^62 is at most `width`, or count. Requires: first, step and width below 2^62.
std::uint64_t first_within(std::uint64_t first, std::uint64_t step, std::uint64_t width, std::uint64_t count);

} // namespace fpcheck::sweep
