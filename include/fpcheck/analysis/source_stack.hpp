#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/ptx/module.hpp>

namespace fpcheck::analysis {

/// The source stack of a place of `f`'s code, innermost frame first; empty where the PTX has no line table for it. `f` may be nullptr.
std::vector<frame> source_stack(const ptx::module& m, const ptx::function* f, ptx::index position);

/// The source stack of an instruction, innermost frame first; empty where the PTX has no line table.
std::vector<frame> stack_of(const exec::program& p, std::uint32_t pc);

} // namespace fpcheck::analysis
