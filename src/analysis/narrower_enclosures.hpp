#pragma once
// The launch in narrower enclosures, where those of the first run are too wide to tell.
#include "check_session.hpp"

namespace fpcheck::analysis {

/// Every output of a run, judged.
std::vector<judged_output> judge_all(const session& s, const exec::run_record& run);

/// Counts what a run leaves open.
using open_count = std::uint64_t (*)(const session&, const exec::run_record&, const std::vector<judged_output>&);
/// Elements of outputs.
std::uint64_t undecided(const session& s, const exec::run_record& run, const std::vector<judged_output>& outputs);
/// These, and comparisons and roundings to integers.
std::uint64_t open_ends(const session& s, const exec::run_record& run, const std::vector<judged_output>& outputs);

/// Puts a run that leaves less open in the place of `first`, and what it has left in that of `outputs`. True where there is one.
result<bool> look_closer(session& s, exec::run_record& first, std::vector<judged_output>& outputs, open_count open);

/// Of elements whose lineage is lost in `outputs`: what a closer look knows of them all the same. Its word is taken where nothing is wrong with them.
void take_known(session& s, const std::vector<judged_output>& closer, std::vector<judged_output>& outputs);

} // namespace fpcheck::analysis
