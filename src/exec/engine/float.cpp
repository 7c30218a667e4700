// binary32 and binary64 arithmetic. Rounding to nearest and the directed modes use the processor's own operations;
// flushing to zero and NaN canonicalisation are done on the bits, so MXCSR only ever holds the rounding mode.
#include "float_bits.hpp"
#include "half_values.hpp"
#include "tables.hpp"

#include <fpcheck/exec/mufu.hpp>

#include <cmath>
#include <cstring>
#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

struct add_f { template <class T> static FPCHECK_INLINE T of(T a, T b) { return a + b; } };
struct sub_f { template <class T> static FPCHECK_INLINE T of(T a, T b) { return a - b; } };
struct mul_f { template <class T> static FPCHECK_INLINE T of(T a, T b) { return a * b; } };
struct div_f { template <class T> static FPCHECK_INLINE T of(T a, T b) { return a / b; } };
struct fma_f {
  static FPCHECK_INLINE float of(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  static FPCHECK_INLINE double of(double a, double b, double c) { return __builtin_fma(a, b, c); }
};
struct rcp_f { template <class T> static FPCHECK_INLINE T of(T a) { return T{1} / a; } };
struct sqrt_f {
  static FPCHECK_INLINE float of(float a) { return __builtin_sqrtf(a); }
  static FPCHECK_INLINE double of(double a) { return __builtin_sqrt(a); }
};

/// One operand, flushed if `Ftz`.
template <bool Ftz>
FPCHECK_INLINE float operand(std::uint32_t x) { return bit_cast<float>(Ftz ? flush(x) : x); }
/// A result: NaN canonical, flushed, saturated.
template <bool Ftz, bool Sat>
FPCHECK_INLINE std::uint32_t finish(float r) {
  std::uint32_t x = canonical(r);
  if constexpr (Ftz) x = flush(x);
  if constexpr (Sat) x = saturate(x);
  return x;
}

template <class F, int Operands, bool Ftz, bool Sat>
FPCHECK_INLINE void arith32(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = Operands > 1 ? w.lanes<std::uint32_t>(o.b) : a;
  const std::uint32_t* c = Operands > 2 ? w.lanes<std::uint32_t>(o.c) : a;
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) {
    if constexpr (Operands == 1) return finish<Ftz, Sat>(F::of(operand<Ftz>(a[i])));
    else if constexpr (Operands == 2) return finish<Ftz, Sat>(F::of(operand<Ftz>(a[i]), operand<Ftz>(b[i])));
    else return finish<Ftz, Sat>(F::of(operand<Ftz>(a[i]), operand<Ftz>(b[i]), operand<Ftz>(c[i])));
  });
}

/// The exact value, or one on the same side of every rounding border, of an operation on three binary32 operands.
struct exact_value {
  static double of(mul_f, double a, double b, double) { return a * b; }
  static double of(fma_f, double a, double b, double c) { return sum_to_odd(a * b, c); }
  static double of(div_f, double a, double b, double) { return a / b; } // never near a border but exactly on it
  static double of(rcp_f, double a, double, double) { return 1.0 / a; }
  template <class F>
  static double of(F, double, double, double) { return 1.0; } // sums are exact there, roots never get there
};

