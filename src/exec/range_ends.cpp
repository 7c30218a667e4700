#include <fpcheck/exec/range_ends.hpp>

#include "intended.hpp"
#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

/// The end that an instruction may clamp to, by what it does.
range_end clamped_end(const op& o) {
  switch (o.form) {
  case f::min_f32: case f::min_f64: return range_end::largest;
  case f::max_f32: case f::max_f64: return range_end::smallest;
  case f::selp: return o.roles.has(roles::chosen_least) ? range_end::largest : o.roles.has(roles::chosen_most) ? range_end::smallest : range_end::none;
  default: return range_end::none;
  }
}

} // namespace

std::vector<range_end> find_range_ends(const program& p) {
  std::vector<range_end> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return clamped_end(o) != range_end::none; })) continue;
    const def_use g(p, code, p.constants);
    for (auto o = first; o != end; ++o) {
      const range_end e = clamped_end(*o);
      const bool wide = o->format == number::f64;
      if (e != range_end::none && (is_range_end(literal(g, o->a, wide), e, wide) || is_range_end(literal(g, o->b, wide), e, wide))) out[o->pc] = e;
    }
  }
  return out;
}

} // namespace fpcheck::exec
