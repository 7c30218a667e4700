#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <string>
#include <vector>

namespace fpcheck::ptx::test {

/// One way to write an instruction of a row: the matcher must find that row.
struct probe {
  ptx::form form{};
  std::size_t group = 0, alternative = 0; ///< the words that this spelling is made for; 0, 0 in the row's shortest one
  std::string opcode;                     ///< "add.rn.f32"
  std::vector<std::string> operands;      ///< one entry for each choice of optional operands
};

/// For each row its shortest spelling and, for each alternative of each group of words, one spelling with all other
/// groups at their first choice and `completions` more with the other groups at random.
std::vector<probe> probes(unsigned completions);

/// Declarations that the probes' operands refer to: registers, a shared and a global variable.
std::string probe_prologue(const std::string& target);

} // namespace fpcheck::ptx::test
