#include "kept_narrow.hpp"

#include "debug_code.hpp"
#include "memory_flow.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool is_narrow(number n) { return n == number::f16 || n == number::bf16 || n == number::e4m3 || n == number::e5m2; }
bool is_byte(number n) { return n == number::e4m3 || n == number::e5m2; }
bool widens(const op& o) { return o.meaning.operation == operation::widening && is_narrow(o.source_format) && o.d; }
bool narrows(const op& o) { return o.meaning.operation == operation::narrowing && is_narrow(o.format) && o.d; }
bool is_directed(const op& o) { return o.rounding == round_mode::upward || o.rounding == round_mode::downward; }
bool is_global(const op& o) { return o.space == space::global || o.space == space::generic; }

/// Integer code that takes a code out of its register, or puts it in.
bool moves_code(const op& o) {
  switch (o.meaning.operation) {
  case operation::logic: case operation::resizing: case operation::packing: case operation::unpacking: case operation::selection: case operation::shuffle: return true;
  default: return false;
  }
}
/// What leaves a factor one.
bool keeps_size(const op& o) {
  switch (o.meaning.operation) {
  case operation::negation: case operation::magnitude: case operation::minimum: case operation::maximum: case operation::selection: case operation::shuffle: case operation::widening:
  case operation::packing: case operation::unpacking: case operation::resizing: return true;
  default: return false;
  }
}

class kept_numbers {
public:
  kept_numbers(const program& p, const function_code& code) : p_(p), code_(code), flow_(p, code), g_(flow_.uses()) {}

  /// How far what `w` widens may be from what was rounded, in half ulps; 0 where it is not kept.
  std::uint8_t reach(const op& w) {
    seen_.clear(), made_by_.clear();
    collect(w.a);
    if (made_by_.empty()) return 0;
    const bool divides = is_used(w, &kept_numbers::divides), multiplies = divides || is_used(w, &kept_numbers::multiplies);
    std::uint8_t out = 1;
    for (const op* m : made_by_) {
      const bool rounds = narrows(*m);
      if (!rounds && !multiplies) return 0;
      if (rounds && !(divides && (is_byte(m->format) || is_directed(*m))) && !(multiplies && is_stored(*m))) return 0;
      if (comes_back(w, *m)) return 0;
      if (m->rounding != round_mode::nearest_even && rounds) out = 2;
    }
    return out;
  }

private:
  /// The conversions and loads that the code in `r` may come from; what integer arithmetic makes of it is not among them.
  void collect(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return;
    for (const std::uint32_t at : g_.definitions(r)) {
      const op& d = p_.ops[at];
      if (const ref from = g_.moved(d, r)) collect(from);
      else if (narrows(d) || (ptx::loads(d.meaning) && is_global(d) && d.space != space::param)) made_by_.push_back(&d);
      else if (moves_code(d)) {
        for (const ref* x : {&d.a, &d.b, &d.c}) collect(*x);
        if (d.meaning.operation == operation::packing)
          for (const ref& x : d.list) collect(x);
      }
    }
  }

