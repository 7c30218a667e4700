#pragma once
// The engine's inner loops. This header and the files that include it are compiled once for each instruction set level,
// each in its own inline namespace, so that no AVX-512 code can reach a caller compiled for less.
#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/warp.hpp>

#include <cstdint>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#ifndef FPCHECK_ISA_LEVEL
#define FPCHECK_ISA_LEVEL generic
#endif

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// A register type: how a value of type `Value` is kept in a lane of type `Lane` (16-bit values lie zero-extended).
template <class Value, class Lane>
struct lane_type {
  using value = Value;
  using lane = Lane;
  static FPCHECK_INLINE Value get(Lane x) { return static_cast<Value>(x); }
  static FPCHECK_INLINE Lane put(Value x) {
    if constexpr (sizeof(Value) == 2)
      return static_cast<std::uint16_t>(x);
    else if constexpr (sizeof(Value) == 1)
      return static_cast<std::uint8_t>(x);
    else
      return static_cast<Lane>(x);
  }
};
using t_u16 = lane_type<std::uint16_t, std::uint32_t>;
using t_s16 = lane_type<std::int16_t, std::uint32_t>;
using t_u32 = lane_type<std::uint32_t, std::uint32_t>;
using t_s32 = lane_type<std::int32_t, std::uint32_t>;
using t_u64 = lane_type<std::uint64_t, std::uint64_t>;
using t_s64 = lane_type<std::int64_t, std::uint64_t>;

/// Writes `from` to the lanes of `mask`.
template <class T>
FPCHECK_INLINE void blend(T* to, const T* from, std::uint32_t mask) {
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) to[i] = ((mask >> i) & 1u) != 0 ? from[i] : to[i];
}

/// d[i] = f(i) for the executing lanes. `f` may read the destination's own lane: operands alias lane by lane only.
template <class T, class F>
FPCHECK_INLINE void each(warp& w, T* d, F f) {
  if (w.exec == 0xffffffffu) {
#pragma GCC ivdep
    for (int i = 0; i < warp_size; ++i) d[i] = f(i);
  } else {
    alignas(64) T t[warp_size];
#pragma GCC ivdep
    for (int i = 0; i < warp_size; ++i) t[i] = f(i);
    blend(d, t, w.exec);
  }
}

/// A mask of the lanes for which `f(i)` holds.
template <class F>
FPCHECK_INLINE std::uint32_t mask_of(F f) {
  alignas(64) std::uint32_t bit[warp_size];
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) bit[i] = f(i) ? 1u << i : 0u;
#if defined(__AVX512F__)
  const __m512i low = _mm512_load_si512(bit), high = _mm512_load_si512(bit + 16);
  return static_cast<std::uint32_t>(_mm512_test_epi32_mask(low, low)) | static_cast<std::uint32_t>(_mm512_test_epi32_mask(high, high)) << 16;
#else
  std::uint32_t m = 0;
  for (int i = 0; i < warp_size; ++i) m |= bit[i];
  return m;
#endif
}

/// How a predicate operand is combined with what an instruction found.
enum class combination : std::uint8_t { none, and_, or_, xor_ };
/// op::choice of comparisons: the outcomes that they hold for, as `compare_lanes` takes them.
struct comparison_choice {
  std::uint8_t outcomes = 0;
  combination with = combination::none;
};
FPCHECK_INLINE std::uint32_t outcomes_of(const op& o) { return o.choice.as<comparison_choice>().outcomes; }
FPCHECK_INLINE combination combination_of(const ptx::instruction& i) {
  using m = ptx::modifier;
  return i.has(m::and_) ? combination::and_ : i.has(m::or_) ? combination::or_ : i.has(m::xor_) ? combination::xor_ : combination::none;
}

/// The lanes for which a comparison holds, a set of outcomes: bit 0 less, 1 equal, 2 greater, 3 unordered.
template <class A, class B>
FPCHECK_INLINE std::uint32_t compare_lanes(std::uint32_t set, A a, B b) {
  const std::uint32_t less = mask_of([&](int i) { return a(i) < b(i); });
  const std::uint32_t equal = mask_of([&](int i) { return a(i) == b(i); });
  const std::uint32_t greater = mask_of([&](int i) { return a(i) > b(i); });
  return ((set & 1u) != 0 ? less : 0u) | ((set & 2u) != 0 ? equal : 0u) | ((set & 4u) != 0 ? greater : 0u) |
         ((set & 8u) != 0 ? ~(less | equal | greater) : 0u);
}

/// Writes a predicate for the executing lanes.
FPCHECK_INLINE void set_predicate(warp& w, const predicate_ref& p, std::uint32_t value) {
  if (!p) return;
  std::uint32_t& to = w.top->predicates[p.index];
  to = (to & ~w.exec) | (value & w.exec);
}

/// Lane loops of one, two and three operands of a register type.
template <class T, class F>
FPCHECK_INLINE void map1(warp& w, const op& o, F f) {
  using lane = typename T::lane;
  const lane* a = w.lanes<lane>(o.a);
  each(w, w.lanes<lane>(o.d), [&](int i) { return T::put(f(T::get(a[i]))); });
}
template <class T, class F>
FPCHECK_INLINE void map2(warp& w, const op& o, F f) {
  using lane = typename T::lane;
  const lane* a = w.lanes<lane>(o.a);
  const lane* b = w.lanes<lane>(o.b);
  each(w, w.lanes<lane>(o.d), [&](int i) { return T::put(f(T::get(a[i]), T::get(b[i]))); });
}
template <class T, class F>
FPCHECK_INLINE void map3(warp& w, const op& o, F f) {
  using lane = typename T::lane;
  const lane* a = w.lanes<lane>(o.a);
  const lane* b = w.lanes<lane>(o.b);
  const lane* c = w.lanes<lane>(o.c);
  each(w, w.lanes<lane>(o.d), [&](int i) { return T::put(f(T::get(a[i]), T::get(b[i]), T::get(c[i]))); });
}

/// Chooses the instantiation of `Op` for an integer type; nullptr for any other type.
template <template <class> class Op>
handler for_integer_type(ptx::modifier t) {
  using m = ptx::modifier;
  switch (t) {
  case m::u16:
  case m::b16: return &Op<t_u16>::run;
  case m::s16: return &Op<t_s16>::run;
  case m::u32:
  case m::b32: return &Op<t_u32>::run;
  case m::s32: return &Op<t_s32>::run;
  case m::u64:
  case m::b64: return &Op<t_u64>::run;
  case m::s64: return &Op<t_s64>::run;
  default: return nullptr;
  }
}

/// Picks a handler for a matched instruction, and may fill in the op's form-specific fields.
using selector = handler (*)(const ptx::instruction&, op&);

/// A row of a handler table.
struct binding {
  ptx::form form;
  selector select;
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
