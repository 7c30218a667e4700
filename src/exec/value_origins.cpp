#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fpcheck::exec {

double literal(const def_use& g, ref r, bool wide, int moves) {
  for (; moves > 0; --moves) {
    if (const auto bits = g.literal(r)) return wide ? bit_cast<double>(*bits) : static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(*bits)));
    const op* d = g.only(r);
    if (d == nullptr) return NAN;
    r = g.moved(*d, r);
  }
  return NAN;
}

ref origin(const def_use& g, ref r, std::uint32_t pc) {
  for (int n = 0; n < most_moves; ++n) {
    const op* d = g.seen(r, pc);
    const ref from = d != nullptr ? g.moved(*d, r) : ref{};
    if (from.where != pool::frame) break;
    r = from, pc = d->pc;
  }
  return r;
}

ref carried_on(const def_use& g, const op& o, const ref& r) { return o.meaning.operation == ptx::operation::shuffle && o.a.offset == r.offset ? o.d : g.passed_on(o, r); }

bool reaches_integer_code(const program& p, const def_use& g, const ref& r) {
  const auto place = [](const ref& x) { return std::uint64_t{static_cast<std::uint8_t>(x.where)} << 32 | x.offset; };
  std::unordered_set<std::uint64_t> seen{place(r)};
  std::vector<ref> reached{r}, next;
  for (int moves = 0; moves < most_moves && !reached.empty(); ++moves, std::swap(reached, next), next.clear())
    for (const ref& from : reached)
      for (const std::uint32_t pc : g.uses(from)) {
        if (ptx::reads_integers(p.ops[pc].meaning)) return true;
        if (const ref to = carried_on(g, p.ops[pc], from); to && seen.insert(place(to)).second) next.push_back(to);
      }
  return false;
}

} // namespace fpcheck::exec
