#include "meetings.hpp"

#include "decimal_literals.hpp"
#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "intended.hpp"
#include "key_comparisons.hpp"
#include "overrides.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/iteration_ends.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

/// An operand: a register's number, or a literal's.
exact_number operand(warp& w, const ref& r, number n, int lane) {
  exact_number x = number_in(w, r, n, lane);
  if (r.where != pool::constant || n != number::f32) return x;
  const auto* words = w.constant_numbers + std::size_t{r.offset} / 4 * 3 + lane;
  x.high = bit_cast<double>(words[0]), x.error = bit_cast<double>(words[warp_size]), x.low = bit_cast<double>(words[2 * warp_size]);
  return x;
}

/// The literals' own rounding is 2^-25 of them, what two words lose of a decimal 2^-64: decimals that are closer than this meet.
bool decimals_meet(const warp& w, double difference, double size) { return std::fabs(difference) <= wrapped(w).judged.decimal_distance * size; }

bool numbers_meet(const warp& w, const exact_number& a, const exact_number& b) {
  if (wrapped(w).meeting == meeting_of::decimals) return decimals_meet(w, (a.high - b.high) + (a.low - b.low), std::fabs(a.high));
  return order_of(a, b) == exact_order::equal;
}

/// Whether `x` is the integer `whole`.
bool is_whole(const warp& w, const exact_number& x, double whole) {
  const double off = (x.high - whole) + x.low;
  if (wrapped(w).meeting == meeting_of::decimals) return x.high != 0 && decimals_meet(w, off, std::fabs(x.high));
  return std::fabs(off) <= x.error && x.error <= coincidence * std::max(1.0, std::fabs(x.high));
}

void note(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b) {
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  flip_record& r = m.meetings[o.pc];
  if (r.count++ != 0) return;
  r.pc = o.pc;
  r.computed[0] = computed_a, r.computed[1] = computed_b, r.exact[0] = exact_a, r.exact[1] = exact_b;
  std::copy_n(w.block->position, 3, r.cta);
  for (std::size_t k = 0; k < 3; ++k) r.thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
}

void compare(warp& w, const op& o) {
  std::uint32_t toggled = 0;
  for_each_lane(w.exec, [&](int i) {
    const exact_number a = operand(w, o.a, o.source_format, i), b = operand(w, o.b, o.source_format, i);
    if (!a.known() || !b.known() || a.computed == b.computed || a.computed != a.computed || b.computed != b.computed || !numbers_meet(w, a, b)) return;
    if (holds(outcomes_of(o), exact_order::equal) == holds(outcomes_of(o), machine_order(a.computed, b.computed))) return;
    note(w, o, i, a.computed, b.computed, a.high, b.high);
    toggled |= 1u << i;
  });
  toggled = changed_predicates(w, o, toggled);
  run_inner(w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
}

void round(warp& w, const op& o) {
  double whole[warp_size];
  std::uint32_t known = 0;
  for_each_lane(w.exec, [&](int i) {
    const exact_number x = operand(w, o.a, o.source_format, i);
    whole[i] = std::nearbyint(x.high);
    if (!x.shadowed || !x.known() || !(std::fabs(x.computed) < INFINITY)) return;
    const double of_machine = exact_integral({x.computed, x.computed}, o.rounding);
    if (of_machine == whole[i] || !is_whole(w, x, whole[i])) return;
    if (std::fabs(x.computed) >= std::ldexp(1.0, limits_of(o.source_format).precision)) return; // an integer in any case: nothing is decided here
    note(w, o, i, x.computed, of_machine, x.high, whole[i]);
    known |= 1u << i;
  });
  run_inner(w, o);
  for_each_lane(known, [&](int i) { put_integral(w, o, i, whole[i]); });
}

} // namespace

void decide_meetings(wrapped_machine& m, const meeting_plan& plan) {
  if (m.constant_numbers == nullptr || m.domain.layout != number_layout::wide) return;
  m.meeting = plan.of;
  if (plan.of == meeting_of::decimals) place_decimals(m);
  m.anchored = find_anchored(*m.code);
  const bool exact = plan.of == meeting_of::exact_numbers;
  const std::vector<bool> keys = exact ? find_key_comparisons(*m.code) : std::vector<bool>(m.ops.size());
  const std::vector<bool> iterations = exact ? find_iteration_ends(*m.code) : keys;
  const std::unordered_set<std::uint32_t> only(plan.only.begin(), plan.only.end());
  for (op& o : m.ops) {
    if (o.bits == nullptr || o.source == nullptr || m.anchored[o.pc] || o.roles.has(role::pole)) continue;
    if (keys[o.pc] || iterations[o.pc] || (exact && o.roles.has(roles::wrap)) || (!only.empty() && !only.contains(o.pc))) continue;
    if (compares_numbers(o)) wrap(m, o, &compare);
    else if (rounds_to_integer(o)) wrap(m, o, &round);
  }
}

} // namespace fpcheck::exec
