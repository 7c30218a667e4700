// cvt in all its forms. Every source value is exact in binary64 or a 64-bit integer and is rounded once, by the processor
// for binary32 and binary64 results and by the formats library for everything narrower.
#include "float_bits.hpp"
#include "half_values.hpp"
#include "tables.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

/// Reads lane `i` of an operand that lies in a 32- or 64-bit register.
FPCHECK_INLINE std::uint64_t raw(const std::byte* p, bool wide, int i) {
  return wide ? reinterpret_cast<const std::uint64_t*>(p)[i] : reinterpret_cast<const std::uint32_t*>(p)[i];
}
/// Writes f(raw source) to the executing lanes of a 32- or 64-bit register; f gives the bits for the register.
template <class F>
FPCHECK_INLINE void convert_lanes(warp& w, const op& o, F f) {
  const std::byte* a = w.lanes<std::byte>(o.a);
  const bool wide = o.a_bits == 64;
  if (o.d_bits == 64) each(w, w.lanes<std::uint64_t>(o.d), [&](int i) -> std::uint64_t { return f(raw(a, wide, i)); });
  else each(w, w.lanes<std::uint32_t>(o.d), [&](int i) { return static_cast<std::uint32_t>(f(raw(a, wide, i))); });
}

struct integer_type {
  int bits;
  bool is_signed;
};
integer_type integer_of(m t) {
  const bool s = t == m::s8 || t == m::s16 || t == m::s32 || t == m::s64;
  return {static_cast<int>(ptx::width(t)), s};
}
FPCHECK_INLINE std::int64_t sign_extend(std::uint64_t x, int bits) {
  return static_cast<std::int64_t>(x << (64 - bits)) >> (64 - bits);
}
FPCHECK_INLINE std::uint64_t zero_extend(std::uint64_t x, int bits) { return bits == 64 ? x : x & ((std::uint64_t{1} << bits) - 1); }
/// A value of a narrow integer type as it lies in a register of `bits` bits.
FPCHECK_INLINE std::uint64_t in_register(std::uint64_t x, integer_type t, int bits) {
  const std::uint64_t y = t.is_signed ? static_cast<std::uint64_t>(sign_extend(x, t.bits)) : zero_extend(x, t.bits);
  return zero_extend(y, bits);
}

/// op::choice of conversions between or with integers: the types of result and operand.
struct integer_types {
  m to = m::none, from = m::none;
};
integer_type target_of(const op& o) { return integer_of(o.choice.as<integer_types>().to); }
integer_type origin_of(const op& o) { return integer_of(o.choice.as<integer_types>().from); }

void int_to_int(warp& w, const op& o) {
  const integer_type to = target_of(o), from = origin_of(o);
  const int bits = o.d_bits;
  const bool sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) {
    if (!sat) {
      const std::uint64_t v = from.is_signed ? static_cast<std::uint64_t>(sign_extend(x, from.bits)) : zero_extend(x, from.bits);
      return in_register(v, to, bits);
    }
    const __int128 v = from.is_signed ? static_cast<__int128>(sign_extend(x, from.bits)) : static_cast<__int128>(zero_extend(x, from.bits));
    const __int128 high = (static_cast<__int128>(1) << (to.bits - (to.is_signed ? 1 : 0))) - 1;
    const __int128 low = to.is_signed ? -high - 1 : 0;
    return in_register(static_cast<std::uint64_t>(v > high ? high : v < low ? low : v), to, bits);
  });
}
handler select_int_to_int(const ptx::instruction& i, op& o) {
  o.choice.set(integer_types{i.type(0), i.type(1)});
  return &int_to_int;
}

/// op::choice of conversions to narrow formats is what they clamp.
void choose_saturation(const ptx::instruction& i, op& o) { o.choice.set(i.has(m::satfinite) ? saturation::finite : saturation::none); }

rounding formats_rounding(round_mode r) {
  constexpr rounding table[] = {rounding::nearest_even, rounding::toward_zero, rounding::downward, rounding::upward};
  return table[static_cast<int>(r)];
}

