#pragma once
// A domain as the machine uses it.
#include "library_values.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The number in a memory cell: its shadow, or its bits.
template <class D>
typename D::value number_in_cell(const region& r, std::uint64_t offset, int part, double bits, number n) {
  const shadow_cell* cell = r.shadow.find(offset / 4);
  if (cell != nullptr && cell->tag != shadow_tag::none && part < parts(cell->tag)) {
    const std::uint64_t* words = r.shadow.words(offset / 4, part);
    if (words[0] != exact_marker) {
      double q[D::planes * warp_size];
      for (int p = 0; p < D::planes; ++p) q[p * warp_size] = bit_cast<double>(words[p]);
      return D::load(q);
    }
  }
  return r.input ? D::input(bits, n) : D::exact(bits);
}

/// The addend of an atomic as the operand's register holds it.
template <class D>
typename D::value number_in_register(warp& w, const op& o, const ref& b, int lane, int part, int count, std::uint64_t bits, number n) {
  const bool frame = b.where == pool::frame;
  numbers<D> space;
  const std::uint32_t saved = w.exec;
  w.exec = 1u << lane;
  typename D::value v = D::exact(value_of(n, bits, n == number::f16 || n == number::bf16 ? 16 * part : 0));
  if (frame) v = fetch<D>(w, o, b, {n, part, count}, space)->get(lane);
  w.exec = saved;
  return v;
}

template <class D>
void atomic_add(warp& w, const op& o, int lane, region& r, std::uint64_t offset, const ref& b, std::uint64_t old, std::uint64_t addend, std::uint64_t fresh) {
  const number n = o.format;
  const bool half = n == number::f16 || n == number::bf16;
  const int count = half && o.width == 4 ? 2 : 1;
  const shadow_cell* cell = r.shadow.find(offset / 4);
  std::uint8_t taints = cell != nullptr ? cell->taints & static_cast<std::uint8_t>(~taint_input) : taint_none;
  if (b.where == pool::frame) {
    const slot_shadow& s = w.shadow(b);
    if (((s.born >> lane) & 1u) != 0) taints |= taint_born;
    if (((s.cut >> lane) & 1u) != 0) taints |= taint_cut;
    if (((s.stray >> lane) & 1u) != 0) taints |= taint_lane;
  }
  typename D::value sums[2];
  const int first = half && (offset & 2) != 0 ? 1 : 0;
  for (int part = 0; part < count; ++part) {
    const int shift = half ? 16 * part : 0;
    const auto x = number_in_cell<D>(r, offset, first + part, value_of(n, old, shift), n);
    const auto y = number_in_register<D>(w, o, b, lane, part, count, addend, n);
    sums[part] = D::add(x, y);
    const double before_x = value_of(n, old, shift), before_y = value_of(n, addend, shift), result = value_of(n, fresh, shift);
    if (!is_finite(result) && is_finite(before_x) && is_finite(before_y)) taints |= taint_born;
    D::settle_atomic(o, sums[part], result);
  }
  shadow_cell& to = r.shadow.touch(offset / 4);
  const shadow_tag tag = n == number::f64 ? shadow_tag::f64 : n == number::f32 ? shadow_tag::f32 : shadow_tag::half2;
  if (tag == shadow_tag::half2 && to.tag != shadow_tag::half2)
    for (int k = 0; k < 2; ++k) *r.shadow.words(offset / 4, k) = exact_marker;
  to.tag = tag;
  to.taints = taints;
  for (int part = 0; part < count; ++part) {
    double q[D::planes * warp_size];
    D::store(q, sums[part]);
    std::uint64_t* words = r.shadow.words(offset / 4, first + part);
    for (int p = 0; p < D::planes; ++p) words[p] = bits_of(q[p * warp_size]);
  }
  if (n == number::f64) {
    shadow_cell& high = r.shadow.touch(offset / 4 + 1);
    high.tag = shadow_tag::f64_high;
    high.taints = taint_none;
  }
  if (half) count_event(w, o, event_kind::accumulated_narrow, 1u << lane);
  ++w.fp_shadowed;
}

template <class D>
void exact_constants(const float* literals, std::size_t count, std::uint64_t* to) {
  auto* out = reinterpret_cast<numbers<D>*>(to);
  for (std::size_t k = 0; k < count; ++k)
    for (int i = 0; i < warp_size; ++i) out[k].set(i, D::exact(literals[k * warp_size + static_cast<std::size_t>(i)]));
}

template <class D>
void scale_words(std::uint64_t* first, int stride, double factor) {
  double q[D::planes * warp_size];
  for (int p = 0; p < D::planes; ++p) q[p * warp_size] = bit_cast<double>(first[p * stride]);
  const typename D::value v = D::scale(D::load(q), factor);
  D::store(q, v);
  for (int p = 0; p < D::planes; ++p) first[p * stride] = bits_of(q[p * warp_size]);
}
template <class D>
double error_of_words(const std::uint64_t* first, int stride, double computed) {
  double q[D::planes * warp_size];
  for (int p = 0; p < D::planes; ++p) q[p * warp_size] = bit_cast<double>(first[p * stride]);
  const typename D::value v = D::load(q);
  return std::fabs(computed - D::midpoint(v)) + D::error(v);
}

template <class D>
void make_born_words(std::uint64_t* first, int stride, double value, std::uint32_t pc) {
  typename D::value v = D::exact(value);
  D::born_at(v, pc);
  double q[D::planes * warp_size];
  D::store(q, v);
  for (int p = 0; p < D::planes; ++p) first[p * stride] = bits_of(q[p * warp_size]);
}

template <class D>
domain_table make_table(const char* name) {
  domain_table t;
  t.name = name;
  static_assert(D::planes <= shadow_memory::max_planes);
  t.planes = D::planes;
  t.bind = &bind_domain<D>;
  t.atomic_add = &atomic_add<D>;
  t.exact_constants = &exact_constants<D>;
  t.scale = &scale_words<D>;
  t.error = &error_of_words<D>;
  t.make_born = &make_born_words<D>;
  t.tracks_input = D::tracks_input;
  if constexpr (requires { D::layout; }) t.layout = D::layout;
  if constexpr (requires { D::prepare(0u); }) t.prepare = &D::prepare;
  return t;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
