#include "wrap_guards.hpp"

#include "intended.hpp"
#include "overrides.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

bool is_sum(const op& o) {
  return ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && o.meaning.source == o.meaning.result &&
         (o.format == number::f32 || o.format == number::f64);
}

class wrap_guards {
public:
  wrap_guards(program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      for (const predicate_ref* r : {&o.pa, &o.pb, &o.guard})
        if (*r) readers_[r->index].push_back(o.pc);
    }
  }

  void mark() {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      op& test = p_.ops[code_.first + k];
      if (!compares_numbers(test) || test.pa || test.pd2 || test.guard) continue;
      if (asks_for(test, test.a, test.b) || asks_for(test, test.b, test.a)) test.roles.add(roles::wrap);
    }
  }

private:
  /// What one test is asked about.
  struct question {
    ref value;          ///< compared, before it was moved
    std::uint32_t pc;   ///< of the comparison
    double period;      ///< a literal, or NaN
    ref bound;          ///< what it is compared with, before it was moved
    bool wide;
    bool came_round;    ///< the period was added where the value was negative
  };

  bool asks_for(const op& test, const ref& value, const ref& bound) {
    if (value.where != pool::frame) return false;
    question q{origin(g_, value, test.pc), test.pc, literal(g_, bound, test.source_format == number::f64), origin(g_, bound, test.pc), test.source_format == number::f64, false};
    const bool is_literal = std::isfinite(q.period) && q.period != 0;
    if (!is_literal && (std::isfinite(q.period) || bound.where == pool::constant)) return false;
    std::unordered_set<std::uint32_t> seen;
    q.came_round = came_round(value, test.pc, q, seen);
    sums_.clear();
    if (!is_decided_only(test.pd, q, 4)) return false;
    if (q.came_round)
      for (const std::uint32_t pc : sums_)
        if (p_.ops[pc].meaning.operation != operation::fused) p_.ops[pc].roles.add(roles::wrap);
    return q.came_round || !sums_.empty();
  }

  /// Whether an operand is the period, its double or its opposite: of (-P/2, P/2] and of [0, P).
  bool is_period(const ref& r, std::uint32_t pc, const question& q) const {
    const double c = literal(g_, r, q.wide);
    if (std::isfinite(c)) return std::isfinite(q.period) && (std::fabs(c) == std::fabs(q.period) || std::fabs(c) == 2 * std::fabs(q.period));
    ref at = origin(g_, r, pc);
    if (const op* d = g_.seen(at, pc); d != nullptr && d->meaning.operation == operation::negation) at = origin(g_, d->a, d->pc);
    return !std::isfinite(q.period) && (same(at, q.bound) || is_same_load(at, pc, q));
  }
  /// The period as a parameter of the kernel, loaded once more.
  bool is_same_load(const ref& at, std::uint32_t pc, const question& q) const {
    const op* x = g_.seen(at, pc);
    const op* y = g_.seen(q.bound, q.pc);
    return x != nullptr && y != nullptr && x->form == f::ld && y->form == f::ld && x->space == space::param && y->space == space::param && x->displacement == y->displacement && same(x->a, y->a);
  }
  bool is_value(const ref& r, std::uint32_t pc, const question& q) const { return same(origin(g_, r, pc), q.value) || is_reloaded(r, pc, q); }
  /// Debug code keeps the value in memory, and loads it once more.
  bool is_reloaded(const ref& r, std::uint32_t pc, const question& q) const {
    const auto place_of = [&](const ref& x, std::uint32_t at) {
      const op* d = g_.seen(x, at);
      return d != nullptr && d->form == f::ld ? g_.moved(*d, x) : ref{};
    };
    const ref x = place_of(r, pc), y = place_of(p_.ops[q.pc].a, q.pc);
    return x && y && same(x, y);
  }

  /// Whether the value may be `w + P`, taken where w is below zero.
  bool came_round(const ref& r, std::uint32_t, const question& q, std::unordered_set<std::uint32_t>& seen) const {
    if (r.where != pool::frame || !seen.insert(r.offset).second) return false;
    const auto& all = g_.definitions(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& d = p_.ops[pc];
      if (const ref from = g_.moved(d, r)) return came_round(from, pc, q, seen);
      if (d.form == f::selp) return came_round(d.a, pc, q, seen) || came_round(d.b, pc, q, seen);
      if (!is_sum(d)) return false;
      const bool fused = d.meaning.operation == operation::fused;
      for (const auto& [w, period] : {std::pair(d.a, fused ? d.c : d.b), std::pair(d.b, fused ? d.c : d.a)})
        if (is_period(period, pc, q) && is_tested_for_sign(d, w, fused)) return true;
      return false;
    });
  }
  /// Whether the function compares the term of a sum with zero.
  bool is_tested_for_sign(const op& sum, const ref& w, bool fused) const {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& o = p_.ops[code_.first + k];
      if (!compares_numbers(o) || literal(g_, o.b, o.source_format == number::f64) != 0) continue;
      const op* d = g_.seen(o.a, o.pc);
      if (fused ? d != nullptr && d->meaning.operation == operation::product && same(d->a, sum.a) && same(d->b, sum.b) : same(origin(g_, o.a, o.pc), origin(g_, w, sum.pc))) return true;
      const op* x = g_.seen(w, sum.pc);
      if (!fused && x != nullptr && d != nullptr && x->form == f::ld && d->form == f::ld && same(g_.moved(*x, w), g_.moved(*d, o.a)) && g_.moved(*x, w)) return true;
    }
    return false;
  }

  /// Whether everything that depends on the predicate takes the period off the value, or makes it zero where it had come round.
  bool is_decided_only(const predicate_ref& p, const question& q, int depth) {
    const auto it = readers_.find(p.index);
    if (depth <= 0 || it == readers_.end()) return false;
    return std::all_of(it->second.begin(), it->second.end(), [&](std::uint32_t pc) {
      const op& o = p_.ops[pc];
      if (o.flow == control::branch) return skips_only(o, q);
      if (o.guard && o.guard.index == p.index) return is_step(o, q);
      if (o.form == f::selp) return is_choice(o, q);
      return o.pd && !o.d && o.meaning.takes != ptx::content::real && is_decided_only(o.pd, q, depth - 1); // not.pred
    });
  }
  bool is_choice(const op& o, const question& q) {
    return (is_taken_off(o.a, o.pc, q) && is_kept(o.b, o.pc, q)) || (is_taken_off(o.b, o.pc, q) && is_kept(o.a, o.pc, q));
  }
  /// The value itself, or a multiple of it.
  bool is_kept(const ref& r, std::uint32_t pc, const question& q) const {
    if (is_value(r, pc, q)) return true;
    const op* d = g_.seen(r, pc);
    return d != nullptr && d->meaning.operation == operation::product && (is_value(d->a, d->pc, q) || is_value(d->b, d->pc, q));
  }
  bool is_taken_off(const ref& r, std::uint32_t pc, const question& q) {
    if (literal(g_, r, q.wide) == 0) return q.came_round;
    const op* d = g_.seen(origin(g_, r, pc), pc);
    return d != nullptr && is_sum_of(*d, q);
  }
  bool is_sum_of(const op& d, const question& q) {
    if (!is_sum(d) || d.meaning.operation == operation::fused) return false;
    const bool fits = (is_value(d.a, d.pc, q) && is_period(d.b, d.pc, q)) || (is_value(d.b, d.pc, q) && is_period(d.a, d.pc, q));
    if (fits) sums_.push_back(d.pc);
    return fits;
  }
  bool is_step(const op& o, const question& q) {
    if (o.form == f::mov) return is_taken_off(o.a, o.pc, q);
    return is_sum_of(o, q);
  }
  /// What lies between a branch forward and its target, or between two branches of debug code.
  bool skips_only(const op& branch, const question& q) {
    if (branch.target <= branch.pc) return false;
    bool steps = false;
    for (std::uint32_t pc = branch.pc + 1; pc < branch.target; ++pc) {
      const op& o = p_.ops[pc];
      if (is_sum(o)) {
        if (!is_sum_of(o, q)) return false;
        steps = true;
        continue;
      }
      const bool moves = o.form == f::mov || ((o.form == f::ld || o.form == f::st) && (o.addressing != addressing::memory || o.space == space::local));
      if (!moves && o.flow != control::branch) return false;
      if (moves && q.came_round && literal(g_, o.form == f::st && !o.list.empty() ? o.list[0] : o.a, q.wide) == 0) steps = true;
    }
    return steps;
  }

  program& p_;
  const function_code& code_;
  const def_use& g_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> readers_; ///< by predicate: pcs
  std::vector<std::uint32_t> sums_;                                       ///< that take the period off, of the test at hand
};

} // namespace

void find_wraps(program& p, const function_code& code, const def_use& g) { wrap_guards(p, code, g).mark(); }

} // namespace fpcheck::exec