/// An operation with .ftz: results that rounding lifted to the least normal number are looked at again.
template <class F, int Operands, bool Sat>
void flushing32(warp& w, const op& o) {
  std::uint32_t in[3][warp_size];
  const ref* const operands[] = {&o.a, &o.b, &o.c};
  for (int k = 0; k < Operands; ++k) std::memcpy(in[k], w.lanes<std::uint32_t>(*operands[k]), sizeof in[k]);
  arith32<F, Operands, true, Sat>(w, o);
  std::uint32_t* d = w.lanes<std::uint32_t>(o.d);
  const std::uint32_t least = mask_of([&](int i) { return (d[i] & 0x7fffffffu) == 0x00800000u; }) & w.exec;
  for_each_lane(least, [&](int i) {
    double x[3] = {};
    for (int k = 0; k < Operands; ++k) x[k] = operand<true>(in[k][i]);
    if (flushes_below(exact_value::of(F{}, x[0], x[1], x[2]), 0x1p-126, 0x1p-150, o.rounding)) d[i] &= 0x80000000u;
  });
}
template <class F, int Operands, bool Ftz, bool Sat>
void nearest32(warp& w, const op& o) {
  if constexpr (Ftz && !std::is_same_v<F, add_f> && !std::is_same_v<F, sub_f> && !std::is_same_v<F, sqrt_f>) flushing32<F, Operands, Sat>(w, o);
  else arith32<F, Operands, Ftz, Sat>(w, o);
}
template <class F, int Operands, bool Ftz, bool Sat>
void directed32(warp& w, const op& o) {
  const rounding_scope scope(o.rounding);
  if constexpr (Ftz) flushing32<F, Operands, Sat>(w, o);
  else arith32<F, Operands, Ftz, Sat>(w, o);
}
template <class F, int Operands>
handler select32(const ptx::instruction&, op& o) {
  const bool nearest = o.rounding == round_mode::nearest_even;
  if (o.ftz) {
    if (o.sat) return nearest ? &nearest32<F, Operands, true, true> : &directed32<F, Operands, true, true>;
    return nearest ? &nearest32<F, Operands, true, false> : &directed32<F, Operands, true, false>;
  }
  if (o.sat) return nearest ? &nearest32<F, Operands, false, true> : &directed32<F, Operands, false, true>;
  return nearest ? &nearest32<F, Operands, false, false> : &directed32<F, Operands, false, false>;
}

/// Which operand's NaN a binary64 operation returns: the second's in sums and products, the first's in a quotient (a
/// subroutine); of a fused operation's three the second's, else the addend's, else the first's.
template <class F, int Operands>
FPCHECK_INLINE std::uint64_t nan_result(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t plain) {
  if constexpr (Operands == 1) {
    return is_nan64(a) ? quieted(a) : plain;
  } else if constexpr (Operands == 2) {
    const bool first = std::is_same_v<F, div_f>;
    const std::uint64_t lead = first ? a : b, other = first ? b : a;
    return is_nan64(lead) ? quieted(lead) : is_nan64(other) ? quieted(other) : plain;
  } else {
    const std::uint64_t nan = is_nan64(b) ? b : is_nan64(c) ? c : a;
    return is_nan64(nan) ? quieted(nan) : plain;
  }
}

template <class F, int Operands>
FPCHECK_INLINE void arith64(warp& w, const op& o) {
  const std::uint64_t* a = w.lanes<std::uint64_t>(o.a);
  const std::uint64_t* b = Operands > 1 ? w.lanes<std::uint64_t>(o.b) : a;
  const std::uint64_t* c = Operands > 2 ? w.lanes<std::uint64_t>(o.c) : a;
  // A literal factor goes second on the machine: its place matters to which NaN comes out.
  const bool swapped = Operands == 3 && o.a.where == pool::constant && o.b.where != pool::constant;
  each(w, w.lanes<std::uint64_t>(o.d), [&](int i) {
    const double x = bit_cast<double>(a[i]), y = bit_cast<double>(b[i]), z = bit_cast<double>(c[i]);
    double r;
    if constexpr (Operands == 1) r = F::of(x);
    else if constexpr (Operands == 2) r = F::of(x, y);
    else r = F::of(x, y, z);
    return r != r ? nan_result<F, Operands>(swapped ? b[i] : a[i], swapped ? a[i] : b[i], c[i], nan64) : bits_of(r);
  });
}
template <class F, int Operands>
void nearest64(warp& w, const op& o) { arith64<F, Operands>(w, o); }
template <class F, int Operands>
void directed64(warp& w, const op& o) {
  const rounding_scope scope(o.rounding);
  arith64<F, Operands>(w, o);
}
template <class F, int Operands>
handler select64(const ptx::instruction&, op& o) {
  return o.rounding == round_mode::nearest_even ? &nearest64<F, Operands> : &directed64<F, Operands>;
}

