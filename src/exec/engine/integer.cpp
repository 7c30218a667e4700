// Integer arithmetic. All exact; the PTX manual is the source of every rule.
#include "integer_types.hpp"
#include "tables.hpp"

#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

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
struct neg_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return wrap_sub(decltype(a){0}, a); }); } };
template <class T>
struct abs_op { static void run(warp& w, const op& o) { map1<T>(w, o, [](auto a) { return a < 0 ? wrap_sub(decltype(a){0}, a) : a; }); } };
template <class T>
struct sad_op {
  static void run(warp& w, const op& o) {
    map3<T>(w, o, [](auto a, auto b, auto c) { return wrap_add(c, a < b ? wrap_sub(b, a) : wrap_sub(a, b)); });
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

/// cvt.pack: both operands clamped; the first goes high. The small forms keep the rest from c.
template <bool Signed>
void pack_half(warp& w, const op& o) {
  map2<t_s32>(w, o, [](std::int32_t a, std::int32_t b) {
    constexpr std::int32_t low = Signed ? -32768 : 0, high = Signed ? 32767 : 65535;
    const auto clamp = [](std::int32_t x) { return static_cast<std::uint32_t>(x < low ? low : x > high ? high : x) & 0xffffu; };
    return static_cast<std::int32_t>(clamp(a) << 16 | clamp(b));
  });
}
handler select_pack_half(const ptx::instruction& i, op&) { return i.type(0) == m::s16 ? &pack_half<true> : &pack_half<false>; }
/// op::choice of pack_small: an element's type.
struct small_integer {
  std::uint8_t bits = 0;
  bool is_signed = false;
};
void pack_small(warp& w, const op& o) {
  const auto [width, is_signed] = o.choice.as<small_integer>();
  const int bits = width;
  const std::int32_t high = (1 << (bits - (is_signed ? 1 : 0))) - 1, low = is_signed ? -high - 1 : 0;
  const std::uint32_t field = (1u << bits) - 1u;
  map3<t_u32>(w, o, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto clamp = [&](std::uint32_t raw_bits) {
      const auto x = static_cast<std::int32_t>(raw_bits);
      return static_cast<std::uint32_t>(x < low ? low : x > high ? high : x) & field;
    };
    return c << (2 * bits) | clamp(a) << bits | clamp(b);
  });
}
handler select_pack_small(const ptx::instruction& i, op& o) {
  const m t = i.type(0);
  const bool s = t == m::s2 || t == m::s4 || t == m::s8;
  o.choice.set(small_integer{static_cast<std::uint8_t>(ptx::width(t)), s});
  return &pack_small;
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
    {f::mul24, &select_24<false>}, {f::mad24, &select_24<true>}, {f::mad24_hi_sat_s32, &always<mad24_hi_sat>},
    {f::sad, &by_type<sad_op>}, {f::div_int, &by_type<div_op>}, {f::rem_int, &by_type<rem_op>},
    {f::abs_int, &by_type<abs_op>}, {f::neg_int, &by_type<neg_op>}, {f::min_int, &by_type<min_op>},
    {f::max_int, &by_type<max_op>}, {f::add_int_x2, &select_pair<add_values>},
    {f::min_int_x2, &select_pair<min_values>}, {f::max_int_x2, &select_pair<max_values>},
    {f::min_relu_int, &select_relu<min_relu>}, {f::max_relu_int, &select_relu<max_relu>}, {f::dp4a, &select_dp4a},
    {f::dp2a, &select_dp2a},
    {f::cvt_pack_half, &select_pack_half}, {f::cvt_pack_small, &select_pack_small},
};

} // namespace

std::span<const binding> integer_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
