#include "fragments.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// The taints of a register, both slots of a wide one.
taint_masks taints_of(warp& w, const ref& r, bool wide) {
  if (r.where != pool::frame) return {};
  const slot_shadow& s = w.shadow(r);
  taint_masks t{s.born, s.cut, s.poison, s.stray};
  if (!wide) return t;
  const slot_shadow& h = w.shadow(following(r, 1));
  t.born |= h.born, t.cut |= h.cut, t.poison |= h.poison, t.stray |= h.stray;
  return t;
}

std::uint8_t taints_of_lane(const taint_masks& t, int lane) {
  const auto bit = [&](std::uint32_t mask, line_taint what) { return (mask >> lane & 1u) != 0 ? static_cast<unsigned>(what) : 0u; };
  return static_cast<std::uint8_t>(bit(t.born, line_born) | bit(t.cut, line_cut) | bit(t.poison, line_poison) | bit(t.stray, line_stray));
}

} // namespace

fragment_shape shape_of(const op& o) {
  const bool half = o.format == number::f16;
  if (const std::uint8_t quarters = quarters_of(o); quarters != 0) return {4, 4, 1, 2, half, 1, quarters};
  const int eights = product_of(o).eights, each = o.width >= 32 ? 1 : 32 / o.width, words = static_cast<int>(o.results.size());
  return {words / (half ? eights : 2 * eights), eights, o.vector / (4 * each), each, half, is_sparse(o) ? 2 : 1};
}

/// Source: PTX ISA, sparse matrix storage: two bits for each kept element, of four (tf32: of two, in nibbles 0100 and 1110); in which lanes, seen
/// on a device (tests/gpu/RESULTS.md).
kept_elements kept_by(warp& w, const op& o, const fragment_shape& f) {
  kept_elements out;
  const std::uint32_t* const words = w.lanes<std::uint32_t>(o.e);
  const int kept = f.kept(o.vector), bits = 2 * kept * (o.width == 32 ? 2 : 1), selector = metadata_selector(o);
  for (int row = 0; row < f.rows(); ++row)
    for (int q = 0; q < kept; ++q) {
      const int half = row / 8, first = row % 8 * 4, bit = o.width == 32 ? 4 * q : 2 * q; // of the row's metadata
      std::uint32_t word = 0;
      if (bits == 16) word = words[first + selector] >> (16 * half + bit);
      else if (bits == 32) word = words[first + 2 * selector + bit / 16] >> (16 * half + bit % 16);
      else word = words[first + 2 * (bit / 32) + half] >> (bit % 32);
      out.at[row][q] = static_cast<std::uint8_t>(o.width == 32 ? 2 * q + static_cast<int>(word >> 1 & 1u) : q / 2 * 4 + static_cast<int>(word & 3u));
    }
  return out;
}

product_words words_of_registers(warp& w, const op& o, const fragment_shape& f) {
  product_words out;
  for (int k = 0; k < f.words_of_a(); ++k) out.a.push_back(w.lanes<std::uint32_t>(word_of_a(o, k)));
  for (int k = 0; k < f.words_of_b(); ++k) out.b.push_back(w.lanes<std::uint32_t>(word_of_b(o, f, k)));
  return out;
}

void add_register_taints(warp& w, const op& o, const fragment_shape& f, bool of_a, line_taints& to) {
  std::vector<std::uint8_t>& lines = of_a ? to.rows : to.columns;
  lines.resize(static_cast<std::size_t>(8 * (of_a ? f.halves : f.eights)));
  for (int k = 0; k < (of_a ? f.words_of_a() : f.words_of_b()); ++k) {
    const taint_masks t = taints_of(w, of_a ? word_of_a(o, k) : word_of_b(o, f, k), o.width == 64);
    for_each_lane(t.born | t.cut | t.poison | t.stray, [&](int lane) {
      const matrix_place at = of_a ? f.place_in_a(k, lane, 0) : f.place_in_b(k, lane, 0);
      lines[static_cast<std::size_t>(at.line)] |= taints_of_lane(t, lane);
    });
  }
}

void add_metadata_taints(warp& w, const op& o, line_taints& to) {
  if (!is_sparse(o) || o.e.where != pool::frame) return;
  const slot_shadow& s = w.shadow(o.e);
  for_each_lane(s.poison | s.stray, [&](int lane) {
    for (const std::size_t row : {static_cast<std::size_t>(lane / 4), static_cast<std::size_t>(lane / 4 + 8)}) to.rows[row] |= line_poison;
  });
}

taint_masks result_taints(warp& w, const op& o, const fragment_shape& f, int k, const line_taints& lines, bool accumulates) {
  taint_masks out = accumulates ? taints_of(w, word_of_c(o, k), o.format == number::f64) : taint_masks{};
  const auto clean = [](const std::vector<std::uint8_t>& v) { return std::all_of(v.begin(), v.end(), [](std::uint8_t t) { return t == 0; }); };
  if (clean(lines.rows) && clean(lines.columns)) return out;
  for (int lane = 0; lane < warp_size; ++lane) {
    unsigned all = 0;
    for (int part = 0; part < f.sums_of_word(); ++part) {
      const matrix_place at = f.place_in_d(k, lane, part);
      all |= static_cast<unsigned>(lines.rows[static_cast<std::size_t>(at.line)]) | lines.columns[static_cast<std::size_t>(at.other)];
    }
    const std::uint32_t bit = 1u << lane;
    if ((all & line_born) != 0) out.born |= bit;
    if ((all & line_cut) != 0) out.cut |= bit;
    if ((all & line_poison) != 0) out.poison |= bit;
    if ((all & line_stray) != 0) out.stray |= bit;
  }
  return out;
}

} // namespace fpcheck::exec
