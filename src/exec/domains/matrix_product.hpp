#pragma once
// The shadow of a matrix product: of each element the sum of the exact products of the operands' numbers and of the accumulator's.
// What the tensor core cut off its terms is part of the distance between that and the machine's bits.
#include "../group_operands.hpp"
#include "shadowed_ops.hpp"

#include <vector>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// Rows of A or columns of B with a NaN or an infinity: what comes of them was not made here.
enum line_content : std::uint8_t { holds_nan = 1, holds_infinity = 2 };
inline std::uint8_t content_of(double v) { return static_cast<std::uint8_t>(v != v ? holds_nan : is_finite(v) ? 0 : holds_infinity); }

/// A product's operands as numbers, word by word and part by part, read before the bits are made.
template <class D>
struct product_numbers {
  std::vector<numbers<D>> space;
  std::vector<const numbers<D>*> a, b;
  std::vector<std::uint8_t> rows, columns; ///< bits of `line_content`
  line_taints lines;
};

/// tf32 is read as the binary32 number that the register holds: what the tensor core ignores of it is an error of the product.
inline number format_in_register(number n) { return n == number::tf32 ? number::f32 : n; }

/// What the codes of the operands' lines are, besides numbers.
template <class D>
void look_at_codes(const op& o, const fragment_shape& f, const product_words& words, product_numbers<D>& to) {
  const product_choice c = product_of(o);
  to.rows.assign(static_cast<std::size_t>(8 * f.halves), 0), to.columns.assign(static_cast<std::size_t>(8 * f.eights), 0);
  const auto look = [&](const std::vector<const std::uint32_t*>& from, number n, std::vector<std::uint8_t>& lines, auto place) {
    for (std::size_t k = 0; k < from.size(); ++k)
      for (int lane = 0; lane < warp_size; ++lane)
        for (int part = 0; part < f.each; ++part) {
          const std::uint64_t code = n == number::f64 ? reinterpret_cast<const std::uint64_t*>(from[k])[lane] : from[k][lane];
          lines[static_cast<std::size_t>(place(static_cast<int>(k), lane, part).line)] |= content_of(value_of(n, code, part * o.width % 64));
        }
  };
  look(words.a, c.a, to.rows, [&](int k, int lane, int part) { return f.place_in_a(k, lane, part); });
  look(words.b, c.b, to.columns, [&](int k, int lane, int part) { return f.place_in_b(k, lane, part); });
}

/// The numbers of the registers that hold A and B.
template <class D>
void fetch_registers(warp& w, const op& o, const fragment_shape& f, bool of_a, product_numbers<D>& to) {
  const product_choice c = product_of(o);
  const number format = format_in_register(of_a ? c.a : c.b);
  for (int k = 0; k < (of_a ? f.words_of_a() : f.words_of_b()); ++k)
    for (int part = 0; part < f.each; ++part) {
      to.space.emplace_back();
      (of_a ? to.a : to.b).push_back(fetch<D>(w, o, of_a ? word_of_a(o, k) : word_of_b(o, f, k), {format, part, f.each}, to.space.back()));
    }
}

/// Lane l of `to` is lane `from(l)` of `x`.
template <class D, class F>
void spread_lanes(numbers<D>& to, const numbers<D>& x, F from) {
  for (int p = 0; p < D::planes; ++p)
    for (int i = 0; i < warp_size; ++i) to.words[p][i] = x.words[p][from(i)];
}

