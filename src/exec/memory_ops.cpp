// Loads, stores and atomics: addresses, faults, definedness, races, and the shadows that travel with the bytes.
#include "atomic_elements.hpp"
#include "clusters.hpp"
#include "group_operands.hpp"
#include "handlers.hpp"
#include "partial_bytes.hpp"
#include "races.hpp"
#include "shadow_move.hpp"
#include "shared_names.hpp"

#include <algorithm>
#include <bit>

namespace fpcheck::exec {

region* resolve(warp& w, space s, int lane, std::uint64_t address, std::uint64_t bytes) {
  const auto inside = [&](region& r, std::uint64_t a) -> region* { return r.contains(a, bytes) ? &r : nullptr; };
  // Warps whose functions have no local variables have no local memory.
  const auto local = [&](std::uint64_t a) -> region* { return w.local.empty() ? nullptr : inside(w.local[static_cast<std::size_t>(lane)], a); };
  switch (s) {
  case space::shared: {
    cta* const c = cta_of(w, address & 0xffffffffu);
    return c == w.block ? inside(c->shared, shared_offset(address)) : nullptr;
  }
  case space::cluster: return shared_of_cluster(w, address & 0xffffffffu, bytes);
  case space::local: return local(address);
  case space::constant: return inside(w.host->constant, address);
  case space::param: return inside(w.host->params, address);
  case space::global: return w.host->global->find(address, bytes);
  case space::generic: break;
  }
  const std::uint64_t window = address & ~(window_size - 1), offset = address & (window_size - 1);
  switch (window) {
  case shared_window: return shared_of_cluster(w, offset, bytes);
  case local_window: return local(offset);
  case constant_window: return inside(w.host->constant, offset);
  case param_window: return inside(w.host->params, offset);
  default: return w.host->global->find(address, bytes);
  }
}

namespace {

/// ": x[1024]", where a byte offset is that of an element.
std::string element_index(std::uint64_t offset, unsigned width, const std::string& name) {
  return width == 0 || offset % width != 0 ? std::string() : ": " + name + '[' + std::to_string(offset / width) + ']';
}

/// Where an address beside all allocations lies: behind the one below it or, where that is nearer, before the one above, an index below zero.
std::string global_place(global_memory& memory, std::uint64_t address, unsigned width) {
  const region* const below = memory.below(address);
  const auto& all = memory.regions();
  const auto next = std::upper_bound(all.begin(), all.end(), address, [](std::uint64_t a, const auto& r) { return a < r->base; });
  const region* const above = next == all.end() ? nullptr : next->get();
  const auto place = [](std::uint64_t distance, const char* side, const region& r) {
    return ' ' + std::to_string(distance) + " bytes " + side + " '" + r.name + "' of " + std::to_string(r.size()) + " bytes";
  };
  const std::uint64_t past = below == nullptr ? 0 : address - below->base - std::min<std::uint64_t>(address - below->base, below->size());
  if (above != nullptr && (below == nullptr || above->base - address < past)) {
    const std::uint64_t distance = above->base - address;
    const bool whole = width != 0 && distance % width == 0;
    return place(distance, "before", *above) + (whole ? ": " + above->name + "[-" + std::to_string(distance / width) + ']' : "");
  }
  return below == nullptr ? "" : place(address - below->base, "into", *below) + element_index(address - below->base, width, below->name);
}

} // namespace

void report_bad_address(warp& w, const op& o, space where, int lane, std::uint64_t address, std::uint64_t bytes) {
  const bool is_null = address < 4096 && where != space::shared && where != space::cluster && where != space::local;
  if (count_known_fault(w, o, is_null ? fault::null_access : fault::out_of_bounds, 1u << lane)) return;
  std::string detail = std::to_string(bytes) + "-byte access";
  if (where == space::cluster || (where == space::generic && (address & ~(window_size - 1)) == shared_window))
    detail += describe_shared(w, address & 0xffffffffu);
  else if (where == space::shared)
    detail += ' ' + shared_place(*w.host->code, address, o.width, w.block->shared.size());
  else if (address >= code_window + window_size)
    detail += global_place(*w.host->global, address, o.width);
  report_fault(w, o, is_null ? fault::null_access : fault::out_of_bounds, 1u << lane, address, std::move(detail));
}

/// The byte offset of a generic or windowed address in its region.
std::uint64_t offset_in(const region& r, space s, std::uint64_t address) {
  if (s == space::global) return address - r.base;
  if (s == space::shared || s == space::cluster) return shared_offset(address);
  if (s == space::generic && address >= global_base) return address - r.base;
  if (s == space::generic && (address & ~(window_size - 1)) == shared_window) return shared_offset(address);
  if (s == space::generic) return (address & (window_size - 1)) - r.base;
  return address - r.base;
}

namespace {

/// One access of the executing lanes: where each lane's bytes lie, and which lanes failed.
struct access {
  std::array<region*, warp_size> where;
  alignas(64) std::array<std::uint64_t, warp_size> offset;
  std::uint32_t ok = 0;
  region* common = nullptr; ///< the region of all lanes, if they share one
};

/// The common case in a few vector loops: every executing lane is aligned and in one region. False if it is not so.
bool locate_together(warp& w, const op& o, const std::uint64_t (&address)[warp_size], unsigned bytes, access& x) {
  if (o.space == space::local) return false;
  const int first = std::countr_zero(w.exec);
  region* r = resolve(w, o.space, first, address[first], bytes);
  if (r == nullptr || (!w.local.empty() && r == &w.local[static_cast<std::size_t>(first)])) return false; // each lane has its own local memory
  const std::uint64_t zero = address[first] - offset_in(*r, o.space, address[first]); // the address of the region's byte 0
  const std::uint64_t limit = r->size() - bytes, align = bytes - 1;
  std::uint64_t bad = 0;
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t offset = address[i] - zero;
    x.offset[static_cast<std::size_t>(i)] = offset;
    const std::uint64_t active = (w.exec >> i) & 1u;
    bad |= active & static_cast<std::uint64_t>((offset > limit) | ((address[i] & align) != 0));
  }
  if (bad != 0) return false;
  x.common = r;
  x.ok = w.exec;
  for (int i = 0; i < warp_size; ++i) x.where[static_cast<std::size_t>(i)] = r;
  return true;
}

/// Finds where each executing lane's access goes. Lanes with a bad address are reported and left out.
void locate(warp& w, const op& o, const ref& base, int base_bits, unsigned bytes, access& x) {
  alignas(64) std::uint64_t address[warp_size];
  if (!base) {
    const std::uint64_t frame_base = o.addressing == addressing::frame_local ? w.top->local_base : 0;
    std::fill(std::begin(address), std::end(address), static_cast<std::uint64_t>(o.displacement) + frame_base);
  } else if (base_bits == 64) {
    const std::uint64_t* a = w.lanes<std::uint64_t>(base);
    for (int i = 0; i < warp_size; ++i) address[i] = a[i] + static_cast<std::uint64_t>(o.displacement);
  } else {
    const std::uint32_t* a = w.lanes<std::uint32_t>(base);
    for (int i = 0; i < warp_size; ++i) address[i] = static_cast<std::uint32_t>(a[i] + static_cast<std::uint32_t>(o.displacement));
  }
  if (base.where == pool::frame) {
    const slot_shadow& s = w.shadow(base);
    if (((s.poison | s.stray) & w.exec) != 0)
      report_fault(w, o, fault::uninitialised, (s.poison | s.stray) & w.exec, 0, "an undefined value is used as an address");
  }
  if (locate_together(w, o, address, bytes, x)) return;
  const std::uint64_t align = bytes - 1;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t a = address[i];
    const bool one_region = o.space == space::global || o.space == space::constant || o.space == space::param;
    region* r = x.common != nullptr && one_region && x.common->contains(a, bytes)
                    ? x.common
                    : resolve(w, o.space, i, a, bytes);
    if (r == nullptr) return report_bad_address(w, o, o.space, i, a, bytes);
    if ((a & align) != 0) return report_fault(w, o, fault::misaligned, 1u << i, a, std::to_string(bytes) + "-byte access");
    x.where[static_cast<std::size_t>(i)] = r;
    x.offset[static_cast<std::size_t>(i)] = offset_in(*r, o.space, a);
    x.ok |= 1u << i;
    if (x.common == nullptr) x.common = r;
  });
  for_each_lane(x.ok, [&](int i) { if (x.where[static_cast<std::size_t>(i)] != x.common) x.common = nullptr; });
}