/// Integers to floating point. binary32 and binary64 by the processor in the wanted direction.
template <class To, bool Signed>
FPCHECK_INLINE To from_integer(std::uint64_t v) {
  return Signed ? static_cast<To>(static_cast<std::int64_t>(v)) : static_cast<To>(v);
}
template <bool Signed>
void int_to_f32(warp& w, const op& o) {
  const integer_type from = origin_of(o);
  const rounding_scope scope(o.rounding);
  const bool sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const std::uint64_t v = Signed ? static_cast<std::uint64_t>(sign_extend(x, from.bits)) : zero_extend(x, from.bits);
    const std::uint32_t r = bits_of(from_integer<float, Signed>(v));
    return sat ? saturate(r) : r;
  });
}
template <bool Signed>
void int_to_f64(warp& w, const op& o) {
  const integer_type from = origin_of(o);
  const rounding_scope scope(o.rounding);
  const bool sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) {
    const std::uint64_t v = Signed ? static_cast<std::uint64_t>(sign_extend(x, from.bits)) : zero_extend(x, from.bits);
    const double y = from_integer<double, Signed>(v);
    return bits_of(!sat ? y : y > 1.0 ? 1.0 : y > 0.0 ? y : 0.0);
  });
}
template <class Tag>
void int_to_half(warp& w, const op& o) {
  const integer_type from = origin_of(o);
  const policy p = cuda_policy(formats_rounding(o.rounding));
  const bool sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const std::uint64_t v = from.is_signed ? static_cast<std::uint64_t>(sign_extend(x, from.bits)) : zero_extend(x, from.bits);
    const bool negative = from.is_signed && (v >> 63) != 0;
    const std::uint32_t code = encode_integer(Tag::row, negative, negative ? 0 - v : v, p).code;
    constexpr std::uint32_t one = encode_bits(Tag::row, bits_of(1.0), policy{}).code;
    return sat ? (code & 0x8000u ? 0u : code > one ? one : code) : code;
  });
}
handler select_int_to_float(const ptx::instruction& i, op& o) {
  o.choice.set(integer_types{m::none, i.type(1)});
  const bool s = integer_of(i.type(1)).is_signed;
  switch (i.type(0)) {
  case m::f32: return s ? &int_to_f32<true> : &int_to_f32<false>;
  case m::f64: return s ? &int_to_f64<true> : &int_to_f64<false>;
  case m::f16: return &int_to_half<f16_format>;
  case m::bf16: return &int_to_half<bf16_format>;
  default: return nullptr;
  }
}

/// Source values as binary64: exact for every floating-point source.
struct from_f32 { static FPCHECK_INLINE double of(std::uint64_t x) { return bit_cast<float>(static_cast<std::uint32_t>(x)); } };
struct from_f32_ftz { static FPCHECK_INLINE double of(std::uint64_t x) { return bit_cast<float>(flush(static_cast<std::uint32_t>(x))); } };
struct from_f64 { static FPCHECK_INLINE double of(std::uint64_t x) { return bit_cast<double>(x); } };
struct from_f16 { static FPCHECK_INLINE double of(std::uint64_t x) { return half_value<f16_format, false>(static_cast<std::uint32_t>(x)); } };
struct from_bf16 { static FPCHECK_INLINE double of(std::uint64_t x) { return half_value<bf16_format, false>(static_cast<std::uint32_t>(x)); } };

FPCHECK_INLINE double to_integral(double x, round_mode r) {
  switch (r) {
  case round_mode::toward_zero: return std::trunc(x);
  case round_mode::downward: return std::floor(x);
  case round_mode::upward: return std::ceil(x);
  default: return std::nearbyint(x);
  }
}

