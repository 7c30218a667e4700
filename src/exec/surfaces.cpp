// Surfaces, and what is asked of objects.
#include "byte_copies.hpp"
#include "races.hpp"
#include "shadow_move.hpp"
#include "texture_handles.hpp"

#include <algorithm>

namespace fpcheck::exec {

using f = ptx::form;
using m = ptx::modifier;

std::optional<texture_object> object_of(warp& w, const op& o, int lane) {
  const slot_shadow* const shadow = o.a.where == pool::frame ? &w.shadow(o.a) : nullptr;
  if (shadow != nullptr && (((shadow->poison | shadow->stray) >> lane) & 1u) != 0) report_fault(w, o, fault::uninitialised, 1u << lane, 0, "an undefined value is used as a texture's handle");
  const std::uint64_t handle = w.lanes<std::uint64_t>(o.a)[lane];
  const region* const r = w.host->global->find(handle, texture_object_bytes);
  const auto object = r == nullptr ? std::nullopt : decode_texture_object(std::span<const std::byte, texture_object_bytes>(r->data.data() + (handle - r->base), texture_object_bytes));
  if (!object) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, handle, "no texture or surface object has this handle");
    return std::nullopt;
  }
  const texture_geometry g = geometry_of(*o.source);
  if (g.dimensions != 0 && (g.dimensions != object->dimensions || g.layered != object->layered)) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, handle, "the object is of " + std::to_string(object->dimensions) + " dimensions" + (object->layered ? " and layers" : "") + ", the instruction of others");
    return std::nullopt;
  }
  return object;
}

texture_geometry geometry_of(const ptx::instruction& i) {
  constexpr std::pair<m, texture_geometry> words[] = {{m::_1d, {1, false}}, {m::_2d, {2, false}}, {m::_3d, {3, false}}, {m::a1d, {1, true}}, {m::a2d, {2, true}}};
  for (const auto& [word, g] : words)
    if (i.has(word)) return g;
  return {};
}

namespace {

/// Where one lane's bytes of a surface lie: the first coordinate counts bytes. `dropped`: outside, which the instruction lets pass.
struct surface_place {
  lane_place at;
  bool dropped = false, found = false;
};
surface_place find_bytes(warp& w, const op& o, const texture_object& t, int lane, std::uint64_t bytes) {
  const texture_geometry g = geometry_of(*o.source);
  std::array<std::int64_t, 3> at{};
  std::int64_t layer = 0;
  std::size_t next = 0;
  surface_place out;
  if (g.layered) layer = w.lanes<std::int32_t>(o.list[next++])[lane];
  for (std::size_t k = 0; k < t.dimensions; ++k) at[k] = static_cast<std::int32_t>(read_count(w, o, o.list[next++], lane));
  bool outside = g.layered && (layer < 0 || layer >= static_cast<std::int64_t>(t.extents[t.dimensions]));
  for (std::size_t k = 0; k < t.dimensions; ++k) {
    const auto end = static_cast<std::int64_t>(k == 0 ? t.extents[0] * t.texel_bytes() : t.extents[k]), room = static_cast<std::int64_t>(k == 0 ? bytes : 1);
    const bool here = at[k] < 0 || at[k] + room > end;
    if (here && o.source->has(m::clamp)) at[k] = std::clamp<std::int64_t>(at[k], 0, end - room);
    else outside = outside || here;
  }
  if (outside && o.source->has(m::zero)) {
    out.dropped = true;
    return out;
  }
  if (outside) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, 0, "a surface's coordinates beyond its edges: the instruction traps");
    return out;
  }
  if (at[0] % static_cast<std::int64_t>(bytes) != 0) {
    report_fault(w, o, fault::misaligned, 1u << lane, static_cast<std::uint64_t>(at[0]), "the first coordinate of a surface counts bytes, of which an access takes " + std::to_string(bytes));
    return out;
  }
  const std::uint64_t rows = g.layered ? static_cast<std::uint64_t>(layer) : static_cast<std::uint64_t>(at[2]);
  const std::uint64_t address = t.address + static_cast<std::uint64_t>(at[0]) + static_cast<std::uint64_t>(at[1]) * t.strides[0] + rows * t.strides[1];
  region* const r = w.host->global->find(address, bytes);
  if (r == nullptr) {
    report_bad_address(w, o, space::global, lane, address, bytes);
    return out;
  }
  out.at = {r, address - r->base}, out.found = true;
  return out;
}

