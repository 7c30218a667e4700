// Logic, shifts, bit fields, counts and byte permutation. All exact; the PTX manual is the source of every rule.
#include "integer_types.hpp"
#include "tables.hpp"

#include <bit>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

template <class T>
struct and_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return static_cast<decltype(a)>(a & b); }); } };
template <class T>
struct or_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return static_cast<decltype(a)>(a | b); }); } };
template <class T>
struct xor_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); }); } };
template <class T>
struct not_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return static_cast<decltype(a)>(~a); }); } };
template <class T>
struct cnot_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return static_cast<decltype(a)>(a == 0); }); } };

/// Shifts clamp their count at the width, unlike C++. The count is always a 32-bit register.
template <class T>
struct shl_op {
  static void run(warp& w, const op& o) {
    using lane = typename T::lane;
    const lane* a = w.lanes<lane>(o.a);
    const std::uint32_t* n = w.lanes<std::uint32_t>(o.b);
    constexpr unsigned width = bits_in<typename T::value>;
    each(w, w.lanes<lane>(o.d), [&](int i) { return n[i] >= width ? lane{0} : T::put(static_cast<typename T::value>(a[i] << (n[i] & (sizeof(lane) * 8 - 1)))); });
  }
};
template <class T>
struct shr_op {
  static void run(warp& w, const op& o) {
    using lane = typename T::lane;
    const lane* a = w.lanes<lane>(o.a);
    const std::uint32_t* n = w.lanes<std::uint32_t>(o.b);
    constexpr unsigned width = bits_in<typename T::value>;
    each(w, w.lanes<lane>(o.d), [&](int i) {
      const typename T::value x = T::get(a[i]);
      const unsigned k = n[i] >= width ? width - 1 : n[i];
      const auto shifted = static_cast<typename T::value>(x >> k);
      const auto far = static_cast<typename T::value>(x < 0 ? -1 : 0);
      return T::put(n[i] >= width ? far : shifted);
    });
  }
};

/// Bit counting; the result is 32 bits wide whatever the operand.
template <class Lane, class F>
void count(warp& w, const op& o, F f) {
  const Lane* a = w.lanes<Lane>(o.a);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) { return f(a[i]); });
}
template <class Lane> void popc_op(warp& w, const op& o) { count<Lane>(w, o, [](Lane x) { return static_cast<std::uint32_t>(std::popcount(x)); }); }
template <class Lane> void clz_op(warp& w, const op& o) { count<Lane>(w, o, [](Lane x) { return static_cast<std::uint32_t>(std::countl_zero(x)); }); }
template <class T, bool Shift>
void bfind_op(warp& w, const op& o) {
  using lane = typename T::lane;
  using V = typename T::value;
  count<lane>(w, o, [](lane raw) -> std::uint32_t {
    V x = T::get(raw);
    if (x < 0) x = static_cast<V>(~x);
    const auto u = static_cast<unsigned_of<V>>(x);
    if (u == 0) return 0xffffffffu;
    const int top = bits_in<V> - 1 - std::countl_zero(u);
    return static_cast<std::uint32_t>(Shift ? bits_in<V> - 1 - top : top);
  });
}
handler select_bfind(const ptx::instruction& i, op&) {
  const bool s = i.has(m::shiftamt);
  switch (i.type()) {
  case m::u32: return s ? &bfind_op<t_u32, true> : &bfind_op<t_u32, false>;
  case m::s32: return s ? &bfind_op<t_s32, true> : &bfind_op<t_s32, false>;
  case m::u64: return s ? &bfind_op<t_u64, true> : &bfind_op<t_u64, false>;
  case m::s64: return s ? &bfind_op<t_s64, true> : &bfind_op<t_s64, false>;
  default: return nullptr;
  }
}
template <class Lane>
FPCHECK_INLINE Lane reverse_bits(Lane x) {
  x = ((x >> 1) & static_cast<Lane>(0x5555555555555555u)) | ((x & static_cast<Lane>(0x5555555555555555u)) << 1);
  x = ((x >> 2) & static_cast<Lane>(0x3333333333333333u)) | ((x & static_cast<Lane>(0x3333333333333333u)) << 2);
  x = ((x >> 4) & static_cast<Lane>(0x0f0f0f0f0f0f0f0fu)) | ((x & static_cast<Lane>(0x0f0f0f0f0f0f0f0fu)) << 4);
  if constexpr (sizeof(Lane) == 4) return __builtin_bswap32(x);
  else return __builtin_bswap64(x);
}
template <class Lane>
void brev_op(warp& w, const op& o) {
  const Lane* a = w.lanes<Lane>(o.a);
  each(w, w.lanes<Lane>(o.d), [&](int i) { return reverse_bits(a[i]); });
}
/// The n-th set bit of `mask` from `base`, upwards for positive n, downwards for negative; all ones if there is none.
void fns_op(warp& w, const op& o) {
  const std::uint32_t* mask = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* base = w.lanes<std::uint32_t>(o.b);
  const std::uint32_t* offset = w.lanes<std::uint32_t>(o.c);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) -> std::uint32_t {
    const auto n = static_cast<std::int32_t>(offset[i]);
    if (base[i] > 31) return 0xffffffffu;
    if (n == 0) return (mask[i] >> base[i]) & 1u ? base[i] : 0xffffffffu;
    const int step = n > 0 ? 1 : -1;
    std::int64_t left = n > 0 ? n : -static_cast<std::int64_t>(n);
    for (int p = static_cast<int>(base[i]); p >= 0 && p < 32; p += step)
      if (((mask[i] >> p) & 1u) && --left == 0) return static_cast<std::uint32_t>(p);
    return 0xffffffffu;
  });
}

