// What a release leaves for whoever acquires it.
#include "clusters.hpp"
#include "races.hpp"

namespace fpcheck::exec {

void release(warp& w, release_record& to) {
  cta& c = *w.block;
  if (!c.tracks_races) return;
  const auto& ctas = c.group->ctas;
  to.clocks.resize(ctas.size());
  for (std::size_t r = 0; r < ctas.size(); ++r) {
    if (r == c.rank) {
      merge(to.clocks[r], c.clocks[w.index]);
      to.clocks[r][w.index] = std::max(to.clocks[r][w.index], c.clocks[w.index][w.index] + 1);
    } else {
      merge(to.clocks[r], c.peers[r]);
      to.clocks[r][visitors] = std::max(to.clocks[r][visitors], ++ctas[r]->visits);
    }
  }
  for (const auto& [owner, clock] : c.known) to.known[owner] = std::max(to.known[owner], clock);
  to.known[c.index + 1] = std::max(to.known[c.index + 1], ++c.clock);
  ++c.clocks[w.index][w.index];
}

void acquire(warp& w, const release_record& from) {
  cta& c = *w.block;
  for (std::size_t r = 0; r < from.clocks.size(); ++r) merge(r == c.rank ? c.clocks[w.index] : c.peers[r], from.clocks[r]);
  for (const auto& [owner, clock] : from.known) c.known[owner] = std::max(c.known[owner], clock);
}

void tell_of_copies(cta& c, release_record& to) {
  if (!c.tracks_races) return;
  to.clocks.resize(c.group->ctas.size());
  to.clocks[c.rank][copy_unit] = std::max(to.clocks[c.rank][copy_unit], ++c.copies);
}

} // namespace fpcheck::exec
