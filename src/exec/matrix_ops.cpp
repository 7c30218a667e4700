// Products of matrices that a warp computes together, in the integer tensor cores: exact, so that the bits are the device's.
#include "matrix_ops.hpp"

#include "group_operands.hpp"
#include "handlers.hpp"
#include "lane_access.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace fpcheck::exec {
namespace {

using m = ptx::modifier;

/// Columns of B and D, rows of a fragment's half, and lanes that share a row of A or a column of B.
constexpr int columns = 8, half_rows = 8, lanes_of_row = warp_size / half_rows;

/// op::choice: what the elements are, how bits are combined, and what happens to sums beyond 32 bits.
struct integer_choice {
  bool a_signed = false, b_signed = false, saturates = false, by_and = false;
};

/// How many words a lane holds of each matrix. A has a word for each half of its rows, and B one for each group of eight columns, in
/// every slice of the inner extent that four lanes hold together. The groups are op::vector.
struct fragment {
  int halves, slices, eights;
  int half_of(int k) const { return k / 2 % halves; } ///< of D's word k
  int eight_of(int k) const { return k / 2 / halves; }
};
fragment fragment_of(const op& o) {
  const int halves = static_cast<int>(o.results.size()) / 2 / o.vector;
  return {halves, static_cast<int>(o.list.size() - o.results.size()) / (halves + o.vector), o.vector};
}
const ref& a_word(const op& o, const fragment& f, int half, int slice) { return o.list[static_cast<std::size_t>(half + f.halves * slice)]; }
const ref& b_word(const op& o, const fragment& f, int eight, int slice) { return o.list[static_cast<std::size_t>(f.halves * f.slices + eight * f.slices + slice)]; }
const ref& c_word(const op& o, const fragment& f, int k) { return o.list[static_cast<std::size_t>((f.halves + f.eights) * f.slices + k)]; }

std::int64_t element(std::uint32_t word, int bits, int k, bool is_signed) {
  const std::uint32_t raw = word >> (bits * k) & ((1u << bits) - 1u);
  return is_signed ? static_cast<std::int32_t>(raw << (32 - bits)) >> (32 - bits) : static_cast<std::int64_t>(raw);
}

/// The sum of products of the elements of two words; `o.width` is the bits of an element.
std::int64_t dot(const op& o, std::uint32_t a, std::uint32_t b) {
  const auto choice = o.choice.as<integer_choice>();
  if (o.width == 1) return std::popcount(choice.by_and ? a & b : a ^ b);
  std::int64_t sum = 0;
  for (int k = 0; k < 32 / o.width; ++k)
    sum += element(a, o.width, k, choice.a_signed) * element(b, o.width, k, choice.b_signed);
  return sum;
}

std::uint32_t accumulated(const op& o, std::uint32_t c, std::int64_t sum) {
  const std::int64_t all = static_cast<std::int32_t>(c) + sum;
  if (!o.choice.as<integer_choice>().saturates) return static_cast<std::uint32_t>(all);
  using limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(all, limits::min(), limits::max()));
}

/// The lanes of `mask` that share a row of A or a column of B, as one bit of it each.
std::uint32_t rows_of(std::uint32_t mask) {
  std::uint32_t rows = 0;
  for (int r = 0; r < half_rows; ++r)
    if ((mask >> (r * lanes_of_row) & ((1u << lanes_of_row) - 1u)) != 0) rows |= 1u << r;
  return rows;
}

/// One kind of taint of the sources of D's word `k`, on the lanes that it reaches.
template <class Mask>
std::uint32_t reached(warp& w, const op& o, const fragment& f, int k, Mask mask) {
  const auto of = [&](const ref& r) { return r.where == pool::frame ? mask(w.shadow(r)) : 0u; };
  std::uint32_t a = 0, b = 0, out = of(c_word(o, f, k));
  for (int s = 0; s < f.slices; ++s) a |= of(a_word(o, f, f.half_of(k), s)), b |= of(b_word(o, f, f.eight_of(k), s));
  if ((a | b) == 0) return out;
  const std::uint32_t rows = rows_of(a), cols = rows_of(b);
  for (int lane = 0; lane < warp_size; ++lane)
    if (((rows >> (lane / lanes_of_row)) & 1u) != 0 || ((cols >> (lane % lanes_of_row * 2 + k % 2)) & 1u) != 0) out |= 1u << lane;
  return out;
}

/// The elements are integers: a number of floating point whose bits are taken for some ends here, and what it was is not followed.
taint_masks taints_of(warp& w, const op& o, const fragment& f, int k) {
  return {reached(w, o, f, k, [](const slot_shadow& s) { return s.born; }), reached(w, o, f, k, [](const slot_shadow& s) { return s.cut | s.live; }),
          reached(w, o, f, k, [](const slot_shadow& s) { return s.poison; }), reached(w, o, f, k, [](const slot_shadow& s) { return s.stray; })};
}

