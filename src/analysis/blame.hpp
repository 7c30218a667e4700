#pragma once
#include "account.hpp"
#include "judge.hpp"
#include "places.hpp"

namespace fpcheck::analysis {

/// Turns a flagged element into a finding: replayed in the blame domain, it names the instruction that lost the bits, and
/// what kind of loss it was.
finding blame(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed, const judged_output& o, const judged_element& e, const judgement& j);

/// The same where what the blame domain says of the number is at hand.
finding blame(const exec::program& p, const exec::run_request& request, account known, const judged_output& o, const judged_element& e, const judgement& j);

/// A finding of an element that there was no time to trace.
finding untraced(const judged_output& o, const judged_element& e);

} // namespace fpcheck::analysis
