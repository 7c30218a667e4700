#pragma once
// The shadow handlers of every floating-point form, and the table that binds them.
#include "quick_arithmetic.hpp"

#include "../library_values.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct s_add {
  template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::add(a, b); }
  template <class D> static FPCHECK_INLINE typename D::value usually(typename D::value a, typename D::value b, std::uint64_t& odd) requires requires { D::add(a, b, odd); } { return D::add(a, b, odd); }
  template <class D> static FPCHECK_INLINE bool whole(double* to, row_operand a, row_operand b) requires requires { D::add(to, a, b); } { return D::add(to, a, b); }
  static FPCHECK_INLINE double middle(double a, double b) { return a + b; }
};
struct s_sub {
  template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::sub(a, b); }
  template <class D> static FPCHECK_INLINE typename D::value usually(typename D::value a, typename D::value b, std::uint64_t& odd) requires requires { D::sub(a, b, odd); } { return D::sub(a, b, odd); }
  template <class D> static FPCHECK_INLINE bool whole(double* to, row_operand a, row_operand b) requires requires { D::sub(to, a, b); } { return D::sub(to, a, b); }
  static FPCHECK_INLINE double middle(double a, double b) { return a - b; }
};
struct s_mul {
  template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::mul(a, b); }
  template <class D> static FPCHECK_INLINE typename D::value usually(typename D::value a, typename D::value b, std::uint64_t& odd) requires requires { D::mul(a, b, odd); } { return D::mul(a, b, odd); }
  template <class D> static FPCHECK_INLINE bool whole(double* to, row_operand a, row_operand b) requires requires { D::mul(to, a, b); } { return D::mul(to, a, b); }
};
struct s_div { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::div(a, b); } };
struct s_fma {
  template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b, typename D::value c) { return D::fma(a, b, c); }
  template <class D> static FPCHECK_INLINE typename D::value usually(typename D::value a, typename D::value b, typename D::value c, std::uint64_t& odd) requires requires { D::fma(a, b, c, odd); } { return D::fma(a, b, c, odd); }
  template <class D> static FPCHECK_INLINE bool whole(double* to, row_operand a, row_operand b, row_operand c) requires requires { D::fma(to, a, b, c); } { return D::fma(to, a, b, c); }
  static FPCHECK_INLINE double middle(double a, double b, double c) { return __builtin_fma(a, b, c); }
};
struct s_rcp { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::div(D::exact(1.0), a); } };
struct s_sqrt { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::sqrt(a); } };
struct s_neg { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::neg(a); } };
struct s_abs { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::abs(a); } };
/// The documented relative error of an approximate instruction joins the budget (R5), unless it is of a rounding's size
/// (four half ulps of binary32): `expf(x) - 1` must not be excused by the ex2.approx that nvcc makes of every expf.
template <class Op, int Bits>
struct s_approx {
  static constexpr bool like_a_rounding = Bits >= 22;
  template <class D, class... V>
  static FPCHECK_INLINE typename D::value of(V... v) {
    if constexpr (like_a_rounding) return Op::template of<D>(v...);
    else return D::approximated(Op::template of<D>(v...), power_of_two(-Bits), 0.0);
  }
};
struct s_ex2 { template <class D> static typename D::value of(typename D::value a) { return D::ex2(a); } };
struct s_ex2_quick { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::ex2_quickly(a); } };
struct s_lg2 { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::lg2(a), 0.0, 0x1p-22); } };
/// Sine and cosine of an angle that may have been rounded to half an ulp, and of one that must not be.
struct s_sin_alone { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::sin(a), 0.0, 0x1p-20); } };
struct s_cos_alone { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::cos(a), 0.0, 0x1p-20); } };
struct s_sin {
  static constexpr bool takes_an_angle = true;
  template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::sin(a), 0.0, 0x1p-20 + half_ulp(D::midpoint(a), number::f32)); }
};
struct s_cos {
  static constexpr bool takes_an_angle = true;
  template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::cos(a), 0.0, 0x1p-20 + half_ulp(D::midpoint(a), number::f32)); }
};
struct s_tanh { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::tanh(a), 0x1p-11, 0.0); } };
struct s_ex2_half { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::ex2(a), 0x1p-7, 0.0); } };
struct s_tanh_half { template <class D> static typename D::value of(typename D::value a) { return D::approximated(D::tanh(a), 0x1p-8, 0x1p-8); } };
struct s_rsqrt { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a) { return D::div(D::exact(1.0), D::sqrt(a)); } };

