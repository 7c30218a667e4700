#include "packed_fields.hpp"

#include "debug_code.hpp"
#include "value_origins.hpp"

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

constexpr int deepest = 6; ///< operations that are looked at behind one another, each with two operands

std::optional<std::uint32_t> literal_of(const def_use& g, const ref& r) {
  const auto v = g.literal(r);
  return v ? std::optional(static_cast<std::uint32_t>(*v)) : std::nullopt;
}

bool adds_integers(const op& o) { return o.meaning.operation == operation::sum && o.format == number::none && ptx::reads_integers(o.meaning) && o.d_bits == 32; }

} // namespace

std::uint32_t packed_fields::possible(const ref& r, std::uint32_t pc, int depth) const {
  constexpr std::uint32_t all = 0xffffffffu;
  if (const auto v = literal_of(g_, r)) return *v;
  const op* const d = depth > 0 && r.where == pool::frame ? g_.seen(r, pc) : nullptr;
  if (d == nullptr) return all;
  if (const ref from = g_.moved(*d, r)) return possible(from, d->pc, depth - 1);
  const auto of = [&](const ref& x) { return possible(x, d->pc, depth - 1); };
  const auto by = literal_of(g_, d->b);
  switch (d->form) {
  case f::and_bits: return of(d->a) & of(d->b);
  case f::or_bits: case f::xor_bits: return of(d->a) | of(d->b);
  case f::shl: return by && *by < 32 ? of(d->a) << *by : all;
  case f::shr: return by && *by < 32 && (d->source == nullptr || d->source->type(0) != ptx::modifier::s32) ? of(d->a) >> *by : all;
  case f::ld: return d->width == 1 ? 0xffu : d->width == 2 ? 0xffffu : all;
  case f::selp: return of(d->a) | of(d->b);
  default: break;
  }
  if (d->meaning.operation == operation::resizing && d->source != nullptr && d->a_bits <= 32) {
    const ptx::modifier from = d->source->type(1);
    if (from == ptx::modifier::u16 || from == ptx::modifier::u8) return of(d->a) & (from == ptx::modifier::u8 ? 0xffu : 0xffffu);
  }
  return all;
}

bit_field packed_fields::permuted(const op& d, const bit_field& x, std::uint32_t bits) const {
  const auto selector = literal_bits(g_, d.c ? d.c : d.e, d.pc);
  if (!selector) return x;
  const std::uint32_t first = *selector >> (x.shift / 2) & 15u;
  const std::uint32_t second = *selector >> (x.shift / 2 + 4) & 15u;
  if (first > 7 || first % (bits / 8) != 0 || (bits == 16 && second != first + 1)) return x;
  return {first < 4 ? d.a : d.b, d.pc, 8 * (first & 3u), true};
}

bit_field packed_fields::step(const bit_field& x, std::uint32_t bits) const {
  const op* const d = x.where.where == pool::frame ? g_.seen(x.where, x.pc) : nullptr;
  if (d == nullptr || d->pc >= x.pc) return x;
  if (const ref from = g_.moved(*d, x.where)) return {from, d->pc, x.shift, x.packed};
  if (d->form == f::mov && d->list.size() > 1 && !d->a && d->d_bits == 32) { // packing
    const auto width = static_cast<std::uint32_t>(32 / d->list.size());
    return bits <= width && x.shift % width + bits <= width ? bit_field{d->list[x.shift / width], d->pc, x.shift % width, true} : x;
  }
  if (d->form == f::prmt) return permuted(*d, x, bits);
  const auto by = literal_of(g_, d->b);
  if (d->form == f::shl && by && *by <= x.shift && *by % 8 == 0) return {d->a, d->pc, x.shift - *by, true};
  if (d->form != f::or_bits && d->form != f::xor_bits && !adds_integers(*d)) return x;
  const std::uint32_t field = ((1u << bits) - 1) << x.shift, a = possible(d->a, d->pc, deepest), b = possible(d->b, d->pc, deepest);
  if ((a & b) != 0 || ((a & field) != 0) == ((b & field) != 0)) return x;
  return {(a & field) != 0 ? d->a : d->b, d->pc, x.shift, true};
}

bool packed_fields::may_hold(const bit_field& f, std::uint32_t bits) const { return (possible(f.where, f.pc, deepest) >> f.shift & ((1u << bits) - 1)) != 0; }

bit_field packed_fields::origin_of(bit_field x, std::uint32_t bits) const {
  for (int k = 0; k < most_moves; ++k) {
    const bit_field before = step(x, bits);
    if (before.pc == x.pc && before.where.offset == x.where.offset && before.shift == x.shift) break;
    x = before;
  }
  return x;
}

} // namespace fpcheck::exec
