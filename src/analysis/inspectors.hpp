#pragma once
// Inspectors that are files of their own: each looks at a run, asks for the further runs that it needs, and adds what it finds to the session.
#include "check_session.hpp"

namespace fpcheck::analysis {

/// Says that something could not be looked at, and where.
void add_incomplete(session& s, std::string what, std::uint32_t pc = 0xffffffffu);

/// Runs with copies of their own until there are as many as asked for; `first` is one where it was made with copies itself.
struct perturbation {
  std::vector<exec::run_record> made;
  std::vector<const exec::run_record*> all;
  bool cut = false; ///< by the time that there is
};
/// `first` is one of them where it was made with copies itself; CTAs as for `replay`.
result<perturbation> perturb(session& s, const exec::run_record& first, const std::vector<std::uint64_t>& ctas);

/// The second and third look at what the first run could not clear: how far inputs' rounding moves it, and which line made it.
result<void> investigate(session& s, const exec::run_record& first, const std::vector<judged_output>& outputs);

/// Keeps how wide the first run's enclosures of undecided elements are.
void note_widths(session& s, const std::vector<judged_output>& outputs);

/// Elements whose enclosures are too wide beside themselves, as of a difference that is zero in exact arithmetic, are fine all the same where the most
/// that they may be off is within what the inputs' own rounding makes of them. So are zeros that no copy moves, and that are zero in exact arithmetic as
/// far as the longest midpoints tell; and small ones beside the output's others.
result<void> settle_undecided(session& s, const exec::run_record& first, std::vector<judged_output>& outputs);

/// Elements about which nothing can be said, because the enclosure is too wide or the lineage was lost: incomplete, with the line. Where the enclosure opens
/// at a number that underflowed in the machine, that is the finding.
result<void> tell_undecided(session& s, const exec::run_record& first, const judged_output& o);

/// Decisions that exact arithmetic leaves no doubt about, for the numbers meet there that the machine's roundings part.
result<void> look_at_meetings(session& s, const exec::run_record& first, const std::vector<judged_output>& outputs);

/// Numbers that integer code puts in order by their bits, where an output shows that some are negative.
result<void> look_at_bit_orders(session& s, const exec::run_record& first);

/// Constants of mathematics that are spelled in binary32 where binary64 is computed with: the line that takes one, where an output in binary64 is another
/// once it is what binary64 holds of it.
result<void> look_at_constants(session& s, const exec::run_record& first);

/// Numbers of binary64 that are put together from the words of such a number, the wrong way round.
result<void> look_at_words(session& s);

/// Undefined values of shared variables that the compiler has removed.
result<void> look_at_removed_variables(session& s);

/// Schedules that differ only in their order must agree up to rounding, and up to who took which slot by an atomic.
result<void> compare_orders(session& s, const exec::run_record& first, const std::vector<judged_output>& outputs);

/// The same check of the code as written, where what was checked has its multiply-adds fused; a verdict that differs is a finding, and so are
/// integers of an output that differ by more than chance. Requires: outputs are not written back yet.
result<void> compare_contraction(session& s, const exec::run_record& first);

} // namespace fpcheck::analysis
