#pragma once
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Moves a kernel's own data (`own_data.hpp`) by their half ulp, as inputs move. Requires: handlers are bound; does nothing but in the perturbed domains.
void move_own_data(wrapped_machine& m);

} // namespace fpcheck::exec