/// D's word `k` of all lanes. Source: PTX ISA, fragments of mma with .s8, .s4 and .b1: lane 4 r + t holds of row r (and r + 8) the
/// inner elements of slice s from 32 s + t words on, of column r the same, and the results of columns 2 t and 2 t + 1.
void result_word(warp& w, const op& o, const fragment& f, int k, std::uint32_t (&out)[warp_size]) {
  const std::uint32_t* const c = w.lanes<std::uint32_t>(c_word(o, f, k));
  for (int lane = 0; lane < warp_size; ++lane) {
    const int row = lane / lanes_of_row, column = lane % lanes_of_row * 2 + k % 2;
    std::int64_t sum = 0;
    for (int s = 0; s < f.slices; ++s) {
      const std::uint32_t* const a = w.lanes<std::uint32_t>(a_word(o, f, f.half_of(k), s)) + row * lanes_of_row;
      const std::uint32_t* const b = w.lanes<std::uint32_t>(b_word(o, f, f.eight_of(k), s)) + column * lanes_of_row;
      for (int t = 0; t < lanes_of_row; ++t) sum += dot(o, a[t], b[t]);
    }
    out[lane] = accumulated(o, c[lane], sum);
  }
}

void integer_mma(warp& w, const op& o) {
  order_warp(w);
  const fragment f = fragment_of(o);
  if (w.exec != 0xffffffffu)
    report_fault(w, o, fault::undefined_lane, w.exec, 0, "a matrix product needs all 32 lanes of its warp");
  std::uint32_t out[8][warp_size];
  std::array<taint_masks, 8> taints;
  const int words = static_cast<int>(o.results.size());
  for (int k = 0; k < words; ++k) { // all are read before any is written: D may be C, A or B
    result_word(w, o, f, k, out[k]);
    taints[static_cast<std::size_t>(k)] = taints_of(w, o, f, k);
    if (w.exec != 0xffffffffu) taints[static_cast<std::size_t>(k)].stray |= w.exec;
  }
  for (int k = 0; k < words; ++k) {
    const ref& d = o.results[static_cast<std::size_t>(k)];
    if (!d) continue;
    std::uint32_t* const to = w.lanes<std::uint32_t>(d);
    for_each_lane(w.exec, [&](int i) { to[i] = out[k][i]; });
    drop_shadow(w, d, w.exec);
    if (!taints[static_cast<std::size_t>(k)].any()) continue;
    add_taints(w, d, taints[static_cast<std::size_t>(k)], w.exec);
    w.tainted = true;
  }
}

/// Sums over the elements that the metadata keeps; elements of four bits are kept in pairs.
void sparse_integer_mma(warp& w, const op& o) {
  order_warp(w);
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "a matrix product needs all 32 lanes of its warp");
  const auto choice = o.choice.as<integer_choice>();
  const int each = 32 / o.width, pair = o.width == 4 ? 2 : 1, kept = o.vector / 2;
  const std::uint32_t* const metadata = w.lanes<std::uint32_t>(o.e);
  // Each kept element, or pair, has two bits in a lane of its row's four: rows of the upper half have the next lane, and what does not fit lies two lanes on.
  const auto index_of = [&](int row, int q) {
    const int bit = 2 * q;
    return q / 2 * 4 + static_cast<int>(metadata[row % 8 * 4 + 2 * (static_cast<int>(o.displacement) + bit / 32) + row / 8] >> (bit % 32) & 3u);
  };
  const int a_words = kept / (4 * each) * 2;
  const auto word = [&](int k) { return w.lanes<std::uint32_t>(o.list[static_cast<std::size_t>(k)]); };
  std::uint32_t out[4][warp_size];
  for (int k = 0; k < 4; ++k)
    for (int lane = 0; lane < warp_size; ++lane) {
      const int row = lane / 4 + k / 2 * 8, column = lane % 4 * 2 + k % 2;
      std::int64_t sum = 0;
      for (int q = 0; q < kept; ++q) {
        const int inner = index_of(row, q / pair) * pair + q % pair;
        const std::uint32_t x = word(row / 8 + q / (4 * each) * 2)[row % 8 * 4 + q % (4 * each) / each], y = word(a_words + inner / (4 * each))[column * 4 + inner % (4 * each) / each];
        sum += element(x, o.width, q % each, choice.a_signed) * element(y, o.width, inner % each, choice.b_signed);
      }
      out[k][lane] = accumulated(o, word(static_cast<int>(o.list.size()) - 4 + k)[lane], sum);
    }
  taint_masks t;
  const auto join = [&](const ref& r) {
    if (r.where == pool::frame) t.born |= w.shadow(r).born, t.cut |= w.shadow(r).cut | w.shadow(r).live, t.poison |= w.shadow(r).poison, t.stray |= w.shadow(r).stray;
  };
  for (const ref& r : o.list) join(r);
  join(o.e);
  const auto all = [](std::uint32_t mask) { return mask != 0 ? 0xffffffffu : 0u; }; // whose rows and columns they are is not followed
  const taint_masks spread{all(t.born), all(t.cut), all(t.poison), all(t.stray | (w.exec != 0xffffffffu ? 1u : 0u))};
  for (std::size_t k = 0; k < 4; ++k) {
    if (!o.results[k]) continue;
    write_lanes(w, o.results[k], out[k], w.exec);
    drop_shadow(w, o.results[k], w.exec);
    if (!spread.any()) continue;
    add_taints(w, o.results[k], spread, w.exec);
    w.tainted = true;
  }
}