std::uint64_t read_bytes(const region& r, std::uint64_t offset, unsigned bytes) {
  std::uint64_t v = 0;
  std::memcpy(&v, r.data.data() + offset, bytes);
  return v;
}

std::uint64_t extended(std::uint64_t v, const op& o) {
  if (!is_signed(o)) return v;
  const int unused = 64 - o.width * 8;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(v << unused) >> unused);
}

void write_register(warp& w, const ref& d, int bits, int lane, std::uint64_t v) {
  if (bits == 64) w.lanes<std::uint64_t>(d)[lane] = v;
  else w.lanes<std::uint32_t>(d)[lane] = static_cast<std::uint32_t>(bits == 16 ? v & 0xffffu : v);
}
std::uint64_t read_register(warp& w, const ref& r, int bits, int lane) {
  return bits == 64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane];
}

/// A loaded value of which bytes are undefined: poison, and which bytes where it is not all of them.
void poison_loaded(warp& w, const op& o, const ref& d, int i, const region& r, std::uint64_t offset) {
  unsigned mask = 0;
  for (unsigned k = 0; k < o.width; ++k) mask |= r.is_undefined(offset + k, 1) ? 1u << k : 0u;
  const bool partial = mask != (1u << o.width) - 1u;
  w.tainted = true;
  for (std::uint32_t half = 0; half < (o.width == 8 ? 2u : 1u); ++half) {
    const ref slot = following(d, half);
    w.shadow(slot).poison |= 1u << i;
    if (!partial) load_pending(w, slot, i, r, offset + 4 * half);
    if (partial) note_undefined_bytes(w, slot, i, static_cast<std::uint32_t>(read_register(w, d, o.d_bits, i) >> (32 * half)), mask >> (4 * half) & 15u);
  }
}

