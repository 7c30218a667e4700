#pragma once
// The bits of a product of matrices, from the words of its operands.
#include "half_values.hpp"
#include "tensor_tile.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// D's words, all of which are made before any of them is written: D may be C, A or B.
template <class Word>
using result_words = std::vector<std::array<Word, warp_size>>;

/// The operands of rows of A, and of eight columns of B at a time.
struct operand_tile {
  static constexpr int most_rows = 32;
  tensor_core::operand a[most_rows][tensor_tile::most_inner], b[tensor_tile::columns][tensor_tile::most_inner];
  bool special_a = false, special_b = false; ///< some are no numbers
};

/// Element `part` of lane `lane` of a word of `width` bits an element.
inline std::uint32_t code_in(const std::uint32_t* word, int lane, int part, int width) {
  return width == 32 ? word[lane] : word[lane] >> (part * width) & ((1u << width) - 1u);
}

inline void gather_rows(const op& o, const fragment_shape& f, const product_words& words, const format_row& row, operand_tile& t) {
  for (int k = 0; k < f.words_of_a(); ++k)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < f.each; ++part) {
        const matrix_place at = f.place_in_a(k, lane, part);
        t.a[at.line][at.other] = tensor_core::split(row, code_in(words.a[static_cast<std::size_t>(k)], lane, part, o.width));
        t.special_a |= t.a[at.line][at.other].what != tensor_core::content::number;
      }
}
inline void gather_columns(const op& o, const fragment_shape& f, const product_words& words, const format_row& row, int eight, operand_tile& t) {
  t.special_b = false;
  for (int s = 0; s < f.slices; ++s)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < f.each; ++part) {
        const matrix_place at = f.place_in_b(eight * f.slices + s, lane, part);
        tensor_core::operand& x = t.b[lane / 4][at.other];
        x = tensor_core::split(row, code_in(words.b[static_cast<std::size_t>(eight * f.slices + s)], lane, part, o.width));
        t.special_b |= x.what != tensor_core::content::number;
      }
}

/// Sixteen rows from `first` on and eight columns: sums of `t` in the place of the accumulators there.
inline void multiply_tile_of(const tensor_core::product_row& r, const operand_tile& g, int first, tensor_tile& t) {
  const bool special = g.special_a || g.special_b;
  if (!special)
    for (int k = 0; k < t.inner; ++k) {
      for (int i = 0; i < t.rows; ++i) put_a(t, r, i, k, g.a[first + i][k]);
      for (int j = 0; j < tensor_tile::columns; ++j) put_b(t, r, j, k, g.b[j][k]);
    }
  if (!special && multiply_tile(r, t)) return;
  for (int i = 0; i < t.rows; ++i)
    for (int j = 0; j < tensor_tile::columns; ++j) t.sum[i][j] = tensor_core::dot(r, g.a[first + i], g.b[j], t.inner, t.sum[i][j]);
}

/// D of a product whose A holds the elements that its metadata names: one step over those, with the elements of B that they meet.
inline void multiply_sparse(warp& w, const op& o, const fragment_shape& f, const product_words& words, bool accumulates, result_words<std::uint32_t>& out) {
  namespace core = tensor_core;
  const core::product_row r = product_row_of(product_of(o));
  const kept_elements kept = kept_by(w, o, f);
  const int count = f.kept(o.vector);
  operand_tile g;
  gather_rows(o, f, words, r.a, g);
  std::vector<std::array<core::operand, core::most_products>> b(static_cast<std::size_t>(8 * f.eights));
  for (int k = 0; k < f.words_of_b(); ++k)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < f.each; ++part) {
        const matrix_place at = f.place_in_b(k, lane, part);
        b[static_cast<std::size_t>(at.line)][static_cast<std::size_t>(at.other)] = core::split(r.b, code_in(words.b[static_cast<std::size_t>(k)], lane, part, o.width));
      }
  for (int k = 0; k < f.words_of_c(); ++k)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < f.sums_of_word(); ++part) {
        const matrix_place at = f.place_in_d(k, lane, part);
        core::operand chosen[core::most_products];
        for (int q = 0; q < count; ++q) chosen[q] = b[static_cast<std::size_t>(at.other)][kept.at[at.line][q]];
        const std::uint32_t c = accumulates ? w.lanes<std::uint32_t>(word_of_c(o, k))[lane] >> (16 * part) : 0u;
        const std::uint32_t sum = core::dot(r, g.a[at.line], chosen, count, f.half_sums ? c & 0xffffu : c);
        out[static_cast<std::size_t>(k)][static_cast<std::size_t>(lane)] |= sum << (16 * part);
      }
}

