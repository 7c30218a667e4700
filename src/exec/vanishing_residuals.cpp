#include "vanishing_residuals.hpp"

#include "value_origins.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::exec {
namespace {

using ptx::operation;

/// Functions beyond it are not looked through.
constexpr std::uint32_t most_ops = 20000;
constexpr int deepest_sum = 32; ///< of sums that go on with one another

bool is_sum(const op& o) {
  return ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && o.meaning.source == o.meaning.result &&
         (o.format == number::f32 || o.format == number::f64);
}
bool is_load(const op& o) { return o.meaning.access == ptx::access::load && o.addressing != addressing::slots && o.space != space::param && o.space != space::constant; }
/// What leaves an addend what it was, but for its sign or lane.
bool passes_on(const op& o) {
  return o.meaning.operation == operation::negation || o.meaning.operation == operation::magnitude || o.meaning.operation == operation::shuffle || o.meaning.operation == operation::selection;
}

/// A number of a narrow format on its way to binary32: fp8 goes by a pair of halves.
bool widens(const op& o) {
  const auto what = o.meaning.operation;
  return what == operation::widening || ((what == operation::resizing || what == operation::unpacking) && o.a && o.a_bits <= 32);
}

/// The last step to an unknown: its right-hand side is the dividend, or what the root is taken of.
bool solves(const op& o) { return (o.meaning.operation == operation::quotient || o.meaning.operation == operation::root) && o.meaning.takes == ptx::content::real; }

bool is_global_store(const op& o) { return o.meaning.access == ptx::access::store && (o.space == space::global || o.space == space::generic) && o.list.size() == 1; }

/// The base of the allocation behind an array of the launch; 0 where it has none of its own.
std::uint64_t region_of(const array_key& a, const machine& m) {
  if (a.kind == array_kind::global) return m.code->symbol_address[a.place];
  if (a.kind != array_kind::parameter || a.place + 8 > m.params.data.size()) return 0;
  std::uint64_t address = 0;
  std::memcpy(&address, m.params.data.data() + a.place, sizeof address);
  const region* const r = m.global->find(address, 1);
  return r == nullptr ? 0 : r->base;
}

std::set<std::uint64_t> regions_of(const array_set& all, const machine& m) {
  std::set<std::uint64_t> out;
  for (const array_key& a : all) out.insert(region_of(a, m));
  out.erase(0);
  return out;
}

} // namespace

const memory_flow& vanishing_residuals::flow_of(const function_code& code) {
  auto& flow = flows_[code.first];
  if (flow == nullptr) flow = std::make_unique<memory_flow>(p_, code);
  return *flow;
}

void vanishing_residuals::collect_factor(const memory_flow& flow, const ref& r, addends& out) const {
  if (r.where != pool::frame || !out.factors_seen.insert(r.offset).second) return;
  for (const std::uint32_t pc : flow.uses().definitions(r)) {
    const op& d = p_.ops[pc];
    if (is_load(d)) (d.width < 4 ? out.narrow : out.multiplied).merge(flow.arrays(d));
    else if (const ref from = flow.uses().moved(d, r)) collect_factor(flow, from, out);
    else if (passes_on(d)) collect_factor(flow, d.a, out), collect_factor(flow, d.b, out);
    else if (widens(d)) collect_factor(flow, d.a, out);
  }
}

/// A coefficient that is loaded, times an unknown: what its right-hand side was made of, but for the coefficients.
void vanishing_residuals::collect_unknown(const memory_flow& flow, const ref& coefficient, const ref& unknown, std::uint32_t pc, addends& out) const {
  const auto made = [&](ref r) {
    const op* d = nullptr;
    for (std::uint32_t at = pc;; at = d->pc, r = d->a) {
      r = origin(flow.uses(), r, at);
      d = r.where == pool::frame ? flow.uses().seen(r, at) : nullptr;
      if (d == nullptr || d->meaning.operation != operation::negation) return d;
    }
  };
  const op *const a = made(coefficient), *const x = made(unknown);
  if (a == nullptr || x == nullptr || !is_load(*a) || !solves(*x)) return;
  array_set right = flow.made_of(x->a).all;
  for (const array_key& of : flow.arrays(*a)) right.erase(of);
  out.solved.merge(right);
}

void vanishing_residuals::collect_product(const memory_flow& flow, const op& o, addends& out) const {
  collect_factor(flow, o.a, out), collect_factor(flow, o.b, out);
  collect_unknown(flow, o.a, o.b, o.pc, out), collect_unknown(flow, o.b, o.a, o.pc, out);
}