/// Definedness and shadow of a value just loaded into lane `i` of `d`.
void load_meaning(warp& w, const op& o, const ref& d, int i, const region& r, std::uint64_t offset) {
  const unsigned bytes = o.width;
  if (!r.state.empty() && r.is_undefined(offset, bytes)) poison_loaded(w, o, d, i, r, offset);
  if (r.input && w.tracks_input && !(r.state.size() != 0 && r.is_written(offset, bytes))) {
    w.shadow(d).input |= 1u << i;
    if (bytes == 8) w.shadow(following(d, 1)).input |= 1u << i;
  }
  if (r.shadow.empty()) return;
  if (bytes == 8) {
    load_cell(w, d, i, r, offset, 4);
    if (o.d_bits == 64) load_cell(w, following(d, 1), i, r, offset + 4, 4);
  } else {
    load_cell(w, d, i, r, offset, bytes);
  }
}

bool plain(const region& r, bool tracks_input) { return r.state.empty() && r.shadow.empty() && !r.tracks_races() && !(r.input && tracks_input); }

/// One element of a load into register `d`. `k` counts elements of a vector.
void load_element(warp& w, const op& o, const access& x, const ref& d, unsigned k) {
  const unsigned bytes = o.width;
  const int bits = o.d_bits;
  for (int half = 0; half < (bits == 64 ? 2 : 1); ++half) drop_shadow(w, following(d, static_cast<std::uint32_t>(half)), w.exec);
  if (x.ok == 0xffffffffu && x.common != nullptr && bytes == 4 && bits == 32) {
    const std::byte* data = x.common->data.data() + k * 4;
    std::uint32_t* to = w.lanes<std::uint32_t>(d);
    std::uint64_t scattered = 0;
    for (std::size_t i = 0; i < warp_size; ++i) scattered |= x.offset[i] ^ (x.offset[0] + 4 * i);
    if (scattered == 0) std::memcpy(to, data + x.offset[0], 4 * warp_size);
    else for (int i = 0; i < warp_size; ++i) std::memcpy(to + i, data + x.offset[static_cast<std::size_t>(i)], 4);
    if (plain(*x.common, w.tracks_input)) return;
    for_each_lane(x.ok, [&](int i) { load_meaning(w, o, d, i, *x.common, x.offset[static_cast<std::size_t>(i)] + k * 4); });
    return;
  }
  for_each_lane(x.ok, [&](int i) {
    const region& r = *x.where[static_cast<std::size_t>(i)];
    const std::uint64_t offset = x.offset[static_cast<std::size_t>(i)] + k * bytes;
    write_register(w, d, bits, i, extended(read_bytes(r, offset, bytes), o));
    if (!plain(r, w.tracks_input)) load_meaning(w, o, d, i, r, offset);
  });
  const std::uint32_t failed = w.exec & ~x.ok;
  if (failed != 0) {
    for_each_lane(failed, [&](int i) { write_register(w, d, bits, i, 0); });
    w.shadow(d).poison |= failed;
    w.tainted = true;
  }
}

