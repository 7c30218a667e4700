#pragma once
// The handlers of a shadow domain, over a policy `D`:
//   D::planes                 words a number
//   D::value                  one number; load/store from planes, strided by 32
//   D::exact(v)               the number v itself
//   D::input(v, format)       v as data of an input, consumed by arithmetic in `format`
//   D::midpoint(x)            as binary64; D::error(x) a bound of its distance from the exact value
//   D::allowance(x)           how far the value may move by perturbations that nobody can hold against the kernel
//   add sub mul div fma sqrt rcp rsqrt neg abs ex2 lg2 sin cos tanh scale clamp narrowed approximated
//   add sub mul fma with a last `odd`, if there is a faster way for usual operands: bits set in `odd` take it back
//   add sub mul fma from rows of all lanes' numbers to a row, if there is a still faster one: false takes it back
//   D::is_quick               if D::input(v) is D::exact(v) and D::after looks at results only: for quick_arithmetic
// Every handler first reads the operands' numbers, then lets the machine's own handler compute the bits, then files the
// result's number, so that a register may be operand and result at once.
#include "fetch.hpp"

#include <algorithm>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// 32 numbers of a domain, plane by plane.
template <class D>
struct alignas(64) numbers {
  double words[D::planes][warp_size];
  FPCHECK_INLINE typename D::value get(int i) const { return D::load(&words[0][i]); }
  FPCHECK_INLINE void set(int i, const typename D::value& v) { D::store(&words[0][i], v); }
};

/// Counts a lost or restarted lineage: harmless, a near-tie, or a cut that matters.
template <class D>
void count_cut(warp& w, slot_shadow& s, int lane, double computed, const typename D::value& v, number n) {
  const double error = std::fabs(computed - D::midpoint(v)) + D::error(v);
  if (error == 0 || (computed != computed && D::midpoint(v) != D::midpoint(v))) return;
  ++w.cuts;
  if (error <= excess_limit * half_ulp(computed, n) + D::allowance(v)) ++w.near_ties;
  else s.cut |= 1u << lane;
}

/// The numbers of an operand, for lanes that need more than a look: no shadow, derived bits, packed registers.
template <class D>
void fetch_slowly(warp& w, const op& o, const ref& r, const operand_kind& k, numbers<D>& out) {
  const bool wide = k.format == number::f64;
  const std::uint32_t* low = w.lanes<std::uint32_t>(r);
  const std::uint64_t* whole = w.lanes<std::uint64_t>(r);
  slot_shadow* s = r.where == pool::frame ? &w.shadow(r) : nullptr;
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t bits = wide ? whole[i] : low[i];
    const double v = value_of(k.format, bits, k.shift());
    const std::uint32_t bit = 1u << i;
    if (s == nullptr || ((s->live | s->input) & bit) == 0) { out.set(i, D::exact(v)); continue; }
    if ((s->live & bit) == 0) { out.set(i, D::input(v, o.format == number::none ? k.format : o.format)); continue; }
    using t = shadow_tag;
    int part = k.part;
    if (s->tag == t::half2 && k.format == number::f32 && (bits & 0xffffu) == 0) part = 1; // a bfloat16 in the high half
    const bool fits = (s->tag == t::f32 && k.format == number::f32) || (s->tag == t::f32 && k.format == number::tf32) ||
                      (s->tag == t::f64 && wide) || s->tag == t::derived || part < parts(s->tag);
    const bool same_width = (s->tag == t::f64) == wide && (k.format != number::f32 || s->tag == t::f32 || s->tag == t::derived || (s->tag == t::half2 && part == 1));
    if (!fits || !same_width) {
      if ((w.exec & bit) != 0) s->cut |= bit;
      out.set(i, D::exact(v));
      continue;
    }
    const number_words words = number_at(w, r, i, part);
    if (words[0] == exact_marker) { out.set(i, D::exact(v)); continue; }
    typename D::value x = D::load_words(words);
    if (s->tag == t::derived) {
      const derived_value d = relate(low[i], w.extra(r).source[static_cast<std::size_t>(i)]);
      if (d.use == derived_use::restart) {
        if ((w.exec & bit) != 0) count_cut<D>(w, *s, i, bit_cast<float>(w.extra(r).source[static_cast<std::size_t>(i)]), x, number::f32);
        x = D::exact(v);
      } else {
        x = D::scale(x, d.factor);
        if (d.use == derived_use::narrowed) x = D::narrowed(x, v, number::bf16);
      }
    }
    out.set(i, x);
  }
}

