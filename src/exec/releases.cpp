// What a release, a fence or a barrier leaves for whoever acquires it, or meets it.
#include "clusters.hpp"
#include "races.hpp"
#include "wrapped_machine.hpp"

#include <algorithm>

namespace fpcheck::exec {

void release(warp& w, release_record& to) {
  cta& c = *w.block;
  if (!c.tracks_races) return;
  const auto& ctas = c.group->ctas;
  if (to.clocks.size() < ctas.size()) to.clocks.resize(ctas.size());
  for (std::size_t r = 0; r < ctas.size(); ++r) {
    if (r == c.rank) {
      merge(to.clocks[r], c.clocks[w.index]);
      to.clocks[r][w.index] = std::max(to.clocks[r][w.index], c.clocks[w.index][w.index] + 1);
    } else {
      merge(to.clocks[r], c.peers[r]);
      to.clocks[r][visitors] = std::max(to.clocks[r][visitors], ++ctas[r]->visits);
    }
  }
  if (const warp_clock* const proxies = known_proxies(c, w.index)) { // behind the CTAs' clocks
    if (to.clocks.size() < 2 * ctas.size()) to.clocks.resize(2 * ctas.size());
    merge(to.clocks[ctas.size() + c.rank], *proxies);
  }
  for (const auto& [owner, clock] : c.known) to.known[owner] = std::max(to.known[owner], clock);
  to.known[c.index + 1] = std::max(to.known[c.index + 1], ++c.clock);
  count_synchronisation(c, w.index);
}

void acquire(warp& w, const release_record& from) {
  cta& c = *w.block;
  const std::size_t ctas = c.group->ctas.size();
  for (std::size_t r = 0; r < std::min(ctas, from.clocks.size()); ++r) merge(r == c.rank ? c.clocks[w.index] : c.peers[r], from.clocks[r]);
  if (ctas + c.rank < from.clocks.size() && c.tracks_races) merge(proxies_of(c, w.index), from.clocks[ctas + c.rank]);
  for (const auto& [owner, clock] : from.known) c.known[owner] = std::max(c.known[owner], clock);
}

void tell_of_copies(cta& c, release_record& to) {
  if (!c.tracks_races) return;
  if (to.clocks.size() < c.group->ctas.size()) to.clocks.resize(c.group->ctas.size());
  to.clocks[c.rank][copy_unit] = std::max(to.clocks[c.rank][copy_unit], ++c.copies);
}

void order_device(warp& w) {
  if (w.block->tracks_races) w.block->released[by_fences][w.index] = ++w.block->clock;
  order_block(w);
}

void order_warp(warp& w) {
  count_synchronisation(*w.block, w.index);
  order_fence(w);
}

void order_fence(warp& w) {
  if (wrapped(w).intervals.watches()) wrapped(w).intervals.end(w);
}

void order_block(warp& w) {
  cta& c = *w.block;
  if (c.tracks_races) {
    warp_clock& shown = c.released[fence_of(w.index)];
    shown = c.clocks[w.index];
    shown[w.index] = ++c.clocks[w.index][w.index]; // what follows the fence is at a later clock
    ++fences_since(c, w.index);
  }
  order_fence(w);
}

void order_warps(cta& c, std::uint32_t warps) {
  for_each_lane(warps, [&](int k) { order_fence(*c.warps[static_cast<std::size_t>(k)]); });
  warp_clock joined{};
  if (const auto fences = c.released.find(by_fences); fences != c.released.end()) {
    std::uint32_t last = 0;
    for_each_lane(warps, [&](int k) { last = std::max(last, fences->second[static_cast<std::size_t>(k)]); });
    for_each_lane(warps, [&](int k) { fences->second[static_cast<std::size_t>(k)] = last; });
  }
  for_each_lane(warps, [&](int k) {
    count_synchronisation(c, static_cast<std::uint32_t>(k));
    for (std::size_t j = 0; j < joined.size(); ++j) joined[j] = std::max(joined[j], c.clocks[static_cast<std::size_t>(k)][j]);
  });
  for_each_lane(warps, [&](int k) { c.clocks[static_cast<std::size_t>(k)] = joined; });
  if (c.tracks_races) merge(c.released[at_barriers], joined);
  warp_clock shown{};
  bool any = false;
  for_each_lane(warps, [&](int k) {
    if (const warp_clock* const proxies = known_proxies(c, static_cast<std::uint32_t>(k))) merge(shown, *proxies), any = true;
  });
  if (any) for_each_lane(warps, [&](int k) { proxies_of(c, static_cast<std::uint32_t>(k)) = shown; });
}

} // namespace fpcheck::exec