void vanishing_residuals::collect(const memory_flow& flow, const ref& r, addends& out) const {
  out.constant |= flow.uses().literal(r).value_or(0) != 0;
  if (r.where != pool::frame || !out.seen.insert(r.offset).second) return;
  for (const std::uint32_t pc : flow.uses().definitions(r)) {
    const op& d = p_.ops[pc];
    if (const ref from = flow.uses().moved(d, r)) collect(flow, from, out);
    else if (is_load(d)) out.plain.merge(flow.arrays(d));
    else if (is_sum(d)) collect(flow, d, out);
    else if (d.meaning.operation == operation::product && d.meaning.takes == ptx::content::real) collect_product(flow, d, out);
    else if (passes_on(d)) collect(flow, d.a, out), collect(flow, d.b, out);
  }
}

void vanishing_residuals::collect(const memory_flow& flow, const op& o, addends& out) const {
  if (o.meaning.operation == operation::fused) {
    collect_product(flow, o, out);
    collect(flow, o.c, out);
  } else {
    collect(flow, o.a, out), collect(flow, o.b, out);
  }
}

/// Whether what array `x` holds was made of what array `from` holds: by this kernel, or by an earlier launch.
bool vanishing_residuals::was_made(const memory_flow& flow, const array_key& x, const array_key& from, const machine& m) const {
  if (const auto own = flow.stored().find(x); own != flow.stored().end() && own->second.all.contains(from)) return true;
  const std::uint64_t target = region_of(x, m), source = region_of(from, m);
  return target != 0 && source != 0 && std::any_of(past_.begin(), past_.end(), [&](const written& w) { return w.region == target && w.made_of.contains(source); });
}

/// b - sum a x, where x was made of b, or of a where b is a literal. Where x is kept in a narrow format, b may be a product too: x is its code.
bool vanishing_residuals::is_residual(const memory_flow& flow, const addends& of, const machine& m) const {
  const auto makes = [&](const array_set& known, const array_key& x) {
    return std::any_of(known.begin(), known.end(), [&](const array_key& b) { return b != x && was_made(flow, x, b, m); });
  };
  if (std::any_of(of.plain.begin(), of.plain.end(), [&](const array_key& b) { return of.solved.contains(b); })) return true;
  if (std::any_of(of.narrow.begin(), of.narrow.end(), [&](const array_key& x) { return makes(of.plain, x) || makes(of.multiplied, x); })) return true;
  return std::any_of(of.multiplied.begin(), of.multiplied.end(), [&](const array_key& x) {
    return makes(of.plain.empty() && of.constant ? of.multiplied : of.plain, x);
  });
}

void vanishing_residuals::remember(const memory_flow& flow, const machine& m) {
  for (const auto& [array, of] : flow.stored())
    if (const std::uint64_t region = region_of(array, m); region != 0) past_.push_back({region, regions_of(of.all, m)});
}

/// Whether what `r` holds goes to global memory and nowhere else, and is not read from there again: nothing is made of what rounding leaves.
bool vanishing_residuals::is_only_stored(const memory_flow& flow, const ref& r, const std::set<std::uint64_t>& loaded, const machine& m) const {
  bool is_stored = false;
  return !any_use_carried(p_, flow.uses(), r, [&](const op& u, const ref& at) {
    if (carried_on(flow.uses(), u, at)) return false;
    const bool stores = is_global_store(u) && same(u.list[0], at) && !same(u.a, at);
    const array_set to = stores ? flow.arrays(u) : array_set();
    is_stored |= stores;
    return to.empty() || std::any_of(to.begin(), to.end(), [&](const array_key& a) { return a.kind != array_kind::parameter || region_of(a, m) == 0 || loaded.contains(region_of(a, m)); });
  }) && is_stored;
}

/// Whether `x` is a quotient whose divisor is what `coefficient` holds: a solution, beside the coefficient that it was divided by.
bool vanishing_residuals::is_divided_by(const memory_flow& flow, const ref& x, const ref& coefficient, std::uint32_t pc) const {
  const def_use& g = flow.uses();
  const auto made = [&](const ref& r) { return r.where == pool::frame ? g.seen(origin(g, r, pc), pc) : nullptr; };
  const auto is_coefficient = [&](const ref& r, std::uint32_t at) { return same(origin(g, r, at), origin(g, coefficient, pc)); };
  const op* const d = made(x);
  if (d == nullptr) return false;
  if (d->meaning.operation == operation::quotient) return is_coefficient(d->b, d->pc);
  if (d->meaning.operation != operation::product) return false;
  return std::any_of(&d->a, &d->a + 2, [&](const ref& r) {
    const op* const inverse = r.where == pool::frame ? g.seen(origin(g, r, d->pc), d->pc) : nullptr;
    return inverse != nullptr && inverse->meaning.operation == operation::reciprocal && is_coefficient(inverse->a, inverse->pc);
  });
}

