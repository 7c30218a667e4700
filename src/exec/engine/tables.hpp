#pragma once
// What the engine's translation units offer each other, once for each instruction set level.
#include "lanes.hpp"

#include <fpcheck/exec/fault.hpp>

#include <span>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

std::span<const binding> integer_bindings();
std::span<const binding> bit_bindings();
std::span<const binding> float_bindings();
std::span<const binding> half_bindings();
std::span<const binding> compare_bindings();
std::span<const binding> convert_bindings();
std::span<const binding> video_bindings();

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