/// The numbers of an operand: a pointer to the register's own planes where all executing lanes have a plain shadow.
template <class D>
FPCHECK_INLINE const numbers<D>* fetch(warp& w, const op& o, const ref& r, const operand_kind& k, numbers<D>& space) {
  if (r.where == pool::frame && k.parts == 1) {
    const slot_shadow& s = w.shadow(r);
    const shadow_tag want = k.format == number::f64 ? shadow_tag::f64 : k.format == number::f32 ? shadow_tag::f32 : shadow_tag::half;
    if (s.tag == want && (w.exec & ~s.live) == 0) return reinterpret_cast<const numbers<D>*>(w.plane(r));
    if (((s.live | s.input) & w.exec) == 0 && k.format == number::f32) {
      const float* v = w.lanes<float>(r);
#pragma GCC ivdep
      for (int i = 0; i < warp_size; ++i) space.set(i, D::exact(v[i]));
      return &space;
    }
  } else if (k.format == number::f32 && k.parts == 1) {
    if (r.where == pool::constant) return reinterpret_cast<const numbers<D>*>(w.constant_numbers + std::size_t{r.offset} / 4 * D::planes);
    const float* v = w.lanes<float>(r);
#pragma GCC ivdep
    for (int i = 0; i < warp_size; ++i) space.set(i, D::exact(v[i]));
    return &space;
  }
  fetch_slowly<D>(w, o, r, k, space);
  return &space;
}

/// Copies of what an instruction may overwrite: operand bits and taints.
struct before {
  alignas(64) std::uint64_t a[warp_size], b[warp_size], c[warp_size];
  taint_masks taints;
};
inline void save_lanes(const std::byte* from, int bits, std::uint64_t* to) {
  if (bits == 64) std::memcpy(to, from, sizeof(std::uint64_t) * warp_size);
  else for (int i = 0; i < warp_size; ++i) to[i] = reinterpret_cast<const std::uint32_t*>(from)[i];
}
inline void save_operand(warp& w, const ref& r, int bits, std::uint64_t* to) {
  if (r) save_lanes(w.lanes<std::byte>(r), bits, to);
}

FPCHECK_INLINE bool is_finite(double x) { return std::fabs(x) <= 1.7976931348623157e308; }

/// Files the result's numbers under the tag of its format, spreads taints, and marks lanes where an operation on numbers
/// made a NaN or an infinity.
template <class D>
FPCHECK_INLINE void file_result(warp& w, const op& o, const ref& d, number n, const numbers<D>& r, const taint_masks& t, std::uint32_t born) {
  slot_shadow& s = w.shadow(d);
  const shadow_tag tag = n == number::f64 ? shadow_tag::f64 : n == number::f32 || n == number::tf32 ? shadow_tag::f32 : shadow_tag::half;
  if (w.exec == 0xffffffffu) {
    if (static_cast<const void*>(w.plane(d)) != &r) std::memcpy(w.plane(d), &r, sizeof r);
    s.tag = tag;
    s.live = 0xffffffffu;
    s.input = 0;
    s.born = born, s.cut = t.cut, s.poison = t.poison, s.stray = t.stray;
  } else {
    set_tag(w, d, tag, w.exec);
    double* to = w.reals(d);
    for (int p = 0; p < D::planes; ++p) blend(to + p * warp_size, r.words[p], w.exec);
    const std::uint32_t keep = ~w.exec;
    s.input &= keep;
    s.born = (s.born & keep) | (born & w.exec), s.cut = (s.cut & keep) | (t.cut & w.exec);
    s.poison = (s.poison & keep) | (t.poison & w.exec), s.stray = (s.stray & keep) | (t.stray & w.exec);
  }
  if (n == number::f64) {
    const ref high = following(d, 1);
    set_tag(w, high, shadow_tag::f64_high, w.exec);
    slot_shadow& h = w.shadow(high);
    h.input &= ~w.exec, h.born &= ~w.exec, h.cut &= ~w.exec, h.poison &= ~w.exec, h.stray &= ~w.exec;
  }
  w.fp_shadowed += static_cast<std::uint64_t>(std::popcount(w.exec));
  (void)o;
}

