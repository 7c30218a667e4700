#pragma once
// Elements about which nothing can be said: the enclosure is too wide, or the lineage was lost.
#include "check_session.hpp"

namespace fpcheck::analysis {

/// Notes such elements of `o` as incomplete, with the line where their enclosures open. Where a reference has decided, a remark says so.
void note_undecided(session& s, const exec::run_record& first, const judged_output& o);

} // namespace fpcheck::analysis