/// Files two numbers of a packed 32-bit register, or of the low half of one (`bytes2`).
template <class D>
void file_packed(warp& w, const ref& d, shadow_tag tag, const numbers<D>* r, int count, const taint_masks& t, std::uint32_t born) {
  set_tag(w, d, tag, w.exec);
  for (int k = 0; k < count; ++k)
    for_each_lane(w.exec, [&](int i) {
      const number_words to = number_at(w, d, i, k);
      for (int p = 0; p < D::planes; ++p) to[p] = bits_of(r[k].words[p][i]);
    });
  slot_shadow& s = w.shadow(d);
  const std::uint32_t keep = ~w.exec;
  s.input &= keep;
  s.born = (s.born & keep) | (born & w.exec), s.cut = (s.cut & keep) | (t.cut & w.exec);
  s.poison = (s.poison & keep) | (t.poison & w.exec), s.stray = (s.stray & keep) | (t.stray & w.exec);
  w.fp_shadowed += static_cast<std::uint64_t>(std::popcount(w.exec));
}

/// Non-finite results of a packed register with finite operands.
inline std::uint32_t born_packed(warp& w, const op& o, const before& x, number operands, number results, int count) {
  std::uint32_t born = 0;
  const std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  const int step = results == number::f16 || results == number::bf16 ? 16 : 8;
  const int from = operands == number::f32 || operands == number::f64 ? 0 : step;
  for_each_lane(w.exec, [&](int i) {
    bool fresh = false;
    for (int k = 0; k < count; ++k) {
      const double r = value_of(results, d[i], step * k);
      if (is_finite(r)) continue;
      bool nan_in = false, inf_in = false;
      const auto look = [&](const ref& p, const std::uint64_t* v) {
        if (!p) return;
        const double y = value_of(operands, v[i], from * k);
        nan_in |= y != y;
        inf_in |= y == y && !is_finite(y);
      };
      look(o.a, x.a), look(o.b, x.b), look(o.c, x.c);
      fresh |= r != r ? !nan_in : !nan_in && !inf_in;
      fresh |= ((x.taints.born >> i) & 1u) != 0;
    }
    if (fresh) born |= 1u << i;
  });
  return born;
}

/// Two binary16 or bfloat16 operations in one register.
template <class D, number F>
[[gnu::noinline]] void compute_pairs(warp& w, const op& o, const computation<D>& which) {
  numbers<D> sa, sb, sc, r[2];
  for (int part = 0; part < 2; ++part) {
    const operand_kind k{F, part, 2};
    const numbers<D>* a = fetch<D>(w, o, o.a, k, sa);
    const numbers<D>* b = which.operands > 1 ? fetch<D>(w, o, o.b, k, sb) : a;
    const numbers<D>* c = which.operands > 2 ? fetch<D>(w, o, o.c, k, sc) : a;
    which.of_lanes(r[part], a, b, c);
    if (o.sat) for (int i = 0; i < warp_size; ++i) r[part].set(i, D::clamp(r[part].get(i)));
  }
  before x;
  x.taints = source_taints(w, o);
  save_operand(w, o.a, 32, x.a), save_operand(w, o.b, 32, x.b), save_operand(w, o.c, 32, x.c);
  o.bits(w, o);
  D::template after_pair<F>(w, o, r);
  if (o.roles.has(role::narrow_accumulator)) count_event(w, o, event_kind::accumulated_narrow, w.exec);
  file_packed<D>(w, o.d, shadow_tag::half2, r, 2, x.taints, born_packed(w, o, x, F, F, 2));
}

template <class D, class Op, int N, number F>
void arithmetic_pair(warp& w, const op& o) { compute_pairs<D, F>(w, o, computation_of<D, Op, N>); }

