// Comparisons, selection and classification.
#include "float_bits.hpp"
#include "half_values.hpp"
#include "tables.hpp"

#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;

/// A comparison as the set of outcomes for which it holds: bit 0 less, 1 equal, 2 greater, 3 unordered.
constexpr std::uint32_t outcomes(const ptx::instruction& i) {
  struct row { m word; std::uint32_t set; };
  constexpr row rows[] = {{m::eq, 2}, {m::ne, 5}, {m::lt, 1}, {m::le, 3}, {m::gt, 4}, {m::ge, 6}, {m::lo, 1}, {m::ls, 3},
                          {m::hi, 4}, {m::hs, 6}, {m::equ, 10}, {m::neu, 13}, {m::ltu, 9}, {m::leu, 11}, {m::gtu, 12},
                          {m::geu, 14}, {m::num, 7}, {m::nan, 8}};
  for (const row& r : rows)
    if (i.has(r.word)) return r.set;
  return 0;
}

/// Comparison masks by operand type.
template <class T>
struct compare_int {
  static std::uint32_t mask(warp& w, const op& o) {
    using lane = typename T::lane;
    const lane* a = w.lanes<lane>(o.a);
    const lane* b = w.lanes<lane>(o.b);
    return compare_lanes(outcomes_of(o), [&](int i) { return T::get(a[i]); }, [&](int i) { return T::get(b[i]); });
  }
};
template <bool Ftz>
std::uint32_t compare_f32(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  return compare_lanes(outcomes_of(o), [&](int i) { return bit_cast<float>(Ftz ? flush(a[i]) : a[i]); },
                       [&](int i) { return bit_cast<float>(Ftz ? flush(b[i]) : b[i]); });
}
std::uint32_t compare_f64(warp& w, const op& o) {
  const double* a = w.lanes<double>(o.a);
  const double* b = w.lanes<double>(o.b);
  return compare_lanes(outcomes_of(o), [&](int i) { return a[i]; }, [&](int i) { return b[i]; });
}
template <class Tag, bool Ftz, int Shift>
std::uint32_t compare_half(warp& w, const op& o) {
  const std::uint32_t* a = w.lanes<std::uint32_t>(o.a);
  const std::uint32_t* b = w.lanes<std::uint32_t>(o.b);
  return compare_lanes(outcomes_of(o), [&](int i) { return half_value<Tag, Ftz>(a[i] >> Shift); },
                       [&](int i) { return half_value<Tag, Ftz>(b[i] >> Shift); });
}

using comparison = std::uint32_t (*)(warp&, const op&);
template <class Tag>
comparison half_comparison(bool ftz, bool high) {
  if (ftz) return high ? &compare_half<Tag, true, 16> : &compare_half<Tag, true, 0>;
  return high ? &compare_half<Tag, false, 16> : &compare_half<Tag, false, 0>;
}

/// Combines a comparison with the predicate operand.
FPCHECK_INLINE std::uint32_t combine(const op& o, std::uint32_t x, std::uint32_t c) {
  switch (o.choice.as<comparison_choice>().with) {
  case combination::and_: return x & c;
  case combination::or_: return x | c;
  case combination::xor_: return x ^ c;
  default: return x;
  }
}
void choose_comparison(const ptx::instruction& i, op& o) { o.choice.set(comparison_choice{static_cast<std::uint8_t>(outcomes(i)), combination_of(i)}); }

/// setp: p = cmp op c, q = !cmp op c. For two halves, p takes the low and q the high comparison.
template <comparison C>
void setp(warp& w, const op& o) {
  const std::uint32_t x = C(w, o);
  const std::uint32_t c = o.pa ? w.predicate(o.pa) : 0u;
  set_predicate(w, o.pd, combine(o, x, c));
  set_predicate(w, o.pd2, combine(o, ~x, c));
}
template <comparison Low, comparison High>
void setp_pair(warp& w, const op& o) {
  const std::uint32_t lo = Low(w, o), hi = High(w, o);
  const std::uint32_t c = o.pa ? w.predicate(o.pa) : 0u;
  set_predicate(w, o.pd, combine(o, lo, c));
  set_predicate(w, o.pd2, combine(o, hi, c));
}

