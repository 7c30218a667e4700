#include "tensor_copies.hpp"

#include "atomic_elements.hpp"
#include "byte_copies.hpp"
#include "clusters.hpp"
#include "mbarriers.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <fpcheck/exec/tensor_map.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using m = ptx::modifier;

enum place_number : unsigned { shared_place_number, map_place_number, signal_place_number };
constexpr std::uint64_t box_alignment = 128; ///< of a box in shared memory
constexpr std::uint64_t piece = 16;          ///< bytes that stay together

/// A box of a tensor, of one lane.
struct tensor_box {
  tensor_map map;
  std::array<std::int64_t, most_map_rank> first{}; ///< coordinates of its first element
  lane_place shared;
  std::uint64_t bytes = 0; ///< that the copy completes

  unsigned each() const { return size_of(map.element); }
  std::uint64_t row_bytes() const { return std::uint64_t{map.taken(0)} * each(); }
};

/// The map that a lane names. Nothing, with a fault, where there is none that the instruction can take.
std::optional<tensor_map> read_map(warp& w, const op& o, int lane) {
  lane_place at;
  if (!find_place(w, o, map_place_number, lane, tensor_map_bytes, tensor_map_alignment, at)) return std::nullopt;
  if (!at.where->state.empty())
    for (std::uint64_t k = 0; k < tensor_map_bytes; k += 8)
      if (at.where->is_undefined(at.offset + k, 8)) {
        report_fault(w, o, fault::uninitialised, 1u << lane, at.offset + k, "a tensor map with undefined bytes");
        return std::nullopt;
      }
  const tensor_map map = decode_tensor_map(std::span<const std::byte, tensor_map_bytes>(at.where->data.data() + at.offset, tensor_map_bytes));
  const auto refuse = [&](std::string what) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, at.offset, std::move(what));
    return std::nullopt;
  };
  if (map.rank != o.vector) return refuse("the tensor map is of " + std::to_string(map.rank) + " dimensions, the instruction of " + std::to_string(o.vector));
  if (const auto ok = check(map); !ok) return refuse("no tensor map can be as this one: " + ok.error().message);
  if (map.address % piece != 0) return refuse("the tensor map's address is no multiple of 16");
  return map;
}

bool is_inside(warp& w, const op& o, int lane, const tensor_box& b);

/// Whether the copy can begin there: a device ends other kernels, as for an illegal instruction. False, with a fault, where it cannot.
bool begins_well(warp& w, const op& o, int lane, const tensor_box& b) {
  if (b.first[0] * static_cast<std::int64_t>(b.each()) % static_cast<std::int64_t>(piece) != 0) {
    report_fault(w, o, fault::misaligned, 1u << lane, b.shared.offset, "a box begins at element " + std::to_string(b.first[0]) + " of a row, which is no multiple of 16 bytes: an illegal instruction");
    return false;
  }
  const bool stores = o.source->form != f::cp_async_bulk_tensor_load;
  if (stores && std::any_of(b.first.begin(), b.first.end(), [](std::int64_t c) { return c < 0; })) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, b.shared.offset, "a box is stored at a negative coordinate: an illegal instruction");
    return false;
  }
  return true;
}

/// What one lane copies. Nothing, with a fault, where it cannot be.
std::optional<tensor_box> find_box(warp& w, const op& o, int lane) {
  const auto map = read_map(w, o, lane);
  if (!map) return std::nullopt;
  if (map->interleave != 0) {
    record_incomplete(*w.host, o.pc, o.source->text + " with an interleaved tensor map");
    w.host->stop = true;
    return std::nullopt;
  }
  tensor_box b{*map, {}, {}, map->box_bytes()};
  const std::size_t places = o.list.size() - o.vector;
  for (std::size_t k = 0; k < o.vector; ++k) b.first[k] = static_cast<std::int32_t>(read_count(w, o, o.list[places + k], lane));
  if (!find_place(w, o, shared_place_number, lane, map->box_span(), box_alignment, b.shared) || !is_inside(w, o, lane, b) || !begins_well(w, o, lane, b)) return std::nullopt;
  return b;
}

/// Where the byte at `offset` of shared memory, counted as if nothing were swizzled, lies.
std::uint64_t swizzled(const tensor_map& map, std::uint64_t offset) {
  const std::uint32_t row = row_bytes(map.swizzle);
  return row == 0 ? offset : offset ^ (offset >> 3 & (row - 16u) & 0x70u);
}