/// The lanes of a result that are NaN or infinite, whatever they came from.
inline std::uint32_t nonfinite_lanes(warp& w, const ref& d, number n) {
  if (n == number::f64) {
    const std::uint64_t* x = w.lanes<std::uint64_t>(d);
    return mask_of([&](int i) { return (x[i] & 0x7ff0000000000000u) == 0x7ff0000000000000u; }) & w.exec;
  }
  const std::uint32_t* x = w.lanes<std::uint32_t>(d);
  if (n == number::f32) return mask_of([&](int i) { return (x[i] & 0x7f800000u) == 0x7f800000u; }) & w.exec;
  std::uint32_t m = 0;
  for_each_lane(w.exec, [&](int i) { if (!is_finite(value_of(n, x[i], 0))) m |= 1u << i; });
  return m;
}

/// Which non-finite results were made here out of numbers, or carry the taint on.
inline std::uint32_t born_lanes(warp& w, const op& o, std::uint32_t nonfinite, const before& x, number operands) {
  if (nonfinite == 0) return 0;
  std::uint32_t born = 0;
  const bool wide = operands == number::f64;
  for_each_lane(nonfinite, [&](int i) {
    const double r = value_of(o.format, wide || o.d_bits == 64 ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], 0);
    bool nan_in = false, inf_in = false;
    const auto look = [&](const ref& p, const std::uint64_t* v) {
      if (!p) return;
      const double y = value_of(operands, v[i], 0);
      nan_in |= y != y;
      inf_in |= y == y && !is_finite(y);
    };
    look(o.a, x.a), look(o.b, x.b), look(o.c, x.c);
    const bool carried = ((x.taints.born >> i) & 1u) != 0;
    const bool fresh = r != r ? !nan_in : !nan_in && !inf_in;
    if (carried || fresh) born |= 1u << i;
  });
  return born;
}

template <class D>
typename D::value decided(warp& w, const op& o, int i, const typename D::value& exact, double computed, double grid);
template <class D>
void judge_decision(warp& w, const op& o, int i, double va, double vb, const typename D::value& a, const typename D::value& b, number n);

/// The number of an error-free transform's error term of `size`.
template <class D>
FPCHECK_INLINE typename D::value residual(const typename D::value& v, double size) {
  if constexpr (requires { D::residual(v, size); }) return D::residual(v, size);
  else return D::vanished(v);
}

/// The result of an addition that rounds to an integer on purpose (R1): the machine's bits mean exactly themselves.
template <class D, number F>
void file_decision(warp& w, const op& o, const numbers<D>& r, const taint_masks& t) {
  const auto result = [&](int i) { return value_of(F, F == number::f64 ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], 0); };
  const double reach = o.rounding == round_mode::nearest_even ? 1.0 : 2.0; // of half an ulp, as `decided` has it
  const std::uint32_t far = mask_of([&](int i) { return std::fabs(D::midpoint(r.get(i)) - result(i)) > reach * half_ulp(result(i), F); });
  for_each_lane(far & w.exec, [&](int i) { decided<D>(w, o, i, r.get(i), result(i), 2 * half_ulp(result(i), F)); });
  drop_shadow(w, o.d, w.exec);
  if (F == number::f64) drop_shadow(w, following(o.d, 1), w.exec);
  if (t.any()) add_taints(w, o.d, t, w.exec);
  w.fp_shadowed += static_cast<std::uint64_t>(std::popcount(w.exec));
}