template <class T>
struct setp_int { static void run(warp& w, const op& o) { setp<&compare_int<T>::mask>(w, o); } };
handler select_setp_int(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  return for_integer_type<setp_int>(i.type());
}
handler select_setp_f32(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  return o.ftz ? &setp<&compare_f32<true>> : &setp<&compare_f32<false>>;
}
handler select_setp_f64(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  return &setp<&compare_f64>;
}
template <class Tag>
handler select_setp_half(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  return o.ftz ? &setp<&compare_half<Tag, true, 0>> : &setp<&compare_half<Tag, false, 0>>;
}
template <class Tag>
handler select_setp_pair(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  return o.ftz ? &setp_pair<&compare_half<Tag, true, 0>, &compare_half<Tag, true, 16>>
               : &setp_pair<&compare_half<Tag, false, 0>, &compare_half<Tag, false, 16>>;
}

/// set: all ones or 1.0 where the comparison holds. The comparison's type comes second.
std::uint32_t true_value(m t) {
  switch (t) {
  case m::f32: return 0x3f800000u;
  case m::f16: return 0x3c00u;
  case m::bf16: return 0x3f80u;
  case m::u16: case m::s16: return 0xffffu;
  default: return 0xffffffffu;
  }
}
/// `set` runs the comparison for the source type that `width` and `source_format` name; the true value is in `target`.
template <comparison C>
void set_op(warp& w, const op& o) {
  const std::uint32_t x = combine(o, C(w, o), o.pa ? w.predicate(o.pa) : 0u);
  const std::uint32_t yes = o.target;
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) { return ((x >> i) & 1u) != 0 ? yes : 0u; });
}
handler select_set(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  o.target = true_value(i.type(0));
  const m t = i.type(1);
  switch (t) {
  case m::f32: return o.ftz ? &set_op<&compare_f32<true>> : &set_op<&compare_f32<false>>;
  case m::f64: return &set_op<&compare_f64>;
  case m::f16: return o.ftz ? &set_op<&compare_half<f16_format, true, 0>> : &set_op<&compare_half<f16_format, false, 0>>;
  case m::bf16: return &set_op<&compare_half<bf16_format, false, 0>>;
  case m::u16: case m::b16: return &set_op<&compare_int<t_u16>::mask>;
  case m::s16: return &set_op<&compare_int<t_s16>::mask>;
  case m::u32: case m::b32: return &set_op<&compare_int<t_u32>::mask>;
  case m::s32: return &set_op<&compare_int<t_s32>::mask>;
  case m::u64: case m::b64: return &set_op<&compare_int<t_u64>::mask>;
  case m::s64: return &set_op<&compare_int<t_s64>::mask>;
  default: return nullptr;
  }
}
template <class Tag>
void set_pair_op(warp& w, const op& o) {
  const std::uint32_t c = o.pa ? w.predicate(o.pa) : 0u;
  const std::uint32_t lo = combine(o, half_comparison<Tag>(o.ftz, false)(w, o), c);
  const std::uint32_t hi = combine(o, half_comparison<Tag>(o.ftz, true)(w, o), c);
  const std::uint32_t yes = o.target;
  each(w, w.lanes<std::uint32_t>(o.d), [&](int i) {
    return (((lo >> i) & 1u) != 0 ? yes : 0u) | (((hi >> i) & 1u) != 0 ? yes << 16 : 0u);
  });
}
handler select_set_pair(const ptx::instruction& i, op& o) {
  choose_comparison(i, o);
  const bool bf = i.type(1) == m::bf16x2, integers = i.type(0) == m::u32 || i.type(0) == m::s32;
  o.target = integers ? 0xffffu : bf ? 0x3f80u : 0x3c00u;
  return bf ? &set_pair_op<bf16_format> : &set_pair_op<f16_format>;
}

