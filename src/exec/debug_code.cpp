#include "debug_code.hpp"

namespace fpcheck::exec {

std::optional<std::uint32_t> literal_bits(const def_use& g, ref r, std::uint32_t pc, int moves) {
  for (; moves > 0; --moves) {
    if (const auto bits = g.literal(r)) return static_cast<std::uint32_t>(*bits);
    const op* const d = r.where == pool::frame ? g.seen(r, pc) : nullptr;
    if (d == nullptr) return std::nullopt;
    pc = d->pc;
    if (d->form == ptx::form::and_bits) {
      const auto a = literal_bits(g, d->a, pc, moves - 1), b = literal_bits(g, d->b, pc, moves - 1);
      return a && b ? std::optional(*a & *b) : std::nullopt;
    }
    r = g.moved(*d, r);
  }
  return std::nullopt;
}

space reached(const def_use& g, const op& o) {
  ref r = o.a;
  for (int k = 0; o.space == space::generic && k < most_moves && r.where == pool::frame; ++k) {
    const op* const d = g.only(r);
    if (d == nullptr) break;
    const auto is_base = [&](const ref& x) {
      const op* const base = x.where == pool::frame ? g.only(x) : nullptr;
      return base != nullptr && base->form == ptx::form::cvta;
    };
    if (d->form == ptx::form::cvta && d->source != nullptr) return d->source->has(ptx::modifier::shared) ? space::shared : space::generic;
    if (const ref from = g.moved(*d, r)) r = from;
    else if (d->form == ptx::form::add_int) r = is_base(d->b) ? d->b : d->a;
    else break;
  }
  return o.space;
}

} // namespace fpcheck::exec