/// A function's path for infinite arguments, `fma(x, inf, inf)`, taken by an `x` that is infinite only because it overflowed:
/// nothing is known of what the function's value at the exact argument would be.
template <class D, number F>
void forget_special_paths(numbers<D>& r, const before& x, std::uint32_t born, const numbers<D>& a, const numbers<D>& b, const numbers<D>& c) {
  for_each_lane(born, [&](int i) {
    const bool infinite = !is_finite(D::midpoint(b.get(i))) && !is_finite(D::midpoint(c.get(i)));
    if (infinite && !is_finite(value_of(F, x.a[i], 0)) && is_finite(D::midpoint(a.get(i)))) r.set(i, D::div(D::exact(0.0), D::exact(0.0)));
  });
}

/// An angle from here on has a half ulp of 2^-10 and more: if it was rounded on its way, its sine is wrong by a thousandth.
inline constexpr double large_angle = 0x1p14;
template <class D>
FPCHECK_INLINE void note_large_angles(warp& w, const op& o, const numbers<D>& angle) {
  const std::uint32_t large = mask_of([&](int i) { return std::fabs(D::midpoint(angle.get(i))) >= large_angle; }) & w.exec;
  if (large != 0) count_event(w, o, event_kind::large_angle, large);
}

/// The enclosure with `error` more to every side, for what a function of the library leaves out.
template <class D>
FPCHECK_INLINE typename D::value widened(const typename D::value& v, double error) {
  if constexpr (requires { D::widened(v, error); }) return error == 0 ? v : D::widened(v, error);
  else return v;
}
/// An angle without a multiple of pi / 2, for which the library has 72 bits: the product of `k` and its first part was taken off.
template <class D>
typename D::value reduced(const typename D::value& r, double half_ulp_of_angle, double k, double part) {
  return widened<D>(D::approximated(r, 0.0, half_ulp_of_angle), std::fabs(k * part) * 0x1p-73);
}

/// What static analysis says about an instruction, applied to its result. Returns whether that was filed already.
template <class D, number F>
bool settle_role(warp& w, const op& o, numbers<D>& r, const numbers<D>& a, const numbers<D>& b, const numbers<D>& c, taint_masks taints, std::uint32_t born) {
  if (o.roles.has(role::magic_add)) {
    taints.born = born;
    file_decision<D, F>(w, o, r, taints);
    return true;
  }
  if (o.roles.has(role::eft_residual)) // its exact value is zero, whatever its operands' enclosures; its size is that of a rounding
    for (int i = 0; i < warp_size; ++i)
      r.set(i, residual<D>(r.get(i), std::fabs(value_of(F, F == number::f64 ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], 0))));
  if (o.roles.has(role::range_reduction)) { // of a trigonometric function: its argument is only known to half an ulp, if it was reduced
    for (int i = 0; i < warp_size; ++i)
      if (D::midpoint(a.get(i)) != 0 && D::midpoint(b.get(i)) != 0) r.set(i, reduced<D>(r.get(i), half_ulp(D::midpoint(c.get(i)), F), D::midpoint(a.get(i)), D::midpoint(b.get(i))));
    note_large_angles<D>(w, o, c);
  }
  if (o.roles.has(role::narrow_accumulator)) count_event(w, o, event_kind::accumulated_narrow, w.exec);
  return false;
}

