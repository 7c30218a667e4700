#pragma once
#include <fpcheck/ptx/module.hpp>

namespace fpcheck::ptx {

/// Gives each parameter of a device function whose address a `mov` takes a place in local memory, as the PTX manual has it: the
/// body begins by copying the parameter there, and its other accesses go there too.
void give_addresses(module& m);

} // namespace fpcheck::ptx
