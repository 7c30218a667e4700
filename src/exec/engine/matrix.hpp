#pragma once
// Products of matrices, once for each instruction set level.
#include "lanes.hpp"

#include <span>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The handlers of products of floating point.
std::span<const binding> matrix_bindings();

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