/// Rows of the numbers that 32 sums take in turn: of each inner index the elements of A's halves, and those of the even and the odd
/// columns of a group of eight.
template <class D>
class product_rows {
  using value = typename D::value;

public:
  product_rows(warp& w, const op& o, const fragment_shape& f, const product_numbers<D>& x)
      : f_(f), inner_(f.kept(o.vector)), x_(x), sparse_(is_sparse(o)), kept_(sparse_ ? kept_by(w, o, f) : kept_elements{}), a_(count(f.halves)), b_(count(sparse_ ? 2 * f.halves : 2)) {
    for (int h = 0; f.quarters == 0 && h < f.halves; ++h)
      for (int k = 0; k < inner_; ++k)
        spread_lanes<D>(a_[at(h, k)], *x.a[index(h + f.halves * slice(k), k)], [t = owner(k)](int lane) { return (lane & ~3) | t; });
  }
  void turn_to(int eight) {
    if (sparse_) return choose_columns(eight);
    for (int parity = 0; parity < 2; ++parity)
      for (int k = 0; k < inner_; ++k)
        spread_lanes<D>(b_[at(parity, k)], *x_.b[index(eight * f_.slices + slice(k), k)], [=, t = owner(k)](int lane) { return (lane % 4 * 2 + parity) * 4 + t; });
  }
  /// Of four products by quarters of the lanes: the operands of the sums in part `part` of D's word `word`, as half 0 and parity 0.
  void turn_to_quarters(int word, int part) {
    for (int lane = 0; lane < warp_size; ++lane) {
      const matrix_place d = f_.place_in_d(word, lane, part);
      for (int k = 0; k < inner_; ++k) {
        a_[at(0, k)].set(lane, number_in_quarter(x_.a, d.line, k, (f_.quarters & a_across) != 0));
        b_[at(0, k)].set(lane, number_in_quarter(x_.b, d.other, k, (f_.quarters & b_across) != 0));
      }
    }
  }
  /// Adds the products of a half and a parity to `sum`.
  void add_to(numbers<D>& sum, int half, int parity, const product_choice& c) const {
    const numbers<D> before = sum;
    numbers<D> other;
    numbers<D>*from = &sum, *to = &other;
    for (int k = 0; k < inner_; ++k, std::swap(from, to)) compute<D, s_fma, 3>(*to, &a_[at(half, k)], &b_[at(column_of(half, parity), k)], from);
    if (from != &sum) sum = *from;
    if constexpr (requires(value v) { v.amplifier; }) forget_cancellation(sum, before);
    if constexpr (requires { D::approximated_copies; }) allow_truncation(sum, before, half, parity, c);
  }

private:
  static value number_in_quarter(const std::vector<const numbers<D>*>& from, int line, int k, bool across) {
    const int first = line % 8 / 4 * 16 + line / 8 * 4; // of the four lanes that hold the line
    return across ? from[static_cast<std::size_t>(line % 4)]->get(first + k) : from[static_cast<std::size_t>(k)]->get(first + line % 4);
  }
  /// In sparse products the elements of B that a sum takes depend on the row too.
  int column_of(int half, int parity) const { return sparse_ ? 2 * half + parity : parity; }
  void choose_columns(int eight) {
    for (int half = 0; half < f_.halves; ++half)
      for (int parity = 0; parity < 2; ++parity)
        for (int q = 0; q < inner_; ++q)
          for (int lane = 0; lane < warp_size; ++lane) {
            const int k = kept_.at[8 * half + lane / 4][q];
            b_[at(column_of(half, parity), q)].set(lane, x_.b[index(eight * f_.slices + slice(k), k)]->get((lane % 4 * 2 + parity) * 4 + owner(k)));
          }
  }
  /// Partial sums that cancel each other in one instruction are no subtraction of the kernel's.
  void forget_cancellation(numbers<D>& sum, const numbers<D>& before) const {
    for (int i = 0; i < warp_size; ++i) {
      value v = sum.get(i);
      if (v.amplifier != D::here) continue;
      const value c = before.get(i);
      v.amplifier = c.amplifier, v.let_through = c.let_through, v.growth = c.growth;
      sum.set(i, v);
    }
  }
  /// What the tensor core cuts off its terms and its sum joins the budget (R5): nobody who multiplies there can do better.
  void allow_truncation(numbers<D>& sum, const numbers<D>& before, int half, int parity, const product_choice& c) const {
    if (c.a == number::f64 || sum_of(c) == tensor_core::sum_format::f16) return;
    const bool is_short = sum_of(c) == tensor_core::sum_format::f32_short;
    const double of_term = f_.quarters != 0 ? 0x1p-23 : is_short ? 0x1p-13 : 0x1p-25, of_sum = is_short ? 0x1p-13 : 0x1p-23;
    for (int i = 0; i < warp_size; ++i) {
      double top = std::fabs(D::midpoint(before.get(i)));
      for (int k = 0; k < inner_; ++k) top = std::max(top, std::fabs(D::midpoint(a_[at(half, k)].get(i)) * D::midpoint(b_[at(column_of(half, parity), k)].get(i))));
      sum.set(i, D::approximated(sum.get(i), of_sum, top * of_term * (inner_ + 1)));
    }
  }
  std::size_t count(int lines) const { return static_cast<std::size_t>(lines * inner_); }
  std::size_t at(int line, int k) const { return static_cast<std::size_t>(line * inner_ + k); }
  int slice(int k) const { return k / (4 * f_.each); }
  int owner(int k) const { return k % (4 * f_.each) / f_.each; } ///< of four lanes
  std::size_t index(int word, int k) const { return static_cast<std::size_t>(word * f_.each + k % f_.each); }

