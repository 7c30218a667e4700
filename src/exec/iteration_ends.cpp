#include <fpcheck/exec/iteration_ends.hpp>

#include "overrides.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace fpcheck::exec {
namespace {

using ptx::operation;

constexpr int deepest = 12;

bool computes(const op& o) { return o.meaning.takes == ptx::content::real && o.meaning.gives == ptx::content::real && o.meaning.access == ptx::access::none; }

/// A natural loop: its blocks, by index.
using loop = std::vector<bool>;

/// The loops of a function, by the edges that go back to a block that is open yet on the way.
class loops_of {
public:
  explicit loops_of(const function_code& code) : code_(code), state_(code.blocks.size(), unseen), before_(code.blocks.size()) {
    for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
      for (const std::uint32_t s : code.blocks[b].successors) before_[s].push_back(b);
    if (!code.blocks.empty()) visit();
  }
  const std::vector<loop>& all() const { return found_; }

private:
  enum state : std::uint8_t { unseen, open, closed };
  void visit() {
    std::vector<std::pair<std::uint32_t, std::size_t>> way{{0, 0}};
    state_[0] = open;
    while (!way.empty()) {
      auto& [b, k] = way.back();
      const auto& next = code_.blocks[b].successors;
      if (k == next.size()) {
        state_[b] = closed;
        way.pop_back();
        continue;
      }
      const std::uint32_t s = next[k++];
      if (state_[s] == open) add(b, s);
      if (state_[s] != unseen) continue;
      state_[s] = open;
      way.emplace_back(s, 0);
    }
  }
  void add(std::uint32_t last, std::uint32_t first) {
    loop in(code_.blocks.size());
    in[first] = true;
    std::vector<std::uint32_t> left{last};
    while (!left.empty()) {
      const std::uint32_t b = left.back();
      left.pop_back();
      if (in[b]) continue;
      in[b] = true;
      left.insert(left.end(), before_[b].begin(), before_[b].end());
    }
    found_.push_back(std::move(in));
  }
  const function_code& code_;
  std::vector<state> state_;
  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<loop> found_;
};

class ends_of_function {
public:
  ends_of_function(const program& p, const function_code& code) : p_(p), code_(code), g_(p, code, p.constants), loops_(code) {}

  void mark(std::vector<bool>& out) {
    for (const loop& in : loops_.all()) {
      in_ = &in;
      const std::set<std::uint32_t> steering = predicates_that_steer();
      for (std::uint32_t k = 0; k < code_.count; ++k) {
        const op& o = p_.ops[code_.first + k];
        if (!compares_numbers(o) || !inside(o) || o.source_format == number::none) continue;
        if (!steering.contains(o.pd.index) && !(o.pd2 && steering.contains(o.pd2.index))) continue;
        out[o.pc] = out[o.pc] || ends_iteration(o);
      }
    }
  }

private:
  bool inside(const op& o) const { return (*in_)[o.block]; }

  /// Predicates of branches that leave the loop, and what these are made of.
  std::set<std::uint32_t> predicates_that_steer() const {
    std::set<std::uint32_t> out;
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& o = p_.ops[code_.first + k];
      const bool leaves = o.flow == control::branch && o.guard && inside(o) && std::any_of(code_.blocks[o.block].successors.begin(), code_.blocks[o.block].successors.end(), [&](std::uint32_t s) { return !(*in_)[s]; });
      if (leaves) out.insert(o.guard.index);
    }
    for (bool grew = !out.empty(); grew;) {
      const std::size_t before = out.size();
      for (std::uint32_t k = 0; k < code_.count; ++k) {
        const op& o = p_.ops[code_.first + k];
        if (!inside(o) || !((o.pd && out.contains(o.pd.index)) || (o.pd2 && out.contains(o.pd2.index)))) continue;
        for (const predicate_ref* x : {&o.pa, &o.pb})
          if (*x) out.insert(x->index);
      }
      grew = out.size() != before;
    }
    return out;
  }

