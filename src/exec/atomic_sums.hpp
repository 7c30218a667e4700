#pragma once
// Records what threads add to elements of buffers by atomics.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around the atomic sums of `m`. Requires: handlers are bound.
void record_atomic_sums(wrapped_machine& m);
/// A barrier of the CTA ended: what its threads add later comes later.
void note_barrier(const cta& c);

} // namespace fpcheck::exec
