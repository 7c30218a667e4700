#pragma once
// Barriers that only part of a warp reaches, because the source has them inside a branch that the warp takes both ways.
#include "places.hpp"

#include <fpcheck/exec/run.hpp>

#include <string>
#include <vector>

namespace fpcheck::analysis {

/// The last line of what the `if`, `else`, `for` or `while` on line `first` of a C++ source governs, an `else` behind it included; 0
/// where there is none. Lines count from 1.
std::uint32_t last_governed_line(const std::string& source, std::uint32_t first);

/// Of the barriers at which part of a warp waited while the rest had ended: those that stand, in the source, under a branch that parted
/// the warp. The instructions alone do not tell such a barrier from one behind an early return, which the device allows.
std::vector<finding> barriers_in_branches(const exec::program& code, const exec::run_record& run, const std::vector<std::string>& sources);

} // namespace fpcheck::analysis