/// Calls `f` with each row of the box: its bytes in shared memory from the box's first on, whether it lies in the tensor, and where in global memory
/// its element 0 would be.
template <class F>
void each_row(const tensor_box& b, F f) {
  const tensor_map& map = b.map;
  std::array<std::uint32_t, most_map_rank> at{};
  const std::uint64_t rows = b.bytes / b.row_bytes();
  for (std::uint64_t r = 0; r < rows; ++r) {
    bool inside = true;
    std::uint64_t address = map.address;
    for (std::size_t k = 1; k < static_cast<std::size_t>(map.rank); ++k) {
      const std::int64_t c = b.first[k] + std::int64_t{at[k]} * map.element_strides[k];
      inside = inside && c >= 0 && static_cast<std::uint64_t>(c) < map.extents[k];
      address += static_cast<std::uint64_t>(c) * map.strides[k - 1];
    }
    f(r * map.row_pitch(), inside, address);
    for (std::size_t k = 1; k < static_cast<std::size_t>(map.rank) && ++at[k] == map.taken(static_cast<int>(k)); ++k) at[k] = 0;
  }
}

/// A run of elements of a row that lie in the tensor: its bytes in the row.
struct run_of_row {
  std::uint64_t first = 0, end = 0;
};
/// What of a piece is taken that a tensor's row ends in: loads take the elements that are in it, stores and sums write all of the piece.
enum class last_piece : std::uint8_t { elements, whole };
run_of_row inside_of_row(const tensor_box& b, last_piece last) {
  const std::int64_t low = std::clamp<std::int64_t>(-b.first[0], 0, b.map.taken(0));
  const std::int64_t high = std::clamp<std::int64_t>(static_cast<std::int64_t>(b.map.extents[0]) - b.first[0], low, b.map.taken(0));
  const std::uint64_t end = static_cast<std::uint64_t>(high) * b.each();
  return {static_cast<std::uint64_t>(low) * b.each(), last == last_piece::whole && high > low ? (end + piece - 1) / piece * piece : end};
}

/// Calls `f` with the places of each run of bytes that stay together in shared memory and are in the tensor. What no memory is behind is reported,
/// and false. `row` is called before the runs of each row that has some.
template <class Row, class F>
bool each_run(warp& w, const op& o, int lane, const tensor_box& b, last_piece ends, Row row, F f) {
  const run_of_row run = inside_of_row(b, ends);
  bool found = true;
  region* last = nullptr;
  each_row(b, [&](std::uint64_t in_box, bool inside, std::uint64_t address) {
    if (!inside || run.first == run.end || !found) return;
    const std::uint64_t from = address + static_cast<std::uint64_t>(b.first[0]) * b.each() + run.first, bytes = run.end - run.first;
    if (last == nullptr || !last->contains(from, bytes)) last = w.host->global->find(from, bytes);
    if (last == nullptr) {
      report_bad_address(w, o, space::global, lane, from, bytes);
      found = false;
      return;
    }
    row(lane_place{last, from - last->base}, bytes);
    for (std::uint64_t k = run.first; k < run.end;) {
      const std::uint64_t end = std::min(run.end, (k / piece + 1) * piece);
      f(lane_place{b.shared.where, swizzled(b.map, b.shared.offset + in_box + k)}, lane_place{last, from - last->base + k - run.first}, end - k);
      k = end;
    }
  });
  return found;
}

/// Sixteen bits of what is outside of the tensor: NaN is the same pattern in every type. Source: read from a card.
std::uint16_t fill_of(const tensor_map& map) { return map.fills_nan ? 0x7ff7 : 0; }

/// Elements of type tf32 are rounded to nearest even while they are brought, NaN made one of its own. Source: read from a card, also that subnormals stay.
void round_elements(const tensor_map& map, const lane_place& at, std::uint64_t bytes) {
  if (map.element != map_element::tf32 && map.element != map_element::tf32_ftz) return;
  for (std::uint64_t k = 0; k < bytes; k += 4) {
    std::byte* const where = at.where->data.data() + at.offset + k;
    std::uint32_t v;
    std::memcpy(&v, where, 4);
    const bool is_nan = (v & 0x7fffffffu) > 0x7f800000u;
    v = is_nan ? 0x7fffe000u : (v + 0xfffu + (v >> 13 & 1u)) & ~0x1fffu;
    std::memcpy(where, &v, 4);
  }
}

/// Calls `f` with each piece of the box in shared memory.
template <class F>
void each_piece(const tensor_box& b, F f) {
  const std::uint64_t rows = b.bytes / b.row_bytes();
  for (std::uint64_t r = 0; r < rows; ++r)
    for (std::uint64_t k = 0; k < b.row_bytes(); k += piece) f(lane_place{b.shared.where, swizzled(b.map, b.shared.offset + r * b.map.row_pitch() + k)});
}

