#include "integer_origins.hpp"

#include "sample_arithmetic.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

/// A constant of so much or more, or one that only the caller knows, puts a number into units of its own.
constexpr double least_scale = 16;
constexpr int deepest = 24;

bool is_integer(const op& o) { return o.meaning.takes == ptx::content::integer; }
bool is_store(const op& o) { return o.meaning.access == ptx::access::store && ptx::accesses_by_lane(o.meaning) && o.addressing != addressing::slots; }

class integers_of_function {
public:
  integers_of_function(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  /// Whether `r` holds what a conversion gave, with integers added, chosen or of another width since. Masks and shifts say that
  /// bits are meant.
  bool is_rounded(const ref& r, std::uint32_t pc, int depth = deepest) const {
    if (r.where != pool::frame || depth <= 0) return false;
    if (const op* d = g_.seen(r, pc)) return gives_rounded(*d, r, depth);
    const auto& all = g_.definitions(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t k) { return k != pc && gives_rounded(p_.ops[k], r, std::min(depth - 1, 6)); });
  }

  /// Whether a conversion's result is an addend in fixed point: of a number that a constant scales, added up in a loop, between lanes or
  /// in memory.
  bool is_addend(const op& o) const {
    if (o.form != f::cvt_float_to_int || !is_scaled(o.a, o.pc)) return false;
    std::unordered_set<std::uint32_t> seen;
    return is_added_up(o.d, o.pc, seen, deepest);
  }

  /// Whether a narrowing by `o` of the 16 bits of `r` keeps less than its register has.
  bool is_wider_than_half(const ref& r, std::uint32_t pc) const {
    const op* const d = g_.seen(origin(g_, r, pc), pc);
    return d == nullptr || d->source == nullptr || ptx::width(d->source->type(0)) > 16;
  }
  /// The register that a conversion cut `r` from, in the block of `o` and unchanged since: debug code converts before it stores.
  ref cut_from(const op& o, const ref& r) const {
    const op* d = r.where == pool::frame ? g_.seen(r, o.pc) : nullptr;
    if (d == nullptr || d->form != f::cvt_int_to_int || d->sat || d->block != o.block || d->a.where != pool::frame || d->a_bits != 32) return {};
    if (ptx::width(d->source->type(0)) >= ptx::width(d->source->type(1)) || ptx::width(d->source->type(1)) != 32) return {};
    const auto& all = g_.definitions(d->a);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) { return pc >= d->pc && pc < o.pc; }) ? ref{} : d->a;
  }
  std::uint8_t stored_samples(const op& o, const ref& wider) const {
    sample_arithmetic samples(p_, g_);
    std::uint8_t out = 0;
    for (const ref& r : o.list)
      if (const sample_value v = samples.value(wider ? wider : r, o.pc); v.kind >= sample_kind::averaged) out |= origin_samples | (v.bits <= 16 ? origin_low_16 : v.bits < 32 ? origin_low_24 : 0);
    return out;
  }
  bool makes_mask(const op& o) const {
    if (o.form != f::shl) return false;
    const auto ones = g_.literal(o.a);
    if (ones && static_cast<std::int32_t>(*ones) == -1) return true;
    const auto& all = g_.uses(o.d);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      const auto by = is_integer(u) ? g_.literal(same(u.a, o.d) ? u.b : u.a) : std::nullopt;
      const bool adds = u.meaning.operation == operation::sum, subtracts = u.meaning.operation == operation::difference;
      return by.has_value() && ((adds && static_cast<std::int32_t>(*by) == -1) || (subtracts && *by == 1));
    });
  }

