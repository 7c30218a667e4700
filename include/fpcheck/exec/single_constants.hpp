#pragma once
// Constants that were rounded to binary32, where binary64 is computed with.
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/run.hpp>

#include <string>
#include <vector>

namespace fpcheck::exec {

/// An instruction that takes such a constant.
struct single_constant {
  std::uint32_t pc = 0;
  ref where;
  double spelled = 0;
  std::string name; ///< of what it is meant to be
  double meant = 0; ///< the same in binary64
};
/// Constants of mathematics; with `decimals`, also those that people write with few digits, or as a fraction.
std::vector<single_constant> find_single_constants(const program& p, const judgement* decimals);

/// Whether all data of a request that is real is binary64: of data in binary32 the rounding of a literal is as much as its own.
bool is_of_doubles(const run_request& request);

} // namespace fpcheck::exec
