#pragma once
// What integer code makes of a number's bits where a narrower number is stored.
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/run.hpp>

namespace fpcheck::analysis {

/// Whether integer code of `code` may convert numbers to the format of one of the outputs.
bool may_convert_by_bits(const exec::program& code, const exec::run_request& request);

/// Findings about conversions: errors where what is stored is not one of the number's two neighbours, a note where it is always the one
/// towards zero.
std::vector<finding> judge_bit_conversions(const exec::program& code, const exec::run_request& request, const std::vector<exec::bit_conversion>& conversions,
                                           const judgement& j);

/// Counters in memory that have outgrown what is added to them.
std::vector<finding> judge_absorbed_counts(const exec::program& code, const std::vector<exec::absorbed_count>& counts);

} // namespace fpcheck::analysis
