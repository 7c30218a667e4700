// Operands of products of matrices and of moves of their fragments.
#include "decode_operands.hpp"

#include "fragment_moves.hpp"
#include "group_operands.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace fpcheck::exec {

using ptx::operand_kind;
using f = ptx::form;
using m = ptx::modifier;

bool operand_reader::words(const ptx::operand& p, int bits, std::vector<ref>& out) const {
  const bool list = p.kind == operand_kind::vector;
  for (std::uint32_t k = 0; k < (list ? p.count : 1u); ++k) {
    const ptx::operand& e = list ? function.operand_pool[p.first + k] : p;
    int width = bits;
    const ref r = source(e, bits, width);
    if (width != bits || (!r && e.kind != operand_kind::sink)) return false;
    out.push_back(r);
  }
  return true;
}

namespace {

/// What a shape such as `.m16n8k32` says.
struct product_extent {
  int rows = 0, columns = 0, inner = 0;
};
product_extent extent_of(const ptx::instruction& i) {
  for (const m word : i.modifiers) {
    const std::string_view t = ptx::text(word);
    product_extent e;
    const char *at = t.data(), *const end = at + t.size();
    bool fits = true;
    for (const auto& [letter, to] : {std::pair{'m', &e.rows}, {'n', &e.columns}, {'k', &e.inner}}) {
      fits = fits && (at = std::find(at, end, letter)) != end;
      const auto r = fits ? std::from_chars(at + 1, end, *to) : std::from_chars_result{at, std::errc::invalid_argument};
      fits = fits && r.ec == std::errc{};
      at = r.ptr;
    }
    if (fits) return e;
  }
  return {};
}

number operand_number(m type) {
  switch (type) {
  case m::f16: return number::f16;
  case m::bf16: return number::bf16;
  case m::tf32: return number::tf32;
  case m::f64: return number::f64;
  case m::e4m3: return number::e4m3;
  case m::e5m2: return number::e5m2;
  default: return number::none;
  }
}
number sum_number(m type) { return type == m::f16 ? number::f16 : type == m::f64 ? number::f64 : number::f32; }
int element_bits(number n) { return n == number::tf32 ? 32 : n == number::f64 ? 64 : n == number::e4m3 || n == number::e5m2 ? 8 : 16; }

/// Types of the operands: wmma.mma on binary16 names those of D and C only.
struct product_types {
  m d, a, b, c;
};
product_types types_of(const ptx::instruction& i) {
  if (i.form == f::wmma_mma_f16) return {i.type(0), m::f16, m::f16, i.type(1)};
  return {i.type(0), i.type(1), i.type(2), i.type(3)};
}

/// How the sums of a product are made. Source: tests/gpu/RESULTS.md.
tensor_core::step_order order_of_form(f form) {
  using tensor_core::step_order;
  if (form == f::mma_fp8 || form == f::mma_sparse_fp8) return step_order::pairs_then_added;
  return form == f::wmma_mma_tf32 ? step_order::by_fours : step_order::at_once;
}

/// Flags of `quarter_layout`; 0 for products of a whole warp.
std::uint8_t quarter_flags(const ptx::instruction& i) {
  if (i.form != f::mma_f16 || !i.has(m::m8n8k4)) return 0;
  std::vector<m> layouts;
  std::copy_if(i.modifiers.begin(), i.modifiers.end(), std::back_inserter(layouts), [](m word) { return word == m::row || word == m::col; });
  const bool a_columns = layouts[0] == m::col, b_rows = layouts[1] == m::row;
  return static_cast<std::uint8_t>(by_quarters | (a_columns ? a_across : 0) | (b_rows ? b_across : 0));
}

} // namespace

/// The words of D into `results`, of A, B and C into `list`: so many words of so many bits. Fragments of wmma may hold every element
/// twice, of which the first half counts.
std::string operand_reader::fragments(const ptx::instruction& i, const std::array<int, 4>& wanted, const std::array<int, 4>& bits, op& o) const {
  const bool doubles = i.form == f::wmma_mma_f16;
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<ref>& to = k == 0 ? o.results : o.list;
    const std::size_t end = to.size() + static_cast<std::size_t>(wanted[k]);
    if (!words(i.operands[k], bits[k], to)) return "this form of fragment";
    if (to.size() < end || (to.size() > end && !doubles)) return "a fragment of another length";
    to.resize(end);
  }
  if (std::any_of(o.list.begin(), o.list.end(), [](const ref& r) { return !r; })) return "this form of fragment";
  o.flow = control::warp_sync;
  o.member = constants.place(0xffffffffu, 32);
  return {};
}

