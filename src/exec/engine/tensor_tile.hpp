#pragma once
// A tile of a matrix product at once: eight columns side by side in 32-bit integers, where all operands are finite.
#include "../fragments.hpp"
#include "lanes.hpp"

#include <fpcheck/exec/tensor_core.hpp>

#include <algorithm>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The tensor core's row of a product.
inline tensor_core::product_row product_row_of(const product_choice& c) {
  const bool is_fp8 = c.a == number::e4m3 || c.a == number::e5m2;
  return {*row_of_number(c.a), *row_of_number(c.b), is_fp8 && order_of(c) == tensor_core::step_order::at_once ? 13 : 25, sum_of(c), order_of(c)};
}

/// Operands of a tile: rows of A, and of B eight columns for each inner index.
struct tensor_tile {
  static constexpr int columns = 8, most_rows = 16, most_inner = 32;
  int rows = 0, inner = 0;
  std::int32_t a[most_rows][most_inner], a_exponent[most_rows][most_inner];
  alignas(64) std::int32_t b[most_inner][columns];
  alignas(64) std::int32_t b_exponent[most_inner][columns];
  std::uint32_t sum[most_rows][columns]; ///< codes of the accumulator, then of the result
};

/// One step over the inner indices [first, end) of one row. False, with nothing done, where an accumulator is not finite.
/// Products of two significands fill 27 bits when their fraction has the bits that are kept: the products of 32 of them, shifted
/// alike, fit 32 bits, as significands are below 2; the accumulator is added in 64.
inline bool tile_step(const tensor_core::product_row& r, const tensor_tile& t, int row, int first, int end, std::uint32_t (&sum)[tensor_tile::columns]) {
  namespace core = tensor_core;
  constexpr int n = tensor_tile::columns;
  core::operand c[n];
  alignas(64) std::int32_t top[n], total[n] = {};
  const int floor = core::least_kept_bit(r.sum) + r.kept;
  for (int j = 0; j < n; ++j) {
    c[j] = core::split_sum(r.sum, sum[j]);
    if (c[j].what != core::content::number) return false;
    top[j] = std::max<std::int32_t>(floor, c[j].exponent);
  }
  for (int k = first; k < end; ++k)
    for (int j = 0; j < n; ++j) top[j] = std::max(top[j], t.a_exponent[row][k] + t.b_exponent[k][j]);
  const int up = r.kept - mantissa_bits(r.a) - mantissa_bits(r.b);
  for (int k = first; k < end; ++k)
    for (int j = 0; j < n; ++j) {
      const std::int32_t product = t.a[row][k] * t.b[k][j], sign = product >> 31;
      const std::int32_t down = std::min(top[j] - t.a_exponent[row][k] - t.b_exponent[k][j], 31);
      const auto magnitude = static_cast<std::int32_t>(static_cast<std::uint32_t>((product ^ sign) - sign) << up >> down);
      total[j] += (magnitude ^ sign) - sign;
    }
  for (int j = 0; j < n; ++j) {
    const std::int64_t addend = core::cut_term(c[j].significand, c[j].exponent, core::fraction_bits_of_accumulator(r.sum), top[j], r.kept);
    sum[j] = core::rounded_sum(r.sum, addend + total[j], top[j] - r.kept);
  }
  return true;
}

/// All rows. False, with `t.sum` as it was, where an accumulator is not finite on the way. Requires: all operands are numbers; with
/// `pairs_then_added`, widened and in the order of the two steps.
inline bool multiply_tile(const tensor_core::product_row& r, tensor_tile& t) {
  using tensor_core::step_order;
  std::uint32_t out[tensor_tile::most_rows][tensor_tile::columns];
  for (int i = 0; i < t.rows; ++i) {
    std::uint32_t(&sum)[tensor_tile::columns] = out[i];
    const bool apart = r.order == step_order::pairs_then_added;
    for (int j = 0; j < tensor_tile::columns; ++j) sum[j] = apart ? 0u : t.sum[i][j];
    const int size = apart ? t.inner / 2 : r.order == step_order::by_fours ? 4 : t.inner;
    for (int k = 0; k < t.inner; k += size)
      if (!tile_step(r, t, i, k, k + size, sum)) return false;
    if (apart)
      for (int j = 0; j < tensor_tile::columns; ++j) sum[j] = tensor_core::added(sum[j], t.sum[i][j]);
  }
  std::copy_n(&out[0][0], t.rows * tensor_tile::columns, &t.sum[0][0]);
  return true;
}

/// Where inner index `k` of `inner` stands in the order of the steps.
constexpr int place_in_steps(tensor_core::step_order order, int k, int inner) {
  if (order != tensor_core::step_order::pairs_then_added) return k;
  return (k % 4 < 2 ? 0 : inner / 2) + k / 4 * 2 + k % 2;
}

/// Puts inner index `k` of row `i` of A, or of column `j` of B, into the tile.
inline void put_a(tensor_tile& t, const tensor_core::product_row& r, int i, int k, const tensor_core::operand& x) {
  const int at = place_in_steps(r.order, k, t.inner);
  const tensor_core::operand y = r.order == tensor_core::step_order::pairs_then_added ? tensor_core::widened_to_half(r.a, x) : x;
  t.a[i][at] = y.significand, t.a_exponent[i][at] = y.exponent;
}
inline void put_b(tensor_tile& t, const tensor_core::product_row& r, int j, int k, const tensor_core::operand& x) {
  const int at = place_in_steps(r.order, k, t.inner);
  const tensor_core::operand y = r.order == tensor_core::step_order::pairs_then_added ? tensor_core::widened_to_half(r.b, x) : x;
  t.b[at][j] = y.significand, t.b_exponent[at][j] = y.exponent;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
