#pragma once
// Tiles of the products of four warps that are sparse or of single bits (wgmma.sp, wgmma on .b1), by seed: what the device program of
// tests/gpu and the engine's test put into registers and shared memory, and what the model says comes out.
#include "tensor_core_inputs.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::exec::tensor_core {

/// A form: 64 rows, 16 columns.
struct group_form {
  const char* text; ///< behind "wgmma.mma_async[.sp].sync.aligned."
  int inner;        ///< elements of a column of B
  int bits;         ///< of an element; single bits are taken by the byte
  int sum_bits;
  int selectors;    ///< of metadata; 0 where A is not sparse
  product_row row;  ///< of floating point
  bool is_integer() const { return std::string_view(text).find(".s32.") != std::string_view::npos; }
  bool is_bits() const { return std::string_view(text).find(".b1") != std::string_view::npos; }
  int kept() const { return selectors != 0 ? inner / 2 : inner; }
  int sum_words() const { return sum_bits == 16 ? 4 : 8; }
};

inline const std::vector<group_form>& group_forms() {
  constexpr format_row f16 = f16_format::row, bf16 = bf16_format::row, tf32 = tf32_format::row;
  constexpr format_row e4m3 = e4m3fn_format::row, e5m2 = e5m2_format::row;
  using s = sum_format;
  using o = step_order;
  static const std::vector<group_form> all = {
      {"m64n16k32.f32.f16.f16", 32, 16, 32, 2, {f16, f16, 25, s::f32, o::at_once}},
      {"m64n16k32.f16.f16.f16", 32, 16, 16, 2, {f16, f16, 25, s::f16, o::at_once}},
      {"m64n16k32.f32.bf16.bf16", 32, 16, 32, 2, {bf16, bf16, 25, s::f32, o::at_once}},
      {"m64n16k16.f32.tf32.tf32", 16, 32, 32, 2, {tf32, tf32, 25, s::f32, o::at_once}},
      {"m64n16k64.f32.e4m3.e4m3", 64, 8, 32, 1, {e4m3, e4m3, 13, s::f32_short, o::at_once}},
      {"m64n16k64.f32.e5m2.e4m3", 64, 8, 32, 1, {e5m2, e4m3, 13, s::f32_short, o::at_once}},
      {"m64n16k64.f16.e4m3.e5m2", 64, 8, 16, 1, {e4m3, e5m2, 13, s::f16, o::at_once}},
      {"m64n16k64.s32.s8.u8", 64, 8, 32, 1, {}},
      {"m64n16k64.s32.u8.u8.satfinite", 64, 8, 32, 1, {}},
      {"m64n16k256.s32.b1.b1.and.popc", 32, 8, 32, 0, {}},
  };
  return all;
}

/// Operands in core matrices of eight lines of 16 bytes: of a line the pieces lie `piece` bytes apart, groups of eight lines all their pieces.
inline constexpr int piece = 128;
inline int piece_groups(const group_form& p, bool of_a) { return (of_a ? p.kept() : p.inner) * p.bits / 128; }
inline std::size_t byte_in_pieces(const group_form& p, bool of_a, int line, int k) {
  const int along = k * p.bits / 8;
  return static_cast<std::size_t>(line / 8 * piece * piece_groups(p, of_a) + along / 16 * piece + line % 8 * 16 + along % 16);
}

/// What 128 threads hold, thread by thread, and what is in shared memory: A (for the form that takes it from there), then B.
struct group_tile {
  std::vector<std::uint32_t> a, metadata, c, want; ///< four, one, and as many words a thread as there are of sums
  std::vector<std::uint32_t> memory;
  std::size_t start_of_b = 0; ///< in bytes
};

