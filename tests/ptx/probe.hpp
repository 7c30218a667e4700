#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <string>
#include <vector>

namespace fpcheck::ptx::test {

/// One way to write an instruction of a row: ptxas must take it, and the matcher must find that row.
struct probe {
  ptx::form form{};
  std::string opcode;                ///< "add.rn.f32"
  std::vector<std::string> operands; ///< one entry for each choice of optional operands
};

/// For each row the shortest spelling, and one for each alternative of each group of words.
std::vector<probe> probes();

/// Declarations that the probes' operands refer to: registers, a shared and a global variable.
std::string probe_prologue(const std::string& target);

} // namespace fpcheck::ptx::test
