#pragma once
// Narrower formats in the middle of a computation whose errors their own half ulps excuse.
#include "judge.hpp"

#include <optional>

namespace fpcheck::analysis {

/// What binary32 loses, beyond a thousand of its own roundings, of what binary64 knows was let through by a difference, or a function.
extern const double ruinous_loss;

/// What is told of an element whose error only narrowings excuse: the conversion, or of an element in binary64 the operation in binary32, that made
/// most of it, with its share. An error where that conversion narrows in passing (exec::find_passing_narrowings) below the output's own format, or
/// where sums of many terms in binary32, of what is known better, made most (exec::find_single_sums), or a difference let so much of it
/// through that little is left of the element; else a note. Nothing where other instructions made most of the error.
std::optional<finding> finding_of_narrowing(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                            const judged_output& o, const judged_element& e, const sensitivity& measured, const judgement& j);

/// The note of an element in binary64, whatever excuses its error, of which operations in binary32 made the larger part. Nothing where others did.
std::optional<finding> note_of_singles(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed, const judged_output& o, const judged_element& e,
                                       const judgement& j);

} // namespace fpcheck::analysis
