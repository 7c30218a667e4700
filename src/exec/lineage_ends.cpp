#include "lineage_ends.hpp"

#include "bit_orders.hpp"
#include "ends_here.hpp"
#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "intended.hpp"
#include "lifted_clamps.hpp"
#include "overrides.hpp"
#include "swallowed_nans.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/singles.hpp>
#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <bit>

namespace fpcheck::exec {
namespace {

using f = ptx::form;


/// Whether a comparison asks for NaNs or infinities themselves.
bool is_nan_test(const op& o, const exact_number& a, const exact_number& b) {
  const std::uint32_t asks = outcomes_of(o);
  if (asks == 7u || asks == 8u || (o.a.where == o.b.where && o.a.offset == o.b.offset)) return true;
  return (o.a.where == pool::constant && !(std::fabs(a.computed) < INFINITY)) || (o.b.where == pool::constant && !(std::fabs(b.computed) < INFINITY));
}

void watch_comparison(warp& w, const op& o) {
  if (const std::uint32_t lanes = live_lanes(w, o.a) | live_lanes(w, o.b); lanes != 0) {
    ends_here ends(w, o, end_kind::comparison);
    for_each_lane(lanes, [&](int i) {
      const exact_number a = number_in(w, o.a, o.source_format, i), b = number_in(w, o.b, o.source_format, i);
      const bool no_number = (a.computed != a.computed && a.high != a.high) || (b.computed != b.computed && b.high != b.high);
      const bool born = no_number && (is_born(w, o.a, i) || is_born(w, o.b, i));
      if (a.distance() == 0 && b.distance() == 0 && !born) return;
      if (ends.is_anchored() || o.roles.has(role::pole) || o.roles.has(roles::wrap)) return ends.anchored();
      const exact_order x = order_of(a, b);
      if (no_number) return is_nan_test(o, a, b) ? void() : ends.unordered(i, a, b);
      const bool certain = x != exact_order::unknown, same = certain && holds(outcomes_of(o), x) == holds(outcomes_of(o), machine_order(a.computed, b.computed));
      if (same) return ends.decided();
      ends.open(i, a, b, certain, std::fabs((a.high - b.high) + (a.low - b.low)));
    });
  }
  run_inner(w, o);
}

/// Whether a number in fixed point had no fraction left to lose: what is converted is judged as a number in binary32, which it stands for.
bool stands_for_number(warp& w, const op& o, const exact_number& x) {
  return wrapped(w).fixed_point[o.pc] && std::fabs(x.computed) >= 0x1p24 && x.distance() <= wrapped(w).judged.excess_limit * std::ldexp(1.0, std::ilogb(x.computed) - 24);
}

void watch_rounding(warp& w, const op& o) {
  const std::uint32_t lanes = live_lanes(w, o.a);
  if (lanes == 0) return run_inner(w, o);
  exact_number x[warp_size];
  for_each_lane(lanes, [&](int i) { x[i] = number_in(w, o.a, o.source_format, i); });
  run_inner(w, o);
  ends_here ends(w, o, end_kind::conversion);
  for_each_lane(lanes, [&](int i) {
    if (x[i].distance() == 0) return;
    if (ends.is_anchored()) return ends.anchored();
    double whole = exact_integral(x[i], o.rounding);
    const exact_number machine{x[i].computed, x[i].computed};
    const double of_machine = exact_integral(machine, o.rounding);
    if (whole == whole && whole == of_machine) return ends.decided();
    if (stands_for_number(w, o, x[i])) return ends.anchored();
    ends.open(i, x[i], exact_number{of_machine, whole}, whole == whole, x[i].distance());
  });
}

/// copysign takes the machine's sign of its first operand.
void watch_sign(warp& w, const op& o) {
  if (const std::uint32_t lanes = live_lanes(w, o.a); lanes != 0) {
    ends_here ends(w, o, end_kind::comparison);
    const number n = o.format == number::f64 ? number::f64 : number::f32;
    for_each_lane(lanes, [&](int i) {
      const exact_number x = number_in(w, o.a, n, i);
      if (x.computed != x.computed && x.high != x.high && is_born(w, o.a, i)) return ends.unordered(i, x, exact_number{});
      if (x.distance() == 0) return;
      const exact_order sign = order_of(x, exact_number{});
      if (sign == machine_order(x.computed, 0) && sign != exact_order::equal) return ends.decided();
      ends.open(i, x, exact_number{}, sign != exact_order::unknown, std::fabs(x.high));
    });
  }
  run_inner(w, o);
}

/// The number of a 16- or 8-bit code under the reading that is closest to what is known of it.
exact_number narrow_number(warp& w, const ref& r, int lane, int part, bool half) {
  exact_number best;
  bool first = true;
  constexpr number readings[2][2] = {{number::e4m3, number::e5m2}, {number::f16, number::bf16}};
  for (const number n : readings[half]) {
    const exact_number x = number_in(w, r, n, lane, part);
    if (first || x.distance() < best.distance()) best = x, first = false;
  }
  return best;
}

/// The inexact number whose bits lane `lane` of a register of `bits` bits holds; an exact one where there is none.
exact_number number_behind(warp& w, const ref& r, int bits, int lane) {
  using t = shadow_tag;
  const slot_shadow& s = w.shadow(r);
  exact_number worst;
  const auto look = [&](const exact_number& x) { if (x.distance() > worst.distance()) worst = x; };
  if (((s.live >> lane) & 1u) != 0) {
    switch (s.tag) {
    case t::f32: case t::derived: look(origin_of_bits(w, r, lane)); break;
    case t::half: case t::half2: for (int k = 0; k < parts(s.tag); ++k) look(narrow_number(w, r, lane, k, true)); break;
    case t::byte: case t::bytes2: case t::bytes4: for (int k = 0; k < parts(s.tag); ++k) look(narrow_number(w, r, lane, k, false)); break;
    case t::f64:
      if (bits == 64) look(number_in(w, r, number::f64, lane));
      else look({0, 0, 0, INFINITY, true}); // half of a binary64: what the other half was is not at hand
      break;
    case t::f64_high: look({0, 0, 0, INFINITY, true}); break;
    case t::none: break;
    }
  }
  if (bits == 64 && s.tag != t::f64) {
    const exact_number high = number_behind(w, following(r, 1), 32, lane);
    look(high);
  }
  return worst;
}

/// Codes of binary32 from one end of an enclosure to the other, all of them where they are few.
void codes_within(const exact_number& x, std::vector<std::uint32_t>& out) {
  constexpr std::int64_t most = 16;
  const double low = std::min(x.computed, x.high - x.error), high = std::max(x.computed, x.high + x.error);
  const auto ordered = [](double v) { const auto b = static_cast<std::int32_t>(bits_of(static_cast<float>(v))); return static_cast<std::int64_t>(b < 0 ? INT32_MIN - static_cast<std::int64_t>(b) : b); };
  const std::int64_t first = ordered(low), last = ordered(high), step = std::max<std::int64_t>(1, (last - first) / most | 1);
  const auto add = [&](std::int64_t k) { out.push_back(k < 0 ? static_cast<std::uint32_t>(INT32_MIN - k) : static_cast<std::uint32_t>(k)); };
  for (std::int64_t k = first; k < last; k += step) add(k);
  add(last);
}

/// Whether integer code gives the same of every number in the enclosure, operand `r` being the bits of one. Only for operands that
/// hold a number's own bits, or, where a mask follows, bits moved by a constant (logf: bits - 0x3f2aaaab).
bool gives_the_same(warp& w, const op& o, const ref& r, int lane, const exact_number& x) {
  const slot_shadow& s = w.shadow(r);
  if (o.bits == nullptr || !x.known() || !(std::fabs(x.computed) < INFINITY) || (s.tag != shadow_tag::f32 && s.tag != shadow_tag::derived)) return false;
  std::uint32_t* const from = w.lanes<std::uint32_t>(r) + lane;
  const std::uint32_t kept = *from, code = bits_of(static_cast<float>(x.computed)), moved = kept - code;
  if (moved != 0 && o.form != f::and_bits && o.form != f::lop3) return false;
  std::vector<std::uint32_t> codes;
  codes_within(x, codes);
  const std::uint32_t exec = w.exec, carry = w.carry;
  w.exec = 1u << lane;
  const auto result = [&] {
    std::uint64_t h = 0;
    if (o.d) h = o.d_bits == 64 ? w.lanes<std::uint64_t>(o.d)[lane] : w.lanes<std::uint32_t>(o.d)[lane];
    for (const predicate_ref* p : {&o.pd, &o.pd2})
      if (*p) h = h * 2 + (w.top->predicates[p->index] >> lane & 1u);
    return h;
  };
  const std::uint64_t before = o.d ? (o.d_bits == 64 ? w.lanes<std::uint64_t>(o.d)[lane] : w.lanes<std::uint32_t>(o.d)[lane]) : 0;
  const std::uint32_t p1 = o.pd ? w.top->predicates[o.pd.index] : 0, p2 = o.pd2 ? w.top->predicates[o.pd2.index] : 0;
  const auto restore = [&] {
    if (o.d && o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[lane] = before;
    else if (o.d) w.lanes<std::uint32_t>(o.d)[lane] = static_cast<std::uint32_t>(before);
    if (o.pd) w.top->predicates[o.pd.index] = p1;
    if (o.pd2) w.top->predicates[o.pd2.index] = p2;
    w.carry = carry;
    *from = kept;
  };
  o.bits(w, o);
  const std::uint64_t machine = result();
  bool same = true;
  for (const std::uint32_t c : codes) {
    restore();
    *from = c + moved;
    o.bits(w, o);
    same = same && result() == machine;
  }
  restore();
  w.exec = exec;
  return same;
}

struct bits_operand { ref where; int bits; };

std::vector<bits_operand> operands_of(const op& o) {
  std::vector<bits_operand> out;
  const auto add = [&](const ref& r, int bits) { if (r.where == pool::frame) out.push_back({r, bits}); };
  const bool accesses = o.meaning.access != ptx::access::none; // operand a is an address then
  if (!accesses) add(o.a, o.a_bits);
  add(o.b, o.b_bits);
  add(o.c, accesses ? o.b_bits : 32);
  add(o.e, 32);
  if (o.form == f::mov || accesses)
    for (const ref& r : o.list) add(r, 32);
  return out;
}

/// NaNs that an integer comparison of their bits puts beyond all numbers, or before them.
void note_ordered_nans(warp& w, const op& o) {
  const std::uint32_t lanes = nans_ordered_by(w, o);
  if (lanes == 0) return;
  ends_here ends(w, o, end_kind::comparison);
  exact_number nan;
  nan.computed = nan.high = NAN;
  for_each_lane(lanes, [&](int i) { ends.unordered(i, nan, exact_number{}); });
}

/// The lanes in which the extreme of integers, if they are numbers' bits, is another number's than exact arithmetic's.
std::uint32_t crossed_extremes(warp& w, const op& o, std::uint32_t lanes) {
  if (o.form != f::min_int && o.form != f::max_int) return 0;
  const number n = o.d_bits == 64 ? number::f64 : number::f32;
  std::uint32_t out = 0;
  for_each_lane(lanes, [&](int i) {
    const exact_number a = number_in(w, o.a, n, i), b = number_in(w, o.b, n, i);
    if (order_of(a, b) != machine_order(a.computed, b.computed)) out |= 1u << i;
  });
  return out;
}

/// Integer code, and what else takes registers whole: where no lane of the result says anything of the number any more, it has ended.
void watch_bits(warp& w, const op& o) {
  note_ordered_nans(w, o);
  std::uint32_t lanes = 0;
  for (const ref* r : {&o.a, &o.b, &o.c, &o.e})
    if (r->where == pool::frame) {
      lanes |= w.shadow(*r).live;
      lanes |= w.top->shadows[std::min<std::size_t>(r->slot() + 1, w.top->shadows.size() - 1)].live;
    }
  if (o.form == f::mov)
    for (const ref& r : o.list) lanes |= r.where == pool::frame ? w.shadow(r).live : 0u;
  if ((lanes & w.exec) == 0) return run_inner(w, o);
  const auto operands = operands_of(o);
  const ptx::meaning meaning = o.meaning;
  exact_number worst[warp_size];
  std::uint32_t inexact = 0, same = 0;
  const std::uint32_t crossed = crossed_extremes(w, o, lanes & w.exec);
  for_each_lane(lanes & w.exec, [&](int i) {
    int count = 0;
    const bits_operand* which = nullptr;
    for (const bits_operand& x : operands) {
      const exact_number v = number_behind(w, x.where, x.bits, i);
      if (v.distance() == 0) continue;
      ++count, which = &x;
      if (v.distance() > worst[i].distance() || worst[i].distance() == 0) worst[i] = v;
    }
    if (count == 0) return;
    inexact |= 1u << i;
    if (count == 1 && which->bits == 32 && ptx::is_pure(meaning) && o.form != f::mov && gives_the_same(w, o, which->where, i, worst[i])) same |= 1u << i;
  });
  run_inner(w, o);
  if (inexact == 0) return;
  std::uint32_t carried = 0;
  if (o.d.where == pool::frame && meaning.access == ptx::access::none && o.form != f::cvt_int_to_float) {
    carried = w.shadow(o.d).live;
    if (o.d_bits == 64) carried |= w.shadow(following(o.d, 1)).live;
  }
  ends_here ends(w, o, end_kind::bits);
  for_each_lane(inexact & (~carried | crossed), [&](int i) {
    if (((same >> i) & 1u) != 0) return ends.decided();
    ends.open(i, worst[i], worst[i], false, worst[i].distance() / std::max(std::fabs(worst[i].high), 0x1p-1000));
  });
}

void watch_ordered_bits(warp& w, const op& o) {
  note_bit_order(w, o);
  watch_bits(w, o);
}

/// A store of part of a number's bits, or of what integer code made of them: what memory then holds is no number.
void watch_store(warp& w, const op& o) {
  note_bits_of_nans(w, o);
  std::uint32_t lanes = 0;
  for (const ref& r : o.list) lanes |= live_lanes(w, r);
  if (lanes != 0) {
    ends_here ends(w, o, end_kind::bits);
    for (const ref& r : o.list) {
      if (r.where != pool::frame) continue;
      const shadow_tag tag = w.shadow(r).tag;
      // Halves of a number on their way elsewhere: whole again only by what is stored next to them.
      const bool partial = tag == shadow_tag::f32 || tag == shadow_tag::derived ? o.width < 4 : (tag == shadow_tag::f64 || tag == shadow_tag::f64_high) && o.width < 8 && o.b_bits != 64;
      if (!partial && tag != shadow_tag::derived) continue;
      for_each_lane(live_lanes(w, r), [&](int i) {
        if (!partial && w.extra(r).source[static_cast<std::size_t>(i)] == w.lanes<std::uint32_t>(r)[i]) return; // the number itself
        const exact_number x = number_behind(w, r, 32, i);
        if (x.distance() != 0) ends.open(i, x, x, false, x.distance() / std::max(std::fabs(x.high), 0x1p-1000));
      });
    }
  }
  run_inner(w, o);
}

/// Whether integer code, an atomic or what lanes do together takes registers whole, whatever numbers they hold.
bool takes_bits(const ptx::meaning& m) {
  using l = ptx::lineage;
  if (m.operation == ptx::operation::from_integer || m.operation == ptx::operation::packing) return true;
  if (m.operation == ptx::operation::exchange || m.operation == ptx::operation::compare_exchange) return false; // memory carries them on
  if (m.access == ptx::access::atomic) return m.takes != ptx::content::real;
  return m.access == ptx::access::none && ptx::reads_integers(m) &&
         (m.lineage == l::reshapes || m.lineage == l::discrete || m.lineage == l::decides || m.lineage == l::selects || m.lineage == l::computes);
}

handler outer_of(const op& o) {
  if (o.bits == nullptr || o.source == nullptr) return nullptr;
  if (compares_numbers(o)) return &watch_comparison;
  if (const handler h = watching_extremes(o)) return h;
  if (rounds_to_integer(o)) return &watch_rounding;
  if (o.form == f::copysign) return &watch_sign;
  const ptx::meaning m = o.meaning;
  if (m.access == ptx::access::store && ptx::accesses_by_lane(m) && !o.list.empty()) return &watch_store;
  if (orders_integers(o)) return takes_bits(m) ? &watch_ordered_bits : bit_order_watcher();
  if (compares_order(o)) return &watch_bits;
  return takes_bits(m) ? &watch_bits : nullptr;
}

} // namespace

void watch_lineage_ends(wrapped_machine& m) {
  if (m.domain.bind == nullptr || !encloses(m.domain.layout)) return;
  m.anchored = find_anchored(*m.code);
  m.fixed_point = find_fixed_point_addends(*m.code);
  const std::vector<bool> takes_numbers_from_bits = find_bits_as_numbers(*m.code);
  const std::vector<range_end> range_ends = find_range_ends(*m.code);
  for (op& o : m.ops) {
    const handler clamps = o.bits != nullptr && o.source != nullptr ? watching_range_end(range_ends[o.pc]) : nullptr;
    if (const handler outer = clamps != nullptr ? clamps : outer_of(o)) wrap(m, o, outer);
    else if (takes_numbers_from_bits[o.pc] && o.bits != nullptr) wrap(m, o, &watch_bits_as_number);
  }
}

namespace {

/// Of one operand: the words of its number in the run's own domain.
void keep_number(wrapped_machine& m, warp& w, const ref& r, int bits, int lane) {
  using t = shadow_tag;
  if (r.where != pool::frame) return;
  const slot_shadow& s = w.shadow(r);
  if (((s.live >> lane) & 1u) == 0 || s.tag == t::none || s.tag == t::f64_high) return;
  for (int part = 0; part < parts(s.tag); ++part) {
    const number_words words = number_at(w, r, lane, part);
    if (words[0] == exact_marker) continue;
    double computed = 0;
    switch (s.tag) {
    case t::f64: computed = bits == 64 ? w.lanes<double>(r)[lane] : bit_cast<double>(words[0]); break;
    case t::f32: case t::derived: computed = origin_of_bits(w, r, lane).computed; break;
    default: computed = narrow_number(w, r, lane, part, s.tag == t::half || s.tag == t::half2).computed; break;
    }
    if (m.consumed.any_zero && computed != 0) continue;
    const double error = m.domain.error(words.first, warp_size, computed), size = error == error ? error : INFINITY;
    if (!(size > m.consumed_error)) continue;
    m.consumed_error = size, m.consumed.computed = computed;
    m.consumed.words.clear();
    for (int p = 0; p < m.domain.planes; ++p) m.consumed.words.push_back(words[p]);
  }
}

void look_at_consumption(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  for_each_lane(w.exec, [&](int i) {
    for (std::size_t k = 0; k < 3 && !m.consumed.any_zero; ++k)
      if (w.block->position[k] != m.consumed.cta[k] || w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(i)] != m.consumed.thread[k]) return;
    const std::scoped_lock guard(m.lock);
    if (compares_numbers(o) || chooses_extreme(o) || rounds_to_integer(o)) {
      const number n = chooses_extreme(o) ? o.format : o.source_format;
      keep_number(m, w, o.a, n == number::f64 ? 64 : 32, i);
      if (o.b) keep_number(m, w, o.b, n == number::f64 ? 64 : 32, i);
      return;
    }
    if (ptx::has_pole(o.meaning)) return keep_number(m, w, o.a, o.format == number::f64 ? 64 : 32, i);
    for (const bits_operand& x : operands_of(o)) {
      keep_number(m, w, x.where, x.bits, i);
      if (x.bits == 64) keep_number(m, w, following(x.where, 1), 32, i);
    }
  });
  run_inner(w, o);
}

} // namespace

void watch_consumption(wrapped_machine& m, const consumed_number& which) {
  m.consumed = which;
  wrap(m, m.ops[which.pc], &look_at_consumption);
}

} // namespace fpcheck::exec
