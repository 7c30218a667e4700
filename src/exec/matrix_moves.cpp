#include "matrix_moves.hpp"

#include "element_moves.hpp"
#include "handlers.hpp"
#include "lane_access.hpp"
#include "lane_places.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

constexpr int rows_of_tile = 8;
constexpr std::uint64_t row_bytes = 16;


/// Where the rows of an instruction's matrices lie: row r of matrix q at 8 q + r; those that could not be found have no region.
places_of_lanes find_rows(warp& w, const op& o) {
  places_of_lanes rows;
  const int count = rows_of_tile * o.vector;
  const std::uint32_t needed = count == warp_size ? 0xffffffffu : (1u << count) - 1u;
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "matrices move with all 32 lanes of a warp");
  for_each_lane(needed & w.exec, [&](int i) {
    lane_place p;
    if (!find_place(w, o, 0, i, row_bytes, row_bytes, p)) return;
    const auto k = static_cast<std::size_t>(i);
    rows.where[k] = p.where, rows.offset[k] = p.offset;
    rows.found |= 1u << i;
  });
  return rows;
}

/// Where one of the two elements that a lane holds lies: (row, byte) of its matrix.
struct element_at {
  int row;
  std::uint64_t byte;
};
element_at place_of(int lane, int part, bool transposed) {
  if (transposed) return {lane % 4 * 2 + part, static_cast<std::uint64_t>(lane / 4 * 2)};
  return {lane / 4, static_cast<std::uint64_t>(lane % 4 * 4 + part * 2)};
}

/// One matrix into a register. Whole words travel with whatever they are shadowed by; transposed ones element by element.
void load_tile(warp& w, const places_of_lanes& rows, int tile, const ref& d, bool transposed) {
  std::uint32_t* const to = w.lanes<std::uint32_t>(d);
  drop_shadow(w, d, w.exec);
  for_each_lane(w.exec, [&](int lane) {
    const region* where[2];
    std::uint64_t offset[2];
    std::uint32_t word = 0;
    bool found = true;
    for (int part = 0; part < 2; ++part) {
      const element_at e = place_of(lane, part, transposed);
      const auto row = static_cast<std::size_t>(tile * rows_of_tile + e.row);
      found = found && rows.where[row] != nullptr;
      if (!found) break;
      where[part] = rows.where[row], offset[part] = rows.offset[row] + e.byte;
      std::uint16_t element = 0;
      std::memcpy(&element, where[part]->data.data() + offset[part], sizeof element);
      word |= static_cast<std::uint32_t>(element) << (16 * part);
    }
    to[lane] = found ? word : 0;
    if (!found) {
      w.shadow(d).poison |= 1u << lane;
      w.tainted = true;
    } else if (transposed) {
      load_elements(w, d, lane, where, offset);
    } else {
      load_word(w, d, lane, *where[0], offset[0]);
    }
  });
}

template <bool Transposed>
void load_tiles(warp& w, const op& o) {
  order_warp(w);
  const places_of_lanes rows = find_rows(w, o);
  for (int q = 0; q < o.vector; ++q)
    if (const ref& d = o.results[static_cast<std::size_t>(q)]) load_tile(w, rows, q, d, Transposed);
  note_reads(w, o, rows.where.data(), rows.offset.data(), rows.found, row_bytes);
  order_warp(w); // no lane goes on before the warp has read: one that writes to the tile next needs no __syncwarp
}

/// One matrix out of a register: `part` of every lane, or the whole word for part 2.
void store_part(warp& w, const op& o, places_of_lanes& rows, int tile, const ref& a, int part) {
  const bool whole = part == 2;
  places_of_lanes p;
  for_each_lane(w.exec, [&](int lane) {
    const element_at e = place_of(lane, whole ? 0 : part, !whole);
    const auto row = static_cast<std::size_t>(tile * rows_of_tile + e.row), i = static_cast<std::size_t>(lane);
    if (rows.where[row] == nullptr) return;
    p.where[i] = rows.where[row], p.offset[i] = rows.offset[row] + e.byte;
    p.found |= 1u << lane;
  });
  note_stores(w, o, a, space_of_place(o, 0), p, whole ? 4 : 2);
  for_each_lane(p.found, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (whole) store_word(w, a, lane, *p.where[i], p.offset[i]);
    else store_element(w, a, lane, part, *p.where[i], p.offset[i]);
  });
}

