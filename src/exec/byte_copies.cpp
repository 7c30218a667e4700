#include "byte_copies.hpp"

#include "shadow_move.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::exec {
namespace {

/// The shadow of one aligned cell, as it is in memory.
void copy_cell(warp& w, region& to, std::uint64_t cell, const region& from, std::uint64_t source) {
  const shadow_cell* const s = from.shadow.find(source);
  const bool input = w.tracks_input && from.input && !(!from.state.empty() && from.is_written(source * 4, 4));
  if ((s == nullptr || (s->tag == shadow_tag::none && s->taints == taint_none)) && !input) return drop_cells(to, cell * 4, 4);
  shadow_cell& t = to.shadow.touch(cell);
  t = s != nullptr ? *s : shadow_cell{};
  if (input) t.taints |= taint_input;
  for (int part = 0; part < parts(t.tag); ++part)
    std::copy_n(from.shadow.words(source, part), w.planes, to.shadow.words(cell, part));
}

bool has_shadows(const warp& w, const lane_place& to, const lane_place& from) {
  return !from.where->shadow.empty() || !to.where->shadow.empty() || (from.where->input && w.tracks_input);
}

} // namespace

void copy_bytes(warp& w, const lane_place& to, const lane_place& from, std::uint64_t bytes) {
  std::memmove(to.where->data.data() + to.offset, from.where->data.data() + from.offset, bytes);
  const bool shadows = has_shadows(w, to, from);
  for (std::uint64_t k = 0; k < bytes; k += 4) {
    const std::uint64_t cell = (to.offset + k) / 4, source = (from.offset + k) / 4;
    if (!to.where->state.empty()) to.where->state[cell] = static_cast<std::uint8_t>(0xf0u | (from.where->state.empty() ? 0u : from.where->state[source] & 0x0fu));
    if (shadows) copy_cell(w, *to.where, cell, *from.where, source);
  }
}

void load_piece_of(warp& w, int lane, const ref& d, const lane_place& from, unsigned bytes) {
  std::uint64_t v = 0;
  std::memcpy(&v, from.where->data.data() + from.offset, bytes);
  const unsigned slots = bytes == 8 ? 2 : 1;
  if (slots == 2) w.lanes<std::uint64_t>(d)[lane] = v;
  else w.lanes<std::uint32_t>(d)[lane] = static_cast<std::uint32_t>(v);
  for (std::uint32_t k = 0; k < slots; ++k) {
    const ref slot = following(d, k);
    const std::uint64_t at = from.offset + 4 * k;
    const unsigned part = std::min(bytes, 4u);
    drop_shadow(w, slot, 1u << lane);
    if (!from.where->state.empty() && from.where->is_undefined(at, part)) w.shadow(slot).poison |= 1u << lane;
    if (from.where->input && w.tracks_input && !(!from.where->state.empty() && from.where->is_written(at, part))) w.shadow(slot).input |= 1u << lane;
    if (!from.where->shadow.empty()) load_cell(w, slot, lane, *from.where, at, part);
  }
}

void copy_elements(warp& w, int lane, const ref& room, const lane_place& to, const lane_place& from, std::uint64_t bytes, unsigned each) {
  if ((to.offset | from.offset | bytes) % 4 == 0) return copy_bytes(w, to, from, bytes);
  const bool shadows = has_shadows(w, to, from);
  std::memmove(to.where->data.data() + to.offset, from.where->data.data() + from.offset, bytes);
  for (std::uint64_t k = 0; k < bytes; k += each) {
    to.where->write(to.offset + k, each, !from.where->state.empty() && from.where->is_undefined(from.offset + k, each));
    if (!shadows) continue;
    load_piece_of(w, lane, room, {from.where, from.offset + k}, each);
    store_cell(w, room, lane, *to.where, to.offset + k, each);
  }
  drop_shadow(w, room, 1u << lane);
}

void fill_zero(const lane_place& to, std::uint64_t bytes) {
  std::memset(to.where->data.data() + to.offset, 0, bytes);
  for (std::uint64_t k = 0; k < bytes; k += 4) to.where->write(to.offset + k, 4, false), drop_cells(*to.where, to.offset + k, 4);
}

bool is_writable(warp& w, const op& o, int lane, const lane_place& to) {
  if (to.where->writable) return true;
  report_fault(w, o, fault::read_only_write, 1u << lane, to.offset, "'" + to.where->name + "' is read-only");
  return false;
}

void note_writer(warp& w, const op& o, const lane_place& to, std::uint64_t bytes) {
  const element_place* const e = w.host->watched;
  if (e != nullptr && to.where->buffer == e->buffer && to.offset < e->offset + e->bytes && e->offset < to.offset + bytes) w.host->writer = o.pc;
}

} // namespace fpcheck::exec