namespace tiles {

/// A row of A: codes, and which inner index each has.
struct kept_row {
  std::vector<std::uint32_t> codes;
  std::vector<int> from;
};

inline std::int64_t signed_byte(const group_form& p, bool of_a, std::uint32_t code) {
  const std::string_view text(p.text);
  const bool is_signed = of_a && text.find(".s8.u8") != std::string_view::npos;
  return is_signed ? static_cast<std::int8_t>(code) : static_cast<std::int64_t>(code & 255u);
}

/// One sum, as the model has it.
inline std::uint32_t sum_of(const group_form& p, const kept_row& x, const std::vector<std::uint32_t>& y, std::uint32_t before) {
  if (!p.is_integer()) {
    std::vector<operand> u, v;
    for (std::size_t q = 0; q < x.codes.size(); ++q) {
      u.push_back(split(p.row.a, x.codes[q]));
      v.push_back(split(p.row.b, y[static_cast<std::size_t>(x.from[q])]));
    }
    return dot(p.row, u.data(), v.data(), static_cast<int>(u.size()), before);
  }
  std::int64_t sum = static_cast<std::int32_t>(before);
  for (std::size_t q = 0; q < x.codes.size(); ++q) {
    const std::uint32_t l = x.codes[q], r = y[static_cast<std::size_t>(x.from[q])];
    sum += p.is_bits() ? std::popcount(l & r) : signed_byte(p, true, l) * signed_byte(p, false, r);
  }
  using limits = std::numeric_limits<std::int32_t>;
  if (std::string_view(p.text).ends_with("satfinite")) sum = std::clamp<std::int64_t>(sum, limits::min(), limits::max());
  return static_cast<std::uint32_t>(sum);
}

/// Draws which elements of row `i` are kept, and writes the metadata where the lanes of its warp hold it.
inline std::vector<int> draw_kept(const group_form& p, int i, int selector, std::mt19937_64& random, std::vector<std::uint32_t>& metadata) {
  std::vector<int> from;
  std::uint32_t bits[2] = {};
  for (int q = 0; q < p.kept(); ++q) {
    if (p.selectors == 0) { from.push_back(q); continue; }
    const bool pairs = p.bits == 32;
    const int before = !pairs && q % 2 == 1 ? from.back() % 4 + 1 : 0; // the second of two lies behind the first
    const int index = before + static_cast<int>(random() % static_cast<unsigned>(pairs ? 2 : before != 0 ? 4 - before : 3));
    from.push_back(pairs ? 2 * q + index : q / 2 * 4 + index);
    const int place = (pairs ? 4 : 2) * q;
    bits[place / 32] |= (pairs ? (index == 0 ? 4u : 14u) : static_cast<std::uint32_t>(index)) << (place % 32);
  }
  if (p.selectors == 0) return from;
  const auto holder = [&](int lane) -> std::uint32_t& { return metadata[static_cast<std::size_t>(i / 16 * 32 + i % 8 * 4 + lane)]; };
  const int half = i % 16 / 8;
  if (p.selectors == 1) {
    holder(half) = bits[0], holder(2 + half) = bits[1];
    return from;
  }
  for (int part = 0; part < 2; ++part) {
    std::uint32_t& to = holder(2 * selector + part);
    to = (to & ~(0xffffu << (16 * half))) | (bits[0] >> (16 * part) & 0xffffu) << (16 * half);
  }
  return from;
}

} // namespace tiles

/// The tile of a seed.
inline group_tile draw_group_tile(const group_form& p, int selector, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const flavour f = flavour_of(seed);
  const auto draw = [&](const format_row& row, std::uint32_t n) {
    return p.is_integer() ? static_cast<std::uint32_t>(random() & 255u) : draw_operand(row, f, seed, n);
  };
  group_tile out;
  out.start_of_b = static_cast<std::size_t>(64 * p.kept() * p.bits / 8);
  out.memory.resize((out.start_of_b + static_cast<std::size_t>(16 * p.inner * p.bits / 8)) / 4);
  const auto put = [&](std::size_t byte, std::uint32_t code) { out.memory[byte / 4] |= code << (byte % 4 * 8); };
  const auto sums = static_cast<std::size_t>(p.sum_words());
  out.a.resize(512), out.metadata.resize(128), out.c.resize(128 * sums), out.want.resize(128 * sums);
  for (std::uint32_t& m : out.metadata) m = static_cast<std::uint32_t>(random()); // who is not asked says anything
  std::vector<std::vector<std::uint32_t>> columns(16);
  for (int j = 0; j < 16; ++j)
    for (int k = 0; k < p.inner; ++k) {
      columns[static_cast<std::size_t>(j)].push_back(draw(p.row.b, static_cast<std::uint32_t>(8192 + j * p.inner + k)));
      put(out.start_of_b + byte_in_pieces(p, false, j, k), columns[static_cast<std::size_t>(j)].back());
    }
  for (int i = 0; i < 64; ++i) {
    tiles::kept_row x;
    x.from = tiles::draw_kept(p, i, selector, random, out.metadata);
    for (int q = 0; q < p.kept(); ++q) {
      x.codes.push_back(draw(p.row.a, static_cast<std::uint32_t>(i * p.kept() + q)));
      const place at = place_in_a(p.bits, 2, i % 16, q);
      out.a[static_cast<std::size_t>((i / 16 * 32 + at.lane) * 4 + at.word)] |= x.codes.back() << at.bit;
      put(byte_in_pieces(p, true, i, q), x.codes.back());
    }
    for (int j = 0; j < 16; ++j) {
      const place at = place_in_c(p.sum_bits == 16, i % 16, j);
      const std::size_t word = static_cast<std::size_t>(i / 16 * 32 + at.lane) * sums + static_cast<std::size_t>(at.word);
      const std::uint32_t before =
          p.is_integer() ? static_cast<std::uint32_t>(random()) : draw_accumulator(p.row, f, seed, static_cast<std::uint32_t>(i * 256 + j));
      out.c[word] |= before << at.bit;
      out.want[word] |= tiles::sum_of(p, x, columns[static_cast<std::size_t>(j)], before) << at.bit;
    }
  }
  return out;
}

/// A digest of words, in their order. Source: FNV-1a, by the word.
inline std::uint64_t digest_of(std::uint64_t so_far, const std::uint32_t* words, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) so_far = (so_far ^ words[k]) * 0x100000001b3u;
  return so_far;
}
inline constexpr std::uint64_t empty_digest = 0xcbf29ce484222325u;
inline constexpr int recorded_tiles = 16; ///< of a form and selector

} // namespace fpcheck::exec::tensor_core
