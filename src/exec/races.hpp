#pragma once
// Data races by happens-before. Shared memory: threads of a CTA, ordered by barriers, warp-synchronous instructions and
// atomics. Global memory: CTAs, ordered by acquire/release accesses, and by atomics and volatile accesses behind a fence.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

void note_reads(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);
void note_writes(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);
void note_atomics(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);

/// A fence whose scope is the device: what the CTA did before it is seen by whoever sees a later atomic or volatile store of
/// this warp, or of a warp that met it at a barrier since.
void order_device(warp& w);
/// Orders everything before among the lanes of a warp (__syncwarp, shuffles, votes).
void order_warp(warp& w);
/// Orders everything before among the warps in `warps` (bit i for warp i), at a barrier of the CTA.
void order_warps(cta& c, std::uint32_t warps);

} // namespace fpcheck::exec
