#pragma once
// Clusters of CTAs: who is in one, whose shared memory an address means, and the barrier of all of them.
#include "scheduler.hpp"

#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// An address of shared memory holds the CTA in the bits from here on: 0 is the executing thread's own, otherwise 1 + the rank.
inline constexpr unsigned rank_shift = 24;
/// The most CTAs of a cluster that a device takes.
inline constexpr std::uint32_t most_cluster_ctas = 16;

constexpr std::uint64_t shared_offset(std::uint64_t address) { return address & ((std::uint64_t{1} << rank_shift) - 1); }
/// The CTA whose shared memory a 32-bit address means; nullptr if the cluster has none such.
cta* cta_of(const warp& w, std::uint64_t address);
/// The shared memory at an address, if it has `bytes` bytes there and its CTA has not ended; nullptr otherwise.
region* shared_of_cluster(const warp& w, std::uint64_t address, std::uint64_t bytes);
/// The CTA of the cluster whose shared memory `r` is; nullptr for other memory.
cta* owner_of(const warp& w, const region& r);
/// Where an address of shared memory leads, for messages.
std::string describe_shared(const warp& w, std::uint64_t address);

/// The clusters that hold the CTAs `ctas` of the grid, as indices in the order in which they appear.
std::vector<std::uint64_t> clusters_of(const machine& m, const std::vector<std::uint64_t>& ctas);
/// Makes cluster number `index` of the grid, with all its CTAs.
std::unique_ptr<cluster> make_cluster(machine& m, std::uint64_t index, const function_code& kernel);
/// Runs every CTA of `u` for up to `rounds` turns of its warps. Where all wait, the wait is ended, with a fault if nobody can end it.
turn run_cluster(machine& m, cluster& u, std::uint32_t rounds);

/// Something happened that parked lanes may wait for.
void wake(cluster& u);
/// Whether a wait with a time limit gives up instead of parking: nobody else could run, and it has parked before.
bool gives_up(const warp& w);

/// mapa, getctarank, barrier.cluster.
handler bind_cluster(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
