// What the lanes of a warp tell each other: shuffles, votes, matches, reductions. Compiled once.
#include "warp_ops.hpp"

#include "handlers.hpp"
#include "lane_access.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <bit>

namespace fpcheck::exec {
namespace {

using m = ptx::modifier;

/// op::choice of shfl.
enum class shuffle_kind : std::uint32_t { up, down, bfly, idx };

/// Source lanes of a shuffle, the lane itself where that is out of range, and the lanes that are in range.
/// Source: PTX ISA, shfl.sync.
std::uint32_t source_lanes(shuffle_kind kind, const std::uint32_t* b, const std::uint32_t* c, int* from) {
  std::uint32_t in_range[warp_size];
  const auto each = [&](auto source) {
    for (int lane = 0; lane < warp_size; ++lane) {
      const int bval = static_cast<int>(b[lane] & 31u), cval = static_cast<int>(c[lane] & 31u), seg = static_cast<int>((c[lane] >> 8) & 31u);
      const int limit = (lane & seg) | (cval & ~seg);
      const int j = source(lane, bval, seg);
      const bool ok = kind == shuffle_kind::up ? j >= limit : j <= limit;
      from[lane] = ok ? j & 31 : lane;
      in_range[lane] = ok ? 1u << lane : 0u;
    }
  };
  switch (kind) {
  case shuffle_kind::up: each([](int lane, int n, int) { return lane - n; }); break;
  case shuffle_kind::down: each([](int lane, int n, int) { return lane + n; }); break;
  case shuffle_kind::bfly: each([](int lane, int n, int) { return lane ^ n; }); break;
  case shuffle_kind::idx: each([](int lane, int n, int seg) { return (lane & seg) | (n & ~seg); }); break;
  }
  std::uint32_t m = 0;
  for (std::uint32_t x : in_range) m |= x;
  return m;
}

void shuffle(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  std::uint32_t value[warp_size], stray = 0;
  int from[warp_size];
  const std::uint32_t in_range = source_lanes(o.choice.as<shuffle_kind>(), w.lanes<std::uint32_t>(o.b), w.lanes<std::uint32_t>(o.c), from) & w.exec;
  if (w.exec != 0xffffffffu)
    for_each_lane(w.exec, [&](int lane) { if (((w.exec >> from[lane]) & 1u) == 0) stray |= 1u << lane, from[lane] = lane; });
  for (int lane = 0; lane < warp_size; ++lane) value[lane] = a[from[lane]];
  write_lanes(w, o.d, value, w.exec);
  shuffle_shadow(w, o.d, o.a, w.exec, from);
  if (stray != 0) w.shadow(o.d).stray |= stray, w.tainted = true;
  if (o.pd) {
    std::uint32_t& p = w.top->predicates[o.pd.index];
    p = (p & ~w.exec) | in_range;
  }
  if (stray != 0) report_fault(w, o, fault::undefined_lane, stray, 0, "the source lane does not take part in the shuffle");
  order_warp(w);
}

/// Of an undefined value that one lane brings, all lanes know as little.
std::uint32_t undefined_anywhere(warp& w, const op& o) {
  const std::uint32_t lanes = source_taints(w, o).poison | undefined_predicates(w, o);
  return (lanes & w.exec) != 0 ? w.exec : 0u;
}

/// After lanes have told each other: the result is exact, and as undefined as what went in.
void settle_together(warp& w, const op& o, std::uint32_t undefined) {
  drop_shadow(w, o.d, w.exec);
  add_taints(w, o.d, {0, 0, undefined, 0}, w.exec);
  if (!o.pd) return;
  std::uint32_t& poison = w.top->predicate_poison[o.pd.index];
  poison = (poison & ~w.exec) | undefined;
}

void set_predicate_lanes(warp& w, const predicate_ref& p, std::uint32_t value) {
  if (!p) return; // nobody reads it
  std::uint32_t& to = w.top->predicates[p.index];
  to = (to & ~w.exec) | (value & w.exec);
}
/// op::choice of vote.
enum class vote_kind : std::uint32_t { all, any, uni, ballot };
void vote(warp& w, const op& o) {
  const std::uint32_t p = w.predicate(o.pa) & w.exec, undefined = undefined_anywhere(w, o);
  order_warp(w);
  const auto kind = o.choice.as<vote_kind>();
  if (kind == vote_kind::ballot) {
    std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
    for_each_lane(w.exec, [&](int i) { d[i] = p; });
    return settle_together(w, o, undefined);
  }
  const bool all = p == w.exec, any = p != 0;
  const bool r = kind == vote_kind::all ? all : kind == vote_kind::any ? any : all || !any;
  set_predicate_lanes(w, o.pd, r ? 0xffffffffu : 0u);
  settle_together(w, o, undefined);
}
void match_any(warp& w, const op& o) {
  order_warp(w);
  std::uint32_t out[warp_size] = {};
  for_each_lane(w.exec, [&](int i) {
    for_each_lane(w.exec, [&](int j) { if (element_bits(w, o.a, o.a_bits, i) == element_bits(w, o.a, o.a_bits, j)) out[i] |= 1u << j; });
  });
  const std::uint32_t undefined = undefined_anywhere(w, o);
  write_lanes(w, o.d, out, w.exec);
  settle_together(w, o, undefined);
}
void match_all(warp& w, const op& o) {
  order_warp(w);
  const std::uint64_t first = element_bits(w, o.a, o.a_bits, std::countr_zero(w.exec));
  const std::uint32_t undefined = undefined_anywhere(w, o);
  bool same = true;
  for_each_lane(w.exec, [&](int i) { same &= element_bits(w, o.a, o.a_bits, i) == first; });
  std::uint32_t* d = o.d ? w.lanes<std::uint32_t>(o.d) : nullptr;
  if (d != nullptr) for_each_lane(w.exec, [&](int i) { d[i] = same ? w.exec : 0u; });
  if (o.pd) set_predicate_lanes(w, o.pd, same ? 0xffffffffu : 0u);
  settle_together(w, o, undefined);
}
/// op::choice of redux.
enum class reduction : std::uint8_t { add, min, max, and_, or_, xor_ };
struct redux_choice {
  reduction kind = reduction::add;
  bool is_signed = false;
};
void redux(warp& w, const op& o) {
  order_warp(w);
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  bool first = true;
  std::uint32_t r = 0;
  const redux_choice choice = o.choice.as<redux_choice>();
  const auto less = [&](std::uint32_t x, std::uint32_t y) { return choice.is_signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y; };
  for_each_lane(w.exec, [&](int i) {
    const std::uint32_t x = a[i];
    if (first) { r = x; first = false; return; }
    switch (choice.kind) {
    case reduction::add: r += x; break;
    case reduction::min: r = less(x, r) ? x : r; break;
    case reduction::max: r = less(r, x) ? x : r; break;
    case reduction::and_: r &= x; break;
    case reduction::or_: r |= x; break;
    case reduction::xor_: r ^= x; break;
    }
  });
  const std::uint32_t undefined = undefined_anywhere(w, o);
  std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for_each_lane(w.exec, [&](int i) { d[i] = r; });
  // Monotone integer keys of floats: the winner's number is every lane's.
  int from[warp_size];
  int who = std::countr_zero(w.exec);
  for_each_lane(w.exec, [&](int i) { if (a[i] == r) who = i; });
  for (int& x : from) x = who;
  const bool picks = choice.kind == reduction::min || choice.kind == reduction::max;
  if (picks) shuffle_shadow(w, o.d, o.a, w.exec, from);
  else spread_taints(w, o);
  add_taints(w, o.d, {0, 0, undefined, 0}, w.exec);
}
void activemask(warp& w, const op& o) {
  std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  for_each_lane(w.exec, [&](int i) { d[i] = w.exec; });
  drop_shadow(w, o.d, w.exec);
}
void elect(warp& w, const op& o) {
  const std::uint32_t leader = w.exec & (0u - w.exec);
  if (o.d) {
    std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
    for_each_lane(w.exec, [&](int i) { d[i] = static_cast<std::uint32_t>(std::countr_zero(leader)); });
    drop_shadow(w, o.d, w.exec);
  }
  set_predicate_lanes(w, o.pd, leader);
}

} // namespace

handler bind_shuffle(const ptx::instruction& i, op& o) {
  o.choice.set(i.has(m::up) ? shuffle_kind::up : i.has(m::down) ? shuffle_kind::down : i.has(m::bfly) ? shuffle_kind::bfly : shuffle_kind::idx);
  return &shuffle;
}
handler bind_vote(const ptx::instruction& i, op& o) {
  o.choice.set(i.has(m::all) ? vote_kind::all : i.has(m::any) ? vote_kind::any : i.has(m::uni) ? vote_kind::uni : vote_kind::ballot);
  return &vote;
}
handler bind_redux(const ptx::instruction& i, op& o) {
  static constexpr std::pair<m, reduction> words[] = {{m::add, reduction::add},  {m::min, reduction::min}, {m::max, reduction::max},
                                                      {m::and_, reduction::and_}, {m::or_, reduction::or_}, {m::xor_, reduction::xor_}};
  for (const auto& [word, kind] : words)
    if (i.has(word)) o.choice.set(redux_choice{kind, i.type() == m::s32});
  return &redux;
}
handler bind_match(const ptx::instruction& i, op&) { return i.form == ptx::form::match_any_sync ? &match_any : &match_all; }
handler bind_members(const ptx::instruction& i, op&) { return i.form == ptx::form::activemask ? &activemask : &elect; }

} // namespace fpcheck::exec
