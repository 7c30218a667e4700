// binary16 and bfloat16 arithmetic, one or two numbers a register: exact or innocuously rounded in binary64, then rounded
// once by the formats library. The one operation that binary64 cannot hold, fma, is rounded to odd first.
#include "float_bits.hpp"
#include "half_values.hpp"
#include "tables.hpp"

#include <fpcheck/exec/mufu.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

/// Applies `f(i, k)` to the k-th half of each lane: one half (zero-extended) or two.
template <bool Pair, class F>
FPCHECK_INLINE void each_half(warp& w, const op& o, F f) {
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) -> std::uint32_t {
    const std::uint32_t low = f(i, 0) & 0xffffu;
    if constexpr (!Pair) return low;
    else return low | f(i, 16) << 16;
  });
}

template <class Tag, bool Pair, bool Ftz, class F>
FPCHECK_INLINE void arith2(warp& w, const op& o, F f) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const bool sat = o.sat;
  each_half<Pair>(w, o, [&](int i, int k) {
    const double x = half_value<Tag, Ftz>(a[i] >> k), y = half_value<Tag, Ftz>(b[i] >> k);
    return finish_half<Tag, Ftz>(f(x, y), sat, false);
  });
}
struct add_h { static FPCHECK_INLINE double of(double x, double y) { return x + y; } };
struct sub_h { static FPCHECK_INLINE double of(double x, double y) { return x - y; } };
struct mul_h { static FPCHECK_INLINE double of(double x, double y) { return x * y; } };

template <class F, class Tag, bool Pair, bool Ftz>
void binary(warp& w, const op& o) { arith2<Tag, Pair, Ftz>(w, o, [](double x, double y) { return F::of(x, y); }); }
template <class F, class Tag, bool Pair>
handler select_binary(const ptx::instruction&, op& o) {
  return o.ftz ? &binary<F, Tag, Pair, true> : &binary<F, Tag, Pair, false>;
}

template <class Tag, bool Pair, bool Ftz>
void fma_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
  const bool sat = o.sat, relu = o.relu;
  each_half<Pair>(w, o, [&](int i, int k) {
    const double x = half_value<Tag, Ftz>(a[i] >> k), y = half_value<Tag, Ftz>(b[i] >> k);
    const double z = half_value<Tag, Ftz>(c[i] >> k);
    return finish_half<Tag, Ftz>(sum_to_odd(x * y, z), sat, relu);
  });
}
template <class Tag, bool Pair>
handler select_fma(const ptx::instruction&, op& o) { return o.ftz ? &fma_op<Tag, Pair, true> : &fma_op<Tag, Pair, false>; }

/// fma.oob: a factor with the out-of-bounds code makes the result +0.
template <class Tag, bool Pair>
void fma_oob_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
  const bool relu = o.relu;
  each_half<Pair>(w, o, [&](int i, int k) {
    const bool outside = ((a[i] >> k) & 0x7fffu) == 0x7ff7u || ((b[i] >> k) & 0x7fffu) == 0x7ff7u;
    const double x = half_value<Tag, false>(a[i] >> k), y = half_value<Tag, false>(b[i] >> k);
    return outside ? 0u : finish_half<Tag, false>(sum_to_odd(x * y, half_value<Tag, false>(c[i] >> k)), false, relu);
  });
}
handler select_fma_oob(const ptx::instruction& i, op&) {
  switch (i.type()) {
  case m::f16: return &fma_oob_op<f16_format, false>;
  case m::f16x2: return &fma_oob_op<f16_format, true>;
  case m::bf16: return &fma_oob_op<bf16_format, false>;
  case m::bf16x2: return &fma_oob_op<bf16_format, true>;
  default: return nullptr;
  }
}

template <class Tag, bool Pair, bool Abs, bool Ftz>
void sign_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  each_half<Pair>(w, o, [&](int i, int k) {
    const std::uint32_t x = (a[i] >> k) & 0xffffu;
    const std::uint32_t y = Abs ? x & 0x7fffu : x ^ 0x8000u;
    return is_nan_half<Tag>(x) ? nan16 : Ftz ? flush_half<Tag>(y) : y;
  });
}
template <class Tag, bool Abs>
handler select_sign(const ptx::instruction& i, op& o) {
  const bool pair = ptx::width(i.type()) == 32;
  if (o.ftz) return pair ? &sign_op<Tag, true, Abs, true> : &sign_op<Tag, false, Abs, true>;
  return pair ? &sign_op<Tag, true, Abs, false> : &sign_op<Tag, false, Abs, false>;
}

