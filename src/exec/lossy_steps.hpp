#pragma once
// Looks at the steps of integer code that lose something, in runs without a shadow, or does otherwise there.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Records what is lost. Requires: no shadow; handlers are bound, nothing is wrapped yet.
void watch_losses(wrapped_machine& m);
/// What the machine's watch found.
std::vector<loss_record> losses_of(const wrapped_machine& m);

/// Does otherwise at some instructions. Requires: the same.
void lose_otherwise(wrapped_machine& m, const std::vector<loss_change>& changes);

} // namespace fpcheck::exec