/// Floating point to integer: clamps; a NaN gives 0 for a 32-bit or narrower target of a narrow source, else the bit of
/// the target's sign.
template <class From>
void float_to_int(warp& w, const op& o) {
  const integer_type to = target_of(o);
  const int bits = o.d_bits;
  const round_mode r = o.rounding;
  const bool zero_for_nan = to.bits <= 32 && o.source_format != number::f64;
  const double high = std::ldexp(1.0, to.bits - (to.is_signed ? 1 : 0)), low = to.is_signed ? -high : 0.0;
  const std::uint64_t largest = zero_extend(~std::uint64_t{0}, to.bits - (to.is_signed ? 1 : 0));
  const std::uint64_t smallest = to.is_signed ? std::uint64_t{1} << (to.bits - 1) : 0;
  convert_lanes(w, o, [&](std::uint64_t raw_bits) -> std::uint64_t {
    const double x = From::of(raw_bits);
    if (x != x) return in_register(zero_for_nan ? 0 : std::uint64_t{1} << (to.bits - 1), to, bits);
    const double y = to_integral(x, r);
    if (y >= high) return in_register(largest, to, bits);
    if (y <= low) return in_register(smallest, to, bits);
    const auto v = to.is_signed || y < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(y)) : static_cast<std::uint64_t>(y);
    return in_register(v, to, bits);
  });
}
handler select_float_to_int(const ptx::instruction& i, op& o) {
  o.choice.set(integer_types{i.type(0), m::none});
  switch (i.type(1)) {
  case m::f32: return o.ftz ? &float_to_int<from_f32_ftz> : &float_to_int<from_f32>;
  case m::f64: return &float_to_int<from_f64>;
  case m::f16: return &float_to_int<from_f16>;
  case m::bf16: return &float_to_int<from_bf16>;
  default: return nullptr;
  }
}