/// Whether every piece is in shared memory: swizzled ones may lie behind the box. False, with a fault, where one is not.
bool is_inside(warp& w, const op& o, int lane, const tensor_box& b) {
  bool inside = true;
  each_piece(b, [&](const lane_place& p) { inside = inside && p.offset + piece <= p.where->size(); });
  if (!inside) report_bad_address(w, o, space_of_place(o, shared_place_number), lane, b.shared.offset, b.bytes);
  return inside;
}

/// Fills a piece with what is outside of the tensor.
void fill_piece(const tensor_box& b, const lane_place& p) {
  fill_zero(p, piece);
  const std::uint16_t code = fill_of(b.map);
  for (std::uint64_t k = 0; code != 0 && k < piece; k += 2) std::memcpy(p.where->data.data() + p.offset + k, &code, 2);
}

void deliver_box(warp& w, const op& o, int lane, const tensor_box& b, const lane_place& signal) {
  each_piece(b, [&](const lane_place& p) {
    note_copy_write(w, o, lane, *p.where, p.offset, piece);
    fill_piece(b, p);
  });
  const auto nothing = [](const lane_place&, std::uint64_t) {};
  const bool found = each_run(w, o, lane, b, last_piece::elements, nothing, [&](const lane_place& to, const lane_place& from, std::uint64_t bytes) {
    copy_elements(w, lane, o.results[0], to, from, bytes, b.each());
    round_elements(b.map, to, bytes);
  });
  if (found) complete_bytes(w, o, lane, signal, static_cast<std::uint32_t>(b.bytes));
}

/// The copy unit reads the box where threads have written it.
void note_box_read(warp& w, const op& o, int lane, const tensor_box& b) {
  each_piece(b, [&](const lane_place& p) {
    note_copy_read(w, o, lane, *p.where, p.offset, piece);
    note_unfenced(w, o, lane, *p.where, p.offset, piece);
  });
}

/// The same box at the same offsets in every CTA of the mask.
void multicast_box(warp& w, const op& o, int lane, const tensor_box& b, const lane_place& signal) {
  const std::uint32_t mask = read_count(w, o, o.c, lane) & 0xffffu;
  const auto& ctas = w.block->group->ctas;
  if (mask >> ctas.size() != 0)
    report_fault(w, o, fault::out_of_bounds, 1u << lane, mask, "a copy to CTAs that a cluster of " + std::to_string(ctas.size()) + " does not have");
  for (std::size_t r = 0; r < ctas.size(); ++r) {
    if (((mask >> r) & 1u) == 0 || finished(*ctas[r])) continue;
    tensor_box there = b;
    there.shared.where = &ctas[r]->shared;
    deliver_box(w, o, lane, there, {&ctas[r]->shared, signal.offset});
  }
}

void load_box(warp& w, const op& o) {
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    const auto b = find_box(w, o, i);
    lane_place signal;
    if (!b || !find_place(w, o, signal_place_number, i, 8, 8, signal)) return;
    if (owner_of(w, *b->shared.where) == nullptr || owner_of(w, *b->shared.where) != owner_of(w, *signal.where))
      return report_fault(w, o, fault::out_of_bounds, 1u << i, signal.offset, "the mbarrier is not in the shared memory that the copy goes to");
    const auto read = [&](const lane_place& row, std::uint64_t bytes) { note_copy_read(w, o, i, *row.where, row.offset, bytes); };
    if (!each_run(w, o, i, *b, last_piece::elements, read, [](const lane_place&, const lane_place&, std::uint64_t) {})) return;
    if (o.source->has(m::multicast_cluster)) multicast_box(w, o, i, *b, signal);
    else deliver_box(w, o, i, *b, signal);
  });
}

/// What of a box is outside of the tensor is not written, but for the rest of the last piece of a row.
void store_box(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const auto b = find_box(w, o, i);
    if (!b) return;
    note_box_read(w, o, i, *b);
    bool writable = true;
    const auto written = [&](const lane_place& row, std::uint64_t bytes) {
      writable = writable && is_writable(w, o, i, row);
      if (!writable) return;
      note_copy_write(w, o, i, *row.where, row.offset, bytes);
      note_writer(w, o, row, bytes);
    };
    each_run(w, o, i, *b, last_piece::whole, written, [&](const lane_place& from, const lane_place& to, std::uint64_t bytes) {
      if (writable) copy_elements(w, i, o.results[0], to, from, bytes, b->each());
    });
  });
}

