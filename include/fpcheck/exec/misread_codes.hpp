#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// An instruction that computes with codes of an input as numbers of another 16-bit format than the request says.
struct misread_code {
  std::uint32_t pc = 0;
  std::uint32_t buffer = 0;
  number as = number::none; ///< f16 or bf16
};
/// The first of each input. Only codes that integers were loaded for, and that a kernel takes by itself, not by what it calls.
std::vector<misread_code> find_misread_codes(const program& p, const run_request& request);

} // namespace fpcheck::exec
