#include <fpcheck/exec/added_rests.hpp>

#include "value_origins.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool is_plain_sum(const op& o) {
  const bool adds = o.meaning.operation == operation::sum || o.meaning.operation == operation::difference;
  return adds && o.d && o.meaning.takes == ptx::content::real && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && (o.format == number::f32 || o.format == number::f64);
}
bool is_fused(const op& o) { return o.d && o.meaning.operation == operation::fused && o.meaning.takes == ptx::content::real && o.meaning.parts == 1; }
bool is_term(const op& o) { return o.roles.has(role::eft_residual) && is_plain_sum(o); }

/// Where one value is: registers by slot, with the sign that it has there, and the instructions that put it there.
struct holders {
  std::unordered_map<std::uint32_t, int> signs;
  std::unordered_set<std::uint32_t> makers;
};

class rest_signs {
public:
  rest_signs(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  /// Whether `term` is added to the sum that it is of, and nowhere taken off it.
  bool is_added(const op& term) const {
    const auto of = sum_of(term);
    if (!of) return false;
    const holders sum = holders_of(*of->sum), rest = holders_of(term);
    bool added = false;
    for (const effect& e : effects(rest)) {
      const int own = sign_of(sum, *e.at);
      if (own == 0) continue;
      if (own == -e.sign * of->sign) return false;
      added = true;
    }
    return added;
  }

private:
  struct summed { const op* sum; int sign; }; ///< a sum, and the sign that it has in its error term
  struct effect { const op* at; int sign; }; ///< a sum, and the sign that a value has in it

  const op* source_of(const ref& r, std::uint32_t pc) const {
    const ref at = r ? origin(g_, r, pc) : ref{};
    return at.where == pool::frame ? g_.seen(at, pc) : nullptr;
  }
  static int sign_in(const op& o, bool second) { return second && o.meaning.operation == operation::difference ? -1 : 1; }

  std::optional<summed> sum_of(const op& term) const {
    for (const bool second : {false, true}) {
      const op* const d = source_of(second ? term.b : term.a, term.pc);
      if (d == nullptr || d->pc >= term.pc || !is_plain_sum(*d)) continue;
      for (const bool part_first : {false, true}) {
        const op* const s = source_of(part_first ? d->b : d->a, d->pc);
        if (s == nullptr || s->pc >= d->pc || !is_plain_sum(*s) || s->format != d->format) continue;
        const ref part = origin(g_, part_first ? d->a : d->b, d->pc);
        if (same(part, origin(g_, s->a, s->pc)) || same(part, origin(g_, s->b, s->pc))) return summed{s, sign_in(term, second) * sign_in(*d, part_first)};
      }
    }
    return std::nullopt;
  }
  /// Where the result of `o` is, by moves and negations, in later turns too.
  holders holders_of(const op& o) const {
    holders out{{{o.d.offset, 1}}, {o.pc}};
    std::vector<ref> open{o.d};
    while (!open.empty()) {
      const ref from = open.back();
      open.pop_back();
      for (const std::uint32_t pc : g_.uses(from)) {
        const op& u = p_.ops[pc];
        const bool negates = u.meaning.operation == operation::negation && u.meaning.takes == ptx::content::real && u.d;
        const ref to = negates ? u.d : g_.passed_on(u, from);
        if (!to || to.where != pool::frame || sign_at(out, from, pc) == 0 || !out.makers.insert(pc).second) continue;
        if (out.signs.emplace(to.offset, out.signs[from.offset] * (negates ? -1 : 1)).second) open.push_back(to);
      }
    }
    return out;
  }
  /// The sign of a value in what `r` holds at `pc`; 0 where that is something else.
  int sign_at(const holders& of, const ref& r, std::uint32_t pc) const {
    const auto at = r.where == pool::frame ? of.signs.find(r.offset) : of.signs.end();
    if (at == of.signs.end()) return 0;
    const op* const d = g_.seen(r, pc);
    return d == nullptr || of.makers.contains(d->pc) ? at->second : 0;
  }
  /// The sign of a value in a sum; 0 where it is not in it.
  int sign_of(const holders& of, const op& o) const {
    if (is_fused(o)) return sign_at(of, o.c, o.pc);
    return is_plain_sum(o) ? sign_at(of, o.a, o.pc) + sign_in(o, true) * sign_at(of, o.b, o.pc) : 0;
  }
  std::vector<const op*> sums_with(const holders& of) const {
    std::vector<const op*> out;
    for (const auto& [slot, sign] : of.signs)
      for (const std::uint32_t pc : g_.uses(ref{pool::frame, slot}))
        if (const op& u = p_.ops[pc]; !u.roles.has(role::eft_residual) && sign_of(of, u) != 0) out.push_back(&u);
    return out;
  }
  /// The sums that a value goes into, by itself or as a part of an addend.
  std::vector<effect> effects(const holders& of) const {
    std::vector<effect> out;
    for (const op* u : sums_with(of)) {
      const int first = sign_of(of, *u);
      out.push_back({u, first});
      const holders addend = holders_of(*u);
      for (const op* v : sums_with(addend)) out.push_back({v, first * sign_of(addend, *v)});
    }
    return out;
  }
  const program& p_;
  def_use g_;
};

} // namespace

std::vector<std::uint32_t> find_added_rests(const program& p) {
  std::vector<std::uint32_t> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, is_term)) continue;
    const rest_signs g(p, code);
    for (auto o = first; o != end; ++o)
      if (is_term(*o) && g.is_added(*o)) out.push_back(o->pc);
  }
  return out;
}

} // namespace fpcheck::exec
