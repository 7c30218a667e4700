// What a release leaves for whoever acquires it.
#include "clusters.hpp"
#include "races.hpp"

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
  ++c.clocks[w.index][w.index];
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

} // namespace fpcheck::exec
