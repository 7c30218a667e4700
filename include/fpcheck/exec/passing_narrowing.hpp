#pragma once
// Conversions to a narrower format from which the value comes back at once.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: a conversion to binary16 or bfloat16, or of binary64 to binary32, whose result is only widened again and then computed with.
/// Nobody stores it, no narrow arithmetic takes it, and nothing keeps what it rounds away (R4): the format serves no purpose there.
std::vector<bool> find_passing_narrowings(const program& p);

/// By pc: a conversion of binary64 to binary32 on the way to an integer of 64 bits and nowhere else, where literals scale by 2^24 and more in between:
/// that integer's unit is smaller than what binary32 lets stand.
std::vector<bool> find_narrowings_before_units(const program& p);

} // namespace fpcheck::exec
