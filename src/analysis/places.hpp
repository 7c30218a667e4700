#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/program.hpp>

namespace fpcheck::analysis {

/// The source stack of an instruction, innermost frame first; empty where the PTX has no line table.
std::vector<frame> stack_of(const exec::program& p, std::uint32_t pc);
/// Fills in where a finding is: stack, PTX line, instruction.
void locate(finding& f, const exec::program& p, std::uint32_t pc);

/// Collects findings, one a rule and source line; the first one keeps its text, the others are counted.
class finding_list {
public:
  void add(finding f);
  std::vector<finding> take();
  bool empty() const { return list_.empty(); }

private:
  std::vector<finding> list_;
};

} // namespace fpcheck::analysis
