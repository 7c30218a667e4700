#pragma once
// What takes NaNs away, whoever made them: a minimum or maximum that chooses the other operand, a comparison that decides by one.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Records what takes NaNs away, and who writes the watched element last. Requires: handlers are bound; one thread.
void follow_nans(wrapped_machine& m);
/// Makes the comparison at `pc` come out the other way where one of its operands is a NaN. Requires: handlers are bound.
void invert_nans(wrapped_machine& m, std::uint32_t pc);

} // namespace fpcheck::exec