/// mma.sync and wmma on integers, of which op::vector says how many groups of eight columns there are.
std::string operand_reader::matrix_operands(const ptx::instruction& i, op& o) const {
  const product_extent e = extent_of(i);
  const int bits = i.type(1) == m::b1 ? 1 : static_cast<int>(ptx::width(i.type(1)));
  const bool sparse = i.form == f::mma_sparse_int;
  o.vector = static_cast<std::uint8_t>(sparse ? e.inner : e.columns / 8);
  if (sparse) {
    o.displacement = static_cast<std::int64_t>(i.operands[5].value);
    if (i.operands[5].value >= static_cast<std::uint64_t>(512 / (e.inner * bits))) return "this selector of sparse metadata"; // a row's metadata fills so many of four lanes
    if (std::string missing = scalar(i.operands[4], 32, o.e); !missing.empty()) return missing;
  }
  return fragments(i, {e.rows * e.columns / warp_size, e.rows * e.inner * bits / (sparse ? 2048 : 1024), e.columns * e.inner * bits / 1024, e.rows * e.columns / warp_size}, {32, 32, 32, 32}, o);
}

/// mma.sync and wmma on floating point, as fragments.hpp says.
std::string operand_reader::product_operands(const ptx::instruction& i, op& o) const {
  using tensor_core::sum_format;
  const product_extent e = extent_of(i);
  const product_types t = types_of(i);
  const number a = operand_number(t.a), b = operand_number(t.b), sum = sum_number(t.d);
  const bool is_fp8 = a == number::e4m3 || a == number::e5m2, known = a != number::none && b != number::none;
  if (t.d != t.c || !known || (is_fp8 && sum == number::f16) || i.has(m::kind_f8f6f4)) return i.text;
  const int width = element_bits(a), sum_width = sum == number::f16 ? 16 : sum == number::f64 ? 64 : 32;
  const int word = width == 64 ? 64 : 32, sum_word = sum_width == 64 ? 64 : 32;
  o.width = static_cast<std::uint8_t>(width), o.vector = static_cast<std::uint8_t>(e.inner);
  o.format = sum, o.source_format = a;
  o.choice.set(product_choice{a, b, sums_of(sum == number::f16 ? sum_format::f16 : sum_format::f32, order_of_form(i.form)), static_cast<std::uint8_t>(e.columns / 8)});
  const std::uint8_t quarters = quarter_flags(i);
  const int products = quarters != 0 ? 4 : 1, results = products * e.rows * e.columns * sum_width / (sum_word * warp_size), density = i.operands.size() > 4 ? 2 : 1;
  o.displacement = quarters;
  if (density == 2) { // behind A, B and C the metadata, and which lanes of four hold it
    const int bits_of_row = e.inner * (width == 32 ? 2 : 1);
    o.displacement = static_cast<std::int64_t>(i.operands[5].value) << selector_bit;
    if (i.operands[5].value >= static_cast<std::uint64_t>(64 / bits_of_row)) return "this selector of sparse metadata";
    if (std::string missing = scalar(i.operands[4], 32, o.e); !missing.empty()) return missing;
  }
  return fragments(i, {results, products * e.rows * e.inner * width / (density * word * warp_size), products * e.columns * e.inner * width / (word * warp_size), results}, {sum_word, word, word, sum_word}, o);
}

/// wgmma, as group_operands.hpp says.
std::string operand_reader::group_operands(const ptx::instruction& i, op& o) const {
  using tensor_core::sum_format, tensor_core::step_order;
  const product_extent e = extent_of(i);
  const number a = operand_number(i.type(1)), b = operand_number(i.type(2)), sum = sum_number(i.type(0));
  const bool half = sum == number::f16, in_memory = i.operands[1].kind != operand_kind::vector;
  const bool integers = i.form == f::wgmma_int || i.form == f::wgmma_b1 || i.form == f::wgmma_sparse_int, sparse = is_sparse(o);
  // Single bits are multiplied by the byte.
  o.width = static_cast<std::uint8_t>(integers ? 8 : element_bits(a)), o.vector = static_cast<std::uint8_t>(i.form == f::wgmma_b1 ? e.inner / 8 : e.inner);
  o.format = integers ? number::none : sum, o.source_format = a;
  const sum_format kept = half ? sum_format::f16 : keeps_short_sums(o) ? sum_format::f32_short : sum_format::f32;
  o.choice.set(product_choice{a, b, sums_of(kept, step_order::at_once), static_cast<std::uint8_t>(e.columns / 8)});
  if (!words(i.operands[0], 32, o.results) || o.results.size() != static_cast<std::size_t>(e.columns / (half ? 4 : 2))) return "this form of fragment";
  if (!words(i.operands[1], in_memory ? 64 : 32, o.list) || o.list.size() != (in_memory ? 1u : 4u)) return "this form of fragment";
  if (!words(i.operands[2], 64, o.list)) return "this form of matrix descriptor";
  o.list.insert(o.list.end(), o.results.begin(), o.results.end());
  if (std::any_of(o.list.begin(), o.list.end(), [](const ref& r) { return !r; })) return "this form of fragment";
  const std::size_t scale = sparse ? 5 : 3; // behind A and B, or the metadata and which lanes of four hold it
  if (sparse) {
    const int bits_of_row = e.inner * (o.width == 32 ? 2 : 1);
    if (i.operands[4].value >= static_cast<std::uint64_t>(64 / bits_of_row)) return "this selector of sparse metadata";
    if (std::string missing = scalar(i.operands[3], 32, o.e); !missing.empty()) return missing;
  }
  o.pa = predicate(i.operands[scale]);
  const auto is = [&](std::size_t k, std::uint64_t value) { return scale + k < i.operands.size() && i.operands[scale + k].value == value; };
  const auto flag = [](group_flags g, bool set) { return set ? static_cast<std::int64_t>(g) : 0; };
  const std::uint64_t minus = ~std::uint64_t{0};
  o.displacement = flag(a_in_memory, in_memory) | flag(negates_a, is(1, minus)) | flag(negates_b, is(2, minus)) | flag(transposes_a, in_memory && is(3, 1)) |
                   flag(transposes_b, is(in_memory ? 4 : 3, 1)) | (sparse ? static_cast<std::int64_t>(i.operands[4].value) << selector_bit : 0);
  o.flow = control::warp_sync;
  o.member = constants.place(0xffffffffu, 32);
  return o.pa ? std::string{} : "this form of operand";
}