void load(warp& w, const op& o) {
  if (ptx::is_ordered(o.meaning)) w.looked = true;
  access x;
  locate(w, o, o.a, o.a_bits, static_cast<unsigned>(o.width) * o.vector, x);
  for (unsigned k = 0; k < o.vector; ++k)
    if (o.list[k]) load_element(w, o, x, o.list[k], k);
  note_reads(w, o, x.where.data(), x.offset.data(), x.ok, static_cast<unsigned>(o.width) * o.vector);
}

/// Definedness and shadow of a value stored from lane `i` of `a`.
void store_meaning(warp& w, const ref& a, int bits, int i, region& r, std::uint64_t offset, unsigned bytes) {
  unsigned undefined = 0;
  if (a.where == pool::frame) {
    const std::uint64_t v = read_register(w, a, bits, i);
    undefined = undefined_bytes(w, a, i, static_cast<std::uint32_t>(v));
    if (bytes == 8) undefined |= undefined_bytes(w, following(a, 1), i, static_cast<std::uint32_t>(v >> 32)) << 4;
  }
  const unsigned all = (1u << bytes) - 1u;
  r.write(offset, bytes, (undefined & all) == all);
  if (undefined == 15u && bytes == 4) store_pending(w, a, i, r, offset);
  if ((undefined & all) != 0 && (undefined & all) != all)
    for (unsigned k = 0; k < bytes; ++k)
      if (((undefined >> k) & 1u) != 0) r.write(offset + k, 1, true);
  if (w.planes == 0 && r.shadow.empty() && (a.where != pool::frame || w.shadow(a).any() == 0)) return;
  if (bytes == 8) {
    store_cell(w, a, i, r, offset, 4);
    store_cell(w, bits == 64 && a.where == pool::frame ? following(a, 1) : ref{}, i, r, offset + 4, 4);
  } else {
    store_cell(w, a, i, r, offset, bytes);
  }
}

void store_element(warp& w, const op& o, const access& x, const ref& a, unsigned k) {
  const unsigned bytes = o.width;
  const int bits = o.b_bits;
  const bool shadowed = a.where == pool::frame && (w.shadow(a).any() != 0 || (bytes == 8 && w.shadow(following(a, 1)).any() != 0));
  if (x.common != nullptr && bytes == 4 && bits != 64 && !shadowed && x.common->shadow.empty()) {
    region& r = *x.common;
    const std::uint32_t* v = w.lanes<std::uint32_t>(a);
    for_each_lane(x.ok, [&](int i) {
      const std::uint64_t offset = x.offset[static_cast<std::size_t>(i)] + k * 4;
      std::memcpy(r.data.data() + offset, v + i, 4);
      if (!r.state.empty()) r.state[offset / 4] = 0xf0;
    });
    return;
  }
  for_each_lane(x.ok, [&](int i) {
    region& r = *x.where[static_cast<std::size_t>(i)];
    const std::uint64_t offset = x.offset[static_cast<std::size_t>(i)] + k * bytes;
    const std::uint64_t v = read_register(w, a, bits, i);
    std::memcpy(r.data.data() + offset, &v, bytes);
    if (shadowed || !r.shadow.empty()) store_meaning(w, a, bits, i, r, offset, bytes);
    else if (!r.state.empty()) r.write(offset, bytes, false);
  });
}

/// Lanes that would change read-only memory are reported and left out.
void refuse_read_only(warp& w, const op& o, access& x) {
  for_each_lane(x.ok, [&](int i) {
    if (x.where[static_cast<std::size_t>(i)]->writable) return;
    report_fault(w, o, fault::read_only_write, 1u << i, x.offset[static_cast<std::size_t>(i)], "'" + x.where[static_cast<std::size_t>(i)]->name + "' is read-only");
    x.ok &= ~(1u << i);
  });
}

/// Remembers the instruction if it writes the element whose writer is wanted.
void note_writer(warp& w, const op& o, const access& x) {
  const element_place& e = *w.host->watched;
  const std::uint64_t bytes = static_cast<std::uint64_t>(o.width) * o.vector;
  for_each_lane(x.ok, [&](int i) {
    const std::uint64_t at = x.offset[static_cast<std::size_t>(i)];
    if (x.where[static_cast<std::size_t>(i)]->buffer == e.buffer && at < e.offset + e.bytes && e.offset < at + bytes) w.host->writer = o.pc;
  });
}