/// D of formats up to 32 bits. `accumulates`: C counts, otherwise sums start from zero.
inline void multiply(warp& w, const op& o, const fragment_shape& f, const product_words& words, bool accumulates, result_words<std::uint32_t>& out) {
  const tensor_core::product_row r = product_row_of(product_of(o));
  operand_tile g;
  tensor_tile t;
  t.inner = o.vector;
  gather_rows(o, f, words, r.a, g);
  const int shift = f.half_sums ? 16 : 0, group_words = f.half_sums ? 1 : 2;
  const std::uint32_t mask = f.half_sums ? 0xffffu : 0xffffffffu;
  for (int eight = 0; eight < f.eights; ++eight) {
    gather_columns(o, f, words, r.b, eight, g);
    for (int half = 0; half < f.halves; half += 2) {
      const int halves = std::min(2, f.halves - half), first = (eight * f.halves + half) * group_words;
      t.rows = 8 * halves;
      const auto each_sum = [&](auto&& with) {
        for (int k = first; k < first + halves * group_words; ++k)
          for (int lane = 0; lane < warp_size; ++lane)
            for (int part = 0; part < f.sums_of_word(); ++part) {
              const matrix_place at = f.place_in_d(k, lane, part);
              with(static_cast<std::size_t>(k), static_cast<std::size_t>(lane), shift * part, t.sum[at.line - 8 * half][at.other % 8]);
            }
      };
      each_sum([&](std::size_t k, std::size_t lane, int bit, std::uint32_t& sum) {
        sum = accumulates ? w.lanes<std::uint32_t>(word_of_c(o, static_cast<int>(k)))[lane] >> bit & mask : 0u;
      });
      multiply_tile_of(r, g, 8 * half, t);
      each_sum([&](std::size_t k, std::size_t lane, int bit, std::uint32_t& sum) { out[k][lane] |= sum << bit; });
    }
  }
}

/// One sum of a quarter of a warp, whose product no tensor core makes: fused multiply-adds of binary32 in the order that a device takes.
/// Source: tests/gpu/RESULTS.md.
inline std::uint32_t sum_by_quarter(const float* a, const float* b, std::uint32_t c, bool half_sums) {
  float sum = 0.0f;
  if (half_sums) {
    const auto before = static_cast<float>(half_value<f16_format, false>(c));
    sum = before + __builtin_fmaf(a[1], b[1], a[0] * b[0]);
    sum += __builtin_fmaf(a[3], b[3], a[2] * b[2]);
    return sum != sum ? 0x7fffu : finish_half<f16_format, false>(static_cast<double>(sum), false, false);
  }
  for (int k = 0; k < 4; ++k) sum = __builtin_fmaf(a[k], b[k], sum);
  sum = bit_cast<float>(c) + sum;
  return sum != sum ? 0x7fffffffu : bits_of(sum);
}
/// D of four products, one of each quarter of the lanes.
inline void multiply_quarters(warp& w, const op& o, const fragment_shape& f, const product_words& words, result_words<std::uint32_t>& out) {
  float a[warp_size][4], b[warp_size][4];
  for (int k = 0; k < 2; ++k)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < 2; ++part) {
        const matrix_place x = f.place_in_a(k, lane, part), y = f.place_in_b(k, lane, part);
        a[x.line][x.other] = static_cast<float>(half_value<f16_format, false>(words.a[static_cast<std::size_t>(k)][lane] >> (16 * part)));
        b[y.line][y.other] = static_cast<float>(half_value<f16_format, false>(words.b[static_cast<std::size_t>(k)][lane] >> (16 * part)));
      }
  for (int k = 0; k < f.words_of_c(); ++k)
    for (int lane = 0; lane < warp_size; ++lane)
      for (int part = 0; part < f.sums_of_word(); ++part) {
        const matrix_place at = f.place_in_d(k, lane, part);
        const std::uint32_t c = w.lanes<std::uint32_t>(word_of_c(o, k))[lane] >> (16 * part);
        out[static_cast<std::size_t>(k)][static_cast<std::size_t>(lane)] |= sum_by_quarter(a[at.line], b[at.other], c, f.half_sums) << (16 * part);
      }
}

