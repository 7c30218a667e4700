#pragma once
// Numbers that a kernel makes for itself and that are known no better than data.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

enum class own_data : std::uint8_t {
  none,
  difference, ///< of two numbers as they were loaded: it is rounded once, whatever else both go into
  state       ///< loaded from shared memory, where it is made of what was there, and stored from there as it is: of a step what the one before left
};

/// By pc: what the result of an instruction is of these.
std::vector<own_data> find_own_data(const program& p);

} // namespace fpcheck::exec