private:
  /// Whether the call that left `slot` for the load at `pc` is of a function that returns what a conversion gave: in debug code
  /// __float2int_rn and its like are functions.
  bool is_returned_rounded(const ref& slot, std::uint32_t pc, int depth) const {
    const op* call = g_.seen(slot, pc);
    if (call == nullptr || call->flow != control::call || call->target >= p_.functions.size() || depth < deepest / 2) return false;
    const function_code& callee = p_.functions[call->target];
    for (std::size_t n = 0; n < std::min(call->results.size(), callee.returns.size()); ++n) {
      if (!same(call->results[n], slot)) continue;
      const integers_of_function inside(p_, callee);
      const auto first = p_.ops.begin() + callee.first;
      return std::any_of(first, first + callee.count, [&](const op& o) {
        const bool returns = o.meaning.access == ptx::access::store && o.addressing == addressing::slots && same(o.a, callee.returns[n]);
        return returns && !o.list.empty() && inside.is_rounded(o.list[0], o.pc, depth - 4);
      });
    }
    return false;
  }
  bool gives_rounded(const op& d, const ref& r, int depth) const {
    if (d.form == f::cvt_float_to_int) return true;
    if (d.meaning.access == ptx::access::load && d.addressing == addressing::slots && is_returned_rounded(d.a, d.pc, depth)) return true;
    if (const ref from = g_.moved(d, r)) return is_rounded(from, d.pc, depth - 1);
    const bool chosen = d.meaning.operation == operation::selection;
    if (!chosen && !is_integer(d)) return false;
    switch (d.meaning.operation) {
    case operation::resizing: case operation::sum: case operation::difference: case operation::minimum: case operation::maximum: case operation::negation: case operation::magnitude:
    case operation::selection: return is_rounded(d.a, d.pc, depth - 1) || is_rounded(d.b, d.pc, depth - 1);
    default: return false;
    }
  }

  bool is_scaled(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* d = g_.seen(at, pc);
    const auto changes_format = [](const op& o) { return o.form == f::cvt_round_to_integral || o.meaning.operation == operation::widening || o.meaning.operation == operation::narrowing; };
    for (int n = 0; n < 3 && d != nullptr && changes_format(*d); ++n) d = g_.seen(origin(g_, d->a, d->pc), d->pc);
    if (d == nullptr || d->meaning.takes != ptx::content::real || (d->meaning.operation != operation::product && d->meaning.operation != operation::fused)) return false;
    const bool wide = d->format == number::f64;
    const ref factors[] = {d->a, d->b};
    return std::any_of(std::begin(factors), std::end(factors), [&](const ref& x) {
      const double c = literal(g_, x, wide);
      if (c == c) return std::fabs(c) >= least_scale;
      const op* from = g_.seen(origin(g_, x, d->pc), d->pc);
      return from != nullptr && from->meaning.access == ptx::access::load && (from->space == space::param || from->space == space::constant);
    });
  }

  /// Whether what is in `r` is added up: by an atomic, by a sum that comes back to itself, or by one with another lane's.
  bool is_added_up(const ref& r, std::uint32_t start, std::unordered_set<std::uint32_t>& seen, int depth) const {
    if (depth <= 0) return false;
    for (const std::uint32_t pc : g_.uses(r)) {
      const op& u = p_.ops[pc];
      if (u.meaning.access == ptx::access::atomic) {
        if (u.meaning.operation == operation::sum && is_integer(u) && same(u.b, r)) return true;
        continue;
      }
      const bool sums = is_integer(u) && (u.meaning.operation == operation::sum || u.meaning.operation == operation::fused);
      if (sums && pc == start) return true;
      if (!seen.insert(pc).second) continue;
      if (sums && (comes_back(u.d, pc) || meets_other_lane(u))) return true;
      ref to = carried_on(g_, u, r);
      if (!to && is_integer(u) && (sums || u.meaning.operation == operation::resizing || u.meaning.operation == operation::product)) to = u.d;
      if (to && is_added_up(to, start, seen, depth - 1)) return true;
    }
    return false;
  }
  /// Whether the sum at `pc` is an operand of itself, through moves and other sums.
  bool comes_back(const ref& d, std::uint32_t pc) const {
    std::unordered_set<std::uint32_t> seen;
    std::vector<ref> open{d};
    for (int n = 0; n < 64 && !open.empty(); ++n) {
      const ref r = open.back();
      open.pop_back();
      for (const std::uint32_t k : g_.uses(r)) {
        const op& u = p_.ops[k];
        if (k == pc) return true;
        if (!seen.insert(k).second) continue;
        if (const ref to = carried_on(g_, u, r)) open.push_back(to);
        else if (is_integer(u) && (u.meaning.operation == operation::sum || (u.meaning.operation == operation::fused && same(u.c, r))) && u.d) open.push_back(u.d);
      }
    }
    return false;
  }
  bool meets_other_lane(const op& u) const {
    const ref addends[] = {u.a, u.b};
    return std::any_of(std::begin(addends), std::end(addends), [&](const ref& x) {
      const op* d = x.where == pool::frame ? g_.seen(origin(g_, x, u.pc), u.pc) : nullptr;
      return d != nullptr && d->meaning.operation == operation::shuffle;
    });
  }
  static bool same(const ref& a, const ref& b) { return a.where == b.where && a.offset == b.offset; }

  const program& p_;
  def_use g_;
};

} // namespace

bool narrows_integer(const op& o) {
  if (o.form == f::cvt_int_to_int) return !o.sat && std::min(ptx::width(o.source->type(0)), ptx::width(o.source->type(1))) < o.a_bits;
  return is_store(o) && o.width <= 2 && o.format == number::none && o.meaning.takes != ptx::content::real;
}

integer_origins find_integer_origins(const program& p) {
  integer_origins out{std::vector<std::uint8_t>(p.ops.size()), std::vector<ref>(p.ops.size())};
  for (const function_code& code : p.functions) {
    if (code.count == 0) continue;
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return o.form == f::cvt_float_to_int || o.form == f::shl || (o.source != nullptr && narrows_integer(o) && is_store(o)); })) continue;
    const integers_of_function g(p, code);
    for (auto o = first; o != end; ++o) {
      if (o->source == nullptr) continue;
      if (g.is_addend(*o)) out.what[o->pc] |= origin_addend;
      if (g.makes_mask(*o)) out.what[o->pc] |= origin_mask;
      if (!narrows_integer(*o)) continue;
      const bool store = is_store(*o), keeps_half = store ? o->width == 2 : ptx::width(o->source->type(1)) == 16;
      const ref wider = store && o->list.size() == 1 ? g.cut_from(*o, o->list[0]) : ref{};
      const auto loses = [&](const ref& r) { return g.is_rounded(r, o->pc) && (!keeps_half || wider || g.is_wider_than_half(r, o->pc)); };
      out.wider[o->pc] = wider;
      if (store) out.what[o->pc] |= g.stored_samples(*o, wider);
      if (store ? std::any_of(o->list.begin(), o->list.end(), loses) : loses(o->a)) out.what[o->pc] |= origin_rounded;
    }
  }
  return out;
}

} // namespace fpcheck::exec