  fragment_shape f_;
  int inner_; ///< products of a sum
  const product_numbers<D>& x_;
  bool sparse_;
  kept_elements kept_;
  std::vector<numbers<D>> a_, b_;
};

/// What the domain's hooks look at of one result. The error of sums that are kept short is that of a shorter format.
inline op result_op(const op& o, const ref& d) {
  op r;
  r.d = d;
  r.d_bits = o.format == number::f64 ? 64 : 32;
  r.format = sum_of(product_of(o)) == tensor_core::sum_format::f32_short ? number::tf32 : o.format, r.source_format = o.source_format;
  r.form = o.form, r.meaning = o.meaning, r.pc = o.pc, r.block = o.block, r.source = o.source, r.ptx_line = o.ptx_line, r.position = o.position, r.roles = o.roles;
  return r;
}

/// Files the numbers of D's word `k`.
template <class D>
void file_sums(warp& w, const op& o, const ref& d, numbers<D>* r, const taint_masks& t, std::uint32_t born) {
  const op one = result_op(o, d);
  const before nothing{};
  switch (o.format) {
  case number::f16:
    D::template after_pair<number::f16>(w, one, r);
    return file_packed<D>(w, d, shadow_tag::half2, r, 2, t, born);
  case number::f64:
    D::template after<number::f64>(w, one, r[0], nothing, born);
    return file_result<D>(w, one, d, number::f64, r[0], t, born);
  default:
    D::template after<number::f32>(w, one, r[0], nothing, born);
    return file_result<D>(w, one, d, number::f32, r[0], t, born);
  }
}

/// Accumulators as they were: what is special about them.
using accumulator_contents = std::array<std::uint8_t, warp_size>;

/// Lanes whose results of word `k` are NaNs or infinities that were made here out of numbers, or of some that were made by the kernel.
template <class D>
std::uint32_t born_sums(warp& w, const op& o, const fragment_shape& f, int k, const product_numbers<D>& x, const accumulator_contents& before, std::uint32_t carried) {
  const ref& d = o.results[static_cast<std::size_t>(k)];
  std::uint32_t born = 0;
  for (int part = 0; part < f.sums_of_word(); ++part)
    for_each_lane(w.exec, [&](int lane) {
      const std::uint64_t code = o.format == number::f64 ? w.lanes<std::uint64_t>(d)[lane] : w.lanes<std::uint32_t>(d)[lane];
      const double v = value_of(o.format, code, 16 * part);
      if (is_finite(v)) return;
      const matrix_place at = f.place_in_d(k, lane, part);
      const unsigned in = static_cast<unsigned>(x.rows[static_cast<std::size_t>(at.line)]) | x.columns[static_cast<std::size_t>(at.other)] | before[static_cast<std::size_t>(lane)];
      const bool fresh = v != v ? (in & holds_nan) == 0 : in == 0;
      if (fresh || (carried >> lane & 1u) != 0) born |= 1u << lane;
    });
  return born;
}

