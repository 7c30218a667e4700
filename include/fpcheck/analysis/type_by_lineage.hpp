#pragma once
#include <fpcheck/exec/memory.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <optional>

namespace fpcheck::analysis {

/// The format of most numbers that a run left in a buffer; nothing where it left none. Requires: a domain that encloses.
std::optional<tensor::dtype> type_by_lineage(const exec::region& r);

} // namespace fpcheck::analysis
