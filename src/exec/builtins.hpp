#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// Executes a call of a function that the device runtime provides: vprintf, __assertfail, malloc, free.
void call_builtin(machine& m, warp& w, const op& o, const std::string& name);

} // namespace fpcheck::exec