/// Bits of product_choice::sums of an integer product of a group of warps.
enum integer_sums : std::uint8_t { signed_a = 1, signed_b = 2, saturated_sums = 4, of_bits = 8 };

/// The sum of products of a row of A and a column of B, of those elements of B that A's metadata names where there is some.
std::int64_t group_dot(const op& o, const fragment_shape& f, const product_words& words, const kept_elements& kept, int row, int column) {
  const std::uint8_t how = product_of(o).sums;
  const bool sparse = is_sparse(o);
  std::int64_t sum = 0;
  for (int k = 0; k < f.kept(o.vector); ++k) {
    const int inner = sparse ? kept.at[row][k] : k;
    const std::uint32_t x = words.a[static_cast<std::size_t>(row / 8 + k / 16 * f.halves)][row % 8 * 4 + k % 16 / 4];
    const std::uint32_t y = words.b[static_cast<std::size_t>(column / 8 * f.slices + inner / 16)][column % 8 * 4 + inner % 16 / 4];
    if ((how & of_bits) != 0) sum += std::popcount(x >> (k % 4 * 8) & y >> (inner % 4 * 8) & 0xffu);
    else sum += element(x, 8, k % 4, (how & signed_a) != 0) * element(y, 8, inner % 4, (how & signed_b) != 0);
  }
  return sum;
}

/// wgmma on bytes and bits, each warp its sixteen rows.
void integer_wgmma(warp& w, const op& o) {
  order_warp(w);
  resume_pending(w, o);
  const fragment_shape f = shape_of(o);
  const group_words g(w, o, f);
  if (!g.begin(w, o)) return;
  const std::uint8_t how = product_of(o).sums;
  const kept_elements kept = is_sparse(o) ? kept_by(w, o, f) : kept_elements{};
  const bool adds = accumulates(w, o);
  std::vector<std::array<std::uint32_t, warp_size>> out(o.results.size());
  for (int k = 0; k < f.words_of_c(); ++k)
    for (int lane = 0; lane < warp_size; ++lane) {
      const matrix_place at = f.place_in_d(k, lane, 0);
      std::int64_t sum = adds ? static_cast<std::int32_t>(w.lanes<std::uint32_t>(word_of_c(o, k))[lane]) : 0;
      sum += group_dot(o, f, g.words, kept, at.line, at.other);
      using limits = std::numeric_limits<std::int32_t>;
      if ((how & saturated_sums) != 0) sum = std::clamp<std::int64_t>(sum, limits::min(), limits::max());
      out[static_cast<std::size_t>(k)][static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(sum);
    }
  for (std::size_t k = 0; k < o.results.size(); ++k) {
    const taint_masks t = result_taints(w, o, f, static_cast<int>(k), g.lines, adds);
    write_lanes(w, o.results[k], out[k].data(), w.exec);
    drop_shadow(w, o.results[k], w.exec);
    if (!t.any()) continue;
    add_taints(w, o.results[k], t, w.exec);
    w.tainted = true;
  }
  leave_pending(w, o);
}

} // namespace

handler bind_integer_wgmma(const ptx::instruction& i, op& o) {
  product_choice c = product_of(o);
  const auto flag = [](integer_sums what, bool set) { return set ? static_cast<unsigned>(what) : 0u; };
  c.sums = static_cast<std::uint8_t>(flag(signed_a, i.type(1) == m::s8) | flag(signed_b, i.type(2) == m::s8) | flag(saturated_sums, i.has(m::satfinite)) | flag(of_bits, i.type(1) == m::b1));
  o.choice.set(c);
  return &integer_wgmma;
}

handler bind_sparse_integer_mma(const ptx::instruction& i, op& o) { return bind_integer_mma(i, o) != nullptr ? &sparse_integer_mma : nullptr; }

handler bind_integer_mma(const ptx::instruction& i, op& o) {
  o.width = i.type(1) == m::b1 ? 1 : static_cast<std::uint8_t>(ptx::width(i.type(1)));
  const auto is_signed = [&](int n) { return i.type(n) == m::s8 || i.type(n) == m::s4; };
  o.choice.set(integer_choice{is_signed(1), is_signed(2), i.has(m::satfinite), i.has(m::and_)});
  return &integer_mma;
}

} // namespace fpcheck::exec
