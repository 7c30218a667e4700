#pragma once
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts the variant's operations around the domain's. Requires: the double-double domain is bound.
void place_variant(wrapped_machine& m, const variant_plan& plan);

} // namespace fpcheck::exec
