#pragma once
// Atomic sums in the orders that show most: those that a schedule drawn at random seldom meets.
#include "outputs.hpp"

#include <fpcheck/analysis/finding.hpp>

#include <string>
#include <vector>

namespace fpcheck::analysis {

/// An element of an output that its addends, in another order that the launch may take, leave otherwise.
struct reordered_sum {
  output_place place;
  std::uint32_t pc = 0;      ///< of an atomic that adds to it
  double machine = 0, other = 0;
  double rounding = 0;       ///< what one order errs by at most: half an ulp of all addends together for each
  std::string order;         ///< "its addends arrive by size, the smallest first"
};
/// Of each element that atomics alone write: its value in the orders by value and by size, both ways, alternating, and from the last to
/// the first, as far as threads and barriers allow. Only those that differ from the machine's, the furthest of each element.
/// `run`: with the addends.
std::vector<reordered_sum> reorder_sums(const exec::program& code, const exec::run_request& request, const exec::run_record& run);

/// `count`: elements of the same output that depend on their order.
finding finding_of_sum(const exec::program& p, const exec::run_request& request, const reordered_sum& x, std::uint64_t count);

} // namespace fpcheck::analysis
