#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::exec {

/// The instruction set levels that the engine was built for, of "generic", "avx2" and "avx512", lowest first.
std::vector<std::string_view> built_levels();

/// The level that the engine runs at: the best of the built ones that this processor has, or the one that the environment
/// variable FPCHECK_ISA names.
/// Error: this processor has none of them, or FPCHECK_ISA names one that was not built or that the processor lacks.
result<std::string_view> chosen_level();

} // namespace fpcheck::exec