/// op::choice of min and max: whether a NaN wins, and whether the result takes the exclusive or of the signs.
struct extreme_choice {
  bool propagates = false, xorsign = false;
};
template <class Tag, bool Pair, bool Max>
void minmax_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  const auto [propagate, xorsign] = o.choice.as<extreme_choice>();
  const bool ftz = o.ftz;
  each_half<Pair>(w, o, [&](int i, int k) {
    std::uint32_t x = (a[i] >> k) & 0xffffu, y = (b[i] >> k) & 0xffffu;
    if (ftz) x = flush_half<Tag>(x), y = flush_half<Tag>(y);
    const std::uint32_t sign = (x ^ y) & 0x8000u;
    if (xorsign) x &= 0x7fffu, y &= 0x7fffu;
    const auto key = [](std::uint32_t v) { return static_cast<std::int32_t>(v & 0x8000u ? 0x7fffu - (v & 0x7fffu) : v | 0x8000u); };
    const bool nx = is_nan_half<Tag>(x), ny = is_nan_half<Tag>(y);
    std::uint32_t r = (key(x) < key(y)) != Max ? x : y;
    r = nx ? y : ny ? x : r;
    const bool bad = propagate ? nx || ny : nx && ny;
    return bad ? nan16 : xorsign ? r | sign : r;
  });
}
template <class Tag, bool Max>
handler select_minmax(const ptx::instruction& i, op& o) {
  o.choice.set(extreme_choice{i.has(m::NaN), i.has(m::xorsign)});
  return ptx::width(i.type()) == 32 ? &minmax_op<Tag, true, Max> : &minmax_op<Tag, false, Max>;
}

/// The multifunction unit's 16-bit modes.
template <auto F, bool Pair>
void approx_op(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  each_half<Pair>(w, o, [&](int i, int k) { return F((a[i] >> k) & 0xffffu); });
}
constexpr auto ex2_f16 = [](std::uint32_t x) { return mufu::ex2_approx_f16(x); };
constexpr auto ex2_bf16 = [](std::uint32_t x) { return mufu::ex2_approx_ftz_bf16(x); };
constexpr auto tanh_f16 = [](std::uint32_t x) { return mufu::tanh_approx_f16(x); };
constexpr auto tanh_bf16 = [](std::uint32_t x) { return mufu::tanh_approx_bf16(x); };
template <auto F16, auto Bf16>
handler select_approx(const ptx::instruction& i, op& o) {
  if (o.ftz && (i.type() == m::f16 || i.type() == m::f16x2)) return nullptr;
  switch (i.type()) {
  case m::f16: return &approx_op<F16, false>;
  case m::f16x2: return &approx_op<F16, true>;
  case m::bf16: return &approx_op<Bf16, false>;
  case m::bf16x2: return &approx_op<Bf16, true>;
  default: return nullptr;
  }
}

using f = ptx::form;
using f16 = f16_format;
using bf16 = bf16_format;
constexpr binding table[] = {
    {f::add_f16, &select_binary<add_h, f16, false>},   {f::add_f16x2, &select_binary<add_h, f16, true>},
    {f::sub_f16, &select_binary<sub_h, f16, false>},   {f::sub_f16x2, &select_binary<sub_h, f16, true>},
    {f::mul_f16, &select_binary<mul_h, f16, false>},   {f::mul_f16x2, &select_binary<mul_h, f16, true>},
    {f::add_bf16, &select_binary<add_h, bf16, false>}, {f::add_bf16x2, &select_binary<add_h, bf16, true>},
    {f::sub_bf16, &select_binary<sub_h, bf16, false>}, {f::sub_bf16x2, &select_binary<sub_h, bf16, true>},
    {f::mul_bf16, &select_binary<mul_h, bf16, false>}, {f::mul_bf16x2, &select_binary<mul_h, bf16, true>},
    {f::fma_f16, &select_fma<f16, false>},   {f::fma_f16x2, &select_fma<f16, true>},
    {f::fma_bf16, &select_fma<bf16, false>}, {f::fma_bf16x2, &select_fma<bf16, true>},
    {f::fma_oob, &select_fma_oob}, {f::ex2_approx_f16, &select_approx<ex2_f16, ex2_bf16>},
    {f::ex2_approx_bf16, &select_approx<ex2_f16, ex2_bf16>}, {f::tanh_approx_half, &select_approx<tanh_f16, tanh_bf16>},
    {f::abs_f16, &select_sign<f16, true>},   {f::neg_f16, &select_sign<f16, false>},
    {f::abs_bf16, &select_sign<bf16, true>}, {f::neg_bf16, &select_sign<bf16, false>},
    {f::min_f16, &select_minmax<f16, false>},   {f::max_f16, &select_minmax<f16, true>},
    {f::min_bf16, &select_minmax<bf16, false>}, {f::max_bf16, &select_minmax<bf16, true>},
};

} // namespace

std::span<const binding> half_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