/// Whether a term of the sum `o`, or of those that it alone goes on with, is a solution that is stored as well, times the coefficient that it was divided by.
bool vanishing_residuals::takes_an_output(const memory_flow& flow, const op& o, int depth) const {
  if (depth <= 0) return false;
  const def_use& g = flow.uses();
  const auto is_output = [&](const ref& r, std::uint32_t pc) {
    return r.where == pool::frame && any_use_carried(p_, g, origin(g, r, pc), [&](const op& u, const ref& at) { return is_global_store(u) && same(u.list[0], at); });
  };
  const auto is_product = [](const op& d) { return d.meaning.operation == operation::product && d.meaning.takes == ptx::content::real; };
  const auto takes = [&](const op& d) {
    return (is_output(d.a, d.pc) && is_divided_by(flow, d.a, d.b, d.pc)) || (is_output(d.b, d.pc) && is_divided_by(flow, d.b, d.a, d.pc));
  };
  const bool fused = o.meaning.operation == operation::fused;
  if (fused && takes(o)) return true;
  for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
    const op* const d = r.where == pool::frame ? g.only(r) : nullptr;
    if (d != nullptr && ((is_product(*d) && takes(*d)) || (is_sum(*d) && takes_an_output(flow, *d, depth - 1)))) return true;
  }
  return false;
}

/// Sums that are zero by algebra are forgiven their rounding where they say how well an output solves its equations. Others are noise, whatever
/// they were meant to be.
void vanishing_residuals::mark_fractions(wrapped_machine& m, const memory_flow& flow, const function_code& code) const {
  const auto begin = p_.ops.begin() + code.first, end = begin + code.count;
  const auto divides = [](const op& o) { return o.meaning.operation == operation::quotient || o.meaning.operation == operation::reciprocal; };
  if (m.launch_index + 1 != launches_ || std::none_of(begin, end, divides)) return;
  std::set<std::uint64_t> loaded;
  for (auto o = begin; o != end; ++o) {
    if (!is_load(*o) && o->meaning.access != ptx::access::atomic) continue;
    const array_set from = flow.arrays(*o);
    if (from.empty()) return; // anything
    loaded.merge(regions_of(from, m));
  }
  reread_places places(p_, code, flow.uses());
  polynomials values(p_, flow.uses(), places, polynomials::reach::fractions), terms(p_, flow.uses(), places);
  for (auto o = begin; o != end; ++o) {
    if (!is_sum(*o) || !o->roles.empty() || m.residuals[o->pc] != residual_kind::none || !is_only_stored(flow, o->d, loaded, m)) continue;
    if (terms.keeps_terms(*o) && values.vanishes(*o) && takes_an_output(flow, *o, deepest_sum)) mark_with_parts(m, flow, terms, *o);
  }
}

/// Marks a residual, and the sums that it alone goes on with: their terms are its own. What they add up and take off again is not.
void vanishing_residuals::mark_with_parts(wrapped_machine& m, const memory_flow& flow, polynomials& values, const op& o) const {
  m.residuals[o.pc] = residual_kind::vanishing;
  const bool fused = o.meaning.operation == operation::fused;
  for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
    const op* const d = r.where == pool::frame ? flow.uses().only(r) : nullptr;
    if (d != nullptr && is_sum(*d) && d->roles.empty() && d->block == o.block && flow.uses().uses(r).size() == 1 && m.residuals[d->pc] == residual_kind::none && values.keeps_terms(o) && values.keeps_terms(*d))
      mark_with_parts(m, flow, values, *d);
  }
}

void vanishing_residuals::mark(wrapped_machine& m, const function_code& code) {
  if (code.count > most_ops) return;
  const memory_flow& flow = flow_of(code);
  if (flow.stored().empty()) return;
  m.residuals.assign(p_.ops.size(), residual_kind::none);
  reread_places places(p_, code, flow.uses());
  polynomials values(p_, flow.uses(), places);
  for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc) {
    const op& o = p_.ops[pc];
    if (!is_sum(o) || !o.roles.empty() || m.residuals[pc] != residual_kind::none) continue;
    addends of;
    collect(flow, o, of);
    if (is_residual(flow, of, m)) mark_with_parts(m, flow, values, o);
  }
  mark_fractions(m, flow, code);
  remember(flow, m);
}

} // namespace fpcheck::exec