/// D's numbers, word by word.
template <class D>
struct product_sums {
  std::vector<numbers<D>> sums;
  std::vector<taint_masks> taints;
  std::vector<accumulator_contents> before;
};
template <class D>
product_sums<D> sums_of(warp& w, const op& o, const fragment_shape& f, const product_numbers<D>& x, bool accumulates) {
  const int parts = f.sums_of_word(), words = f.words_of_c();
  product_sums<D> out{std::vector<numbers<D>>(static_cast<std::size_t>(words * parts)), {}, std::vector<accumulator_contents>(static_cast<std::size_t>(words))};
  product_rows<D> rows(w, o, f, x);
  for (int k = 0; k < words; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const int group = f.half_sums ? k : k / 2;
    if (f.quarters == 0 && k % (f.halves * (f.half_sums ? 1 : 2)) == 0) rows.turn_to(group / f.halves);
    for (int part = 0; part < parts; ++part) {
      numbers<D>& sum = out.sums[n * static_cast<std::size_t>(parts) + static_cast<std::size_t>(part)];
      if (accumulates) {
        const operand_kind kind{o.format, part, parts};
        const numbers<D>* const from = fetch<D>(w, o, word_of_c(o, k), kind, sum);
        if (from != &sum) sum = *from;
        for (int lane = 0; lane < warp_size; ++lane) {
          const ref& c = word_of_c(o, k);
          const std::uint64_t code = o.format == number::f64 ? w.lanes<std::uint64_t>(c)[lane] : w.lanes<std::uint32_t>(c)[lane];
          out.before[n][static_cast<std::size_t>(lane)] |= content_of(value_of(o.format, code, kind.shift()));
        }
      } else {
        for (int lane = 0; lane < warp_size; ++lane) sum.set(lane, D::exact(0.0));
      }
      if (f.quarters != 0) rows.turn_to_quarters(k, part);
      const int half = f.quarters != 0 ? 0 : group % f.halves, parity = f.quarters != 0 ? 0 : f.half_sums ? part : k % 2;
      rows.add_to(sum, half, parity, product_of(o));
    }
    out.taints.push_back(result_taints(w, o, f, k, x.lines, accumulates));
    if (w.exec != 0xffffffffu) out.taints.back().stray |= w.exec;
  }
  return out;
}

/// The number of the element at a byte of shared memory; `lost` where it was part of another number.
template <class D>
typename D::value number_in_memory(const op& o, const region& r, std::uint64_t at, number n, bool& lost) {
  const int bytes = o.width / 8;
  std::uint32_t code = 0;
  std::memcpy(&code, r.data.data() + at, static_cast<std::size_t>(bytes));
  const double v = value_of(n, code, 0);
  const shadow_cell* const cell = r.shadow.find(at / 4);
  if (cell == nullptr) return D::exact(v);
  const int part = bytes == 4 ? 0 : static_cast<int>(at & 3) / bytes;
  const shadow_tag whole = bytes == 4 ? shadow_tag::f32 : bytes == 2 ? shadow_tag::half2 : shadow_tag::bytes4;
  const bool low = part == 0 && cell->tag == (bytes == 2 ? shadow_tag::half : shadow_tag::byte), pair = bytes == 1 && part < 2 && cell->tag == shadow_tag::bytes2;
  const bool upper = bytes == 2 && part == 1 && cell->tag == shadow_tag::f32 && n == number::bf16;
  if (cell->tag == whole || low || pair) {
    const std::uint64_t* const words = r.shadow.words(at / 4, part);
    if (words[0] == exact_marker) return D::exact(v);
    double q[D::planes * warp_size];
    for (int p = 0; p < D::planes; ++p) q[p * warp_size] = bit_cast<double>(words[p]);
    return D::load(q);
  }
  if (upper || (cell->tag != shadow_tag::none && cell->tag != shadow_tag::half && cell->tag != shadow_tag::byte && cell->tag != shadow_tag::bytes2)) lost = true;
  return (cell->taints & taint_input) != 0 ? D::input(v, o.format) : D::exact(v);
}

