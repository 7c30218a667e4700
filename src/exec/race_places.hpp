#pragma once
// Which instruction was the other one of a race, in a run that watches the cells of races found before.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Who accesses a cell: 1 + index of the CTA, 0 in a CTA's own memory; 1 + index of the thread, 0 for any of the CTA.
struct race_party {
  std::uint32_t cta = 0, thread = 0;
};

/// Remembers the instruction as the last of `who` at the cell, if that is one of those watched. Requires: the run has places of races.
void keep_access(warp& w, const op& o, const region& r, std::uint64_t cell, const race_party& who, bool wrote);
/// Names the last access of `who` as what the one of `o` races with; of the first race that is told at `o` alone.
void name_partner(warp& w, const op& o, const region& r, std::uint64_t cell, const race_party& who, bool wrote);

} // namespace fpcheck::exec