/// NaNs on their way between formats keep sign and leading payload bits and become quiet, unless binary32 arithmetic with
/// .ftz or .sat is involved.
FPCHECK_INLINE std::uint64_t nan_from_32(std::uint32_t x) {
  return static_cast<std::uint64_t>(x & 0x80000000u) << 32 | 0x7ff8000000000000u | static_cast<std::uint64_t>(x & 0x7fffffu) << 29;
}
FPCHECK_INLINE std::uint32_t finish_f32(float r, bool ftz, bool sat) {
  std::uint32_t x = canonical(r);
  x = ftz ? flush(x) : x;
  return sat ? saturate(x) : x;
}
/// binary64 to binary32.
void f32_from_f64(warp& w, const op& o) {
  const rounding_scope scope(o.rounding);
  const bool ftz = o.ftz, sat = o.sat;
  const round_mode r = o.rounding;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const double v = bit_cast<double>(x);
    std::uint32_t y = bits_of(static_cast<float>(v));
    if (v != v) return sat ? 0u : y;
    if (ftz) y = (y & 0x7fffffffu) == 0x00800000u && flushes_below(v, 0x1p-126, 0x1p-150, r) ? y & 0x80000000u : flush(y);
    return sat ? saturate(y) : y;
  });
}
/// 16-bit numbers to binary32: bfloat16 is a shift, binary16's NaNs are canonical.
template <class From>
void f32_from_half(warp& w, const op& o) {
  const bool ftz = o.ftz, sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    if constexpr (std::is_same_v<From, from_bf16>)
      if (!ftz && !sat) return (x & 0xffffu) << 16;
    return finish_f32(static_cast<float>(From::of(x)), ftz, sat);
  });
}
/// binary32 to itself: a move without modifiers.
void f32_from_f32(warp& w, const op& o) {
  const bool ftz = o.ftz, sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    if (!ftz && !sat) return static_cast<std::uint32_t>(x);
    return finish_f32(bit_cast<float>(static_cast<std::uint32_t>(x)), ftz, sat);
  });
}
template <class From>
void to_f32(warp& w, const op& o) {
  if constexpr (std::is_same_v<From, from_f64>) f32_from_f64(w, o);
  else if constexpr (std::is_same_v<From, from_f16> || std::is_same_v<From, from_bf16>) f32_from_half<From>(w, o);
  else f32_from_f32(w, o);
}
/// The code of a binary64 NaN for a narrower source's NaN.
template <class From>
FPCHECK_INLINE std::uint64_t widened_nan(std::uint64_t x, bool ftz) {
  if (ftz) return nan64_from_narrow;
  if constexpr (std::is_same_v<From, from_f64>) return quieted(x);
  else if constexpr (std::is_same_v<From, from_bf16>) return nan_from_32(static_cast<std::uint32_t>(x & 0xffffu) << 16);
  else if constexpr (std::is_same_v<From, from_f16>)
    return (x & 0x8000u) << 48 | 0x7ff8000000000000u | (x & 0x3ffu) << 42;
  else return nan_from_32(static_cast<std::uint32_t>(x));
}
template <class From>
void to_f64(warp& w, const op& o) {
  const bool sat = o.sat, ftz = o.ftz;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const double v = From::of(x);
    if (sat) return bits_of(v > 1.0 ? 1.0 : v > 0.0 ? v : 0.0);
    if constexpr (std::is_same_v<From, from_f64>) return x; // a move
    return v != v ? widened_nan<From>(x, ftz) : bits_of(v);
  });
}
template <class Tag>
FPCHECK_INLINE std::uint32_t to_code(double x, const policy& p, bool ftz, bool sat, bool relu) {
  std::uint32_t code = encode_bits(Tag::row, bits_of(x), p).code;
  if (ftz) code = flush_half<Tag>(code);
  constexpr std::uint32_t one = encode_bits(Tag::row, bits_of(1.0), policy{}).code;
  if (sat) code = (code & 0x8000u) != 0 || is_nan_half<Tag>(code) ? 0u : code > one ? one : code;
  if (relu) code = (code & 0x8000u) != 0 ? 0u : code;
  return code;
}
template <class From, class Tag>
void to_half(warp& w, const op& o) {
  policy p = cuda_policy(formats_rounding(o.rounding), o.choice.as<saturation>());
  if (std::is_same_v<From, from_f64>) p.nan = nan_rule::payload;
  const bool sat = o.sat, relu = o.relu; // .ftz changes nothing here: f16 holds no subnormal binary32 number anyway
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t { return to_code<Tag>(From::of(x), p, false, sat, relu); });
}
template <class From>
handler to_type(m t) {
  switch (t) {
  case m::f32: return &to_f32<From>;
  case m::f64: return &to_f64<From>;
  case m::f16: return &to_half<From, f16_format>;
  case m::bf16: return &to_half<From, bf16_format>;
  default: return nullptr;
  }
}
handler select_float_to_float(const ptx::instruction& i, op& o) {
  choose_saturation(i, o);
  switch (i.type(1)) {
  case m::f32: return o.ftz && i.type(0) != m::f16 ? to_type<from_f32_ftz>(i.type(0)) : to_type<from_f32>(i.type(0));
  case m::f64: return to_type<from_f64>(i.type(0));
  case m::f16: return to_type<from_f16>(i.type(0));
  case m::bf16: return to_type<from_bf16>(i.type(0));
  default: return nullptr;
  }
}

/// Rounding to an integral value in the same format; keeps the sign of zero.
void integral_f32(warp& w, const op& o) {
  const bool ftz = o.ftz, sat = o.sat;
  const round_mode r = o.rounding;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const double v = ftz ? from_f32_ftz::of(x) : from_f32::of(x);
    return finish_f32(static_cast<float>(to_integral(v, r)), ftz, sat);
  });
}
void integral_f64(warp& w, const op& o) {
  const round_mode r = o.rounding;
  const bool sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const double v = to_integral(from_f64::of(x), r);
    if (sat) return bits_of(v > 1.0 ? 1.0 : v > 0.0 ? v : 0.0);
    return v != v ? quieted(x) : bits_of(v);
  });
}
template <class Tag>
void integral_half(warp& w, const op& o) {
  const round_mode r = o.rounding;
  const policy p = cuda_policy(rounding::nearest_even);
  const bool ftz = o.ftz, sat = o.sat;
  convert_lanes(w, o, [&](std::uint64_t x) -> std::uint64_t {
    const auto code = static_cast<std::uint32_t>(x);
    const double v = ftz ? half_value<Tag, true>(code) : half_value<Tag, false>(code);
    return to_code<Tag>(to_integral(v, r), p, ftz, sat, false);
  });
}
handler select_integral(const ptx::instruction& i, op&) {
  switch (i.type(0)) {
  case m::f32: return &integral_f32;
  case m::f64: return &integral_f64;
  case m::f16: return &integral_half<f16_format>;
  case m::bf16: return &integral_half<bf16_format>;
  default: return nullptr;
  }
}