/// r = Op(a, b, c), lane by lane.
template <class D, class Op, int N>
FPCHECK_INLINE void compute(numbers<D>& r, const numbers<D>* a, const numbers<D>* b, const numbers<D>* c) {
  using value = typename D::value;
  const auto row = [](const numbers<D>* x) { return row_operand{&x->words[0][0], false}; };
  if constexpr (N == 2 && requires { Op::template whole<D>(&r.words[0][0], row(a), row(b)); }) {
    if (Op::template whole<D>(&r.words[0][0], row(a), row(b))) return;
  } else if constexpr (N == 3 && requires { Op::template whole<D>(&r.words[0][0], row(a), row(b), row(c)); }) {
    if (Op::template whole<D>(&r.words[0][0], row(a), row(b), row(c))) return;
  }
  if constexpr (requires(value v, std::uint64_t& odd) { Op::template usually<D>(v, v, odd); } || requires(value v, std::uint64_t& odd) { Op::template usually<D>(v, v, v, odd); }) {
    std::uint64_t odd = 0;
#pragma GCC ivdep
    for (int i = 0; i < warp_size; ++i) {
      if constexpr (N == 2) r.set(i, Op::template usually<D>(a->get(i), b->get(i), odd));
      else r.set(i, Op::template usually<D>(a->get(i), b->get(i), c->get(i), odd));
    }
    if (odd == 0) return;
  }
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) {
    if constexpr (N == 1) r.set(i, Op::template of<D>(a->get(i)));
    else if constexpr (N == 2) r.set(i, Op::template of<D>(a->get(i), b->get(i)));
    else r.set(i, Op::template of<D>(a->get(i), b->get(i), c->get(i)));
  }
}

/// What tells one arithmetic instruction from another: all else is compiled once for a domain and a format, which halves the
/// time that a domain's table takes.
template <class D>
struct computation {
  void (*of_lanes)(numbers<D>& r, const numbers<D>* a, const numbers<D>* b, const numbers<D>* c);
  int operands = 1;
  bool takes_an_angle = false;
};
template <class D, class Op, int N>
void compute_lanes(numbers<D>& r, const numbers<D>* a, const numbers<D>* b, const numbers<D>* c) { compute<D, Op, N>(r, a, b, c); }
template <class Op>
concept takes_angles = requires { Op::takes_an_angle; };
template <class D, class Op, int N>
inline constexpr computation<D> computation_of = {&compute_lanes<D, Op, N>, N, takes_angles<Op>};

/// One arithmetic instruction on scalars of one format.
template <class D, number F>
[[gnu::noinline]] void compute_scalars(warp& w, const op& o, const computation<D>& which) {
  numbers<D> sa, sb, sc, space;
  constexpr operand_kind k{F, 0, 1};
  const numbers<D>* a = fetch<D>(w, o, o.a, k, sa);
  const numbers<D>* b = which.operands > 1 ? fetch<D>(w, o, o.b, k, sb) : a;
  const numbers<D>* c = which.operands > 2 ? fetch<D>(w, o, o.c, k, sc) : a;
  // The result goes where it belongs at once, unless an operand is still needed there.
  const auto* const own = reinterpret_cast<const numbers<D>*>(w.plane(o.d));
  const bool at_once = w.exec == 0xffffffffu && o.roles.empty() && a != own && b != own && c != own;
  numbers<D>& r = at_once ? *const_cast<numbers<D>*>(own) : space;
  which.of_lanes(r, a, b, c);
  taint_masks taints = source_taints(w, o);
  constexpr int bits = F == number::f64 ? 64 : 32;
  const auto save_operands = [&](before& x, const std::byte* overwritten) {
    const auto save = [&](const ref& p, std::uint64_t* to) {
      if (overwritten != nullptr && p.where == pool::frame && p.offset == o.d.offset) save_lanes(overwritten, bits, to);
      else save_operand(w, p, bits, to);
    };
    save(o.a, x.a), save(which.operands > 1 ? o.b : ref{}, x.b), save(which.operands > 2 ? o.c : ref{}, x.c);
  };
  before x;
  x.taints = taints;
  alignas(64) std::byte old[bits / 8 * warp_size]; // the destination may be an operand
  std::memcpy(old, w.lanes<std::byte>(o.d), sizeof old);
  if (D::needs_operands) save_operands(x, nullptr);
  o.bits(w, o);
  const std::uint32_t bad = nonfinite_lanes(w, o.d, F);
  std::uint32_t born = 0;
  if (bad != 0) {
    if (!D::needs_operands) save_operands(x, old);
    born = born_lanes(w, o, bad, x, F);
    if (which.operands == 3) forget_special_paths<D, F>(r, x, born, *a, *b, *c);
  }
  D::template after<F>(w, o, r, x, born);
  if (which.takes_an_angle) note_large_angles<D>(w, o, *a);
  if (!o.roles.empty() && settle_role<D, F>(w, o, r, *a, *b, *c, taints, born)) return;
  if (o.sat) for (int i = 0; i < warp_size; ++i) r.set(i, D::clamp(r.get(i)));
  file_result<D>(w, o, o.d, F, r, taints, born);
}

