#pragma once
// Data races by happens-before. Shared memory: threads of a CTA, ordered by barriers, warp-synchronous instructions and
// atomics. The other CTAs of a cluster count as one visitor there, and what is copied as written by the copy unit, which is ordered by
// the mbarrier or the wait that tells of its end. Global memory: threads of a CTA as in shared memory, and CTAs, ordered by acquire/release accesses,
// and by atomics and volatile accesses behind a fence.
#include <fpcheck/exec/machine.hpp>

#include <algorithm>

namespace fpcheck::exec {

void note_reads(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);
void note_writes(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);
/// The same of all executing lanes in one region. `telling`: one of those that read the same and follow each other is enough, the last.
void note_reads(warp& w, const op& o, region& r, const std::uint64_t* offset, std::uint32_t telling, unsigned bytes);
void note_writes(warp& w, const op& o, region& r, const std::uint64_t* offset, unsigned bytes);
void note_atomics(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes);

/// The copy unit reads or writes `bytes` bytes for lane `lane`. Writes of shared memory are ordered by `tell_of_copies` alone.
void note_copy_read(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes);
void note_copy_write(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes);
/// The copy unit combines what it reads with what is there, for lane `lane`: atomic, as other reductions are.
void note_copy_reduction(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes);
/// The tensor cores read shared memory of the CTA for a product of a group of warps, until it is waited for.
void note_product_read(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes);
/// The asynchronous proxy reads `bytes` bytes for lane `lane`: what threads of the CTA wrote there has to be shown to it by a fence.
void note_unfenced(warp& w, const op& o, int lane, const region& r, std::uint64_t offset, std::uint64_t bytes);
/// One lane's access of an mbarrier: atomic, or one that makes or unmakes it.
void note_signal(warp& w, const op& o, int lane, region& r, std::uint64_t offset);
void note_reset(warp& w, const op& o, int lane, region& r, std::uint64_t offset);

/// What a warp knows of the tensor cores' reads, and what fences have shown the asynchronous proxy as far as it knows, stands with what is released, where
/// no address is: entry k tells up to which clock of warp k writes have been shown, entry `copy_unit` up to which the tensor cores have read.
inline constexpr std::uint64_t of_products = ~std::uint64_t{1};
inline warp_clock& proxies_of(cta& c, std::uint32_t warp) { return c.released[of_products - 1 - warp]; }
/// The same where something is known; nullptr elsewhere.
inline const warp_clock* known_proxies(const cta& c, std::uint32_t warp) {
  const auto at = c.released.find(of_products - 1 - warp);
  return at != c.released.end() ? &at->second : nullptr;
}

/// Where `cta::released` keeps, for each warp, the CTA's clock at its last fence for the device: no access has this address.
inline constexpr std::uint64_t by_fences = ~std::uint64_t{0};
/// And what warps knew at barriers, and each at its last fence of any scope.
inline constexpr std::uint64_t at_barriers = of_products - 1 - visitors - 1;
constexpr std::uint64_t fence_of(std::uint32_t warp) { return at_barriers - 1 - warp; }

/// How far fences alone have moved the clock of a warp since its lanes were last synchronised: they order nothing among those. Stands behind the
/// clocks of all warps.
inline std::uint32_t& fences_since(cta& c, std::uint32_t warp) { return c.clocks.back()[warp]; }
/// The warp has been synchronised.
inline void count_synchronisation(cta& c, std::uint32_t warp) { ++c.clocks[warp][warp], fences_since(c, warp) = 0; }

/// Makes of `to` what both know.
inline void merge(warp_clock& to, const warp_clock& from) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = std::max(to[k], from[k]);
}

/// Leaves in `to` what the warp, its CTA and its cluster know, for whoever acquires it.
void release(warp& w, release_record& to);
/// Learns what was released.
void acquire(warp& w, const release_record& from);
/// Leaves in `to` that what the copy unit of `c` has done so far is done.
void tell_of_copies(cta& c, release_record& to);

/// A fence whose scope is the device: what the CTA did before it is seen by whoever sees a later atomic or volatile store of
/// this warp, or of a warp that met it at a barrier since.
void order_device(warp& w);
/// A fence of any scope, or a synchronisation of the warp: volatile accesses of the warp's lanes before it are not asked about against those after it.
void order_fence(warp& w);
/// A fence of the CTA: what the warp knows is seen by whoever of its CTA sees a later atomic or volatile store of this warp.
void order_block(warp& w);
/// Counts a group of products that is committed; returns the clock up to which the tensor cores have read once it has been waited for.
std::uint32_t commit_product_reads(warp& w);
/// The warp has waited for a group: the tensor cores have read up to that clock.
void know_product_reads(warp& w, std::uint32_t clock);
/// fence.proxy.async: what the warp knows to have been written is shown to the copy unit and to the tensor cores of groups of warps.
void order_proxies(warp& w);
/// Orders everything before among the lanes of a warp (__syncwarp, shuffles, votes).
void order_warp(warp& w);
/// Orders everything before among the warps in `warps` (bit i for warp i), at a barrier of the CTA.
void order_warps(cta& c, std::uint32_t warps);

} // namespace fpcheck::exec