/// A code of an 8-bit or narrower format, of which the field in the register may be wider (fp6 in a byte).
using encoder = std::uint32_t (*)(double, const policy&, bool relu);
template <class Tag>
std::uint32_t encode_small(double x, const policy& p, bool relu) {
  const double y = relu && !(x > 0.0) && x == x ? 0.0 : x;
  return encode_bits(Tag::row, bits_of(y), p).code;
}
encoder small_encoder(m t) {
  switch (t) {
  case m::e4m3x2: return &encode_small<e4m3fn_format>;
  case m::e5m2x2: return &encode_small<e5m2_format>;
  case m::e2m3x2: return &encode_small<e2m3fn_format>;
  case m::e3m2x2: return &encode_small<e3m2fn_format>;
  case m::e2m1x2: return &encode_small<e2m1fn_format>;
  case m::ue8m0x2: return &encode_small<e8m0fnu_format>;
  default: return nullptr;
  }
}
/// Bits a code takes in the packed result: fp4 codes share a byte, all others have one each.
FPCHECK_INLINE int packed_bits(m t) { return t == m::e2m1x2 ? 4 : 8; }

/// Two binary32 values to a pair: the first goes high. `width` is the bit width of each code.
template <class Encode>
FPCHECK_INLINE void pair_from_f32(warp& w, const op& o, int bits, Encode encode) {
  const float* a = w.lanes<float>(o.a);
  const float* b = w.lanes<float>(o.b);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) { return encode(a[i]) << bits | encode(b[i]); });
}
template <class Tag>
void half_pair(warp& w, const op& o) {
  const policy p = cuda_policy(formats_rounding(o.rounding), o.choice.as<saturation>());
  const bool relu = o.relu;
  pair_from_f32(w, o, 16, [&](float x) { return to_code<Tag>(static_cast<double>(x), p, false, false, relu); });
}
handler select_half_pair(const ptx::instruction& i, op& o) {
  choose_saturation(i, o);
  return i.type(0) == m::bf16x2 ? &half_pair<bf16_format> : &half_pair<f16_format>;
}
policy small_policy(const op& o) {
  return cuda_policy(formats_rounding(o.rounding), o.choice.as<saturation>());
}
void small_pair(warp& w, const op& o) {
  const m t = o.source->type(0);
  const encoder encode = small_encoder(t);
  const policy p = small_policy(o);
  const bool relu = o.relu;
  pair_from_f32(w, o, packed_bits(t), [&](float x) { return encode(x, p, relu); });
}
template <class Tag>
void small_pair_from_half(warp& w, const op& o) {
  const m t = o.source->type(0);
  const encoder encode = small_encoder(t);
  const policy p = small_policy(o);
  const int bits = packed_bits(t);
  const bool relu = o.relu;
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) {
    return encode(half_value<Tag, false>(a[i] >> 16), p, relu) << bits | encode(half_value<Tag, false>(a[i]), p, relu);
  });
}
handler select_small_pair(const ptx::instruction& i, op& o) {
  choose_saturation(i, o);
  return small_encoder(i.type(0)) != nullptr ? &small_pair : nullptr;
}
handler select_small_from_half(const ptx::instruction& i, op& o) {
  choose_saturation(i, o);
  if (small_encoder(i.type(0)) == nullptr) return nullptr;
  return i.type(1) == m::bf16x2 ? &small_pair_from_half<bf16_format> : &small_pair_from_half<f16_format>;
}