  bool ends_iteration(const op& o) {
    if (is_step_of(o.a, o.b, o.pc) || is_step_of(o.b, o.a, o.pc) || are_iterates(o.a, o.b, o.pc)) return true;
    return measures(o.a, o.pc, deepest) || measures(o.b, o.pc, deepest);
  }

  /// t + h beside t.
  bool is_step_of(const ref& sum, const ref& t, std::uint32_t pc) const {
    const op* const d = g_.seen(origin(g_, sum, pc), pc);
    if (d == nullptr || !inside(*d) || !computes(*d) || d->meaning.operation != operation::sum || t.where != pool::frame) return false;
    const ref at = origin(g_, t, pc);
    return same(origin(g_, d->a, d->pc), at) || same(origin(g_, d->b, d->pc), at);
  }

  /// The arithmetic inside the loop whose result is in `r`, or was in an earlier turn, moved and chosen only.
  void held(const ref& r, std::set<std::uint32_t>& seen, std::set<std::uint32_t>& out, int depth) const {
    if (depth <= 0 || r.where != pool::frame) return;
    for (const std::uint32_t pc : g_.definitions(r)) {
      const op& d = p_.ops[pc];
      if (!inside(d) || !seen.insert(pc).second) continue;
      if (const ref from = g_.moved(d, r)) held(from, seen, out, depth - 1);
      else if (d.meaning.operation == operation::selection) held(d.a, seen, out, depth - 1), held(d.b, seen, out, depth - 1);
      else if (computes(d)) out.insert(pc);
    }
  }
  /// Whether one of two numbers is what the other was a turn before, or both are what one step gives to one or the other.
  bool are_iterates(const ref& a, const ref& b, std::uint32_t pc) const {
    if (a.where != pool::frame || b.where != pool::frame || same(origin(g_, a, pc), origin(g_, b, pc))) return false;
    std::set<std::uint32_t> seen_a, seen_b, of_a, of_b;
    held(a, seen_a, of_a, most_moves), held(b, seen_b, of_b, most_moves);
    return std::any_of(of_a.begin(), of_a.end(), [&](std::uint32_t k) { return of_b.contains(k); });
  }