/// Selection by the machine's comparison (R3): min and max.
template <class D, bool Max, number F>
void select_extreme(warp& w, const op& o) {
  numbers<D> sa, sb, r;
  constexpr operand_kind k{F, 0, 1};
  const numbers<D>* a = fetch<D>(w, o, o.a, k, sa);
  const numbers<D>* b = fetch<D>(w, o, o.b, k, sb);
  before x;
  x.taints = source_taints(w, o);
  save_operand(w, o.a, F == number::f64 ? 64 : 32, x.a);
  save_operand(w, o.b, F == number::f64 ? 64 : 32, x.b);
  o.bits(w, o);
  alignas(64) double va[warp_size], vb[warp_size];
  for (int i = 0; i < warp_size; ++i) va[i] = value_of(F, x.a[i], 0), vb[i] = value_of(F, x.b[i], 0);
  const auto takes_a = [&](int i) { return (vb[i] != vb[i]) | (Max ? va[i] >= vb[i] : va[i] <= vb[i]); };
  const std::uint32_t first = mask_of(takes_a);
  for (int q = 0; q < D::planes; ++q)
    for (int i = 0; i < warp_size; ++i) r.words[q][i] = ((first >> i) & 1u) != 0 ? a->words[q][i] : b->words[q][i];
  const std::uint32_t above = mask_of([&](int i) { return D::midpoint(a->get(i)) > D::midpoint(b->get(i)); });
  const std::uint32_t below = mask_of([&](int i) { return D::midpoint(a->get(i)) < D::midpoint(b->get(i)); });
  const std::uint32_t otherwise = Max ? (first & below) | (~first & above) : (first & above) | (~first & below);
  for_each_lane(otherwise & w.exec, [&](int i) {
    if (is_finite(va[i]) && is_finite(vb[i])) judge_decision<D>(w, o, i, va[i], vb[i], a->get(i), b->get(i), F);
  });
  // A NaN that the selection dropped is gone; one that it returns was there before.
  const std::uint32_t bad = nonfinite_lanes(w, o.d, F);
  file_result<D>(w, o, o.d, F, r, {0, x.taints.cut, x.taints.poison, x.taints.stray}, x.taints.born & bad);
}

/// A comparison of two shadowed numbers that exact arithmetic would have decided otherwise.
template <class D>
void judge_decision(warp& w, const op& o, int i, double va, double vb, const typename D::value& a, const typename D::value& b, number n) {
  const double margin = std::fabs(D::midpoint(a) - D::midpoint(b));
  double allowed = excess_limit * (half_ulp(D::midpoint(a), n) + half_ulp(D::midpoint(b), n) + D::allowance(a) + D::allowance(b)) + D::error(a) + D::error(b);
  if (n == number::f32 && (va == 0 || vb == 0)) allowed += 0x1p-120; // an underflow, or 1 / inf, is judged where it reaches an output
  if (margin > allowed) record_flip(w, o, i, va, vb, D::midpoint(a), D::midpoint(b), margin / allowed);
  else ++w.near_ties;
}

/// Lanes whose operands are equal in the machine and unequal in exact arithmetic, by rounding alone: by more than their
/// enclosures, and than their inputs' rounding explains.
template <class D>
std::uint32_t met_by_rounding(warp& w, const op& o, std::uint32_t lanes, const double* va, const double* vb, const numbers<D>& a, const numbers<D>& b) {
  std::uint32_t met = 0;
  for_each_lane(lanes, [&](int i) {
    const auto x = a.get(i), y = b.get(i);
    const double margin = std::fabs(D::midpoint(x) - D::midpoint(y));
    if (va[i] != vb[i] || !is_finite(va[i]) || !(margin > D::error(x) + D::error(y) + excess_limit * (D::allowance(x) + D::allowance(y)))) return;
    met |= 1u << i;
    record_tie(w, o, i, va[i], vb[i], D::midpoint(x), D::midpoint(y), margin);
  });
  return met;
}

/// The lanes of the predicate that a comparison decided otherwise in `lanes` gives another value.
inline std::uint32_t changed_predicates(const warp& w, const op& o, std::uint32_t lanes) {
  const std::uint32_t other = o.pa ? w.predicate(o.pa) : 0;
  switch (o.choice.as<comparison_choice>().with) {
  case combination::and_: return lanes & other;
  case combination::or_: return lanes & ~other;
  default: return lanes;
  }
}

/// setp and set on floating-point operands: bits as they are, decisions compared with the exact ones.
template <class D, number F>
void compare_numbers(warp& w, const op& o) {
  numbers<D> sa, sb;
  constexpr operand_kind k{F, 0, 1};
  const auto live = [&](const ref& r) { return r.where == pool::frame ? w.shadow(r).live & w.exec : 0u; };
  std::uint32_t changed = 0;
  if ((live(o.a) | live(o.b)) != 0) {
    const numbers<D>* a = fetch<D>(w, o, o.a, k, sa);
    const numbers<D>* b = fetch<D>(w, o, o.b, k, sb);
    alignas(64) double va[warp_size], vb[warp_size];
    for (int i = 0; i < warp_size; ++i) {
      va[i] = value_of(F, F == number::f64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i], 0);
      vb[i] = value_of(F, F == number::f64 ? w.lanes<std::uint64_t>(o.b)[i] : w.lanes<std::uint32_t>(o.b)[i], 0);
    }
    const std::uint32_t here = compare_lanes(outcomes_of(o), [&](int i) { return va[i]; }, [&](int i) { return vb[i]; });
    const std::uint32_t exactly = compare_lanes(outcomes_of(o), [&](int i) { return D::midpoint(a->get(i)); }, [&](int i) { return D::midpoint(b->get(i)); });
    for_each_lane((here ^ exactly) & w.exec, [&](int i) {
      if (is_finite(va[i]) && is_finite(vb[i])) judge_decision<D>(w, o, i, va[i], vb[i], a->get(i), b->get(i), F);
    });
    if (const std::uint32_t otherwise = (here ^ exactly) & w.exec; otherwise != 0 && o.pd) changed = met_by_rounding<D>(w, o, otherwise, va, vb, *a, *b);
  }
  const std::uint32_t toggled = o.roles.has(role::decided_exactly) ? changed_predicates(w, o, changed) : 0;
  o.bits(w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
  spread_taints(w, o);
}