void store(warp& w, const op& o) {
  access x;
  locate(w, o, o.a, o.a_bits, static_cast<unsigned>(o.width) * o.vector, x);
  refuse_read_only(w, o, x);
  if (w.host->watched != nullptr) note_writer(w, o, x);
  note_writes(w, o, x.where.data(), x.offset.data(), x.ok, static_cast<unsigned>(o.width) * o.vector);
  for (unsigned k = 0; k < o.vector; ++k)
    if (o.list[k]) store_element(w, o, x, o.list[k], k);
}

/// The new value of an atomic, from the old value and the operands.
std::uint64_t atomic_result(const op& o, std::uint64_t old, std::uint64_t b, std::uint64_t c) {
  const auto kind = kind_of(o);
  const bool wide = o.width == 8, is_signed = exec::is_signed(o);
  const auto s = [&](std::uint64_t v) { return wide ? static_cast<std::int64_t>(v) : static_cast<std::int64_t>(static_cast<std::int32_t>(v)); };
  const auto less = [&](std::uint64_t p, std::uint64_t q) { return is_signed ? s(p) < s(q) : p < q; };
  switch (kind) {
  case atomic_kind::add: return old + b;
  case atomic_kind::min: return less(b, old) ? b : old;
  case atomic_kind::max: return less(old, b) ? b : old;
  case atomic_kind::inc: return old >= b ? 0 : old + 1;
  case atomic_kind::dec: return old == 0 || old > b ? b : old - 1;
  case atomic_kind::and_: return old & b;
  case atomic_kind::or_: return old | b;
  case atomic_kind::xor_: return old ^ b;
  case atomic_kind::exch: return b;
  case atomic_kind::cas: return old == b ? c : old;
  case atomic_kind::add_float: return float_atomic_add(o, old, b);
  }
  return old;
}

/// Whose shadow the cell has after an integer atomic: the old one, the operand's (b, or c for cas), or none.
enum class winner { old, operand, nobody };
winner winner_of(const op& o, std::uint64_t old, std::uint64_t fresh, std::uint64_t b) {
  switch (kind_of(o)) {
  case atomic_kind::exch: return winner::operand;
  case atomic_kind::cas: return old == b ? winner::operand : winner::old;
  case atomic_kind::min:
  case atomic_kind::max: return fresh == old ? winner::old : winner::operand;
  default: return fresh == old ? winner::old : winner::nobody;
  }
}

/// Whether a byte of lane `i` of a register is undefined.
bool is_undefined(warp& w, const ref& a, int i, unsigned bytes, std::uint64_t bits) {
  if (a.where != pool::frame) return false;
  return undefined_bytes(w, a, i, static_cast<std::uint32_t>(bits)) != 0 || (bytes == 8 && undefined_bytes(w, following(a, 1), i, static_cast<std::uint32_t>(bits >> 32)) != 0);
}

} // namespace

void act_on_element(warp& w, const op& o, int i, region& r, std::uint64_t offset, const ref& d, const ref& b) {
  const unsigned bytes = o.width;
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (bytes * 8)) - 1;
  const std::uint64_t old = read_bytes(r, offset, bytes);
  const std::uint64_t vb = read_register(w, b, o.b_bits, i) & mask;
  const std::uint64_t vc = o.c ? read_register(w, o.c, o.b_bits, i) & mask : 0;
  const std::uint64_t fresh = atomic_result(o, old, vb, vc) & mask;
  const bool undefined_old = r.is_undefined(offset, bytes);
  // The operand's shadow is saved first: the result register may be the operand's own.
  const bool is_float_add = kind_of(o) == atomic_kind::add_float;
  const ref winner_ref = kind_of(o) == atomic_kind::cas ? o.c : b;
  const winner who = winner_of(o, old, fresh, vb);
  shadow_snapshot saved; // of what was there: a sum changes the cells
  if (d) saved = take_cells(w, r, offset, bytes);
  if (is_float_add && w.planes != 0) w.host->domain.atomic_add(w, o, i, r, offset, b, old, vb, fresh);
  if (!is_float_add && who != winner::old) {
    if (who == winner::operand) store_meaning(w, winner_ref, o.b_bits, i, r, offset, bytes);
    else r.write(offset, bytes, undefined_old), drop_cells(r, offset, bytes);
  } else if (is_float_add || who == winner::old) {
    r.write(offset, bytes, undefined_old);
  }
  std::memcpy(r.data.data() + offset, &fresh, bytes);
  // What is combined with an undefined value is undefined; an exchange forgets the old one.
  if (kind_of(o) != atomic_kind::exch && kind_of(o) != atomic_kind::cas && (undefined_old || is_undefined(w, b, i, bytes, vb))) r.write(offset, bytes, true);
  if (!d) return;
  for (int half = 0; half < (o.d_bits == 64 ? 2 : 1); ++half) drop_shadow(w, following(d, static_cast<std::uint32_t>(half)), 1u << i);
  write_register(w, d, o.d_bits, i, old);
  if (undefined_old) w.shadow(d).poison |= 1u << i, w.tainted = true;
  give_cells(w, saved, d, i, bytes);
}

