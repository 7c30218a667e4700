#pragma once
#include <fpcheck/exec/memory.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <optional>

namespace fpcheck::analysis {

/// The format of most numbers that a run left in a buffer, or integers of its width where bits of another kind lie among them: elements of
/// those are judged each by its own lineage. Nothing where the run left no number. Requires: a domain that encloses.
std::optional<tensor::dtype> type_by_lineage(const exec::region& r);

} // namespace fpcheck::analysis