/// Bit field extract: position and length are taken modulo 256, the signed form replicates the field's top bit.
template <class T>
struct bfe_op {
  static void run(warp& w, const op& o) {
    using lane = typename T::lane;
    using V = typename T::value;
    constexpr unsigned width = bits_in<V>;
    const lane* a = w.lanes<lane>(o.a);
    const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
    const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
    each(w, w.lanes<lane>(o.d), [&](int i) -> lane {
      // The 64-bit form is built of shifts that clamp; the 32-bit one looks at the counts' low bytes only.
      const unsigned pos = width == 64 ? (b[i] > 64u ? 64u : b[i]) : b[i] & 255u;
      const unsigned len = width == 64 ? (c[i] > 64u ? 64u : c[i]) : c[i] & 255u;
      const lane x = a[i];
      bool sign = false;
      if constexpr (std::is_signed_v<V>)
        if (len != 0) sign = (x >> (pos + len - 1 < width - 1 ? pos + len - 1 : width - 1)) & 1u;
      const lane fill = sign ? static_cast<lane>(~lane{0}) : lane{0};
      if (len == 0) return 0;
      if (pos >= width) return fill;
      const lane shifted = x >> pos;
      const unsigned kept = pos + len < width ? len : width - pos;
      const lane field_mask = kept >= width ? static_cast<lane>(~lane{0}) : static_cast<lane>((lane{1} << kept) - 1);
      return (shifted & field_mask) | (fill & static_cast<lane>(~field_mask));
    });
  }
};
template <class Lane>
void bfi_op(warp& w, const op& o) {
  constexpr unsigned width = sizeof(Lane) * 8;
  const Lane* a = w.lanes<Lane>(o.a);
  const Lane* b = w.lanes<Lane>(o.b);
  const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
  const std::uint32_t* n = w.lanes<std::uint32_t>(o.e);
  each(w, w.lanes<Lane>(o.d), [&](int i) -> Lane {
    const unsigned pos = c[i] & 255u, len = n[i] & 255u;
    if (pos >= width || len == 0) return b[i];
    const Lane ones = len >= width ? static_cast<Lane>(~Lane{0}) : static_cast<Lane>((Lane{1} << len) - 1);
    const auto field = static_cast<Lane>(ones << pos);
    return static_cast<Lane>((b[i] & ~field) | ((a[i] << pos) & field));
  });
}
template <bool Signed, bool Wrap>
void szext_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) -> std::uint32_t {
    const std::uint32_t n = Wrap ? b[i] & 31u : b[i];
    if (n >= 32) return a[i];
    const std::uint32_t keep = (1u << n) - 1u;
    const bool negative = Signed && n != 0 && ((a[i] >> (n - 1)) & 1u);
    return negative ? a[i] | ~keep : a[i] & keep;
  });
}
handler select_szext(const ptx::instruction& i, op&) {
  const bool wrap = i.has(m::wrap), s = i.type() == m::s32;
  if (s) return wrap ? &szext_op<true, true> : &szext_op<true, false>;
  return wrap ? &szext_op<false, true> : &szext_op<false, false>;
}
template <bool Wrap>
void bmsk_op(warp& w, const op& o) {
  map2<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
    const std::uint32_t pos = Wrap ? a & 31u : a, len = Wrap ? b & 31u : b;
    if (pos >= 32) return 0u;
    const std::uint32_t ones = len >= 32 ? 0xffffffffu : (1u << len) - 1u;
    return ones << pos;
  });
}
handler select_bmsk(const ptx::instruction& i, op&) { return i.has(m::wrap) ? &bmsk_op<true> : &bmsk_op<false>; }

/// Three-input logic by an 8-bit truth table over ta = 0xF0, tb = 0xCC, tc = 0xAA.
FPCHECK_INLINE std::uint32_t lop3_bits(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t lut) {
  std::uint32_t r = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((lut >> k) & 1u) r |= (k & 4u ? a : ~a) & (k & 2u ? b : ~b) & (k & 1u ? c : ~c);
  return r;
}
void lop3_op(warp& w, const op& o) {
  const std::uint32_t lut = o.choice.as<logic_table>().rows;
  map3<t_u32>(w, o, [lut](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return lop3_bits(a, b, c, lut); });
}
/// lop3 with a predicate result (d != 0) op q.
void lop3_bool_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
  const std::uint32_t lut = o.choice.as<logic_table>().rows;
  alignas(64) std::uint32_t r[warp_size];
  for (int i = 0; i < warp_size; ++i) r[i] = lop3_bits(a[i], b[i], c[i], lut);
  const std::uint32_t nonzero = mask_of([&](int i) { return r[i] != 0; });
  const std::uint32_t q = w.predicate(o.pa);
  const std::uint32_t p = o.source->has(m::and_) ? nonzero & q : nonzero | q;
  if (o.d) blend(w.lanes<std::uint32_t>(o.d), r, w.exec);
  set_predicate(w, o.pd, p);
}
handler select_lop3_bool(const ptx::instruction&, op&) { return &lop3_bool_op; }

