#include "element_moves.hpp"

#include "partial_bytes.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

namespace fpcheck::exec {
namespace {

/// The number of the 16-bit element at `offset`; nullptr where its bits mean themselves. `lost`: it was part of another number.
const std::uint64_t* number_of_element(const region& r, std::uint64_t offset, bool& lost) {
  const shadow_cell* const cell = r.shadow.find(offset / 4);
  if (cell == nullptr || cell->tag == shadow_tag::none) return nullptr;
  const int half = static_cast<int>(offset / 2 & 1);
  const bool upper = cell->tag == shadow_tag::f32 && half == 1; // a bfloat16 that was cut from a binary32 number
  if (cell->tag == shadow_tag::half2 || (cell->tag == shadow_tag::half && half == 0) || upper) return r.shadow.words(offset / 4, upper ? 0 : half);
  lost = cell->tag != shadow_tag::half;
  return nullptr;
}

/// Which of the bytes that a lane loads are undefined, as the register is to remember it.
void note_undefined(warp& w, const ref& d, int lane, unsigned undefined) {
  if (undefined == 0) return;
  w.shadow(d).poison |= 1u << lane;
  w.tainted = true;
  if (undefined != 15) note_undefined_bytes(w, d, lane, w.lanes<std::uint32_t>(d)[lane], undefined);
}
unsigned undefined_at(const region& r, std::uint64_t offset, unsigned bytes) {
  unsigned out = 0;
  if (!r.state.empty())
    for (unsigned b = 0; b < bytes; ++b) out |= r.is_undefined(offset + b, 1) ? 1u << b : 0u;
  return out;
}

/// Notes that a lane holds untouched data of an input, where the domain asks for it.
void note_input(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset, unsigned bytes) {
  if (!r.input || !w.tracks_input || (!r.state.empty() && r.is_written(offset, bytes))) return;
  w.shadow(d).input |= 1u << lane;
}

} // namespace

void put_number(warp& w, const ref& d, int lane, int part, const std::uint64_t* from, std::ptrdiff_t stride) {
  const number_words to = number_at(w, d, lane, part);
  if (from == nullptr) {
    to[0] = exact_marker;
    return;
  }
  for (int p = 0; p < w.planes; ++p) to[p] = from[p * stride];
}

void load_word(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset) {
  note_undefined(w, d, lane, undefined_at(r, offset, 4));
  note_input(w, d, lane, r, offset, 4);
  if (!r.shadow.empty()) load_cell(w, d, lane, r, offset, 4);
}

void load_wide(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset) {
  if (undefined_at(r, offset, 4) != 0 || undefined_at(r, offset + 4, 4) != 0) {
    w.shadow(d).poison |= 1u << lane;
    w.tainted = true;
  }
  for (std::uint32_t half = 0; half < 2; ++half) note_input(w, following(d, half), lane, r, offset, 8);
  for (std::uint32_t half = 0; half < 2 && !r.shadow.empty(); ++half) load_cell(w, following(d, half), lane, r, offset + 4 * half, 4);
}

void load_elements(warp& w, const ref& d, int lane, const region* const (&where)[2], const std::uint64_t (&offset)[2]) {
  const std::uint32_t bit = 1u << lane;
  slot_shadow& s = w.shadow(d);
  const std::uint64_t* number[2] = {};
  bool lost = false;
  unsigned undefined = 0;
  for (std::size_t part = 0; part < 2; ++part) {
    const region& r = *where[part];
    undefined |= undefined_at(r, offset[part], 2) << (2 * part);
    note_input(w, d, lane, r, offset[part], 2);
    if (r.shadow.empty()) continue;
    if (const shadow_cell* const cell = r.shadow.find(offset[part] / 4); cell != nullptr) {
      if ((cell->taints & taint_born) != 0) s.born |= bit;
      if ((cell->taints & taint_cut) != 0) s.cut |= bit;
      if ((cell->taints & taint_lane) != 0) s.stray |= bit;
      if ((cell->taints & taint_input) != 0) s.input |= bit;
    }
    number[part] = number_of_element(r, offset[part], lost);
  }
  note_undefined(w, d, lane, undefined);
  if (lost) s.cut |= bit;
  if (w.planes == 0 || (number[0] == nullptr && number[1] == nullptr)) return;
  set_tag(w, d, shadow_tag::half2, bit);
  for (std::size_t part = 0; part < 2; ++part) put_number(w, d, lane, static_cast<int>(part), number[part], 1);
}

void store_element(warp& w, const ref& a, int lane, int part, region& r, std::uint64_t offset) {
  const std::uint32_t word = w.lanes<std::uint32_t>(a)[lane];
  const auto element = static_cast<std::uint16_t>(word >> (16 * part));
  std::memcpy(r.data.data() + offset, &element, sizeof element);
  const unsigned undefined = a.where == pool::frame ? undefined_bytes(w, a, lane, word) >> (2 * part) & 3u : 0u;
  for (unsigned b = 0; b < 2; ++b) r.write(offset + b, 1, (undefined >> b & 1u) != 0);
  const slot_shadow* const s = a.where == pool::frame ? &w.shadow(a) : nullptr;
  const std::uint32_t bit = 1u << lane;
  std::uint8_t taints = taint_none;
  if (s != nullptr && (s->born & bit) != 0) taints |= taint_born;
  if (s != nullptr && (s->cut & bit) != 0) taints |= taint_cut;
  if (s != nullptr && (s->stray & bit) != 0) taints |= taint_lane;
  const bool live = s != nullptr && w.planes != 0 && (s->live & bit) != 0;
  if (r.shadow.empty() && !live && taints == taint_none) return;
  shadow_cell& cell = r.shadow.touch(offset / 4);
  if (live && s->tag != shadow_tag::half2 && !(s->tag == shadow_tag::half && part == 0)) taints |= taint_cut;
  const bool number = live && (taints & taint_cut) == 0;
  if (cell.tag != shadow_tag::half2) {
    cell.tag = shadow_tag::half2, cell.taints = taint_none;
    for (int k = 0; w.planes != 0 && k < 2; ++k) *r.shadow.words(offset / 4, k) = exact_marker;
    if (w.planes == 0) cell.tag = shadow_tag::none;
  }
  cell.taints |= taints;
  if (w.planes == 0) return;
  std::uint64_t* const to = r.shadow.words(offset / 4, static_cast<int>(offset / 2 & 1));
  if (!number) {
    *to = exact_marker;
    return;
  }
  const number_words from = number_at(w, a, lane, part);
  for (int p = 0; p < w.planes; ++p) to[p] = from[p];
}

void store_word(warp& w, const ref& a, int lane, region& r, std::uint64_t offset) {
  const std::uint32_t word = w.lanes<std::uint32_t>(a)[lane];
  std::memcpy(r.data.data() + offset, &word, sizeof word);
  const unsigned undefined = a.where == pool::frame ? undefined_bytes(w, a, lane, word) : 0u;
  for (unsigned b = 0; b < 4; ++b) r.write(offset + b, 1, (undefined >> b & 1u) != 0);
  store_cell(w, a, lane, r, offset, 4);
}

void store_wide(warp& w, const ref& a, int lane, region& r, std::uint64_t offset) {
  const std::uint64_t word = w.lanes<std::uint64_t>(a)[lane];
  std::memcpy(r.data.data() + offset, &word, sizeof word);
  const bool in_frame = a.where == pool::frame;
  r.write(offset, 8, in_frame && ((w.shadow(a).poison | w.shadow(following(a, 1)).poison) >> lane & 1u) != 0);
  store_cell(w, a, lane, r, offset, 4);
  store_cell(w, in_frame ? following(a, 1) : ref{}, lane, r, offset + 4, 4);
}

void note_stores(warp& w, const op& o, const ref& a, space s, const places_of_lanes& p, unsigned bytes) {
  op one;
  one.b = a;
  one.form = o.form, one.meaning = o.meaning, one.pc = o.pc, one.block = o.block, one.source = o.source, one.ptx_line = o.ptx_line, one.position = o.position, one.space = s;
  note_writes(w, one, p.where.data(), p.offset.data(), p.found, bytes);
  const element_place* const watched = w.host->watched;
  if (watched == nullptr) return;
  for_each_lane(p.found, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    if (p.where[k]->buffer == watched->buffer && p.offset[k] < watched->offset + watched->bytes && watched->offset < p.offset[k] + bytes) w.host->writer = o.pc;
  });
}

} // namespace fpcheck::exec
