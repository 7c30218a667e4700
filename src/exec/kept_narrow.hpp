#pragma once
// Numbers that a program keeps in a narrow format, and computes with as they are kept: the scale of a quantiser.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc of a conversion to a wider format: how far a kept number may be from what was rounded to it, in half ulps of the narrow format;
/// 0 where none is widened. Kept is what goes to global memory in the narrow format, in this launch or an earlier one, and multiplies or
/// divides; and what divides and was rounded to 8 bits, or in a direction. A number that is made of its own former value is none.
/// Empty where there is no such conversion.
std::vector<std::uint8_t> find_kept_narrow(const program& p);

} // namespace fpcheck::exec