  using test = bool (kept_numbers::*)(const op&, const ref&) const;
  bool divides(const op& u, const ref& r) const {
    return (u.meaning.operation == operation::quotient && same(u.b, r)) || u.meaning.operation == operation::reciprocal;
  }
  bool multiplies(const op& u, const ref& r) const {
    if (u.meaning.takes != ptx::content::real) return u.meaning.access == ptx::access::store && reached(g_, u) == space::shared && becomes_factor(u);
    const bool is_product = u.meaning.operation == operation::product || u.meaning.operation == operation::quotient;
    if (!is_product && (u.meaning.operation != operation::fused || !(same(u.a, r) || same(u.b, r)))) return false;
    return !is_scalar(same(u.a, r) ? u.b : u.a, u.pc);
  }
  /// A literal or a parameter, the same for all: what it multiplies is a term as before.
  bool is_scalar(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    return g_.literal(at) || (d != nullptr && ptx::loads(d->meaning) && d->space == space::param);
  }
  /// Whether what a store leaves in shared memory is a factor where it is loaded from there, or may be one.
  bool becomes_factor(const op& store) const {
    const array_set to = flow_.arrays(store);
    if (to.empty()) return true;
    const auto multiplies_loaded = [&](const op& o) {
      if (!ptx::loads(o.meaning) || reached(g_, o) != space::shared) return false;
      const array_set from = flow_.arrays(o);
      if (from.empty()) return true;
      if (std::none_of(from.begin(), from.end(), [&](const array_key& a) { return to.contains(a); })) return false;
      return !adds_only(o.d) || !std::all_of(o.list.begin(), o.list.end(), [&](const ref& x) { return adds_only(x); });
    };
    const auto first = p_.ops.begin() + code_.first;
    return std::any_of(first, first + code_.count, multiplies_loaded);
  }
  /// Whether a loaded number goes into sums alone.
  bool adds_only(const ref& r) const {
    const auto& all = r ? g_.uses(r) : none_;
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) { return ptx::is_real_sum(p_.ops[pc].meaning) && p_.ops[pc].meaning.operation != operation::fused; });
  }

  /// Whether the result of `w`, or what it is moved to, is used so.
  bool is_used(const op& w, test how) {
    seen_.clear();
    return is_used(w.d, how);
  }
  bool is_used(const ref& r, test how) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if ((this->*how)(u, r)) return true;
      if (const ref to = g_.passed_on(u, r)) return is_used(to, how);
      if (!keeps_size(u)) return false;
      return is_used(u.d, how) || std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return !same(x, r) && u.meaning.operation == operation::unpacking && is_used(x, how); });
    });
  }
  /// Whether the code that `n` gives is stored to global memory.
  bool is_stored(const op& n) {
    seen_.clear();
    return reaches_store(n.d);
  }
  bool reaches_store(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (u.meaning.access == ptx::access::store && is_global(u)) return std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return same(x, r); });
      if (const ref to = g_.passed_on(u, r)) return reaches_store(to);
      if (!moves_code(u)) return false;
      return reaches_store(u.d) || (u.meaning.operation == operation::unpacking && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return reaches_store(x); }));
    });
  }
  /// Whether what `w` gives goes into what `m` rounds or loads: a number that is carried on.
  bool comes_back(const op& w, const op& m) {
    if (!narrows(m)) {
      const array_set from = flow_.arrays(m);
      return std::any_of(from.begin(), from.end(), [&](const array_key& a) {
        const auto stored = flow_.stored().find(a);
        return stored != flow_.stored().end() && stored->second.all.contains(a);
      });
    }
    seen_.clear();
    return reaches(w, w.d, m.pc);
  }
  /// Whether what `made` puts into `r` goes into the instruction at `goal`.
  bool reaches(const op& made, const ref& r, std::uint32_t goal) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const op* const d = g_.seen(r, pc); d != nullptr && d->pc != made.pc) return false;
      if (pc == goal) return true;
      if (const ref to = g_.passed_on(u, r)) return reaches(u, to, goal);
      if (u.meaning.access != ptx::access::none) return false;
      return reaches(u, u.d, goal) || std::any_of(u.results.begin(), u.results.end(), [&](const ref& x) { return reaches(u, x, goal); }) ||
             (u.meaning.operation == operation::unpacking && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return reaches(u, x, goal); }));
    });
  }

  const program& p_;
  const function_code& code_;
  const std::vector<std::uint32_t> none_;
  memory_flow flow_;
  const def_use& g_;
  std::unordered_set<std::uint32_t> seen_;
  std::vector<const op*> made_by_;
};

} // namespace

std::vector<std::uint8_t> find_kept_narrow(const program& p) {
  std::vector<std::uint8_t> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (code.count == 0 || std::none_of(first, end, widens)) continue;
    kept_numbers g(p, code);
    for (auto o = first; o != end; ++o) {
      const std::uint8_t reach = widens(*o) ? g.reach(*o) : std::uint8_t{0};
      if (reach == 0) continue;
      out.resize(p.ops.size());
      out[o->pc] = reach;
    }
  }
  return out;
}

} // namespace fpcheck::exec
