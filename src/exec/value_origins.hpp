#pragma once
// What stands behind a register, seen through moves.
#include "def_use.hpp"

#include <unordered_set>
#include <utility>
#include <vector>

namespace fpcheck::exec {

/// Moves that are looked through at most: debug code takes several for each argument and result of a function.
inline constexpr int most_moves = 24;

/// The value of an operand that is a floating-point literal, also through single moves; NaN otherwise.
double literal(const def_use& g, ref r, bool wide, int moves = most_moves);
/// The value that `r` holds at `pc`, before it was moved there.
ref origin(const def_use& g, ref r, std::uint32_t pc);
/// Where `o` puts the value of `r`, of this lane or another; nothing if it does anything else with it.
ref carried_on(const def_use& g, const op& o, const ref& r);
/// Whether `test(use, register)` holds for a use of `r`, or of what it is moved to. Each register is looked at once: ways through selections and
/// unrolled shuffles join and part again, and there are more of them than anybody can go.
template <class F>
bool any_use_carried(const program& p, const def_use& g, const ref& r, F test) {
  const auto place = [](const ref& x) { return std::uint64_t{static_cast<std::uint8_t>(x.where)} << 32 | x.offset; };
  std::unordered_set<std::uint64_t> seen{place(r)};
  std::vector<ref> reached{r}, next;
  for (int moves = 0; moves < most_moves && !reached.empty(); ++moves, std::swap(reached, next), next.clear())
    for (const ref& from : reached)
      for (const std::uint32_t pc : g.uses(from)) {
        if (test(p.ops[pc], from)) return true;
        if (const ref to = carried_on(g, p.ops[pc], from); to && seen.insert(place(to)).second) next.push_back(to);
      }
  return false;
}
/// Whether integer code takes the bits of `r`, or of what it is moved to, apart.
bool reaches_integer_code(const program& p, const def_use& g, const ref& r);

/// Whether two operands are the same register.
inline bool same(const ref& a, const ref& b) { return a.where == b.where && a.offset == b.offset; }

} // namespace fpcheck::exec
