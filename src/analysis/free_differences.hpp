#pragma once
// Outputs of the machine's run against those of the free run, and what runs with moved inputs say of the differences.
#include "judge.hpp"

#include <set>
#include <utility>
#include <vector>

namespace fpcheck::analysis {

/// An element that the free run gives another value.
struct free_difference {
  std::uint32_t buffer = 0;
  std::uint64_t index = 0;
  double computed = 0, exact = 0; ///< in the machine's run and in the free run
  double jump = 0;                ///< by how much the exact values differ that the two paths lead to
  double low = 0, high = 0;       ///< what moved inputs make of it
  std::vector<double> seen;       ///< each of them
  double scale = 0;               ///< of an integer: the root mean square of its output
  bool is_integer = false, unwritten = false, excused = false;
};

class free_differences {
public:
  free_differences(const exec::run_request& request, const exec::run_record& first, const exec::run_record& exactly, const std::vector<judged_output>& outputs, const terms& by);

  /// Takes a free run with moved inputs into account: differences that it has as well are excused.
  void excuse(const exec::run_record& moved);
  /// Whether any difference is left that nothing excuses, and how many.
  bool any() const { return count() != 0; }
  std::uint64_t count() const;
  std::uint64_t excused() const;
  /// The first of the largest. Requires: any().
  const free_difference& worst() const;
  /// Whether what is left is more than chaos: most moved inputs agree with the free run on the worst of them.
  bool is_certain() const;
  /// Whether `other`, where only some instruction was exact, has one of the differences too.
  bool changed_by(const exec::run_record& other) const;
  /// Elements of a lost lineage that could be compared with the free run's.
  const std::set<std::pair<std::uint32_t, std::uint64_t>>& cleared() const { return cleared_; }

private:
  void compare(const judged_output& o, const exec::run_record& exactly, const terms& by);
  void compare_real(const judged_output& o, const exec::run_record& exactly, std::uint64_t i, const terms& by, bool lost);
  void compare_integer(const judged_output& o, const exec::run_record& exactly, std::uint64_t i);
  bool is_same_half(std::uint32_t buffer, std::uint64_t i, const exec::run_record& exactly) const;
  bool is_fixed_point(const free_difference& d) const;
  void forget_slots(const judged_output& o, const exec::run_record& exactly, std::size_t from);

  const exec::run_request& request_;
  const exec::run_record& first_;
  const terms& by_;
  std::vector<free_difference> all_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> cleared_;
};

} // namespace fpcheck::analysis
