#include <fpcheck/exec/angle_products.hpp>

#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using ptx::operation;

constexpr int deepest = 4; ///< factors of an angle, or terms

bool makes_angles(const op& o) {
  const operation what = o.meaning.operation;
  const bool combines = what == operation::product || what == operation::fused || what == operation::quotient || what == operation::sum;
  return combines && o.meaning.access == ptx::access::none && o.meaning.gives == ptx::content::real;
}

void follow(const program& p, const def_use& g, const ref& r, std::uint32_t pc, int depth, std::vector<std::uint32_t>& out) {
  const ref at = r ? origin(g, r, pc) : ref{};
  const op* const d = at.where == pool::frame ? g.seen(at, pc) : nullptr;
  if (d == nullptr || d->pc >= pc || depth == 0 || !makes_angles(*d)) return;
  out.push_back(d->pc);
  for (const ref* x : {&d->a, &d->b, &d->c}) follow(p, g, *x, d->pc, depth - 1, out);
}

} // namespace

std::vector<std::uint32_t> products_of_angles(const program& p, const std::set<std::uint32_t>& functions) {
  std::vector<std::uint32_t> out;
  for (const function_code& code : p.functions) {
    const auto first = functions.lower_bound(code.first), end = functions.lower_bound(code.first + code.count);
    if (first == end) continue;
    const def_use g(p, code, p.constants);
    for (auto pc = first; pc != end; ++pc) follow(p, g, p.ops[*pc].a, *pc, deepest, out);
  }
  return out;
}

} // namespace fpcheck::exec
