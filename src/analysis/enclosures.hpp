#pragma once
// Which shadow domain encloses the exact results of a launch, and which wider ones are tried where that leaves something open.
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/run.hpp>

#include <optional>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// Whether a kernel that is launched computes in binary64, or a function that it may call. Others of the file do not matter.
bool computes_in_f64(const exec::program& code, const exec::run_request& request);

/// The domain that a request asks for. `wide`: the launch computes in binary64.
/// Error: a parameter out of its range.
result<exec::domain_table> domain_for(const exec::run_request& request, bool wide, shadow_choice choice);

/// A domain to try next, and its name as `--shadow` has it.
struct enclosure {
  exec::domain_table domain;
  std::string name;
  std::optional<exec::domain_table> agrees_with{}; ///< what it says is known only as far as this one says the same
};
/// Wider ones than `used` for an automatic choice, cheapest first; none where another was asked for. One of 256 bits costs some hundred
/// times the run itself, one of 512 twice that: they are left out above `judgement::exact_work` operations. The last encloses nothing: midpoints of
/// 256 bits are what those of 192 bits are.
std::vector<enclosure> wider_enclosures(const exec::run_request& request, const exec::run_record& used, shadow_choice choice, const judgement& j);

/// Whether two such runs know the same: as many comparisons and roundings the same way, and outputs whose numbers are 2^-10 half ulps of binary32
/// (binary64 for those) apart at most.
bool agree(const exec::run_request& request, const exec::run_record& x, const exec::run_record& y);

} // namespace fpcheck::analysis
