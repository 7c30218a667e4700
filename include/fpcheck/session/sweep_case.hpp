#pragma once
#include <fpcheck/session/run_case.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::session {

/// One run of a swept case: the swept dimensions with their extents, by name.
using swept_shape = std::vector<std::pair<std::string, std::int64_t>>;

/// The shapes that a case asks for, smallest first: `C=100..200`, `C=sweep` or `C=sweep(1..4096)`, and under `--shapes N` every dimension that
/// shapes or grids are written with. At most `most` shapes, 0 for the default. Empty: the case is not swept.
/// Error: a range that is none, at its place.
result<std::vector<swept_shape>> shapes_of(const launch::case_text& text, std::uint64_t most);

/// As run_case; a case that sweeps shapes (`C=sweep`, `C=100..200`, `--shapes N`) or seeds (`--seeds N`) is run for each of them, from the
/// smallest on. The report is that of the smallest shape with findings, with its replay command, or of the last one where all pass.
/// Shapes that the launch does not allow are left out and counted.
report::case_report run_swept_case(kernel_file& file, const launch::case_text& text, const case_source& source);

} // namespace fpcheck::session
