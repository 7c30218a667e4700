#pragma once
// Conversions to a narrower format from which the value comes back at once.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: a conversion to binary16 or bfloat16, or of binary64 to binary32, whose result is only widened again and then computed with.
/// Nobody stores it, no narrow arithmetic takes it, and nothing keeps what it rounds away (R4): the format serves no purpose there.
std::vector<bool> find_passing_narrowings(const program& p);

} // namespace fpcheck::exec