template <class Lane>
void selp_op(warp& w, const op& o) {
  const Lane* a = w.lanes<Lane>(o.a);
  const Lane* b = w.lanes<Lane>(o.b);
  const std::uint32_t p = w.predicate(o.pa);
  each(w, w.lanes<Lane>(o.d), [&](int i) { return ((p >> i) & 1u) != 0 ? a[i] : b[i]; });
}
handler select_selp(const ptx::instruction& i, op&) {
  return ptx::width(i.type()) == 64 ? &selp_op<std::uint64_t> : &selp_op<std::uint32_t>;
}
template <class Lane, bool Float>
void slct_op(warp& w, const op& o) {
  const Lane* a = w.lanes<Lane>(o.a);
  const Lane* b = w.lanes<Lane>(o.b);
  const std::uint32_t* c = w.lanes<std::uint32_t>(o.c);
  const bool ftz = o.ftz;
  each(w, w.lanes<Lane>(o.d), [&](int i) {
    const bool first = Float ? bit_cast<float>(ftz ? flush(c[i]) : c[i]) >= 0.0f : static_cast<std::int32_t>(c[i]) >= 0;
    return first ? a[i] : b[i];
  });
}
template <bool Float>
handler select_slct(const ptx::instruction& i, op&) {
  return ptx::width(i.type()) == 64 ? &slct_op<std::uint64_t, Float> : &slct_op<std::uint32_t, Float>;
}

/// op::choice of testp; zeros count as normal.
enum class number_class : std::uint32_t { finite, infinite, number, notanumber, normal, subnormal };

template <class Lane, int Mantissa>
void testp_op(warp& w, const op& o) {
  const Lane* a = w.lanes<Lane>(o.a);
  constexpr Lane magnitude = static_cast<Lane>(~Lane{0}) >> 1;
  constexpr Lane infinity = (magnitude >> Mantissa) << Mantissa;
  const auto kind = o.choice.as<number_class>();
  const std::uint32_t p = mask_of([&](int i) {
    const Lane x = a[i] & magnitude;
    const bool nan = x > infinity, inf = x == infinity;
    const bool sub = x != 0 && x < (Lane{1} << Mantissa);
    switch (kind) {
    case number_class::finite: return !nan && !inf;
    case number_class::infinite: return inf;
    case number_class::number: return !nan;
    case number_class::notanumber: return nan;
    case number_class::normal: return !nan && !inf && !sub;
    default: return sub;
    }
  });
  set_predicate(w, o.pd, p);
}
handler select_testp(const ptx::instruction& i, op& o) {
  using c = number_class;
  o.choice.set(i.has(m::finite)       ? c::finite
               : i.has(m::infinite)   ? c::infinite
               : i.has(m::number)     ? c::number
               : i.has(m::notanumber) ? c::notanumber
               : i.has(m::normal)     ? c::normal
                                      : c::subnormal);
  return i.type() == m::f64 ? &testp_op<std::uint64_t, 52> : &testp_op<std::uint32_t, 23>;
}

using f = ptx::form;
constexpr binding table[] = {
    {f::setp_int, &select_setp_int}, {f::setp_bool_int, &select_setp_int},
    {f::setp_f32, &select_setp_f32}, {f::setp_bool_f32, &select_setp_f32},
    {f::setp_f64, &select_setp_f64}, {f::setp_bool_f64, &select_setp_f64},
    {f::setp_f16, &select_setp_half<f16_format>}, {f::setp_bool_f16, &select_setp_half<f16_format>},
    {f::setp_bf16, &select_setp_half<bf16_format>}, {f::setp_bool_bf16, &select_setp_half<bf16_format>},
    {f::setp_f16x2, &select_setp_pair<f16_format>}, {f::setp_bool_f16x2, &select_setp_pair<f16_format>},
    {f::setp_bf16x2, &select_setp_pair<bf16_format>}, {f::setp_bool_bf16x2, &select_setp_pair<bf16_format>},
    {f::set_int, &select_set}, {f::set_bool_int, &select_set}, {f::set_float, &select_set}, {f::set_bool_float, &select_set},
    {f::set_f16, &select_set}, {f::set_bool_f16, &select_set}, {f::set_f16_from, &select_set}, {f::set_f16_int, &select_set},
    {f::set_f16x2, &select_set_pair}, {f::set_bool_f16x2, &select_set_pair},
    {f::selp, &select_selp}, {f::slct_s32, &select_slct<false>}, {f::slct_f32, &select_slct<true>}, {f::testp, &select_testp},
};

} // namespace

std::span<const binding> compare_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
