#pragma once
// Arithmetic in binary32 as most of it is: all lanes execute, nothing but numbers in the operands and in the result. Everything
// else, and whatever turns out to be unusual, is left to `arithmetic`, which begins anew.
#include "shadowed.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// A whole warp's operand: its plane, or binary32 values that mean themselves, which are put into `space`. False: it is
/// something else, or carries taints. `Full`: also the planes behind the midpoints.
template <class D, bool Full>
FPCHECK_INLINE bool find_numbers(warp& w, const ref& r, numbers<D>& space, row_operand& out) {
  if (r.where == pool::constant) {
    out = {reinterpret_cast<const double*>(w.constant_numbers + std::size_t{r.offset} / 4 * D::planes), !Full};
    return true;
  }
  if (r.where != pool::frame) return false;
  const slot_shadow& s = w.shadow(r);
  if (s.taints() != 0) return false;
  if (s.live == 0xffffffffu && s.tag == shadow_tag::f32) {
    out = {w.reals(r), false};
    return true;
  }
  if (s.live != 0) return false;
  const float* const v = w.lanes<float>(r);
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) {
    if constexpr (Full) space.set(i, D::exact(v[i]));
    else space.words[0][i] = v[i];
  }
  out = {&space.words[0][0], !Full};
  return true;
}

/// Whether all results of an intended rounding (R1) are within reach of the exact ones, whose midpoints `middle(i)` are.
template <class F>
FPCHECK_INLINE bool rounds_as_meant(warp& w, const op& o, F middle) {
  const float* const result = w.lanes<float>(o.d);
  const double reach = o.rounding == round_mode::nearest_even ? 1.0 : 2.0; // of half an ulp, as `file_decision` has it
  return mask_of([&](int i) { return !(std::fabs(middle(i) - result[i]) <= reach * half_ulp(result[i], number::f32)); }) == 0;
}

/// Whether no lane holds an infinity or a NaN.
FPCHECK_INLINE bool all_finite(const std::uint32_t* x) {
#if defined(__AVX512F__)
  const __m512i e = _mm512_set1_epi32(0x7f800000), low = _mm512_and_si512(_mm512_load_si512(x), e), high = _mm512_and_si512(_mm512_load_si512(x + 16), e);
  return _mm512_cmpeq_epi32_mask(_mm512_max_epu32(low, high), e) == 0;
#else
  return mask_of([&](int i) { return (x[i] & 0x7f800000u) == 0x7f800000u; }) == 0;
#endif
}

template <class D, class Op, int N>
void quick_arithmetic(warp& w, const op& o) {
  constexpr auto thoroughly = &arithmetic<D, Op, N, number::f32>;
  constexpr bool whole = requires(double* to, row_operand x) { Op::template whole<D>(to, x, x); } || requires(double* to, row_operand x) { Op::template whole<D>(to, x, x, x); };
  if (w.exec != 0xffffffffu || o.sat || (!o.roles.empty() && o.roles != role::magic_add)) return thoroughly(w, o);
  const auto overwritten = [&](const ref& r) { return r.where == pool::frame && r.offset == o.d.offset; };
  const bool in_place = overwritten(o.a) || (N > 1 && overwritten(o.b)) || (N > 2 && overwritten(o.c));
  numbers<D> sa, sb, sc, space;
  row_operand a, b, c;
  if (!find_numbers<D, !whole>(w, o.a, sa, a)) return thoroughly(w, o);
  if (N > 1 && !find_numbers<D, !whole>(w, o.b, sb, b)) return thoroughly(w, o);
  if (N > 2 && !find_numbers<D, !whole>(w, o.c, sc, c)) return thoroughly(w, o);
  alignas(64) std::uint32_t old[warp_size]; // of an operand that is overwritten, until nothing can come in between
  std::uint32_t* const result = w.lanes<std::uint32_t>(o.d);
  const auto begin_anew = [&] {
    if (in_place) std::memcpy(result, old, sizeof old);
    thoroughly(w, o);
  };
  if (in_place) std::memcpy(old, result, sizeof old);
  if (o.roles == role::magic_add) {
    if constexpr (requires { Op::middle(0.0, 0.0); } || requires { Op::middle(0.0, 0.0, 0.0); }) {
      o.bits(w, o);
      const bool meant = rounds_as_meant(w, o, [&](int i) {
        if constexpr (N == 2) return Op::middle(a.first[i], b.first[i]);
        else return Op::middle(a.first[i], b.first[i], c.first[i]);
      });
      if (!meant) return begin_anew();
      drop_shadow(w, o.d, w.exec);
      w.fp_shadowed += warp_size;
      return;
    } else {
      return thoroughly(w, o);
    }
  }
  auto& own = *reinterpret_cast<numbers<D>*>(w.plane(o.d));
  numbers<D>& r = in_place ? space : own;
  if constexpr (whole && N == 2) {
    if (!Op::template whole<D>(&r.words[0][0], a, b)) return thoroughly(w, o);
  } else if constexpr (whole && N == 3) {
    if (!Op::template whole<D>(&r.words[0][0], a, b, c)) return thoroughly(w, o);
  } else {
    const auto at = [](const row_operand& x) { return reinterpret_cast<const numbers<D>*>(x.first); };
    compute<D, Op, N>(r, at(a), N > 1 ? at(b) : at(a), N > 2 ? at(c) : at(a));
  }
  o.bits(w, o);
  if (!all_finite(result)) return begin_anew();
  static constexpr before nothing{};
  D::template after<number::f32>(w, o, r, nothing, 0);
  if (in_place) own = space;
  slot_shadow& s = w.shadow(o.d);
  s.live = 0xffffffffu, s.tag = shadow_tag::f32;
  s.input = s.born = s.cut = s.poison = s.stray = 0;
  w.fp_shadowed += warp_size;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
