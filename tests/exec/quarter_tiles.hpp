#pragma once
// Tiles of `mma.m8n8k4` on binary16, four products of 8 x 8 x 4 by quarters of a warp, by seed: what the device program of tests/gpu and the
// engine's test put into registers, and what the model says comes out.
#include "group_tiles.hpp"

#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

#include <cmath>

namespace fpcheck::exec::tensor_core {

/// A form: how A and B lie in the lanes, and whether sums are binary16.
struct quarter_form {
  const char* text; ///< behind "mma.sync.aligned.m8n8k4."
  bool half_sums, a_columns, b_rows;
  int sum_words() const { return half_sums ? 4 : 8; }
};
inline constexpr quarter_form quarter_forms[] = {
    {"row.row.f32.f16.f16.f32", false, false, true}, {"row.col.f32.f16.f16.f32", false, false, false}, {"col.row.f32.f16.f16.f32", false, true, true}, {"col.col.f32.f16.f16.f32", false, true, false},
    {"row.row.f16.f16.f16.f16", true, false, true},  {"row.col.f16.f16.f16.f16", true, false, false},  {"col.row.f16.f16.f16.f16", true, true, true},  {"col.col.f16.f16.f16.f16", true, true, false},
};
inline constexpr int recorded_quarter_tiles = 2; ///< of a form

/// What 32 lanes hold: two words of A, two of B, and so many sums as the form has; lane by lane.
struct quarter_tile {
  std::vector<std::uint32_t> a, b, c, want;
};

inline float half_number(std::uint32_t code) { return static_cast<float>(decode_double(f16_format::row, code & 0xffffu)); }

/// One sum of the model.
inline std::uint32_t quarter_sum(const float* a, const float* b, std::uint32_t c, bool half_sums) {
  if (half_sums) {
    const float first = half_number(c) + std::fmaf(a[1], b[1], a[0] * b[0]), sum = first + std::fmaf(a[3], b[3], a[2] * b[2]);
    return std::isnan(sum) ? 0x7fffu : encode_bits(f16_format::row, bits_of(static_cast<double>(sum)), policy{}).code;
  }
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum = std::fmaf(a[k], b[k], sum);
  sum = bit_cast<float>(c) + sum;
  return std::isnan(sum) ? 0x7fffffffu : bits_of(sum);
}

/// Tile `number` of form `form`.
inline quarter_tile draw_quarter_tile(int form, std::uint64_t number) {
  const quarter_form& p = quarter_forms[form];
  constexpr format_row f16 = f16_format::row;
  const product_row row{f16, f16, 25, p.half_sums ? sum_format::f16 : sum_format::f32, step_order::at_once};
  const std::uint64_t seed = mixed(number * 8 + static_cast<std::uint64_t>(form));
  const flavour f = flavour_of(seed);
  quarter_tile t;
  float a[32][4], b[32][4]; // a line of quarter q at 8 q
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t first = lane % 16 / 4 * 8 + lane / 16 * 4, own = lane % 4;
    for (std::uint32_t e = 0; e < 4; ++e) {
      const std::uint32_t x = draw_operand(f16, f, seed, lane * 4 + e), y = draw_operand(f16, f, ~seed, lane * 4 + e);
      if (e % 2 == 0) t.a.push_back(0), t.b.push_back(0);
      t.a.back() |= x << (16 * (e % 2)), t.b.back() |= y << (16 * (e % 2));
      (p.a_columns ? a[first + e][own] : a[first + own][e]) = half_number(x);
      (p.b_rows ? b[first + e][own] : b[first + own][e]) = half_number(y);
    }
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(p.sum_words()); ++k)
      t.c.push_back(p.half_sums ? draw_accumulator(row, f, seed, lane * 16 + 2 * k) | draw_accumulator(row, f, seed, lane * 16 + 2 * k + 1) << 16 : draw_accumulator(row, f, seed, lane * 16 + k));
  }
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint32_t e = 0; e < 8; ++e) {
      const std::uint32_t first = lane % 16 / 4 * 8 + lane / 16 * 4, quarter = lane % 16 / 4 * 8;
      const std::uint32_t line = p.half_sums ? first + lane % 4 : first + (lane & 1) + (e & 2), column = quarter + (p.half_sums ? e : (e & 4) + (lane & 2) + (e & 1));
      const std::size_t word = lane * static_cast<std::size_t>(p.sum_words()) + (p.half_sums ? e / 2 : e);
      const std::uint32_t shift = p.half_sums ? 16 * (e % 2) : 0, sum = quarter_sum(a[line], b[column], t.c[word] >> shift, p.half_sums);
      if (shift == 0) t.want.push_back(sum);
      else t.want.back() |= sum << shift;
    }
  return t;
}

} // namespace fpcheck::exec::tensor_core