/// Funnel shift of {b, a}; a count of 32 is legal in clamp mode.
template <bool Left, bool Wrap>
void shf_op(warp& w, const op& o) {
  map3<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t n = Wrap ? c & 31u : c > 32u ? 32u : c;
    const std::uint64_t both = (static_cast<std::uint64_t>(b) << 32) | a;
    return static_cast<std::uint32_t>(Left ? (both << n) >> 32 : both >> n);
  });
}
handler select_shf(const ptx::instruction& i, op&) {
  if (i.has(m::l)) return i.has(m::wrap) ? &shf_op<true, true> : &shf_op<true, false>;
  return i.has(m::wrap) ? &shf_op<false, true> : &shf_op<false, false>;
}

/// Byte permutation. In the default mode bit 3 of a selector nibble replicates the byte's sign.
FPCHECK_INLINE std::uint32_t prmt_default(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t both = (static_cast<std::uint64_t>(b) << 32) | a;
  std::uint32_t r = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned s = (c >> (4 * k)) & 15u;
    const auto byte = static_cast<std::uint32_t>(both >> (8 * (s & 7u))) & 255u;
    r |= (s & 8u ? (byte & 128u ? 255u : 0u) : byte) << (8 * k);
  }
  return r;
}
template <int Mode>
void prmt_mode(warp& w, const op& o) {
  map3<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const unsigned n = c & 3u;
    std::uint32_t sel = 0;
    for (unsigned k = 0; k < 4; ++k) {
      unsigned s = 0;
      if constexpr (Mode == 0) s = n + k;                                  // f4e
      if constexpr (Mode == 1) s = (n + 8 - k) & 7u;                       // b4e
      if constexpr (Mode == 2) s = n;                                      // rc8
      if constexpr (Mode == 3) s = k < n ? n : k;                          // ecl
      if constexpr (Mode == 4) s = k < n ? k : n;                          // ecr
      if constexpr (Mode == 5) s = (n & 1u) * 2 + (k & 1u);                // rc16
      sel |= (s & 7u) << (4 * k);
    }
    return prmt_default(a, b, sel);
  });
}
void prmt_op(warp& w, const op& o) { map3<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return prmt_default(a, b, c); }); }
handler select_prmt(const ptx::instruction& i, op&) {
  if (i.has(m::f4e)) return &prmt_mode<0>;
  if (i.has(m::b4e)) return &prmt_mode<1>;
  if (i.has(m::rc8)) return &prmt_mode<2>;
  if (i.has(m::ecl)) return &prmt_mode<3>;
  if (i.has(m::ecr)) return &prmt_mode<4>;
  if (i.has(m::rc16)) return &prmt_mode<5>;
  return &prmt_op;
}

/// Predicate logic: 0 and, 1 or, 2 xor, 3 not.
template <int Kind>
void predicate_op(warp& w, const op& o) {
  const std::uint32_t a = w.predicate(o.pa);
  const std::uint32_t b = Kind == 3 ? 0u : w.predicate(o.pb);
  set_predicate(w, o.pd, Kind == 0 ? a & b : Kind == 1 ? a | b : Kind == 2 ? a ^ b : ~a);
}

using f = ptx::form;
constexpr binding table[] = {
    {f::popc, &by_width<popc_op<std::uint32_t>, popc_op<std::uint64_t>>},
    {f::clz, &by_width<clz_op<std::uint32_t>, clz_op<std::uint64_t>>}, {f::bfind, &select_bfind},
    {f::brev, &by_width<brev_op<std::uint32_t>, brev_op<std::uint64_t>>}, {f::fns, &always<fns_op>},
    {f::bfe, &by_type<bfe_op>}, {f::bfi, &by_width<bfi_op<std::uint32_t>, bfi_op<std::uint64_t>>},
    {f::szext, &select_szext}, {f::bmsk, &select_bmsk}, {f::and_bits, &by_type<and_op>}, {f::or_bits, &by_type<or_op>},
    {f::xor_bits, &by_type<xor_op>}, {f::not_bits, &by_type<not_op>}, {f::cnot, &by_type<cnot_op>},
    {f::lop3, &always<lop3_op>}, {f::lop3_bool, &select_lop3_bool}, {f::shf, &select_shf}, {f::shl, &by_type<shl_op>},
    {f::shr, &by_type<shr_op>}, {f::prmt, &select_prmt}, {f::and_pred, &always<predicate_op<0>>},
    {f::or_pred, &always<predicate_op<1>>}, {f::xor_pred, &always<predicate_op<2>>},
    {f::not_pred, &always<predicate_op<3>>},
};

} // namespace

std::span<const binding> bit_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