template <bool Transposed>
void store_tiles(warp& w, const op& o) {
  order_warp(w);
  places_of_lanes rows = find_rows(w, o);
  for_each_lane(rows.found, [&](int i) {
    region*& r = rows.where[static_cast<std::size_t>(i)];
    if (r->writable) return;
    report_fault(w, o, fault::read_only_write, 1u << i, rows.offset[static_cast<std::size_t>(i)], "'" + r->name + "' is read-only");
    r = nullptr;
  });
  for (int q = 0; q < o.vector; ++q) {
    const ref& a = o.list[static_cast<std::size_t>(2 + q)];
    if (!Transposed) store_part(w, o, rows, q, a, 2);
    else for (const int part : {0, 1}) store_part(w, o, rows, q, a, part);
  }
}

/// A matrix of a warp's registers, transposed.
void transpose(warp& w, const op& o) {
  order_warp(w);
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "matrices move with all 32 lanes of a warp");
  const auto source = [](int lane, int part) { return std::pair{(lane % 4 * 2 + part) * 4 + lane / 8, lane / 4 % 2}; };
  const std::uint32_t* const from = w.lanes<std::uint32_t>(o.a);
  std::uint32_t out[warp_size];
  for (int lane = 0; lane < warp_size; ++lane) {
    out[lane] = 0;
    for (int part = 0; part < 2; ++part) {
      const auto [there, half] = source(lane, part);
      out[lane] |= (from[there] >> (16 * half) & 0xffffu) << (16 * part);
    }
  }
  const slot_shadow s = o.a.where == pool::frame ? w.shadow(o.a) : slot_shadow{};
  std::vector<std::uint64_t> numbers;
  const auto words = static_cast<std::size_t>(w.planes) * warp_size;
  const bool packed = s.tag == shadow_tag::half2 && w.planes != 0 && s.live != 0;
  if (packed)
    for (int part = 0; part < 2; ++part) numbers.insert(numbers.end(), number_at(w, o.a, 0, part).first, number_at(w, o.a, 0, part).first + words);
  drop_shadow(w, o.d, w.exec);
  write_lanes(w, o.d, out, w.exec);
  for_each_lane(w.exec, [&](int lane) {
    slot_shadow& t = w.shadow(o.d);
    const std::uint32_t bit = 1u << lane;
    std::uint32_t both = 0;
    for (int part = 0; part < 2; ++part) both |= 1u << source(lane, part).first;
    if ((s.born & both) != 0) t.born |= bit;
    if ((s.cut & both) != 0 || (!packed && (s.live & both) != 0)) t.cut |= bit;
    if ((s.poison & both) != 0) t.poison |= bit;
    if ((s.stray & both) != 0) t.stray |= bit;
    if ((s.input & both) != 0) t.input |= bit;
    if (t.taints() != 0) w.tainted = true;
    if (!packed || (s.live & both) == 0) return;
    set_tag(w, o.d, shadow_tag::half2, bit);
    for (int part = 0; part < 2; ++part) {
      const auto [there, half] = source(lane, part);
      const std::uint64_t* const number = numbers.data() + static_cast<std::size_t>(half) * words + there;
      put_number(w, o.d, lane, part, (s.live >> there & 1u) != 0 && *number != exact_marker ? number : nullptr, warp_size);
    }
  });
}

} // namespace

handler bind_tile_move(const ptx::instruction& i, op&) {
  const bool transposed = i.has(ptx::modifier::trans);
  switch (i.form) {
  case ptx::form::ldmatrix: return transposed ? &load_tiles<true> : &load_tiles<false>;
  case ptx::form::stmatrix: return transposed ? &store_tiles<true> : &store_tiles<false>;
  default: return &transpose;
  }
}

} // namespace fpcheck::exec
