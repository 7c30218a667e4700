#include "atomic_elements.hpp"

#include "byte_copies.hpp"
#include "shadow_move.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fpcheck::exec {

using m = ptx::modifier;

namespace {

struct reduction_row {
  m word;
  atomic_kind kind;
};
constexpr std::array<reduction_row, 8> reductions{{{m::add, atomic_kind::add}, {m::min, atomic_kind::min}, {m::max, atomic_kind::max}, {m::inc, atomic_kind::inc},
                                                   {m::dec, atomic_kind::dec}, {m::and_, atomic_kind::and_}, {m::or_, atomic_kind::or_}, {m::xor_, atomic_kind::xor_}}};

number number_of(m type) {
  switch (type) {
  case m::f16: return number::f16;
  case m::bf16: return number::bf16;
  case m::f32: return number::f32;
  case m::f64: return number::f64;
  default: return number::none;
  }
}

} // namespace

m reduction_word(const ptx::instruction& i) {
  const auto row = std::find_if(reductions.begin(), reductions.end(), [&](const reduction_row& r) { return i.has(r.word); });
  return row != reductions.end() ? row->word : m::none;
}

op reduction_of(const op& o, m type, m operation, bool global) {
  op r;
  r.form = o.form, r.meaning = o.meaning, r.pc = o.pc, r.block = o.block, r.source = o.source, r.ptx_line = o.ptx_line, r.position = o.position, r.roles = o.roles;
  r.width = static_cast<std::uint8_t>(ptx::width(type) / 8);
  r.d_bits = r.a_bits = r.b_bits = r.width == 8 ? 64 : 32;
  r.format = number_of(type);
  r.fp = r.format != number::none;
  const auto row = std::find_if(reductions.begin(), reductions.end(), [&](const reduction_row& x) { return x.word == operation; });
  const atomic_kind kind = row != reductions.end() ? row->kind : atomic_kind::add;
  r.choice.set(access_choice{r.fp && kind == atomic_kind::add ? atomic_kind::add_float : kind, type == m::s32 || type == m::s64, global && type != m::f32, false});
  return r;
}

void reduce_elements(warp& w, const op& reduction, int lane, const ref& room, const lane_place& to, const lane_place& from, std::uint64_t bytes) {
  for (std::uint64_t k = 0; k < bytes; k += reduction.width) {
    load_piece_of(w, lane, room, {from.where, from.offset + k}, reduction.width);
    act_on_element(w, reduction, lane, *to.where, to.offset + k, ref{}, room);
  }
  for (std::uint32_t slot = 0; slot < 2; ++slot) drop_shadow(w, following(room, slot), 1u << lane);
}

} // namespace fpcheck::exec
