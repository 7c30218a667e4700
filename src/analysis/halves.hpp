#pragma once
// Numbers of binary32 whose halves are kept in two arrays: a bfloat16 for whoever multiplies by it, and the rest of its bits for whoever adds to it.
#include "outputs.hpp"

#include <optional>

namespace fpcheck::analysis {

/// The number of which an element is one half, the other half being the element of the same index of another output of 16 bits; nothing
/// where there is none.
std::optional<double> whole_of(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer, std::uint64_t index);

} // namespace fpcheck::analysis