/// copysign takes the machine's sign.
template <class D, number F>
void copy_sign(warp& w, const op& o) {
  numbers<D> sb, r;
  constexpr operand_kind k{F, 0, 1};
  const numbers<D>* b = fetch<D>(w, o, o.b, k, sb);
  const taint_masks taints = source_taints(w, o);
  for (int i = 0; i < warp_size; ++i) {
    const bool negative = F == number::f64 ? (w.lanes<std::uint64_t>(o.a)[i] >> 63) != 0 : (w.lanes<std::uint32_t>(o.a)[i] >> 31) != 0;
    const typename D::value m = D::abs(b->get(i));
    r.set(i, negative ? D::neg(m) : m);
  }
  o.bits(w, o);
  file_result<D>(w, o, o.d, F, r, taints, taints.born & nonfinite_lanes(w, o.d, F));
}

/// A conversion's number in its new format: the same number, its rounding an intended narrowing (R8). A finite value that
/// the format clamps is an event of its own.
template <class D>
FPCHECK_INLINE typename D::value convert_number(warp& w, const op& o, int i, const typename D::value& v, double source, double result, number to) {
  if (((w.exec >> i) & 1u) != 0) {
    const double top = largest_of(to);
    if (is_finite(source) && std::fabs(source) > top + half_ulp(top, to) && is_finite(result) && std::fabs(result) == top)
      record_event(w, o, i, event_kind::saturated, source, result);
    if (result == 0 && source != 0 && D::midpoint(v) != 0) record_event(w, o, i, event_kind::flushed, source, result);
  }
  return D::narrowed(v, result, to);
}

/// Clamping binary32 to [0, 1]: never makes a NaN or an infinity. False, and nothing done, if the operand has no plain shadow.
template <class D>
bool clamp_plain(warp& w, const op& o) {
  if (!o.roles.empty() || o.a.where != pool::frame) return false;
  const slot_shadow& s = w.shadow(o.a);
  if (s.tag != shadow_tag::f32 || (w.exec & ~s.live) != 0) return false;
  const auto* const a = reinterpret_cast<const numbers<D>*>(w.plane(o.a));
  const taint_masks taints = source_taints(w, o);
  if (taints.born != 0) return false;
  numbers<D> r;
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) r.set(i, D::clamp(a->get(i)));
  o.bits(w, o);
  D::after_conversion(w, o, *a, r, 1);
  file_result<D>(w, o, o.d, number::f32, r, taints, 0);
  return true;
}

