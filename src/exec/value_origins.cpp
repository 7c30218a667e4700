#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
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
  return any_use_carried(p, g, r, [](const op& u, const ref&) { return ptx::reads_integers(u.meaning); });
}

} // namespace fpcheck::exec
