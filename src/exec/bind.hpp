#pragma once
#include <fpcheck/exec/program.hpp>

namespace fpcheck::exec {

/// Binds the bit-exact handler of `i` to `o` for the level that runs. False if the form is not modelled.
bool bind_handler(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
