#pragma once
// Narrowings in the middle of a computation whose errors their own half ulps excuse.
#include "judge.hpp"

#include <optional>

namespace fpcheck::analysis {

/// What is told of an element whose error only narrowings excuse: the conversion that made most of it, with its share. An error where
/// that one narrows in passing (exec::find_passing_narrowings) below the output's own format, else a note. Nothing where other
/// instructions made most of the error.
std::optional<finding> finding_of_narrowing(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                            const judged_output& o, const judged_element& e, const judgement& j);

} // namespace fpcheck::analysis