/// Sign operations. In binary32 they are additions of -0 on the machine, so a NaN loses its sign and payload; in
/// binary64 a NaN keeps both and becomes quiet.
template <bool Abs, bool Ftz>
void sign32(warp& w, const op& o) {
  map1<t_u32>(w, o, [](std::uint32_t x) {
    const std::uint32_t y = Abs ? x & 0x7fffffffu : x ^ 0x80000000u;
    const std::uint32_t z = is_nan32(x) ? nan32 : y;
    return Ftz ? flush(z) : z;
  });
}
template <bool Abs>
handler select_sign32(const ptx::instruction&, op& o) { return o.ftz ? &sign32<Abs, true> : &sign32<Abs, false>; }
template <bool Abs>
void sign64(warp& w, const op& o) {
  map1<t_u64>(w, o, [](std::uint64_t x) { return is_nan64(x) ? quieted(x) : Abs ? x & 0x7fffffffffffffffu : x ^ 0x8000000000000000u; });
}

/// min and max: a NaN loses against a number unless `Nan`; -0 is less than +0.
template <bool Max, bool Nan>
FPCHECK_INLINE std::uint32_t minmax32(std::uint32_t a, std::uint32_t b) {
  const auto key = [](std::uint32_t x) { return static_cast<std::int32_t>(x & 0x80000000u ? x ^ 0x7fffffffu : x); };
  const bool less = key(a) < key(b);
  std::uint32_t r = less != Max ? a : b;
  const bool na = is_nan32(a), nb = is_nan32(b);
  r = na ? b : nb ? a : r;
  const bool bad = Nan ? na || nb : na && nb;
  return bad ? nan32 : r;
}
template <bool Max, bool Nan, bool Ftz, bool Xorsign>
void minmax_op32(warp& w, const op& o) {
  map2<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b) {
    if constexpr (Ftz) a = flush(a), b = flush(b);
    const std::uint32_t sign = (a ^ b) & 0x80000000u;
    if constexpr (Xorsign) a &= 0x7fffffffu, b &= 0x7fffffffu;
    const std::uint32_t r = minmax32<Max, Nan>(a, b);
    return Xorsign && r != nan32 ? r | sign : r;
  });
}
template <bool Max, bool Nan, bool Ftz>
handler pick_xorsign(bool x) { return x ? &minmax_op32<Max, Nan, Ftz, true> : &minmax_op32<Max, Nan, Ftz, false>; }
template <bool Max>
handler select_minmax32(const ptx::instruction& i, op& o) {
  const bool x = i.has(m::xorsign), n = i.has(m::NaN);
  if (n) return o.ftz ? pick_xorsign<Max, true, true>(x) : pick_xorsign<Max, true, false>(x);
  return o.ftz ? pick_xorsign<Max, false, true>(x) : pick_xorsign<Max, false, false>(x);
}
template <bool Max>
void minmax_op64(warp& w, const op& o) {
  map2<t_u64>(w, o, [](std::uint64_t a, std::uint64_t b) {
    const auto key = [](std::uint64_t x) { return static_cast<std::int64_t>(x >> 63 ? x ^ 0x7fffffffffffffffu : x); };
    const bool less = key(a) < key(b);
    const std::uint64_t r = less != Max ? a : b;
    const bool na = is_nan64(a), nb = is_nan64(b);
    return na && nb ? quieted(b) : na ? b : nb ? a : r;
  });
}

/// The sign of the first operand on the second: PTX's order is the reverse of C's.
void copysign32(warp& w, const op& o) {
  map2<t_u32>(w, o, [](std::uint32_t a, std::uint32_t b) { return (a & 0x80000000u) | (b & 0x7fffffffu); });
}
void copysign64(warp& w, const op& o) {
  map2<t_u64>(w, o, [](std::uint64_t a, std::uint64_t b) { return (a & 0x8000000000000000u) | (b & 0x7fffffffffffffffu); });
}
handler select_copysign(const ptx::instruction& i, op&) { return i.type() == m::f64 ? &copysign64 : &copysign32; }