/// The numbers of an operand in shared memory, as those of registers are held.
template <class D>
void read_shared(const op& o, const fragment_shape& f, const shared_operand& s, bool of_a, product_numbers<D>& to) {
  const product_choice c = product_of(o);
  const number format = format_in_register(of_a ? c.a : c.b);
  const bool negates = has_flag(o, of_a ? negates_a : negates_b);
  for (int k = 0; k < (of_a ? f.words_of_a() : f.words_of_b()); ++k)
    for (int part = 0; part < f.each; ++part) {
      numbers<D>& out = to.space.emplace_back();
      for (int lane = 0; lane < warp_size; ++lane) {
        const matrix_place at = of_a ? f.place_in_a(k, lane, part) : f.place_in_b(k, lane, part);
        bool lost = false;
        const typename D::value v = number_in_memory<D>(o, s.memory(), s.byte_of(at.line, at.other), format, lost);
        out.set(lane, negates ? D::neg(v) : v);
        if (lost) (of_a ? to.lines.rows : to.lines.columns)[static_cast<std::size_t>(at.line)] |= line_cut;
      }
      (of_a ? to.a : to.b).push_back(&out);
    }
}

/// Reads the operands of a product. False where some cannot be found: then there is nothing to multiply.
template <class D>
bool read_operands(warp& w, const op& o, const fragment_shape& f, product_numbers<D>& x) {
  x.space.reserve(static_cast<std::size_t>((f.words_of_a() + f.words_of_b()) * f.each));
  if (!is_group_product(o)) {
    add_register_taints(w, o, f, true, x.lines), add_register_taints(w, o, f, false, x.lines);
    add_metadata_taints(w, o, x.lines);
    fetch_registers<D>(w, o, f, true, x), fetch_registers<D>(w, o, f, false, x);
    look_at_codes<D>(o, f, words_of_registers(w, o, f), x);
    return true;
  }
  const group_words g(w, o, f);
  if (!g.found) return false;
  x.lines = g.lines;
  look_at_codes<D>(o, f, g.words, x);
  if (has_flag(o, a_in_memory)) {
    read_shared<D>(o, f, g.a, true, x);
  } else {
    fetch_registers<D>(w, o, f, true, x);
    if (has_flag(o, negates_a))
      for (std::size_t k = 0; k < x.a.size(); ++k) {
        for (int lane = 0; lane < warp_size; ++lane) x.space[k].set(lane, D::neg(x.a[k]->get(lane)));
        x.a[k] = &x.space[k];
      }
  }
  read_shared<D>(o, f, g.b, false, x);
  return true;
}

/// Products of fp8 that may go into one sum of 14 bits until it is called a narrow accumulator: 512 of each element's.
inline constexpr std::uint32_t most_short_products = 16;

/// Counts what goes into sums that are kept short. Those of 14 bits start again where they are added to wider ones in time.
inline void count_narrow(warp& w, const op& o, bool adds) {
  if (!o.roles.has(role::narrow_accumulator)) return;
  if (o.format != number::f32) return count_event(w, o, event_kind::accumulated_narrow, w.exec);
  if (count_short_product(w, o, adds) > most_short_products) count_event(w, o, event_kind::accumulated_narrow, w.exec);
}

/// Whether the accumulator counts and is not zero throughout.
inline bool adds_to_sum(warp& w, const op& o) {
  if (!accumulates(w, o)) return false;
  for (std::size_t k = o.list.size() - o.results.size(); k < o.list.size(); ++k) {
    const std::uint32_t* const c = w.lanes<std::uint32_t>(o.list[k]);
    if (std::any_of(c, c + warp_size, [](std::uint32_t x) { return x << 1 != 0; })) return true;
  }
  return false;
}

template <class D>
void matrix_product(warp& w, const op& o) {
  const fragment_shape f = shape_of(o);
  if (is_group_product(o)) resume_pending(w, o);
  product_numbers<D> x;
  if (!read_operands<D>(w, o, f, x)) return o.bits(w, o);
  product_sums<D> s = sums_of<D>(w, o, f, x, accumulates(w, o));
  count_narrow(w, o, adds_to_sum(w, o));
  o.bits(w, o);
  for (int k = 0; k < f.words_of_c(); ++k) {
    const auto n = static_cast<std::size_t>(k);
    if (!o.results[n]) continue;
    const std::uint32_t born = born_sums<D>(w, o, f, k, x, s.before[n], s.taints[n].born);
    file_sums<D>(w, o, o.results[n], &s.sums[n * static_cast<std::size_t>(f.sums_of_word())], s.taints[n], born);
  }
  if (is_group_product(o)) leave_pending(w, o);
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
