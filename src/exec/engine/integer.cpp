// Integer arithmetic, logic, shifts and byte permutation. All exact; the PTX manual is the source of every rule.
#include "lanes.hpp"
#include "tables.hpp"

#include <bit>
#include <limits>
#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

template <class V>
using unsigned_of = std::make_unsigned_t<V>;
template <class V>
constexpr int bits_in = static_cast<int>(sizeof(V)) * 8;

/// Twice as wide, for products.
template <class V>
struct wider;
template <> struct wider<std::uint16_t> { using type = std::uint32_t; };
template <> struct wider<std::int16_t> { using type = std::int32_t; };
template <> struct wider<std::uint32_t> { using type = std::uint64_t; };
template <> struct wider<std::int32_t> { using type = std::int64_t; };
template <> struct wider<std::uint64_t> { using type = unsigned __int128; };
template <> struct wider<std::int64_t> { using type = __int128; };
template <class V>
using wider_t = typename wider<V>::type;

template <class V>
FPCHECK_INLINE V wrap_add(V a, V b) { return static_cast<V>(static_cast<unsigned_of<V>>(static_cast<unsigned_of<V>>(a) + static_cast<unsigned_of<V>>(b))); }
template <class V>
FPCHECK_INLINE V wrap_sub(V a, V b) { return static_cast<V>(static_cast<unsigned_of<V>>(static_cast<unsigned_of<V>>(a) - static_cast<unsigned_of<V>>(b))); }
template <class V>
FPCHECK_INLINE V low_product(V a, V b) {
  using U = std::conditional_t<(sizeof(V) < 4), std::uint32_t, unsigned_of<V>>;
  return static_cast<V>(static_cast<U>(a) * static_cast<U>(b));
}
template <class V>
FPCHECK_INLINE V high_product(V a, V b) {
  return static_cast<V>((static_cast<wider_t<V>>(a) * static_cast<wider_t<V>>(b)) >> bits_in<V>);
}

template <class T>
struct add_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return wrap_add(a, b); }); } };
template <class T>
struct sub_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return wrap_sub(a, b); }); } };
template <class T>
struct mul_lo_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return low_product(a, b); }); } };
template <class T>
struct mul_hi_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return high_product(a, b); }); } };
template <class T>
struct mad_lo_op { static void run(warp& w, const op& o) { map3<T>(w, o, [](auto a, auto b, auto c) { return wrap_add(low_product(a, b), c); }); } };
template <class T>
struct mad_hi_op { static void run(warp& w, const op& o) { map3<T>(w, o, [](auto a, auto b, auto c) { return wrap_add(high_product(a, b), c); }); } };
template <class T>
struct min_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return b < a ? b : a; }); } };
template <class T>
struct max_op { static void run(warp& w, const op& o) { map2<T>(w, o, [](auto a, auto b) { return a < b ? b : a; }); } };
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
template <class T>
struct neg_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return wrap_sub(decltype(a){0}, a); }); } };
template <class T>
struct abs_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return a < 0 ? wrap_sub(decltype(a){0}, a) : a; }); } };
template <class T>
struct sad_op {
  static void run(warp& w, const op& o) {
    map3<T>(w, o, [](auto a, auto b, auto c) { return wrap_add(c, a < b ? wrap_sub(b, a) : wrap_sub(a, b)); });
  }
};
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

/// Division by zero is machine-specific; the warp records it, quotient and remainder are all ones.
template <class T, bool Remainder>
void divide(warp& w, const op& o) {
  using lane = typename T::lane;
  using V = typename T::value;
  const lane* a = w.lanes<lane>(o.a);
  const lane* b = w.lanes<lane>(o.b);
  lane* d = w.lanes<lane>(o.d);
  std::uint32_t zero = 0;
  for_each_lane(w.exec, [&](int i) {
    const V x = T::get(a[i]), y = T::get(b[i]);
    if (y == 0) {
      zero |= 1u << i;
      d[i] = T::put(static_cast<V>(~V{0}));
    } else if (std::is_signed_v<V> && y == static_cast<V>(-1)) {
      d[i] = Remainder ? lane{0} : T::put(wrap_sub(V{0}, x));
    } else {
      d[i] = T::put(static_cast<V>(Remainder ? x % y : x / y));
    }
  });
  if (zero != 0) report_fault(w, o, fault::division_by_zero, zero);
}
template <class T> struct div_op { static void run(warp& w, const op& o) { divide<T, false>(w, o); } };
template <class T> struct rem_op { static void run(warp& w, const op& o) { divide<T, true>(w, o); } };