/// Functions of the multifunction unit, by their bit-exact model. They come as lambdas, which belong to this unit, so that
/// no out-of-line copy is shared between instruction set levels.
template <auto F>
void approx1(warp& w, const op& o) { map1<t_u32>(w, o, F); }

#if defined(__AVX512F__)
/// Column `c` of the 64 slices of ex2 at 16 indices: the column lies in four registers.
FPCHECK_INLINE __m512i look_up(const std::int32_t* column, __m512i index) {
  const __m512i low = _mm512_permutex2var_epi32(_mm512_load_si512(column), index, _mm512_load_si512(column + 16));
  const __m512i high = _mm512_permutex2var_epi32(_mm512_load_si512(column + 32), index, _mm512_load_si512(column + 48));
  return _mm512_mask_blend_epi32(_mm512_test_epi32_mask(index, _mm512_set1_epi32(32)), low, high);
}
struct ex2_columns {
  alignas(64) std::int32_t c[3][64];
  ex2_columns() {
    for (std::uint32_t k = 0; k < 64; ++k) c[0][k] = mufu::ex2_slice(k).c0, c[1][k] = mufu::ex2_slice(k).c1, c[2][k] = mufu::ex2_slice(k).c2;
  }
};

/// ex2.approx.ftz with the table in registers instead of 96 loads.
void ex2_of_warp(warp& w, const op& o) {
  static const ex2_columns table;
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  alignas(64) std::uint32_t index[warp_size];
  alignas(64) std::int32_t s[3][warp_size];
  for (int i = 0; i < warp_size; ++i) index[i] = mufu::ex2_slice_of(a[i]);
  for (int k = 0; k < warp_size; k += 16)
    for (int c = 0; c < 3; ++c) _mm512_store_si512(s[c] + k, look_up(table.c[c], _mm512_load_si512(index + k)));
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) { return mufu::ex2(a[i], mufu::slice{s[0][i], s[1][i], s[2][i]}); });
}
handler select_ex2(const ptx::instruction&, op& o) { return o.ftz ? &ex2_of_warp : &approx1<[](std::uint32_t x) { return mufu::ex2_approx(x); }>; }
#endif

template <auto F>
void approx2(warp& w, const op& o) { map2<t_u32>(w, o, F); }
template <auto F>
void approx64(warp& w, const op& o) { map1<t_u64>(w, o, F); }
template <auto Plain, auto Flushed>
handler select_approx1(const ptx::instruction&, op& o) { return o.ftz ? &approx1<Flushed> : &approx1<Plain>; }
template <auto Plain, auto Flushed>
handler select_approx2(const ptx::instruction&, op& o) { return o.ftz ? &approx2<Flushed> : &approx2<Plain>; }
template <handler H>
handler always(const ptx::instruction&, op&) { return H; }