/// ldmatrix and stmatrix: the address as a place, the registers behind it or in `results`.
std::string operand_reader::tile_move_operands(const ptx::instruction& i, op& o) const {
  const bool loads = i.form == f::ldmatrix;
  if (!i.has(m::b16) || i.has(m::m16n8)) return i.text;
  const space where = i.has(m::shared) || i.has(m::shared_cta) ? space::shared : space::generic;
  if (std::string missing = place(i, i.operands[loads ? 1 : 0], where, o); !missing.empty()) return missing;
  if (!words(i.operands[loads ? 0 : 1], 32, loads ? o.results : o.list)) return "this form of fragment";
  const std::size_t wanted = i.has(m::x4) ? 4 : i.has(m::x2) ? 2 : 1;
  if ((loads ? o.results.size() : o.list.size() - 2) != wanted) return "a fragment of another length";
  if (!loads && std::any_of(o.list.begin() + 2, o.list.end(), [](const ref& r) { return !r; })) return "this form of fragment";
  o.vector = static_cast<std::uint8_t>(wanted);
  o.flow = control::warp_sync;
  o.member = constants.place(0xffffffffu, 32);
  return {};
}

/// wmma.load and wmma.store, as fragment_moves.hpp says.
std::string operand_reader::fragment_move_operands(const ptx::instruction& i, op& o) const {
  const bool stores = i.form == f::wmma_store, of_d = stores || i.form == f::wmma_load_c;
  const product_extent e = extent_of(i);
  const m type = i.type();
  const int bits = type == m::tf32 ? 32 : type == m::b1 ? 1 : static_cast<int>(ptx::width(type)), each = bits >= 32 ? 1 : 32 / bits, word = bits == 64 ? 64 : 32;
  const bool half_sums = of_d && type == m::f16, column = i.has(m::col);
  const auto narrow = [](int x) { return static_cast<std::uint8_t>(x); };
  fragment_choice c{of_d ? matrix_of::d : i.form == f::wmma_load_a ? matrix_of::a : matrix_of::b, column};
  c.halves = narrow(e.rows / 8), c.eights = narrow(e.columns / 8), c.slices = narrow(of_d ? 1 : e.inner / (4 * each)), c.each = narrow(each), c.bits = narrow(bits), c.half_sums = half_sums;
  if (bits < 8 && column != (c.matrix == matrix_of::b)) return i.text;
  if (std::string missing = place(i, i.operands[stores ? 0 : 1], i.has(m::global) ? space::global : i.has(m::shared) || i.has(m::shared_cta) ? space::shared : space::generic, o); !missing.empty())
    return missing;
  if (!words(i.operands[stores ? 1 : 0], word, stores ? o.list : o.results)) return "this form of fragment";
  const int lines = c.matrix == matrix_of::b ? e.columns : e.rows, others = of_d ? e.columns : e.inner;
  const auto wanted = static_cast<std::size_t>(lines * others * bits / (word * warp_size)), given = stores ? o.list.size() - 2 : o.results.size();
  if (given < wanted || (given > wanted && (of_d || given % wanted != 0))) return "a fragment of another length";
  if (stores && std::any_of(o.list.begin() + 2, o.list.end(), [](const ref& r) { return !r; })) return "this form of fragment";
  set_fragment(o, c);
  o.flow = control::warp_sync;
  o.member = constants.place(0xffffffffu, 32);
  return i.operands.size() > 2 ? scalar(i.operands[2], 32, o.b) : std::string{};
}

} // namespace fpcheck::exec