/// The type of PTX that a reduction on a map's elements has; `none` where there is no such reduction.
m reduced_type(map_element e, m operation) {
  constexpr m types[map_elements] = {m::none, m::none, m::u32, m::s32, m::u64, m::s64, m::f16, m::f32, m::none, m::f64, m::bf16, m::f32, m::none};
  const m t = types[static_cast<std::size_t>(e)];
  const bool real = t == m::f16 || t == m::bf16 || t == m::f32 || t == m::f64;
  return real && operation != m::add ? m::none : t;
}

void reduce_box(warp& w, const op& o) {
  const m operation = reduction_word(*o.source);
  for_each_lane(w.exec, [&](int i) {
    const auto b = find_box(w, o, i);
    if (!b) return;
    const m type = reduced_type(b->map.element, operation);
    if (type == m::none) {
      record_incomplete(*w.host, o.pc, o.source->text + " on elements of this type");
      w.host->stop = true;
      return;
    }
    const op one = reduction_of(o, type, operation, true);
    note_box_read(w, o, i, *b);
    bool writable = true;
    const auto written = [&](const lane_place& row, std::uint64_t bytes) {
      writable = writable && is_writable(w, o, i, row);
      if (!writable) return;
      note_copy_reduction(w, o, i, *row.where, row.offset, bytes);
      note_writer(w, o, row, bytes);
    };
    each_run(w, o, i, *b, last_piece::whole, written, [&](const lane_place& from, const lane_place& to, std::uint64_t bytes) {
      if (writable) reduce_elements(w, one, i, o.results[0], to, from, bytes);
    });
  });
}

constexpr std::pair<m, map_field> field_words[] = {{m::global_address, map_field::address}, {m::rank, map_field::rank}, {m::box_dim, map_field::box}, {m::global_dim, map_field::extent},
                                                   {m::global_stride, map_field::stride}, {m::element_stride, map_field::element_stride}, {m::elemtype, map_field::element},
                                                   {m::interleave_layout, map_field::interleave}, {m::swizzle_mode, map_field::swizzle}, {m::fill_mode, map_field::fill}};

/// A write of a map by one lane.
void note_map_write(warp& w, const op& o, int lane, region& r, std::uint64_t offset, unsigned bytes) {
  std::array<region*, warp_size> where{};
  std::array<std::uint64_t, warp_size> at{};
  where[static_cast<std::size_t>(lane)] = &r, at[static_cast<std::size_t>(lane)] = offset;
  note_writes(w, o, where.data(), at.data(), 1u << lane, bytes);
}

void replace_field(warp& w, const op& o) {
  const auto row = std::find_if(std::begin(field_words), std::end(field_words), [&](const auto& r) { return o.source->has(r.first); });
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, tensor_map_bytes, tensor_map_alignment, at) || !is_writable(w, o, i, at)) return;
    const std::uint64_t value = o.b_bits == 64 ? w.lanes<std::uint64_t>(o.b)[i] : read_count(w, o, o.b, i);
    const std::span<std::byte, tensor_map_bytes> bytes(at.where->data.data() + at.offset, tensor_map_bytes);
    const std::uint16_t touched = replace(bytes, row->second, static_cast<std::uint32_t>(o.displacement), value);
    for (std::uint64_t k = 0; k < tensor_map_bytes / 8; ++k) {
      if ((touched >> k & 1u) == 0) continue;
      at.where->write(at.offset + 8 * k, 8, false);
      drop_cells(*at.where, at.offset + 8 * k, 8);
      note_map_write(w, o, i, *at.where, at.offset + 8 * k, 8);
    }
  });
}

/// The whole warp moves one map to where the copies may look at it.
void publish_map(warp& w, const op& o) {
  order_warp(w);
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "a tensor map is published by all 32 lanes of a warp");
  const int lane = std::countr_zero(w.exec);
  lane_place to, from;
  if (!find_place(w, o, 0, lane, tensor_map_bytes, tensor_map_bytes, to) || !find_place(w, o, 1, lane, tensor_map_bytes, tensor_map_bytes, from) || !is_writable(w, o, lane, to)) return;
  copy_bytes(w, to, from, tensor_map_bytes);
  note_map_write(w, o, lane, *to.where, to.offset, tensor_map_bytes);
  note_writer(w, o, to, tensor_map_bytes);
}

} // namespace

handler bind_tensor_copy(const ptx::instruction& i, op&) {
  switch (i.form) {
  case f::cp_async_bulk_tensor_load: return &load_box;
  case f::cp_async_bulk_tensor_store: return &store_box;
  default: return &reduce_box;
  }
}

handler bind_map_edit(const ptx::instruction& i, op&) { return i.form == f::tensormap_replace ? &replace_field : &publish_map; }

} // namespace fpcheck::exec
