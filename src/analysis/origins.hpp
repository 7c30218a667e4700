#pragma once
// Where what findings tell of began: a finding is seen where something is used, and is mended where it came from.
#include "check_session.hpp"

namespace fpcheck::analysis {

/// Places findings of undefined values at the instruction that first read what nothing had written, and those of races at the write, with the other
/// place behind it. Behind decisions that exact arithmetic takes otherwise, and infinities of functions of zero, it names where the error was made, or
/// where the argument became zero. The launches are run once more for each kind, or finding, unless
/// they are long; where that tells nothing, a finding stays as it is.
void name_origins(session& s);

/// Whether what a finding's infinity was made of, a logarithm's argument or a divisor, is 0 in exact arithmetic too. The launches are run once more.
bool is_infinite_at_zero(session& s, const finding& f);

/// Says in the finding of an access beyond its bounds where a float became its index, and remembers that float where exact arithmetic has another index.
/// Requires: `run` watched the ends of lineages.
void name_float(session& s, const exec::run_record& run, const exec::fault_record& fault, finding& f);

} // namespace fpcheck::analysis