template <class D, class Op, int N, number F>
void arithmetic(warp& w, const op& o) { compute_scalars<D, F>(w, o, computation_of<D, Op, N>); }

/// How far `exact` lies beyond what an intended rounding takes to `computed`, a multiple of `grid`; at most 0 where it does not.
inline double beyond(round_mode m, double exact, double computed, double grid) {
  double below = 0, above = 0; // how far what is taken to `computed` reaches
  switch (m) {
  case round_mode::nearest_even: below = above = grid / 2; break;
  case round_mode::downward: above = grid; break;
  case round_mode::upward: below = grid; break;
  case round_mode::toward_zero: below = computed <= 0 ? grid : 0, above = computed >= 0 ? grid : 0; break;
  }
  return std::max(computed - below - exact, exact - (computed + above));
}

/// An intended rounding to a grid of spacing `grid` (R1, R3): follows the machine, and counts a decision that exact
/// arithmetic would have taken otherwise.
template <class D>
typename D::value decided(warp& w, const op& o, int i, const typename D::value& exact, double computed, double grid) {
  if (((w.exec >> i) & 1u) == 0 || !is_finite(computed)) return D::exact(computed);
  const double margin = beyond(o.rounding, D::midpoint(exact), computed, grid);
  if (margin > 0) {
    const double allowed = excess_limit * half_ulp(D::midpoint(exact), o.source_format == number::none ? number::f32 : o.source_format) + D::error(exact) + D::allowance(exact);
    if (margin > allowed) record_flip(w, o, i, computed, 0, D::midpoint(exact), 0, margin / allowed);
    else ++w.near_ties;
  }
  return D::exact(computed);
}

/// The integer that exact arithmetic takes a directed rounding of `v` to, where the machine's rounding of `v` alone left it one
/// short, at `whole`: the exact operand is that integer, and no input's rounding moves it by a part of what `v` lacks. Otherwise
/// `whole`: an exact operand somewhere beyond may be the doing of a literal or of a function's polynomial.
template <class D>
double next_integer(const op& o, const typename D::value& exact, double v, double whole) {
  constexpr double part = 0x1p-10;
  const bool up = o.rounding == round_mode::downward || (o.rounding == round_mode::toward_zero && v > 0);
  const bool down = o.rounding == round_mode::upward || (o.rounding == round_mode::toward_zero && v < 0);
  if ((!up && !down) || !is_finite(v)) return whole;
  const double step = up ? 1.0 : -1.0, lacks = step * (whole + step - v), past = step * (D::midpoint(exact) - (whole + step));
  const bool meets = std::fabs(past) <= part * lacks && D::error(exact) <= part * lacks;
  const bool moves = excess_limit * D::allowance(exact) > lacks;
  return lacks > 0 && meets && !moves ? whole + step : whole;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
