#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/exec/machine.hpp>
#include <fpcheck/exec/program.hpp>

namespace fpcheck::analysis {

/// Fills in where a finding is: stack, PTX line, instruction.
void locate(finding& f, const exec::program& p, std::uint32_t pc);

/// Names another place that the finding is about, behind those it has: "the value is used here".
void add_place(finding& f, const exec::program& p, std::uint32_t pc, const std::string& role);
/// Makes another place the finding's own; what was its own follows in `role`. Nothing where both are the same line.
void put_first(finding& f, const exec::program& p, std::uint32_t pc, const std::string& role);

/// Collects findings, one a rule and source line; the first one keeps its text, the others are counted.
class finding_list {
public:
  /// `pc`: the instruction that it was seen at, where that is one.
  void add(finding f, std::uint32_t pc = exec::nobody);
  std::vector<finding> take();
  bool empty() const { return list_.empty(); }
  /// Calls `f` with each finding and the instruction that it was seen at.
  template <class F>
  void each(F f) {
    for (std::size_t k = 0; k < list_.size(); ++k) f(list_[k], seen_at_[k]);
  }

private:
  std::vector<finding> list_;
  std::vector<std::uint32_t> seen_at_;
};

} // namespace fpcheck::analysis