/// Conversion between floating-point formats, one number a register.
template <class D>
void convert_scalar(warp& w, const op& o) {
  if (o.source_format == number::f32 && o.format == number::f32 && o.sat && !o.relu && clamp_plain<D>(w, o)) return;
  const number from = o.source_format, to = o.format;
  numbers<D> sa, r;
  const operand_kind k{from, 0, 1};
  const bool widens = limits_of(to).precision > limits_of(from).precision;
  const slot_shadow* s = o.a.where == pool::frame ? &w.shadow(o.a) : nullptr;
  if (widens && (s == nullptr || (s->live & w.exec) == 0)) {
    const std::uint32_t input = s != nullptr ? s->input & w.exec : 0;
    const taint_masks t = source_taints(w, o);
    o.bits(w, o);
    drop_shadow(w, o.d, w.exec);
    if (o.d_bits == 64) drop_shadow(w, following(o.d, 1), w.exec);
    add_taints(w, o.d, t, w.exec);
    w.shadow(o.d).input |= input;
    w.fp_shadowed += static_cast<std::uint64_t>(std::popcount(w.exec));
    return;
  }
  const numbers<D>* a = nullptr;
  if (s != nullptr && (s->input & w.exec) != 0) {
    op reading = o;
    reading.format = from; // an input is consumed at its own precision here
    a = fetch<D>(w, reading, o.a, k, sa);
  } else {
    a = fetch<D>(w, o, o.a, k, sa);
  }
  before x;
  x.taints = source_taints(w, o);
  save_operand(w, o.a, from == number::f64 ? 64 : 32, x.a);
  o.bits(w, o);
  const bool wide = o.d_bits == 64;
  const bool clamps_only = from == to && !o.relu;
  if (clamps_only && !o.sat) r = *a;
  if (clamps_only && o.sat)
    for (int i = 0; i < warp_size; ++i) r.set(i, D::clamp(a->get(i)));
  for (int i = 0; i < warp_size && !clamps_only; ++i) {
    const double result = value_of(to, wide ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], 0);
    typename D::value v = a->get(i);
    if (o.relu && result == 0 && D::midpoint(v) < 0) v = D::exact(0.0);
    if (o.sat) v = D::clamp(v);
    r.set(i, widens || from == to ? v : convert_number<D>(w, o, i, v, value_of(from, x.a[i], 0), result, to));
  }
  const std::uint32_t bad = nonfinite_lanes(w, o.d, to);
  if (o.roles.has(role::narrow_accumulator)) count_event(w, o, event_kind::accumulated_narrow, w.exec);
  D::after_conversion(w, o, *a, r, 1);
  file_result<D>(w, o, o.d, to, r, x.taints, born_lanes(w, o, bad, x, from));
}

/// Conversions whose result holds several numbers: from two binary32 values, or from a packed register.
template <class D>
void convert_packed(warp& w, const op& o) {
  const number to = o.format;
  const bool from_two = static_cast<bool>(o.b);
  const number from = from_two ? number::f32 : o.source_format;
  const int from_parts = from_two ? 1 : 2;
  const int step = to == number::f16 || to == number::bf16 ? 16 : 8;
  if (to == number::e2m1 || from == number::e2m1) { // two codes in a byte: no cell holds them apart
    const taint_masks t = source_taints(w, o);
    o.bits(w, o);
    drop_shadow(w, o.d, w.exec);
    add_taints(w, o.d, t, w.exec);
    return;
  }
  op reading = o;
  reading.format = from;
  numbers<D> in[2], r[2];
  for (int part = 0; part < 2; ++part) {
    const ref& source = from_two && part == 0 ? o.b : o.a;
    const numbers<D>* p = fetch<D>(w, reading, source, {from, from_two ? 0 : part, from_parts}, in[part]);
    if (p != &in[part]) in[part] = *p;
  }
  before x;
  x.taints = source_taints(w, o);
  save_operand(w, o.a, 32, x.a), save_operand(w, o.b, 32, x.b);
  o.bits(w, o);
  const bool widens = limits_of(to).precision > limits_of(from).precision;
  for (int part = 0; part < 2; ++part)
    for (int i = 0; i < warp_size; ++i) {
      const double result = value_of(to, w.lanes<std::uint32_t>(o.d)[i], step * part);
      const std::uint64_t raw = from_two && part == 0 ? x.b[i] : x.a[i];
      const int shift = from_two ? 0 : (from == number::f16 || from == number::bf16 ? 16 : 8) * part;
      typename D::value v = in[part].get(i);
      if (o.relu && result == 0 && D::midpoint(v) < 0) v = D::exact(0.0);
      r[part].set(i, widens ? v : convert_number<D>(w, o, i, v, value_of(from, raw, shift), result, to));
    }
  D::after_conversion(w, o, in[0], r[0], 2);
  std::uint32_t born = born_packed(w, o, x, from, to, 2);
  if (from_two) { // the operands sit one in each register
    born = 0;
    for_each_lane(w.exec, [&](int i) {
      for (int part = 0; part < 2; ++part) {
        const double result = value_of(to, w.lanes<std::uint32_t>(o.d)[i], step * part), v = value_of(from, part == 0 ? x.b[i] : x.a[i], 0);
        if (!is_finite(result) && (is_finite(v) || ((x.taints.born >> i) & 1u) != 0)) born |= 1u << i;
      }
    });
  }
  file_packed<D>(w, o.d, step == 16 ? shadow_tag::half2 : shadow_tag::bytes2, r, 2, x.taints, born);
}

