#include <fpcheck/exec/watched_code.hpp>

#include "bit_conversion_sites.hpp"
#include "exponent_sums.hpp"
#include "hand_rounding.hpp"
#include "intended.hpp"
#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// Which of the registers of an access `r` is; 0 of other instructions.
std::uint8_t element_of(const op& o, const ref& r) {
  const auto at = std::find_if(o.list.begin(), o.list.end(), [&](const ref& x) { return same(x, r); });
  return at == o.list.end() ? std::uint8_t{0} : static_cast<std::uint8_t>(at - o.list.begin());
}

} // namespace

watched_bits find_watched_bits(const program& p) {
  const conversion_sites found = find_conversion_sites(p);
  watched_bits out;
  for (const number_source& s : found.sources) out.sources.push_back({p.ops[s.pc].source, element_of(p.ops[s.pc], s.where), s.is_root});
  for (const conversion_site& s : found.sites) {
    const op& store = p.ops[s.pc];
    const std::uint8_t element = element_of(store, s.stored);
    out.kept.push_back({store.source, p.ops[s.made_at].source, element, s.shift, s.bits, s.staged, rounds_by_hand(s), s.sources, s.literals});
  }
  return out;
}

std::vector<moved_exponent> find_moved_exponents(const program& p) {
  std::vector<moved_exponent> out;
  const std::vector<exponent_operand> found = find_exponent_sums(p);
  for (const op& o : p.ops)
    if (found[o.pc] != exponent_operand::none && o.source != nullptr) out.push_back({o.source, static_cast<std::uint8_t>(found[o.pc])});
  return out;
}

std::vector<chosen_extreme> find_extremes_chosen(const program& p) {
  std::vector<chosen_extreme> out;
  for (const op& o : p.ops)
    if (const bool larger = o.roles.has(roles::chosen_most); o.source != nullptr && (larger || o.roles.has(roles::chosen_least))) out.push_back({o.source, larger});
  return out;
}

} // namespace fpcheck::exec