  /// Whether `r` is the size of a difference of iterates or of a residual.
  bool measures(const ref& r, std::uint32_t pc, int depth) {
    if (depth <= 0 || r.where != pool::frame) return false;
    const ref at = origin(g_, r, pc);
    const auto look = [&](const op& d) { return inside(d) && is_measure(d, depth); };
    if (const op* d = g_.seen(at, pc)) return look(*d);
    const auto& all = g_.definitions(at);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t k) {
      const op& d = p_.ops[k];
      const ref from = g_.moved(d, at);
      return from ? inside(d) && measures(from, d.pc, depth - 3) : look(d);
    });
  }
  bool is_measure(const op& d, int depth) {
    if (!computes(d) && d.meaning.operation != operation::selection) return false;
    switch (d.meaning.operation) {
    case operation::magnitude: case operation::negation: case operation::root: case operation::widening: case operation::narrowing: case operation::same_format: return measures(d.a, d.pc, depth - 1);
    case operation::maximum: case operation::minimum: case operation::selection: return measures(d.a, d.pc, depth - 1) || measures(d.b, d.pc, depth - 1);
    case operation::product: case operation::quotient: return is_outer(d.b) || same(d.a, d.b) ? measures(d.a, d.pc, depth - 1) : is_outer(d.a) && measures(d.b, d.pc, depth - 1);
    case operation::difference: return are_iterates(d.a, d.b, d.pc) || ((is_outer(d.a) || is_outer(d.b)) && (feeds_itself(d) || is_ratio_less_one(d)));
    case operation::sum: return (is_outer(d.a) || is_outer(d.b)) && (feeds_itself(d) || is_ratio_less_one(d));
    case operation::fused:
      if (same(d.a, d.b)) return measures(d.a, d.pc, depth - 1) || measures(d.c, d.pc, depth - 1);
      return is_outer(d.c) ? feeds_itself(d) : are_iterates(d.a, d.c, d.pc) || are_iterates(d.b, d.c, d.pc);
    default: return false;
    }
  }
  /// Whether what is compared with one is the factor between successive iterates: each is the last one times it.
  bool is_ratio_less_one(const op& d) const {
    const bool wide = d.format == number::f64;
    for (const auto& [one, ratio] : {std::pair{d.a, d.b}, std::pair{d.b, d.a}}) {
      if (std::fabs(literal(g_, one, wide)) != 1 || ratio.where != pool::frame) continue;
      const ref at = origin(g_, ratio, d.pc);
      for (std::uint32_t k = 0; k < code_.count; ++k) {
        const op& o = p_.ops[code_.first + k];
        if (!inside(o) || !computes(o) || o.meaning.operation != operation::product) continue;
        for (const auto& [factor, last] : {std::pair{o.a, o.b}, std::pair{o.b, o.a}}) {
          if (factor.where != pool::frame || !same(origin(g_, factor, o.pc), at)) continue;
          std::set<std::uint32_t> seen, made;
          held(last, seen, made, most_moves);
          if (made.contains(o.pc)) return true;
        }
      }
    }
    return false;
  }
  /// Whether nothing in the loop computes it: a literal, data, what was there before.
  bool is_outer(const ref& r) const {
    if (r.where != pool::frame) return r.where != pool::none;
    const auto& all = g_.definitions(r);
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t k) {
      const op& d = p_.ops[k];
      if (!inside(d)) return true;
      if (const ref from = g_.moved(d, r)) return !same(from, r) && is_outer(from);
      return d.meaning.access == ptx::access::load;
    });
  }

  /// Arithmetic inside the loop that a result depends on, in this turn or an earlier one.
  std::set<std::uint32_t> made_of(const op& start) const {
    std::set<std::uint32_t> out, seen;
    std::vector<ref> left{start.a, start.b, start.c};
    while (!left.empty()) {
      const ref r = left.back();
      left.pop_back();
      if (r.where != pool::frame) continue;
      for (const std::uint32_t pc : g_.definitions(r)) {
        const op& d = p_.ops[pc];
        if (!inside(d) || !seen.insert(pc).second) continue;
        if (const ref from = g_.moved(d, r)) {
          left.push_back(from);
        } else if (computes(d) || d.meaning.operation == operation::selection) {
          if (computes(d)) out.insert(pc);
          left.insert(left.end(), {d.a, d.b, d.c});
        }
      }
    }
    return out;
  }
  /// Whether what is corrected by a difference is what it was taken of: a residual, and no number that is counted down.
  bool feeds_itself(const op& d) const {
    const std::set<std::uint32_t> all = made_of(d);
    if (!all.contains(d.pc)) return false;
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t k) {
      const op& o = p_.ops[k];
      return k != d.pc && ptx::is_real_sum(o.meaning) && !adds_outer(o) && made_of(o).contains(d.pc);
    });
  }
  /// Whether a sum takes a step that nothing in the loop computes, as each of an unrolled count does.
  bool adds_outer(const op& o) const {
    if (o.meaning.operation == operation::fused) return is_outer(o.c) || (is_outer(o.a) && is_outer(o.b));
    return is_outer(o.a) || is_outer(o.b);
  }

  const program& p_;
  const function_code& code_;
  def_use g_;
  loops_of loops_;
  const loop* in_ = nullptr;
};

} // namespace

std::vector<bool> find_iteration_ends(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (code.count == 0 || std::none_of(first, end, compares_numbers)) continue;
    ends_of_function(p, code).mark(out);
  }
  return out;
}

} // namespace fpcheck::exec