/// An integer, known exactly, that its format could not hold comes back as another one: nobody decides to round there.
template <class D>
void check_integer(warp& w, const op& o, int i, const typename D::value& exact, double whole) {
  const double wanted = D::midpoint(exact);
  if (((w.exec >> i) & 1u) == 0 || !(std::fabs(whole) >= power_of_two(limits_of(o.source_format).precision)) || wanted == whole) return;
  if (is_finite(wanted) && wanted == std::nearbyint(wanted) && D::error(exact) == 0 && D::allowance(exact) == 0)
    record_event(w, o, i, event_kind::integer_lost, wanted, whole);
}

/// What a conversion to an integer left in its register.
inline double value_of_integer(warp& w, const op& o, int i) {
  return o.d_bits == 64 ? static_cast<double>(w.lanes<std::int64_t>(o.d)[i]) : static_cast<double>(w.lanes<std::int32_t>(o.d)[i]);
}

inline double integral(double v, round_mode m) {
  switch (m) {
  case round_mode::toward_zero: return std::trunc(v);
  case round_mode::downward: return std::floor(v);
  case round_mode::upward: return std::ceil(v);
  case round_mode::nearest_even: break;
  }
  return std::nearbyint(v);
}

/// An integer that becomes an address and that exact arithmetic makes another one: recorded, and made so where the plan says so.
template <class D, bool ToInteger>
void look_at_index(warp& w, const op& o, int i, const typename D::value& exact, double v, typename D::value& result) {
  const double whole = integral(v, o.rounding), next = next_integer<D>(o, exact, v, whole);
  if (next == whole) return;
  record_tie(w, o, i, v, next, D::midpoint(exact), next, std::fabs(next - v));
  if (!o.roles.has(role::decided_exactly)) return;
  result = D::exact(next);
  if constexpr (ToInteger) {
    if (o.d_bits == 64) w.lanes<std::int64_t>(o.d)[i] = static_cast<std::int64_t>(next);
    else w.lanes<std::int32_t>(o.d)[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(next));
  } else {
    if (o.format == number::f32) w.lanes<float>(o.d)[i] = static_cast<float>(next);
    if (o.format == number::f64) w.lanes<double>(o.d)[i] = next;
  }
}

/// Rounding to an integral value, in floating point or to an integer register: an intended decision (R3).
template <class D, bool ToInteger>
void round_to_integer(warp& w, const op& o) {
  const number from = o.source_format;
  numbers<D> sa, r;
  const numbers<D>* a = fetch<D>(w, o, o.a, {from, 0, 1}, sa);
  if (a != &sa) sa = *a;
  before x;
  x.taints = source_taints(w, o);
  save_operand(w, o.a, from == number::f64 ? 64 : 32, x.a);
  o.bits(w, o);
  const bool is_index = o.roles.has(role::index) || o.roles.has(role::decided_exactly);
  for (int i = 0; i < warp_size; ++i) {
    const double v = value_of(from, x.a[i], 0);
    const double whole = integral(v, o.rounding);
    check_integer<D>(w, o, i, sa.get(i), whole);
    typename D::value result = decided<D>(w, o, i, sa.get(i), whole, 1.0);
    if (is_index && ((w.exec >> i) & 1u) != 0) look_at_index<D, ToInteger>(w, o, i, sa.get(i), v, result);
    r.set(i, result);
  }
  if constexpr (ToInteger) {
    drop_shadow(w, o.d, w.exec);
    if (o.d_bits == 64) drop_shadow(w, following(o.d, 1), w.exec);
    add_taints(w, o.d, {0, x.taints.cut, x.taints.poison, x.taints.stray}, w.exec);
    for_each_lane(x.taints.born & w.exec, [&](int i) { // a NaN becomes some integer, and stays what it was
      const double v = value_of(from, x.a[i], 0);
      if (v == v) return;
      w.shadow(o.d).born |= 1u << i;
      record_event(w, o, i, event_kind::nan_to_integer, v, value_of_integer(w, o, i));
    });
    w.fp_shadowed += static_cast<std::uint64_t>(std::popcount(w.exec));
  } else {
    if (o.sat) for (int i = 0; i < warp_size; ++i) r.set(i, D::clamp(r.get(i)));
    file_result<D>(w, o, o.d, o.format, r, x.taints, x.taints.born & nonfinite_lanes(w, o.d, o.format));
  }
}