/// Products twice as wide as their factors, with an optional wide addend.
template <class T, bool Add>
void wide(warp& w, const op& o) {
  using V = typename T::value;
  using W = wider_t<V>;
  using wide_lane = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const wide_lane* c = Add ? w.lanes<wide_lane>(o.c) : nullptr;
  each(w, w.lanes<wide_lane>(o.d), [&](int i) {
    const auto p = static_cast<wide_lane>(static_cast<W>(T::get(a[i])) * static_cast<W>(T::get(b[i])));
    if constexpr (Add) return static_cast<wide_lane>(p + c[i]);
    else return p;
  });
}

template <bool Add>
handler select_wide(const ptx::instruction& i, op&) {
  switch (i.type()) {
  case m::u16: return &wide<t_u16, Add>;
  case m::s16: return &wide<t_s16, Add>;
  case m::u32: return &wide<t_u32, Add>;
  case m::s32: return &wide<t_s32, Add>;
  default: return nullptr;
  }
}

FPCHECK_INLINE std::int32_t clamp_s32(std::int64_t x) {
  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : static_cast<std::int32_t>(x);
}
void add_sat(warp& w, const op& o) { map2<t_s32>(w, o, [](std::int64_t a, std::int64_t b) { return clamp_s32(a + b); }); }
void sub_sat(warp& w, const op& o) { map2<t_s32>(w, o, [](std::int64_t a, std::int64_t b) { return clamp_s32(a - b); }); }
void mad_hi_sat(warp& w, const op& o) {
  map3<t_s32>(w, o, [](std::int64_t a, std::int64_t b, std::int64_t c) { return clamp_s32(((a * b) >> 32) + c); });
}

/// Carry chains. The carry flag is one bit a lane, kept in the warp.
enum class carry_kind { add, sub, mad_low, mad_high };
template <class T, carry_kind Kind, bool In, bool Out>
void carry(warp& w, const op& o) {
  using V = typename T::value;
  using U = unsigned_of<V>;
  using lane = typename T::lane;
  const lane* a = w.lanes<lane>(o.a);
  const lane* b = w.lanes<lane>(o.b);
  const lane* c = Kind == carry_kind::mad_low || Kind == carry_kind::mad_high ? w.lanes<lane>(o.c) : nullptr;
  lane* d = w.lanes<lane>(o.d);
  for_each_lane(w.exec, [&](int i) {
    const unsigned in = In ? (w.carry >> i) & 1u : 0u;
    U x = static_cast<U>(a[i]), y = static_cast<U>(b[i]), result = 0;
    bool out = false;
    if constexpr (Kind == carry_kind::sub) {
      // x + ~y + 1, or + the flag: the flag says that nothing was borrowed.
      y = static_cast<U>(~y);
      const unsigned one = In ? in : 1u;
      result = static_cast<U>(x + y + one);
      out = ((static_cast<unsigned __int128>(x) + y + one) >> bits_in<V>) != 0;
    } else {
      if constexpr (Kind == carry_kind::mad_low) x = static_cast<U>(low_product(T::get(a[i]), T::get(b[i]))), y = static_cast<U>(c[i]);
      if constexpr (Kind == carry_kind::mad_high) x = static_cast<U>(high_product(T::get(a[i]), T::get(b[i]))), y = static_cast<U>(c[i]);
      result = static_cast<U>(x + y + in);
      out = ((static_cast<unsigned __int128>(x) + y + in) >> bits_in<V>) != 0;
    }
    if constexpr (Out) w.carry = (w.carry & ~(1u << i)) | (out ? 1u << i : 0u);
    d[i] = static_cast<lane>(result);
  });
}
template <class T, carry_kind Kind>
handler select_carry_of(bool in, bool out) {
  if (in) return out ? &carry<T, Kind, true, true> : &carry<T, Kind, true, false>;
  return &carry<T, Kind, false, true>;
}
template <carry_kind Kind, bool In>
handler select_carry(const ptx::instruction& i, op&) {
  const bool out = !In || i.has(m::cc);
  switch (i.type()) {
  case m::u32: return select_carry_of<t_u32, Kind>(In, out);
  case m::s32: return select_carry_of<t_s32, Kind>(In, out);
  case m::u64: return select_carry_of<t_u64, Kind>(In, out);
  case m::s64: return select_carry_of<t_s64, Kind>(In, out);
  default: return nullptr;
  }
}

