#pragma once
// What two runs of a launch left that differ in the order of CTAs and atomics only.
#include <fpcheck/exec/run.hpp>

#include <set>

namespace fpcheck::analysis {

/// Whether there are atomics, in whichever memory.
bool has_atomics(const exec::program& code);
/// Whether some atomic's result is used: threads may take slots by it.
bool takes_slots(const exec::program& code);

/// Buffers that hold the same in both runs but in another order. Those of as many elements are looked at together, element k of all of
/// them as one row: who took a slot took it in each of them.
std::set<std::uint32_t> permuted_buffers(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other);

/// Whether an output holds what came from a lane that took no part in a shuffle, or something undefined that may come of it.
bool holds_strays(const exec::run_request& request, const exec::run_record& run);

} // namespace fpcheck::analysis
