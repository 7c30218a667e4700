#pragma once
// Numbers that were never more than numbers in binary32, whatever holds them later.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: a conversion of binary32 to an integer that is an addend of a sum in fixed point, of a number that arithmetic in binary32 made of
/// numbers in binary32. What was in binary64 before, or an integer of more than 24 bits, lost digits on its way: such conversions are none.
std::vector<bool> find_fixed_point_addends(const program& p);
/// By pc: arithmetic in binary32 on numbers that were never more than that, one of them from global memory. Empty of such where nothing is widened.
std::vector<bool> find_made_of_singles(const program& p);

} // namespace fpcheck::exec