/// 24-bit products: the operands' low 24 bits, the product's bits 47..16 (hi) or 31..0 (lo).
template <class T, bool High, bool Add>
void product24(warp& w, const op& o) {
  const std::uint32_t* c = Add ? w.lanes<std::uint32_t>(o.c) : nullptr;
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) {
    std::int64_t x, y;
    if constexpr (std::is_signed_v<typename T::value>)
      x = static_cast<std::int32_t>(a[i] << 8) >> 8, y = static_cast<std::int32_t>(b[i] << 8) >> 8;
    else
      x = a[i] & 0xffffffu, y = b[i] & 0xffffffu;
    const auto p = static_cast<std::uint32_t>(static_cast<std::uint64_t>(x * y) >> (High ? 16 : 0));
    if constexpr (Add) return p + c[i];
    else return p;
  });
}
template <bool Add>
handler select_24(const ptx::instruction& i, op&) {
  const bool high = i.has(m::hi), is_signed = i.type() == m::s32;
  if (is_signed) return high ? &product24<t_s32, true, Add> : &product24<t_s32, false, Add>;
  return high ? &product24<t_u32, true, Add> : &product24<t_u32, false, Add>;
}

void mad24_hi_sat(warp& w, const op& o) {
  map3<t_s32>(w, o, [](std::int32_t a, std::int32_t b, std::int32_t c) {
    const std::int64_t x = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8, y = static_cast<std::int32_t>(static_cast<std::uint32_t>(b) << 8) >> 8;
    return clamp_s32(static_cast<std::int64_t>(static_cast<std::int32_t>((x * y) >> 16)) + c);
  });
}

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

/// Dot products of four bytes, or of two halves with two bytes; each operand has its own signedness.
template <bool SignedA, bool SignedB>
void dp4a_op(warp& w, const op& o) {
  map3<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (int k = 0; k < 4; ++k) {
      const auto x = (a >> (8 * k)) & 255u, y = (b >> (8 * k)) & 255u;
      const std::int32_t sx = SignedA ? static_cast<std::int8_t>(x) : static_cast<std::int32_t>(x);
      const std::int32_t sy = SignedB ? static_cast<std::int8_t>(y) : static_cast<std::int32_t>(y);
      c += static_cast<std::uint32_t>(sx * sy);
    }
    return c;
  });
}
template <bool SignedA, bool SignedB, bool High>
void dp2a_op(warp& w, const op& o) {
  map3<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (int k = 0; k < 2; ++k) {
      const auto x = (a >> (16 * k)) & 0xffffu, y = (b >> (8 * k + (High ? 16 : 0))) & 255u;
      const std::int32_t sx = SignedA ? static_cast<std::int16_t>(x) : static_cast<std::int32_t>(x);
      const std::int32_t sy = SignedB ? static_cast<std::int8_t>(y) : static_cast<std::int32_t>(y);
      c += static_cast<std::uint32_t>(sx * sy);
    }
    return c;
  });
}
handler select_dp4a(const ptx::instruction& i, op&) {
  const bool a = i.type(0) == m::s32, b = i.type(1) == m::s32;
  if (a) return b ? &dp4a_op<true, true> : &dp4a_op<true, false>;
  return b ? &dp4a_op<false, true> : &dp4a_op<false, false>;
}
template <bool High>
handler dp2a_of(bool a, bool b) {
  if (a) return b ? &dp2a_op<true, true, High> : &dp2a_op<true, false, High>;
  return b ? &dp2a_op<false, true, High> : &dp2a_op<false, false, High>;
}
handler select_dp2a(const ptx::instruction& i, op&) {
  const bool a = i.type(0) == m::s32, b = i.type(1) == m::s32;
  return i.has(m::hi) ? dp2a_of<true>(a, b) : dp2a_of<false>(a, b);
}

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

/// Two 16-bit operations in one register, and the forms that clamp a negative result to zero.
template <class T, class F>
void pair16(warp& w, const op& o, F f) {
  map2<t_u32>(w, o, [f](std::uint32_t a, std::uint32_t b) {
    const auto lo = static_cast<std::uint16_t>(f(T::get(a & 0xffffu), T::get(b & 0xffffu)));
    const auto hi = static_cast<std::uint16_t>(f(T::get(a >> 16), T::get(b >> 16)));
    return static_cast<std::uint32_t>(lo) | static_cast<std::uint32_t>(hi) << 16;
  });
}
constexpr auto add_values = [](auto a, auto b) { return wrap_add(a, b); };
constexpr auto min_values = [](auto a, auto b) { return b < a ? b : a; };
constexpr auto max_values = [](auto a, auto b) { return a < b ? b : a; };
constexpr auto min_relu = [](auto a, auto b) { auto r = b < a ? b : a; return r < 0 ? decltype(r){0} : r; };
constexpr auto max_relu = [](auto a, auto b) { auto r = a < b ? b : a; return r < 0 ? decltype(r){0} : r; };
template <class T, const auto& F> void pair_op(warp& w, const op& o) { pair16<T>(w, o, F); }
template <const auto& F>
handler select_pair(const ptx::instruction& i, op&) { return i.type() == m::s16x2 ? &pair_op<t_s16, F> : &pair_op<t_u16, F>; }
template <const auto& F>
void relu_s32(warp& w, const op& o) { map2<t_s32>(w, o, F); }
template <const auto& F>
handler select_relu(const ptx::instruction& i, op&) { return i.type() == m::s32 ? &relu_s32<F> : &pair_op<t_s16, F>; }