using u32 = std::uint32_t;
#if !defined(__AVX512F__)
constexpr auto ex2 = [](u32 x) { return mufu::ex2_approx(x); };
constexpr auto ex2_ftz = [](u32 x) { return mufu::ex2_approx_ftz(x); };
#endif
constexpr auto lg2 = [](u32 x) { return mufu::lg2_approx(x); };
constexpr auto lg2_ftz = [](u32 x) { return mufu::lg2_approx_ftz(x); };
constexpr auto rcp = [](u32 x) { return mufu::rcp_approx(x); };
constexpr auto rcp_ftz = [](u32 x) { return mufu::rcp_approx_ftz(x); };
constexpr auto rsqrt = [](u32 x) { return mufu::rsqrt_approx(x); };
constexpr auto rsqrt_ftz = [](u32 x) { return mufu::rsqrt_approx_ftz(x); };
constexpr auto sqrt_a = [](u32 x) { return mufu::sqrt_approx(x); };
constexpr auto sqrt_ftz = [](u32 x) { return mufu::sqrt_approx_ftz(x); };
constexpr auto sine = [](u32 x) { return mufu::sin_approx(x); };
constexpr auto sine_ftz = [](u32 x) { return mufu::sin_approx_ftz(x); };
constexpr auto cosine = [](u32 x) { return mufu::cos_approx(x); };
constexpr auto cosine_ftz = [](u32 x) { return mufu::cos_approx_ftz(x); };
constexpr auto tanh_a = [](u32 x) { return mufu::tanh_approx(x); };
constexpr auto div_full = [](u32 x, u32 y) { return mufu::div_full(x, y); };
constexpr auto div_full_ftz = [](u32 x, u32 y) { return mufu::div_full_ftz(x, y); };
constexpr auto div_a = [](u32 x, u32 y) { return mufu::div_approx(x, y); };
constexpr auto div_ftz = [](u32 x, u32 y) { return mufu::div_approx_ftz(x, y); };
constexpr auto rcp64 = [](std::uint64_t x) { return mufu::rcp_approx_ftz_f64(x); };
constexpr auto rsqrt64 = [](std::uint64_t x) { return mufu::rsqrt_approx_ftz_f64(x); };
constexpr auto rsqrt64_refined = [](std::uint64_t x) { return mufu::rsqrt_approx_f64(x); };

using f = ptx::form;
constexpr binding table[] = {
    {f::add_f32, &select32<add_f, 2>}, {f::sub_f32, &select32<sub_f, 2>}, {f::mul_f32, &select32<mul_f, 2>},
    {f::fma_f32, &select32<fma_f, 3>}, {f::mad_f32, &select32<fma_f, 3>}, {f::div_f32, &select32<div_f, 2>},
    {f::rcp_f32, &select32<rcp_f, 1>}, {f::sqrt_f32, &select32<sqrt_f, 1>},
    {f::add_f64, &select64<add_f, 2>}, {f::sub_f64, &select64<sub_f, 2>}, {f::mul_f64, &select64<mul_f, 2>},
    {f::fma_f64, &select64<fma_f, 3>}, {f::mad_f64, &select64<fma_f, 3>}, {f::div_f64, &select64<div_f, 2>},
    {f::rcp_f64, &select64<rcp_f, 1>}, {f::sqrt_f64, &select64<sqrt_f, 1>},
    {f::abs_f32, &select_sign32<true>}, {f::neg_f32, &select_sign32<false>},
    {f::abs_f64, &always<sign64<true>>}, {f::neg_f64, &always<sign64<false>>},
    {f::min_f32, &select_minmax32<false>}, {f::max_f32, &select_minmax32<true>},
    {f::min_f64, &always<minmax_op64<false>>}, {f::max_f64, &always<minmax_op64<true>>},
    {f::copysign, &select_copysign},
#if defined(__AVX512F__)
    {f::ex2_approx_f32, &select_ex2},
#else
    {f::ex2_approx_f32, &select_approx1<ex2, ex2_ftz>},
#endif
    {f::lg2_approx_f32, &select_approx1<lg2, lg2_ftz>},
    {f::rcp_approx_f32, &select_approx1<rcp, rcp_ftz>}, {f::rsqrt_approx_f32, &select_approx1<rsqrt, rsqrt_ftz>},
    {f::sqrt_approx_f32, &select_approx1<sqrt_a, sqrt_ftz>}, {f::sin_approx_f32, &select_approx1<sine, sine_ftz>},
    {f::cos_approx_f32, &select_approx1<cosine, cosine_ftz>}, {f::tanh_approx_f32, &always<approx1<tanh_a>>},
    {f::div_full_f32, &select_approx2<div_full, div_full_ftz>}, {f::div_approx_f32, &select_approx2<div_a, div_ftz>},
    {f::rcp_approx_f64, &always<approx64<rcp64>>}, {f::rsqrt_approx_ftz_f64, &always<approx64<rsqrt64>>},
    {f::rsqrt_approx_f64, &always<approx64<rsqrt64_refined>>},
};

} // namespace

std::span<const binding> float_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
