#include "absorbed_loops.hpp"

#include "def_use.hpp"
#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "overrides.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

bool is_sum(const op& o) {
  const bool adds = o.meaning.operation == ptx::operation::sum || o.meaning.operation == ptx::operation::difference;
  return adds && o.meaning.takes == ptx::content::real && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && (o.format == number::f32 || o.format == number::f64);
}

/// What becomes of a sum, through moves: whether it is its own operand again, and whether it decides a branch.
class loop_variables {
public:
  loop_variables(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {
    for (std::uint32_t n = 0; n < code.count; ++n)
      if (const op& o = p.ops[code.first + n]; o.flow == control::branch && o.guard) steering_.insert(o.guard.index);
  }
  bool is_one(const op& o) {
    seen_.clear(), comes_back_ = decides_ = false;
    follow(o.d, o, most_moves);
    return comes_back_ && decides_;
  }

private:
  void follow(const ref& r, const op& start, int depth) {
    if (depth <= 0) return;
    for (const std::uint32_t pc : g_.uses(r)) {
      const op& u = p_.ops[pc];
      if (pc == start.pc) comes_back_ = true;
      if (!seen_.insert(pc).second) continue;
      if (compares_numbers(u) && (steering_.contains(u.pd.index) || (u.pd2 && steering_.contains(u.pd2.index)))) decides_ = true;
      ref to = g_.passed_on(u, r);
      if (!to && ptx::is_conversion(u.meaning) && u.meaning.takes == ptx::content::real) to = u.d;
      if (to) follow(to, start, depth - 1);
    }
  }
  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> steering_, seen_;
  bool comes_back_ = false, decides_ = false;
};

struct operands {
  double a[warp_size], b[warp_size];
  operands(warp& w, const op& o) {
    for_each_lane(w.exec, [&](int i) { a[i] = number_at(w, o.a, o.format, i), b[i] = number_at(w, o.b, o.format, i); });
  }
  static double number_at(warp& w, const ref& r, number n, int i) { return n == number::f64 ? w.lanes<double>(r)[i] : static_cast<double>(w.lanes<float>(r)[i]); }
};

void watch_step(warp& w, const op& o) {
  const operands x(w, o);
  const std::uint32_t lanes = w.exec;
  run_inner(w, o);
  int stuck = -1;
  double kept = 0, step = 0;
  for_each_lane(lanes, [&](int i) {
    const double sum = operands::number_at(w, o.d, o.format, i);
    const bool first = sum == x.a[i] && x.b[i] != 0, second = sum == x.b[i] && x.a[i] != 0 && o.meaning.operation == ptx::operation::sum;
    if (stuck >= 0 || !(std::fabs(sum) < INFINITY) || (!first && !second)) return;
    stuck = i, kept = sum, step = first ? x.b[i] : x.a[i];
  });
  if (stuck < 0) return;
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  wrapped_machine::standing_loop& s = m.standing[{&w, o.pc}];
  if (s.lane != stuck || s.value != kept || s.step != step) s = {stuck, kept, step, 0};
  // A loop that ends for another reason seldom turns as often without its variable, and then the variable is as wrong.
  if (++s.turns != m.judged.standing_turns || m.stop) return;
  absorbed_loop out;
  out.pc = o.pc, out.launch = m.launch_index, out.value = kept, out.step = step;
  std::copy_n(w.block->position, 3, out.cta);
  for (std::size_t k = 0; k < 3; ++k) out.thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(stuck)];
  m.absorbed = out;
  m.stop = true;
}

} // namespace

void watch_loop_variables(wrapped_machine& m) {
  for (const function_code& code : m.code->functions) {
    const auto first = m.code->ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, compares_numbers) || std::none_of(first, end, is_sum)) continue;
    loop_variables variables(*m.code, code);
    for (std::uint32_t n = 0; n < code.count; ++n)
      if (op& o = m.ops[code.first + n]; is_sum(o) && o.d && variables.is_one(m.code->ops[o.pc])) wrap(m, o, &watch_step);
  }
}

} // namespace fpcheck::exec