/// D of binary64.
inline void multiply_wide(warp& w, const op& o, const fragment_shape& f, const product_words& words, result_words<std::uint64_t>& out) {
  const auto code = [](const std::uint32_t* word, int lane) { return reinterpret_cast<const std::uint64_t*>(word)[lane]; };
  for (int k = 0; k < f.words_of_c(); ++k)
    for (int lane = 0; lane < warp_size; ++lane) {
      const matrix_place at = f.place_in_d(k, lane, 0);
      std::uint64_t sum = w.lanes<std::uint64_t>(word_of_c(o, k))[lane];
      for (int i = 0; i < o.vector; ++i)
        sum = tensor_core::fused_binary64(code(words.a[static_cast<std::size_t>(at.line / 8 + i / 4 * f.halves)], at.line % 8 * 4 + i % 4),
                                          code(words.b[static_cast<std::size_t>(at.other / 8 * f.slices + i / 4)], at.other % 8 * 4 + i % 4), sum);
      out[static_cast<std::size_t>(k)][static_cast<std::size_t>(lane)] = sum;
    }
}

template <class Word>
void write_results(warp& w, const op& o, const result_words<Word>& out, const std::vector<taint_masks>& taints) {
  for (std::size_t k = 0; k < o.results.size(); ++k) {
    const ref& d = o.results[k];
    if (!d) continue;
    Word* const to = w.lanes<Word>(d);
    for_each_lane(w.exec, [&](int i) { to[i] = out[k][static_cast<std::size_t>(i)]; });
    if (w.planes != 0) continue; // the domain files numbers and taints
    drop_shadow(w, d, w.exec);
    if (sizeof(Word) == 8) drop_shadow(w, following(d, 1), w.exec);
    if (!taints[k].any()) continue;
    add_taints(w, d, taints[k], w.exec);
    w.tainted = true;
  }
}

/// Works out and writes D.
inline void write_product(warp& w, const op& o, const fragment_shape& f, const product_words& words, const line_taints& lines, bool accumulates) {
  const auto count = static_cast<std::size_t>(f.words_of_c());
  std::vector<taint_masks> taints(count);
  for (std::size_t k = 0; w.planes == 0 && k < count; ++k) {
    taints[k] = result_taints(w, o, f, static_cast<int>(k), lines, accumulates);
    if (w.exec != 0xffffffffu) taints[k].stray |= w.exec;
  }
  if (o.format == number::f64) {
    result_words<std::uint64_t> out(count);
    multiply_wide(w, o, f, words, out);
    write_results(w, o, out, taints);
  } else {
    result_words<std::uint32_t> out(count);
    if (f.quarters != 0) multiply_quarters(w, o, f, words, out);
    else if (is_sparse(o)) multiply_sparse(w, o, f, words, accumulates, out);
    else multiply(w, o, f, words, accumulates, out);
    write_results(w, o, out, taints);
  }
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
