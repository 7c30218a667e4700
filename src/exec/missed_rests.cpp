#include "missed_rests.hpp"

#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool is_sum(const op& o) {
  const bool adds = o.meaning.operation == operation::sum || o.meaning.operation == operation::difference;
  return adds && o.meaning.takes == ptx::content::real && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && (o.format == number::f32 || o.format == number::f64);
}
bool is_term(const op* o) { return o != nullptr && o->roles.has(role::eft_residual) && o->d && is_sum(*o); }

class rests_of_function {
public:
  rests_of_function(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  /// What `term` is worked out of, where that is the difference of a sum and one of its addends.
  const op* difference_of(const op& term) const {
    for (const ref& r : {term.a, term.b})
      if (const op* const d = source_of(r, term.pc); d != nullptr && d->pc < term.pc && is_sum(*d) && (takes_off(*d, d->a, d->b) || takes_off(*d, d->b, d->a))) return d;
    return nullptr;
  }
  const op* term_in(const ref& r, std::uint32_t pc) const {
    const op* const d = source_of(r, pc);
    return is_term(d) && d->pc < pc ? d : nullptr;
  }
  bool is_only_chosen(const op& term) const {
    const auto& all = g_.uses(term.d);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) { return p_.ops[pc].meaning.operation == operation::selection; });
  }

private:
  const op* source_of(const ref& r, std::uint32_t pc) const {
    const ref at = r ? origin(g_, r, pc) : ref{};
    return at.where == pool::frame ? g_.seen(at, pc) : nullptr;
  }
  /// Whether `d` is of the sum in `whole` and of an addend of that in `part`.
  bool takes_off(const op& d, const ref& whole, const ref& part) const {
    const op* const s = source_of(whole, d.pc);
    if (s == nullptr || s->pc >= d.pc || !is_sum(*s) || s->format != d.format) return false;
    const ref own = origin(g_, part, d.pc);
    return is_same(own, origin(g_, s->a, s->pc)) || is_same(own, origin(g_, s->b, s->pc));
  }
  static bool is_same(const ref& a, const ref& b) { return a.where == b.where && a.offset == b.offset; }

  const program& p_;
  def_use g_;
};

} // namespace

rest_parts find_rest_parts(const program& p) {
  const std::size_t n = p.ops.size();
  rest_parts out{std::vector<std::uint32_t>(n, rest_parts::none), {}, std::vector<bool>(n), std::vector<bool>(n)};
  out.chosen.resize(n);
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return is_term(&o); })) continue;
    const rests_of_function g(p, code);
    for (auto o = first; o != end; ++o) {
      if (is_term(&*o)) {
        if (const op* const d = g.difference_of(*o)) out.difference[o->pc] = d->pc, out.is_difference[d->pc] = true;
        out.is_choice[o->pc] = g.is_only_chosen(*o);
      }
      if (o->form != ptx::form::selp || !o->pa) continue;
      const op *const a = g.term_in(o->a, o->pc), *const b = g.term_in(o->b, o->pc);
      if (a != nullptr && b != nullptr) out.chosen[o->pc] = {a->pc, b->pc};
    }
  }
  return out;
}

} // namespace fpcheck::exec
