#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// Where a CTA stands after a turn.
enum class turn : std::uint8_t {
  unfinished,
  blocked, ///< all lanes that live wait, some of them for what other CTAs of the cluster do
  done
};

/// Makes the CTA `index` of the grid, of rank `rank` in its cluster, with its warps at the kernel's entry.
std::unique_ptr<cta> make_cta(machine& m, std::uint64_t index, const function_code& kernel, std::uint32_t rank);
/// Runs `c` for up to `rounds` turns of its warps.
turn run_cta(machine& m, cta& c, std::uint32_t rounds);
bool finished(const cta& c);
/// Makes group `k` the one whose activation the warp's registers are of.
void enter(warp& w, std::size_t k);
/// Lets a barrier's warps go once all threads that it counts have arrived. True if one was released.
bool release_barriers(machine& m, cta& c);
/// Ends a wait of lanes for others of their CTA that never come, with a fault; false if there is none.
bool break_deadlock(machine& m, cta& c);
/// Counts what `c` executed; true once the launch has to stop.
bool out_of_budget(machine& m, cta& c);

/// Bytes that activations may hold together, and what one of `f` holds.
inline constexpr std::uint64_t most_frame_bytes = std::uint64_t{4} << 30;
std::uint64_t frame_cost(const machine& m, const function_code& f);
/// A fresh activation of `f`.
std::shared_ptr<frame> make_frame(warp& w, const function_code& f, std::shared_ptr<frame> caller);
/// Moves the shadow of a slot from one activation to another.
void transfer_shadow(warp& w, frame& to, const ref& d, frame& from, const ref& a, std::uint32_t mask);
/// Lets the groups at barrier `id` go on, with the result of a bar.red.
void finish_barrier(machine& m, cta& c, std::uint32_t id, std::uint32_t warps);
/// Taints after an instruction in domain none, where handlers do not look at them.
void spread_in_domain_none(warp& w, const op& o);

void record_incomplete(machine& m, std::uint32_t pc, std::string what);

} // namespace fpcheck::exec
