#include "race_places.hpp"

#include <algorithm>

namespace fpcheck::exec {

void keep_access(warp& w, const op& o, const region& r, std::uint64_t cell, const race_party& who, bool wrote) {
  const wrapped_machine& m = wrapped(w);
  if (!std::binary_search(m.race_addresses->begin(), m.race_addresses->end(), r.base + cell * 4)) return;
  m.races->last[{&r, cell, who.cta, who.thread, wrote}] = o.pc;
  if (who.cta != 0) m.races->last[{&r, cell, who.cta, 0, wrote}] = o.pc;
}

void name_partner(warp& w, const op& o, const region& r, std::uint64_t cell, const race_party& who, bool wrote) {
  race_trail* const races = wrapped(w).races;
  if (races == nullptr) return;
  const auto other = races->last.find({&r, cell, who.cta, who.thread, wrote});
  if (other != races->last.end()) races->partners.emplace(o.pc, other->second);
}

} // namespace fpcheck::exec
