#pragma once
// The registers of a warp's product of matrices of floating point: op::list holds the words of A, B and C one behind the other,
// op::results those of D; op::width the bits of an element of A and B, op::vector the inner extent, op::choice what follows.
#include "shadow_move.hpp"

#include <fpcheck/exec/tensor_core.hpp>

namespace fpcheck::exec {

/// op::displacement of a dense product on binary16: how the lanes hold A and B of `mma.m8n8k4` on binary16, which is four products, one by each quarter of a warp (lanes 4 q to 4 q + 3 and
/// 16 + 4 q to 16 + 4 q + 3): a lane has four elements of one row of A, or of one column where `a_across` is set; B likewise.
enum quarter_layout : std::uint8_t { by_quarters = 1, a_across = 2, b_across = 4 };
inline std::uint8_t quarters_of(const op& o) { return o.form == ptx::form::mma_f16 ? static_cast<std::uint8_t>(o.displacement) : std::uint8_t{0}; }

/// op::choice of a product: the formats of A and B, how sums are made, and the columns of B and D in groups of eight.
struct product_choice {
  number a = number::none, b = number::none;
  std::uint8_t sums = 0; ///< `sum_format` in the low four bits, `step_order` in the others
  std::uint8_t eights = 1;
};
constexpr std::uint8_t sums_of(tensor_core::sum_format s, tensor_core::step_order o) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(s) | static_cast<unsigned>(o) << 4);
}
inline product_choice product_of(const op& o) { return o.choice.as<product_choice>(); }
inline tensor_core::sum_format sum_of(const product_choice& c) { return static_cast<tensor_core::sum_format>(c.sums & 15u); }
inline tensor_core::step_order order_of(const product_choice& c) { return static_cast<tensor_core::step_order>(c.sums >> 4); }

/// A row of A or D or a column of B, and the inner index or the column. Of four products by quarters, lines 8 q to 8 q + 7 are those of quarter q.
struct matrix_place {
  int line, other;
};

/// How the words lie. A: halves of eight rows, then slices of the inner extent that four lanes hold together. B: slices, then groups
/// of eight columns. D: the two columns of a lane (in one word where sums are binary16), then halves, then groups.
struct fragment_shape {
  int halves, eights, slices;
  int each;       ///< elements of a word of A and B
  bool half_sums; ///< two sums of binary16 in a word of C and D
  int density = 1; ///< of so many elements of a row of A one is kept, and held
  std::uint8_t quarters = 0; ///< flags of `quarter_layout`

  int rows() const { return 8 * halves; }
  int words_of_a() const { return quarters != 0 ? 2 : halves * slices / density; }
  int kept(int inner) const { return inner / density; }
  int words_of_b() const { return quarters != 0 ? 2 : slices * eights; }
  int words_of_c() const { return quarters != 0 ? (half_sums ? 4 : 8) : halves * eights * (half_sums ? 1 : 2); }
  int sums_of_word() const { return half_sums ? 2 : 1; }
  /// Where part `part` of lane `lane` of a word of A, B or D stands.
  matrix_place place_in_a(int word, int lane, int part) const {
    if (quarters != 0) return place_in_quarter(lane, 2 * word + part, (quarters & a_across) != 0);
    return {word % halves * 8 + lane / 4, word / halves * 4 * each + lane % 4 * each + part};
  }
  matrix_place place_in_b(int word, int lane, int part) const {
    if (quarters != 0) return place_in_quarter(lane, 2 * word + part, (quarters & b_across) != 0);
    return {word / slices * 8 + lane / 4, word % slices * 4 * each + lane % 4 * each + part};
  }
  matrix_place place_in_d(int word, int lane, int part) const {
    if (quarters != 0) return sum_in_quarter(word, lane, part);
    const int group = half_sums ? word : word / 2, parity = half_sums ? part : word % 2;
    return {group % halves * 8 + lane / 4, group / halves * 8 + lane % 4 * 2 + parity};
  }

private:
  static int first_line(int lane) { return lane % 16 / 4 * 8 + lane / 16 * 4; } ///< of the four of its half of a quarter
  static matrix_place place_in_quarter(int lane, int element, bool across) {
    return across ? matrix_place{first_line(lane) + element, lane % 4} : matrix_place{first_line(lane) + lane % 4, element};
  }
  matrix_place sum_in_quarter(int word, int lane, int part) const {
    const int first = first_line(lane), column = lane % 16 / 4 * 8;
    if (half_sums) return {first + lane % 4, column + 2 * word + part};
    return {first + (lane & 1) + (word & 2), column + (word & 4) + (lane & 2) + (word & 1)};
  }
};
fragment_shape shape_of(const op& o);

/// Whether A holds half of its elements, chosen by metadata: `mma.sp` and `wgmma.sp`. The register of the metadata is op::e, its selector
/// in op::displacement.
inline bool is_sparse(const op& o) {
  using f = ptx::form;
  switch (o.form) {
  case f::mma_sparse_half: case f::mma_sparse_tf32: case f::mma_sparse_fp8: return true;
  case f::wgmma_sparse_f16: case f::wgmma_sparse_tf32: case f::wgmma_sparse_fp8: case f::wgmma_sparse_int: return true;
  default: return false;
  }
}
/// Flags of products of a group of warps stand below the selector (group_operands.hpp).
inline constexpr int selector_bit = 8;
inline int metadata_selector(const op& o) { return static_cast<int>(o.displacement >> selector_bit); }
/// Whether fp8 is multiplied by the group's tensor cores: its sums keep 14 bits.
inline bool keeps_short_sums(const op& o) { return o.form == ptx::form::wgmma_fp8 || o.form == ptx::form::wgmma_sparse_fp8; }
/// The inner index of each element that a row of A keeps.
struct kept_elements {
  static constexpr int most_rows = 16, most_kept = 32;
  std::uint8_t at[most_rows][most_kept] = {};
};
kept_elements kept_by(warp& w, const op& o, const fragment_shape& f);

inline const ref& word_of_a(const op& o, int k) { return o.list[static_cast<std::size_t>(k)]; }
inline const ref& word_of_b(const op& o, const fragment_shape& f, int k) { return o.list[static_cast<std::size_t>(f.words_of_a() + k)]; }
inline const ref& word_of_c(const op& o, int k) { return o.list[o.list.size() - o.results.size() + static_cast<std::size_t>(k)]; }

/// The words of A and B, wherever they come from: registers, or shared memory that was read as if into registers. A register of
/// 64 bits takes two words a lane.
struct product_words {
  std::vector<const std::uint32_t*> a, b;
  std::vector<std::array<std::uint32_t, warp_size>> read; ///< what is behind those that are not registers
};
/// Those in registers.
product_words words_of_registers(warp& w, const op& o, const fragment_shape& f);

/// What rows of A and columns of B carry besides numbers.
enum line_taint : std::uint8_t { line_born = 1, line_cut = 2, line_poison = 4, line_stray = 8 };
struct line_taints {
  std::vector<std::uint8_t> rows, columns;
};
/// Those of words in registers, added to what `rows` and `columns` hold.
void add_register_taints(warp& w, const op& o, const fragment_shape& f, bool of_a, line_taints& to);
/// Those of the metadata of a sparse product, on the rows that it chooses elements of. Requires: those of A were added.
void add_metadata_taints(warp& w, const op& o, line_taints& to);
/// The taints of D's word `k`: of its row, its column and, where it counts, its part of the accumulator.
taint_masks result_taints(warp& w, const op& o, const fragment_shape& f, int k, const line_taints& lines, bool accumulates);

} // namespace fpcheck::exec
