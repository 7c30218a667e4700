#include "random_cuts.hpp"

#include "static_roles.hpp"
#include "truncation.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <bit>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

bool adds_integers(const op& o) { return o.form == f::add_int && o.d && o.d_bits == 32; }

class random_additions {
public:
  random_additions(const program& p, const function_code& code, const judgement& judged) : p_(p), g_(p, code, p.constants), judged_(judged) {}

  bool is_one(const op& o) const {
    for (const ref* r : {&o.a, &o.b}) {
      const bits_below x = bits_of(*r, o.pc, 6);
      if (x.random && x.width >= judged_.least_random_cut && x.width <= judged_.most_random_cut && is_cut(o.d, x.width, most_moves)) return true;
    }
    return false;
  }

private:
  /// How many low bits of an integer may not be zero, and whether a hash, a generator or memory made them.
  struct bits_below {
    unsigned width = 32;
    bool random = false;
  };
  bits_below bits_of(const ref& r, std::uint32_t pc, int depth) const {
    if (const auto v = g_.literal(r)) return {static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(*v)))};
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame && depth > 0 ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return {};
    if (d->meaning.access == ptx::access::load) return {d->width < 4 ? 8u * d->width : 32u, d->space != space::param && d->space != space::constant};
    bits_below out{32, is_mixed(g_, at, pc)};
    const bits_below x = bits_of(d->a, d->pc, depth - 1);
    out.random |= x.random;
    if (d->meaning.operation == operation::resizing) out.width = x.width;
    if (d->form == f::shr) {
      const auto by = static_cast<unsigned>(g_.literal(d->b).value_or(0));
      out.width = x.width > by ? x.width - by : 0;
    }
    if (d->form != f::and_bits && d->form != f::xor_bits && d->form != f::or_bits) return out;
    const bits_below y = bits_of(d->b, d->pc, depth - 1);
    out.random |= y.random;
    out.width = d->form == f::and_bits ? std::min(x.width, y.width) : std::max(x.width, y.width);
    return out;
  }
  /// Whether the low `n` bits of `r` are cut off.
  bool is_cut(const ref& r, unsigned n, int moves) const {
    const auto& all = g_.uses(r);
    return moves > 0 && std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = g_.passed_on(u, r)) return is_cut(to, n, moves - 1);
      const auto value = [&](const ref& x) { return static_cast<std::uint32_t>(g_.literal(x).value_or(0)); };
      if (u.form == f::shr) return value(u.b) == n;
      if (u.form == f::and_bits) return value(u.b) == ~0u << n || value(u.a) == ~0u << n;
      return n == 16 && (u.meaning.operation == operation::unpacking || u.form == f::prmt);
    });
  }
  const program& p_;
  def_use g_;
  const judgement& judged_;
};

} // namespace

std::vector<bool> find_random_cuts(const program& p, const judgement& judged) {
  std::vector<bool> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    const auto cuts = [](const op& o) { return o.form == f::shr || o.form == f::and_bits; };
    if (std::none_of(first, end, adds_integers) || std::none_of(first, end, cuts) || std::none_of(first, end, [](const op& o) { return o.format == number::f32; })) continue;
    const random_additions g(p, code, judged);
    for (auto o = first; o != end; ++o) {
      if (!adds_integers(*o) || !g.is_one(*o)) continue;
      out.resize(p.ops.size());
      out[o->pc] = true;
    }
  }
  return out;
}

void settle_random_cut(warp& w, const op& o) {
  wrapped(w).meant[o.pc](w, o);
  if (o.d.where != pool::frame || w.shadow(o.d).tag != shadow_tag::derived) return;
  std::uint32_t meant = 0;
  for_each_lane(w.shadow(o.d).live & w.exec, [&](int i) { meant |= loses_error(w, o.d, i) ? 0u : 1u << i; });
  w.shadow(o.d).live &= ~meant;
}

} // namespace fpcheck::exec
