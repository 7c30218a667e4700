#pragma once
#include "series.hpp"

#include <fpcheck/sweep/certified_reference.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::sweep {

enum class parity : std::uint8_t { none, odd, even };
/// Which numbers a branch is for: those of both signs in a function of a parity.
enum class branch_side : std::uint8_t { both, positive, negative };

/// A branch before its table is made: `certified_reference.hpp` has the meaning of the fields.
struct branch_row {
  branch_side side = branch_side::both;
  double below = 0;
  branch_kind kind = branch_kind::undefined;
  series coefficients = nullptr, other = nullptr; ///< other: of the cosine on a circle
  double offset = 0, factor = 1, value = 0, error = 0, at_edge = 0, range_margin = 0;
  int period = 1, power = 0;
};

/// A function: its values at 0, -0, inf, -inf and its branches in order of magnitude.
struct reference_row {
  std::string_view name;
  parity symmetry = parity::none;
  double at_zero = 0, at_minus_zero = 0, at_infinity = 0, at_minus_infinity = 0;
  std::vector<branch_row> branches;
};

const std::vector<reference_row>& reference_rows();

} // namespace fpcheck::sweep
