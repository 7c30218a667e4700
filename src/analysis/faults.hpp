#pragma once
// Findings out of what the engine recorded while it ran.
#include "outputs.hpp"
#include "places.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/base/judgement.hpp>

#include <functional>
#include <optional>

namespace fpcheck::analysis {

/// "block (0,0,0) thread (3,0,0)".
std::string thread_text(const std::uint32_t (&cta)[3], const std::uint32_t (&thread)[3]);
finding finding_of_fault(const exec::program& p, const exec::fault_record& f);
/// An index out of bounds counts elements of its buffer, not accesses: a half2 8 bytes into halves is x[4].
void count_in_elements(finding& f, const exec::run_request& request);
finding finding_of_flip(const exec::program& p, const exec::flip_record& f);
finding finding_of_absorbed_loop(const exec::program& p, const exec::absorbed_loop& l);
/// The events, those of addends in a narrow accumulator with the sum of their source line where that is a loop's: unrolled, it has several
/// instructions for one.
std::vector<exec::event_record> add_up_lines(const exec::program& p, const exec::run_request& request, const std::vector<exec::event_record>& events, const judgement& j);
/// Whether atomic sums in a narrow format go to so many places that each takes few of the addends that the event counts.
bool is_spread(const exec::program& p, const exec::run_request& request, const exec::run_record& run, const exec::event_record& e, const judgement& j);
/// Additions in a narrow format, where nothing else is wrong and every output of the launch is a floating-point number without an error, are no errors of
/// these inputs: they are warned of. Of integers made of such sums nothing tells that; a tensor core's accumulator is chosen for all inputs.
void warn_of_exact_sums(run_result& r);
/// A conversion's event, if it is a finding by itself.
std::optional<finding> finding_of_event(const exec::program& p, const exec::run_request& request, const exec::event_record& e, const judgement& j);
/// A difference between two schedules that rounding does not explain: `is_rounding` is asked for element and value in the second.
std::optional<finding> finding_of_order(const exec::program& p, const exec::run_request& request, const exec::run_record& first, const exec::run_record& other,
                                        std::uint32_t buffer, const std::function<bool(std::uint64_t, double)>& is_rounding);
/// Places a finding at the instruction that wrote element `index` of `buffer` last: the launch is run once more for it. Where nothing
/// wrote it, at the last store to global memory of the kernel.
void locate_writer(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index, const std::vector<std::uint64_t>& blocks);
/// Places a finding about a NaN (or infinity) that no operation made where the program takes such a literal, if one line does
/// so, and else at the store of element `index` of `buffer`.
void locate_literal(finding& f, const exec::program& p, const exec::run_request& request, bool nan, std::uint32_t buffer, std::uint64_t index);
element_bounds bounds_of(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer);

} // namespace fpcheck::analysis