/// Pairs of small codes to two 16-bit numbers; exact.
template <class Small, class Wide, int Bits>
void half_pair_from_small(warp& w, const op& o) {
  const policy p = cuda_policy(rounding::nearest_even);
  const bool relu = o.relu;
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) {
    const auto one = [&](std::uint32_t code) { return to_code<Wide>(decode_double(Small::row, code & ((1u << Bits) - 1u)), p, false, false, relu); };
    return one(a[i] >> Bits) << 16 | one(a[i]);
  });
}
template <class Wide>
handler select_from_small(const ptx::instruction& i, op&) {
  switch (i.type(1)) {
  case m::e4m3x2: return &half_pair_from_small<e4m3fn_format, Wide, 8>;
  case m::e5m2x2: return &half_pair_from_small<e5m2_format, Wide, 8>;
  case m::e2m3x2: return &half_pair_from_small<e2m3fn_format, Wide, 8>;
  case m::e3m2x2: return &half_pair_from_small<e3m2fn_format, Wide, 8>;
  case m::e2m1x2: return &half_pair_from_small<e2m1fn_format, Wide, 4>;
  case m::ue8m0x2: return &half_pair_from_small<e8m0fnu_format, Wide, 8>;
  default: return nullptr;
  }
}

/// tf32: .rna adds half a unit to the magnitude's bits and cuts, so that a NaN whose payload lies low becomes infinite.
void tf32_away(warp& w, const op& o) {
  map1<t_u32>(w, o, [](std::uint32_t x) {
    const bool special = (x & 0x7f800000u) == 0x7f800000u;
    return (special ? x : x + 0x1000u) & 0xffffe000u;
  });
}
/// With .satfinite, codes from infinity on come out one step lower.
void tf32_away_clamped(warp& w, const op& o) {
  map1<t_u32>(w, o, [](std::uint32_t x) {
    const bool special = (x & 0x7f800000u) == 0x7f800000u;
    const std::uint32_t y = (special ? x : x + 0x1000u) & 0xffffe000u;
    return (y & 0x7fffffffu) >= 0x7f800000u ? y - 0x2000u : y;
  });
}
void tf32_pair(warp& w, const op& o) {
  const policy p = cuda_policy(formats_rounding(o.rounding), o.choice.as<saturation>());
  const bool relu = o.relu;
  map1<t_u32>(w, o, [&](std::uint32_t x) {
    const std::uint32_t code = encode_bits(tf32_format::row, x, p).code;
    return relu && (code & 0x80000000u) != 0 ? 0u : code;
  });
}
handler select_tf32(const ptx::instruction& i, op& o) {
  choose_saturation(i, o);
  return &tf32_pair;
}
handler select_tf32_away(const ptx::instruction& i, op&) { return i.has(m::satfinite) ? &tf32_away_clamped : &tf32_away; }

using f = ptx::form;
constexpr binding table[] = {
    {f::cvt_int_to_int, &select_int_to_int}, {f::cvt_int_to_float, &select_int_to_float},
    {f::cvt_float_to_int, &select_float_to_int}, {f::cvt_widen, &select_float_to_float},
    {f::cvt_narrow, &select_float_to_float}, {f::cvt_narrow_clamped, &select_float_to_float},
    {f::cvt_same, &select_float_to_float}, {f::cvt_round_to_integral, &select_integral},
    {f::cvt_pair, &select_half_pair}, {f::cvt_fp8_pair, &select_small_pair}, {f::cvt_fp6_pair, &select_small_pair},
    {f::cvt_fp4_pair, &select_small_pair}, {f::cvt_scale_pair, &select_small_pair},
    {f::cvt_fp8_from_half_pair, &select_small_from_half}, {f::cvt_fp6_from_half_pair, &select_small_from_half},
    {f::cvt_fp4_from_half_pair, &select_small_from_half}, {f::cvt_scale_from_bf16_pair, &select_small_from_half},
    {f::cvt_half_pair_from_fp8, &select_from_small<f16_format>}, {f::cvt_half_pair_from_fp6, &select_from_small<f16_format>},
    {f::cvt_half_pair_from_fp4, &select_from_small<f16_format>}, {f::cvt_bf16_pair_from_scale, &select_from_small<bf16_format>},
    {f::cvt_tf32_away, &select_tf32_away}, {f::cvt_tf32, &select_tf32},
};

} // namespace

std::span<const binding> convert_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