/// Integers become numbers exactly; what the format cannot hold is this instruction's error. Mixed bits that fill a binary32
/// are inputs like any other, known to half an ulp: on their way to (0, 1) a logarithm near one magnifies their rounding.
template <class D>
void from_integer(warp& w, const op& o) {
  numbers<D> r;
  const ptx::modifier t = o.source->type(1);
  const bool is_signed = t == ptx::modifier::s8 || t == ptx::modifier::s16 || t == ptx::modifier::s32 || t == ptx::modifier::s64;
  const int bits = static_cast<int>(ptx::width(t));
  std::uint64_t raw[warp_size] = {};
  save_operand(w, o.a, o.a_bits, raw);
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t cut = raw[i] << (64 - bits);
    if (is_signed) r.set(i, D::integer(static_cast<std::int64_t>(cut) >> (64 - bits)));
    else r.set(i, D::natural(cut >> (64 - bits)));
  }
  // An integer computed from a number's bits (the exponent in a logarithm) restarts the lineage here.
  if (o.a.where == pool::frame && w.shadow(o.a).tag == shadow_tag::derived) {
    slot_shadow& s = w.shadow(o.a);
    for_each_lane(w.exec & s.live, [&](int i) {
      const double then = bit_cast<float>(w.extra(o.a).source[static_cast<std::size_t>(i)]);
      count_cut<D>(w, s, i, then, D::load_words(number_at(w, o.a, i, 0)), number::f32);
    });
  }
  const taint_masks taints = source_taints(w, o);
  o.bits(w, o);
  if (o.roles.has(role::mixed_bits))
    for (int i = 0; i < warp_size; ++i)
      if (std::fabs(D::midpoint(r.get(i))) >= 0x1p20) r.set(i, D::approximated(r.get(i), 0x1p-24, 0.0));
  if (o.sat) for (int i = 0; i < warp_size; ++i) r.set(i, D::clamp(r.get(i)));
  D::after_conversion(w, o, r, r, 1);
  file_result<D>(w, o, o.d, o.format, r, {0, taints.cut, taints.poison, taints.stray}, 0);
}

template <class D, class Op, int N>
handler by_format(const op& o) {
  switch (o.format) {
  case number::f32:
    if constexpr (requires { D::is_quick; } && !requires { Op::takes_an_angle; }) return &quick_arithmetic<D, Op, N>;
    else return &arithmetic<D, Op, N, number::f32>;
  case number::f64: return &arithmetic<D, Op, N, number::f64>;
  case number::f16: return o.source->type() == ptx::modifier::f16x2 ? &arithmetic_pair<D, Op, N, number::f16> : &arithmetic<D, Op, N, number::f16>;
  case number::bf16: return o.source->type() == ptx::modifier::bf16x2 ? &arithmetic_pair<D, Op, N, number::bf16> : &arithmetic<D, Op, N, number::bf16>;
  default: return nullptr;
  }
}
struct s_min { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::midpoint(b) < D::midpoint(a) ? b : a; } };
struct s_max { template <class D> static FPCHECK_INLINE typename D::value of(typename D::value a, typename D::value b) { return D::midpoint(a) < D::midpoint(b) ? b : a; } };
template <class D, bool Max>
handler extreme(const op& o) {
  switch (o.format) {
  case number::f32: return &select_extreme<D, Max, number::f32>;
  case number::f64: return &select_extreme<D, Max, number::f64>;
  case number::f16:
    if (o.source->type() == ptx::modifier::f16x2) return Max ? &arithmetic_pair<D, s_max, 2, number::f16> : &arithmetic_pair<D, s_min, 2, number::f16>;
    return &select_extreme<D, Max, number::f16>;
  case number::bf16:
    if (o.source->type() == ptx::modifier::bf16x2) return Max ? &arithmetic_pair<D, s_max, 2, number::bf16> : &arithmetic_pair<D, s_min, 2, number::bf16>;
    return &select_extreme<D, Max, number::bf16>;
  default: return nullptr;
  }
}
template <class D>
handler comparison_of(number n) {
  switch (n) {
  case number::f32: return &compare_numbers<D, number::f32>;
  case number::f64: return &compare_numbers<D, number::f64>;
  case number::f16: return &compare_numbers<D, number::f16>;
  case number::bf16: return &compare_numbers<D, number::bf16>;
  default: return nullptr;
  }
}

template <class D>
void end_library_function(warp& w, const op& o);