void note_access(warp& w, const op& o, int lane, const lane_place& p, unsigned bytes, bool writes) {
  if (!p.where->tracks_races()) return;
  std::array<region*, warp_size> where{};
  std::array<std::uint64_t, warp_size> at{};
  where[static_cast<std::size_t>(lane)] = p.where, at[static_cast<std::size_t>(lane)] = p.offset;
  if (writes) note_writes(w, o, where.data(), at.data(), 1u << lane, bytes);
  else note_reads(w, o, where.data(), at.data(), 1u << lane, bytes);
}

void load_surface(warp& w, const op& o) {
  objects all(w, o);
  for (const ref& d : o.results)
    for (std::uint32_t half = 0; d && half < (o.width == 8 ? 2u : 1u); ++half) drop_shadow(w, following(d, half), w.exec);
  for_each_lane(w.exec, [&](int lane) {
    const texture_object* const t = all.of(lane);
    const surface_place p = t != nullptr ? find_bytes(w, o, *t, lane, std::uint64_t{o.width} * o.vector) : surface_place{};
    if (p.found) note_access(w, o, lane, p.at, static_cast<unsigned>(o.width) * o.vector, false);
    for (std::size_t k = 0; k < o.results.size(); ++k) {
      const ref& d = o.results[k];
      if (!d) continue;
      if (p.found) {
        load_piece_of(w, lane, d, {p.at.where, p.at.offset + k * o.width}, o.width);
        continue;
      }
      if (o.width == 8) w.lanes<std::uint64_t>(d)[lane] = 0;
      else w.lanes<std::uint32_t>(d)[lane] = 0;
      if (!p.dropped) w.shadow(d).poison |= 1u << lane, w.tainted = true;
    }
  });
}

/// One element of a register into memory, with its definedness and its shadow.
void store_piece(warp& w, int lane, const ref& a, const lane_place& to, unsigned bytes) {
  const std::uint64_t v = bytes == 8 ? w.lanes<std::uint64_t>(a)[lane] : w.lanes<std::uint32_t>(a)[lane];
  std::memcpy(to.where->data.data() + to.offset, &v, bytes);
  for (std::uint32_t half = 0; half < (bytes == 8 ? 2u : 1u); ++half) {
    const ref slot = a.where == pool::frame ? following(a, half) : half == 0 ? a : ref{};
    const bool undefined = a.where == pool::frame && (w.shadow(slot).poison >> lane & 1u) != 0;
    to.where->write(to.offset + 4 * half, std::min(bytes, 4u), undefined);
    store_cell(w, slot, lane, *to.where, to.offset + 4 * half, std::min(bytes, 4u));
  }
}

void store_surface(warp& w, const op& o) {
  objects all(w, o);
  const std::size_t data = o.list.size() - o.vector;
  for_each_lane(w.exec, [&](int lane) {
    const texture_object* const t = all.of(lane);
    const unsigned bytes = static_cast<unsigned>(o.width) * o.vector;
    const surface_place p = t != nullptr ? find_bytes(w, o, *t, lane, bytes) : surface_place{};
    if (!p.found || !is_writable(w, o, lane, p.at)) return;
    note_access(w, o, lane, p.at, bytes, true);
    note_writer(w, o, p.at, bytes);
    for (std::size_t k = 0; k < o.vector; ++k) store_piece(w, lane, o.list[data + k], {p.at.where, p.at.offset + k * o.width}, o.width);
  });
}

void query(warp& w, const op& o) {
  objects all(w, o);
  drop_shadow(w, o.d, w.exec);
  for_each_lane(w.exec, [&](int lane) {
    const texture_object* const t = all.of(lane);
    const bool of_layers = o.source->has(m::array_size);
    const std::size_t k = o.source->has(m::width) ? 0 : o.source->has(m::height) ? 1 : of_layers && t != nullptr ? t->dimensions : 2;
    const bool has = t != nullptr && (of_layers ? t->layered : k < t->dimensions);
    w.lanes<std::uint32_t>(o.d)[lane] = has ? static_cast<std::uint32_t>(t->extents[k]) : 0;
  });
}

} // namespace

handler bind_surface(const ptx::instruction& i) {
  switch (i.form) {
  case f::suld: return geometry_of(i).dimensions != 0 ? &load_surface : nullptr;
  case f::sust_b: return geometry_of(i).dimensions != 0 ? &store_surface : nullptr;
  case f::txq: case f::suq: return i.has(m::width) || i.has(m::height) || i.has(m::depth) || i.has(m::array_size) ? &query : nullptr;
  default: return nullptr;
  }
}

} // namespace fpcheck::exec