namespace {

/// Lanes of an atomic act one after another, in an order that the seed may permute.
template <class F>
void act_in_turn(warp& w, const op& o, unsigned bytes, F act) {
  w.looked = true;
  access x;
  locate(w, o, o.a, o.a_bits, bytes, x);
  refuse_read_only(w, o, x);
  if (w.host->watched != nullptr) note_writer(w, o, x);
  note_atomics(w, o, x.where.data(), x.offset.data(), x.ok, bytes);
  const std::uint64_t turn = w.host->seed == 0 ? 0 : (w.host->seed * 0x9e3779b97f4a7c15u + o.pc) >> 59;
  for (int n = 0; n < warp_size; ++n) {
    const int i = static_cast<int>((static_cast<std::uint64_t>(n) + turn) % warp_size);
    if (((x.ok >> i) & 1u) != 0) act(i, *x.where[static_cast<std::size_t>(i)], x.offset[static_cast<std::size_t>(i)]);
  }
}

void atomic(warp& w, const op& o) {
  act_in_turn(w, o, static_cast<unsigned>(o.width) * o.vector, [&](int i, region& r, std::uint64_t offset) {
    for (unsigned k = 0; k < o.vector; ++k)
      act_on_element(w, o, i, r, offset + k * o.width, o.vector > 1 ? (o.d ? o.list[k + o.vector] : ref{}) : o.d, o.vector > 1 ? o.list[k] : o.b);
  });
}

/// One lane of cas or exch of 16 bytes, half by half.
void atomic_whole_lane(warp& w, const op& o, int i, region& r, std::uint64_t offset) {
  const bool compares = kind_of(o) == atomic_kind::cas;
  std::uint64_t old[2];
  shadow_snapshot saved[2];
  bool swaps = true, undefined = false;
  for (unsigned h = 0; h < 2; ++h) {
    old[h] = read_bytes(r, offset + 8 * h, 8);
    undefined = undefined || r.is_undefined(offset + 8 * h, 8);
    saved[h] = take_cells(w, r, offset + 8 * h, 8);
    if (compares) swaps = swaps && old[h] == read_register(w, following(o.b, 2 * h), 64, i);
  }
  for (unsigned h = 0; h < 2 && swaps; ++h) {
    const ref fresh = following(compares ? o.c : o.b, 2 * h);
    const std::uint64_t v = read_register(w, fresh, 64, i);
    store_meaning(w, fresh, 64, i, r, offset + 8 * h, 8);
    std::memcpy(r.data.data() + offset + 8 * h, &v, 8);
  }
  for (unsigned h = 0; h < 2; ++h) {
    const ref d = following(o.d, 2 * h);
    for (std::uint32_t slot = 0; slot < 2; ++slot) drop_shadow(w, following(d, slot), 1u << i);
    write_register(w, d, 64, i, old[h]);
    if (undefined) w.shadow(d).poison |= 1u << i, w.tainted = true;
    give_cells(w, saved[h], d, i, 8);
  }
}

void atomic_whole(warp& w, const op& o) {
  act_in_turn(w, o, 16, [&](int i, region& r, std::uint64_t offset) { atomic_whole_lane(w, o, i, r, offset); });
}

} // namespace

handler memory_handler(memory_kind k) {
  switch (k) {
  case memory_kind::load: return &load;
  case memory_kind::store: return &store;
  case memory_kind::atomic: return &atomic;
  case memory_kind::atomic_whole: return &atomic_whole;
  }
  return nullptr;
}

} // namespace fpcheck::exec