template <template <class> class Op>
handler by_type(const ptx::instruction& i, op&) { return for_integer_type<Op>(i.type()); }
template <handler H>
handler always(const ptx::instruction&, op&) { return H; }
template <handler H32, handler H64>
handler by_width(const ptx::instruction& i, op&) { return ptx::width(i.type()) == 64 ? H64 : H32; }

/// Predicate logic: 0 and, 1 or, 2 xor, 3 not.
template <int Kind>
void predicate_op(warp& w, const op& o) {
  const std::uint32_t a = w.predicate(o.pa);
  const std::uint32_t b = Kind == 3 ? 0u : w.predicate(o.pb);
  set_predicate(w, o.pd, Kind == 0 ? a & b : Kind == 1 ? a | b : Kind == 2 ? a ^ b : ~a);
}

using f = ptx::form;
constexpr binding table[] = {
    {f::add_int, &by_type<add_op>}, {f::sub_int, &by_type<sub_op>}, {f::mul_lo, &by_type<mul_lo_op>},
    {f::mul_hi, &by_type<mul_hi_op>}, {f::mad_lo, &by_type<mad_lo_op>}, {f::mad_hi, &by_type<mad_hi_op>},
    {f::mul_wide, &select_wide<false>}, {f::mad_wide, &select_wide<true>}, {f::add_sat_s32, &always<add_sat>},
    {f::sub_sat_s32, &always<sub_sat>}, {f::mad_hi_sat_s32, &always<mad_hi_sat>},
    {f::add_cc, &select_carry<carry_kind::add, false>}, {f::addc, &select_carry<carry_kind::add, true>},
    {f::sub_cc, &select_carry<carry_kind::sub, false>}, {f::subc, &select_carry<carry_kind::sub, true>},
    {f::mad_lo_cc, &select_carry<carry_kind::mad_low, false>}, {f::madc_lo, &select_carry<carry_kind::mad_low, true>},
    {f::mad_hi_cc, &select_carry<carry_kind::mad_high, false>}, {f::madc_hi, &select_carry<carry_kind::mad_high, true>},
    {f::mul24, &select_24<false>}, {f::mad24, &select_24<true>}, {f::mad24_hi_sat_s32, &always<mad24_hi_sat>}, {f::sad, &by_type<sad_op>},
    {f::div_int, &by_type<div_op>}, {f::rem_int, &by_type<rem_op>}, {f::abs_int, &by_type<abs_op>},
    {f::neg_int, &by_type<neg_op>}, {f::min_int, &by_type<min_op>}, {f::max_int, &by_type<max_op>},
    {f::add_int_x2, &select_pair<add_values>}, {f::min_int_x2, &select_pair<min_values>},
    {f::max_int_x2, &select_pair<max_values>}, {f::min_relu_int, &select_relu<min_relu>},
    {f::max_relu_int, &select_relu<max_relu>},
    {f::popc, &by_width<popc_op<std::uint32_t>, popc_op<std::uint64_t>>},
    {f::clz, &by_width<clz_op<std::uint32_t>, clz_op<std::uint64_t>>}, {f::bfind, &select_bfind},
    {f::brev, &by_width<brev_op<std::uint32_t>, brev_op<std::uint64_t>>}, {f::fns, &always<fns_op>},
    {f::bfe, &by_type<bfe_op>}, {f::bfi, &by_width<bfi_op<std::uint32_t>, bfi_op<std::uint64_t>>},
    {f::szext, &select_szext}, {f::bmsk, &select_bmsk}, {f::dp4a, &select_dp4a}, {f::dp2a, &select_dp2a},
    {f::and_bits, &by_type<and_op>}, {f::or_bits, &by_type<or_op>}, {f::xor_bits, &by_type<xor_op>},
    {f::not_bits, &by_type<not_op>}, {f::cnot, &by_type<cnot_op>}, {f::lop3, &always<lop3_op>},
    {f::lop3_bool, &select_lop3_bool}, {f::shf, &select_shf}, {f::shl, &by_type<shl_op>}, {f::shr, &by_type<shr_op>},
    {f::prmt, &select_prmt}, {f::and_pred, &always<predicate_op<0>>}, {f::or_pred, &always<predicate_op<1>>},
    {f::xor_pred, &always<predicate_op<2>>}, {f::not_pred, &always<predicate_op<3>>},
};

} // namespace

std::span<const binding> integer_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