/// The domain's handler of a form; the generic one where it has none.
template <class D>
handler bind_domain(const op& o) {
  using f = ptx::form;
  if (ends_library_function(o)) return &end_library_function<D>;
  switch (o.form) {
  case f::add_f32: case f::add_f64: case f::add_f16: case f::add_f16x2: case f::add_bf16: case f::add_bf16x2: return by_format<D, s_add, 2>(o);
  case f::sub_f32: case f::sub_f64: case f::sub_f16: case f::sub_f16x2: case f::sub_bf16: case f::sub_bf16x2: return by_format<D, s_sub, 2>(o);
  case f::mul_f32: case f::mul_f64: case f::mul_f16: case f::mul_f16x2: case f::mul_bf16: case f::mul_bf16x2: return by_format<D, s_mul, 2>(o);
  case f::fma_f32: case f::fma_f64: case f::mad_f32: case f::mad_f64: case f::fma_f16: case f::fma_f16x2: case f::fma_bf16: case f::fma_bf16x2: case f::fma_oob:
    return by_format<D, s_fma, 3>(o);
  case f::div_f32: case f::div_f64: return by_format<D, s_div, 2>(o);
  case f::div_full_f32: case f::div_approx_f32: return by_format<D, s_approx<s_div, 22>, 2>(o);
  case f::rcp_f32: case f::rcp_f64: return by_format<D, s_rcp, 1>(o);
  case f::rcp_approx_f32: return by_format<D, s_approx<s_rcp, 23>, 1>(o);
  case f::rcp_approx_f64: return by_format<D, s_approx<s_rcp, 20>, 1>(o);
  case f::sqrt_f32: case f::sqrt_f64: return by_format<D, s_sqrt, 1>(o);
  case f::sqrt_approx_f32: return by_format<D, s_approx<s_sqrt, 22>, 1>(o);
  case f::rsqrt_approx_f32: return by_format<D, s_approx<s_rsqrt, 22>, 1>(o);
  case f::rsqrt_approx_ftz_f64: return by_format<D, s_approx<s_rsqrt, 20>, 1>(o);
  case f::rsqrt_approx_f64: return by_format<D, s_approx<s_rsqrt, 51>, 1>(o);
  case f::neg_f32: case f::neg_f64: case f::neg_f16: case f::neg_bf16: return by_format<D, s_neg, 1>(o);
  case f::abs_f32: case f::abs_f64: case f::abs_f16: case f::abs_bf16: return by_format<D, s_abs, 1>(o);
  case f::ex2_approx_f32:
    if constexpr (requires(typename D::value v) { D::ex2_quickly(v); }) return by_format<D, s_ex2_quick, 1>(o);
    else return by_format<D, s_ex2, 1>(o);
  case f::lg2_approx_f32: return by_format<D, s_lg2, 1>(o);
  case f::sin_approx_f32: return o.roles.has(role::unforgiven) ? by_format<D, s_sin_alone, 1>(o) : by_format<D, s_sin, 1>(o);
  case f::cos_approx_f32: return o.roles.has(role::unforgiven) ? by_format<D, s_cos_alone, 1>(o) : by_format<D, s_cos, 1>(o);
  case f::tanh_approx_f32: return by_format<D, s_tanh, 1>(o);
  case f::ex2_approx_f16: case f::ex2_approx_bf16: return by_format<D, s_ex2_half, 1>(o);
  case f::tanh_approx_half: return by_format<D, s_tanh_half, 1>(o);
  case f::min_f32: case f::min_f64: case f::min_f16: case f::min_bf16: return extreme<D, false>(o);
  case f::max_f32: case f::max_f64: case f::max_f16: case f::max_bf16: return extreme<D, true>(o);
  case f::copysign: return o.format == number::f64 ? &copy_sign<D, number::f64> : &copy_sign<D, number::f32>;
  case f::setp_f32: case f::setp_bool_f32: case f::setp_f64: case f::setp_bool_f64: case f::setp_f16: case f::setp_bool_f16: case f::setp_bf16:
  case f::setp_bool_bf16: case f::set_float: case f::set_bool_float:
    return comparison_of<D>(o.source_format);
  case f::cvt_widen: case f::cvt_narrow: case f::cvt_narrow_clamped: case f::cvt_same: case f::cvt_tf32: case f::cvt_tf32_away:
    return &convert_scalar<D>;
  case f::cvt_pair: case f::cvt_fp8_pair: case f::cvt_fp6_pair: case f::cvt_fp4_pair: case f::cvt_fp8_from_half_pair: case f::cvt_fp6_from_half_pair:
  case f::cvt_fp4_from_half_pair: case f::cvt_half_pair_from_fp8: case f::cvt_half_pair_from_fp6: case f::cvt_half_pair_from_fp4:
    return &convert_packed<D>;
  case f::cvt_round_to_integral: return &round_to_integer<D, false>;
  case f::cvt_float_to_int: return &round_to_integer<D, true>;
  case f::cvt_int_to_float: return &from_integer<D>;
  default: return generic_shadow_handler(o);
  }
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
