#include "group_operands.hpp"
#include "truncation.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/halves.hpp>

#include <cmath>

namespace fpcheck::exec {

number_words number_at(warp& w, const ref& r, int lane, int part) {
  if (part == 0) return {w.plane(r) + lane};
  extra_shadow& x = w.extra(r);
  return {x.words.data() + static_cast<std::size_t>(part - 1) * static_cast<std::size_t>(w.planes) * warp_size + static_cast<std::size_t>(lane)};
}

namespace {

/// Whether the slot remembers codes beside its numbers: what an integer was made of, or the high half that the low half of a
/// binary64 was taken from.
bool remembers_codes(const slot_shadow& s) { return s.tag == shadow_tag::derived || (s.tag == shadow_tag::f64 && s.extra != 0xffffffffu); }

/// Whether it remembers which bytes of its poisoned lanes are undefined.
bool remembers_bytes(const slot_shadow& s) { return s.poison != 0 && s.extra != 0xffffffffu; }

bool reinterprets_as_derived(shadow_tag a, shadow_tag b) {
  return (a == shadow_tag::f32 && b == shadow_tag::derived) || (a == shadow_tag::derived && b == shadow_tag::f32);
}

} // namespace

void set_tag(warp& w, const ref& d, shadow_tag tag, std::uint32_t mask) {
  slot_shadow& s = w.shadow(d);
  const std::uint32_t others = s.live & ~mask;
  if (others != 0 && s.tag != tag) {
    const std::uint32_t* bits = w.lanes<std::uint32_t>(d);
    extra_shadow* x = reinterprets_as_derived(s.tag, tag) ? &w.extra(d) : nullptr;
    if (x != nullptr && tag == shadow_tag::derived) {
      for_each_lane(others, [&](int i) { x->source[static_cast<std::size_t>(i)] = bits[i]; });
    } else if (x != nullptr) {
      for_each_lane(mask, [&](int i) { x->source[static_cast<std::size_t>(i)] = bits[i]; });
      s.live |= mask;
      return;
    } else {
      s.cut |= others;
      s.live &= mask;
    }
  }
  s.tag = tag;
  s.live |= mask;
}

namespace {

/// Whether all lanes hold plain numbers, one each, with nothing else to say.
bool all_numbers(const slot_shadow& s) {
  return s.live == 0xffffffffu && (s.input | s.taints()) == 0 && parts(s.tag) == 1 && s.tag != shadow_tag::derived;
}

void shuffle_numbers(warp& w, const ref& d, const ref& a, const int* from) {
  std::uint64_t words[warp_size];
  for (int p = 0; p < w.planes; ++p) {
    const std::uint64_t* source = w.plane(a) + p * warp_size;
    for (int i = 0; i < warp_size; ++i) words[i] = source[from[i]];
    std::memcpy(w.plane(d) + p * warp_size, words, sizeof words);
  }
  slot_shadow& s = w.shadow(d);
  s.tag = w.shadow(a).tag;
  s.live = 0xffffffffu;
  s.input = s.born = s.cut = s.poison = s.stray = 0;
}

} // namespace

void shuffle_shadow(warp& w, const ref& d, const ref& a, std::uint32_t mask, const int* from) {
  if (d.where != pool::frame) return;
  if (a.where != pool::frame || w.shadow(a).any() == 0) return drop_shadow(w, d, mask);
  if (mask == 0xffffffffu && from != nullptr && all_numbers(w.shadow(a))) return shuffle_numbers(w, d, a, from);
  const slot_shadow source = w.shadow(a);
  const int planes = w.planes;
  // A copy, since the destination may be the source.
  std::uint64_t words[4][warp_size * 32];
  std::array<std::uint32_t, warp_size> codes{};
  const int count = parts(source.tag);
  if (remembers_codes(source) || remembers_bytes(source)) codes = w.extra(a).source;
  if (source.live != 0) {
    for (int k = 0; k < count; ++k) std::memcpy(words[k], number_at(w, a, 0, k).first, static_cast<std::size_t>(planes) * warp_size * 8);
  }
  std::uint32_t live = 0, input = 0, born = 0, cut = 0, poison = 0, stray = 0;
  for_each_lane(mask, [&](int i) {
    const std::uint32_t bit = 1u << i;
    const int j = from != nullptr ? from[i] : i;
    const auto take = [&](std::uint32_t m) { return ((m >> j) & 1u) != 0 ? bit : 0u; };
    live |= take(source.live);
    input |= take(source.input);
    born |= take(source.born);
    cut |= take(source.cut);
    poison |= take(source.poison);
    stray |= take(source.stray);
  });
  drop_shadow(w, d, mask);
  if (live != 0) {
    set_tag(w, d, source.tag, live);
    if (w.shadow(d).tag == source.tag && remembers_codes(source)) {
      extra_shadow& x = w.extra(d);
      for_each_lane(live, [&](int i) { x.source[static_cast<std::size_t>(i)] = codes[static_cast<std::size_t>(from != nullptr ? from[i] : i)]; });
    }
    for (int k = 0; k < count; ++k) {
      std::uint64_t* const to = number_at(w, d, 0, k).first;
      for (int p = 0; p < planes; ++p)
        for_each_lane(live, [&](int i) { to[p * warp_size + i] = words[k][p * warp_size + (from != nullptr ? from[i] : i)]; });
    }
  }
  if (poison != 0 && remembers_bytes(source))
    for_each_lane(poison & ~live, [&](int i) { w.extra(d).source[static_cast<std::size_t>(i)] = codes[static_cast<std::size_t>(from != nullptr ? from[i] : i)]; });
  slot_shadow& s = w.shadow(d);
  s.input |= input;
  s.born |= born;
  s.cut |= cut;
  s.poison |= poison;
  s.stray |= stray;
}

void copy_shadow(warp& w, const ref& d, const ref& a, std::uint32_t mask) {
  if (d.where != pool::frame) return;
  if (a.where != pool::frame || w.shadow(a).any() == 0) return drop_shadow(w, d, mask);
  if (a.offset == d.offset) return;
  const slot_shadow& from = w.shadow(a);
  slot_shadow& to = w.shadow(d);
  // The common case, a whole slot of plain numbers, is one block copy.
  if (mask == 0xffffffffu && parts(from.tag) <= 1 && !remembers_codes(from) && !remembers_bytes(from)) {
    const std::uint32_t extra = to.extra;
    to = from;
    to.extra = extra;
    std::memcpy(w.plane(d), w.plane(a), static_cast<std::size_t>(w.planes) * warp_size * 8);
  } else {
    shuffle_shadow(w, d, a, mask, nullptr);
  }
  if ((from.poison & mask) != 0) move_pending(w, d, a, from.poison & mask);
}

void copy_register(warp& w, const ref& d, const ref& a, int bits, std::uint32_t mask) {
  copy_shadow(w, d, a, mask);
  if (bits == 64 && d.where == pool::frame)
    copy_shadow(w, following(d, 1), a.where == pool::frame ? following(a, 1) : ref{}, mask);
}

void add_taints(warp& w, const ref& d, const taint_masks& t, std::uint32_t mask) {
  if (d.where != pool::frame || !t.any()) return;
  slot_shadow& s = w.shadow(d);
  s.born |= t.born & mask;
  s.cut |= t.cut & mask;
  s.poison |= t.poison & mask;
  s.stray |= t.stray & mask;
}

std::uint32_t undefined_predicates(const warp& w, const op& o) {
  std::uint32_t from = 0;
  if (o.pa) from |= w.top->predicate_poison[o.pa.index];
  if (o.pb) from |= w.top->predicate_poison[o.pb.index];
  from &= w.exec;
  return from != 0 && o.meaning.reach == ptx::reach::warp ? w.exec : from; // one lane's vote is in everybody's count
}

void spread_taints(warp& w, const op& o) {
  taint_masks t = source_taints(w, o);
  const std::uint32_t undecided = undefined_predicates(w, o);
  t.poison |= undecided;
  const auto give = [&](const ref& d, int bits) {
    if (d.where != pool::frame) return;
    for (int k = 0; k < (bits == 64 ? 2 : 1); ++k) {
      const ref r = following(d, static_cast<std::uint32_t>(k));
      drop_shadow(w, r, w.exec);
      add_taints(w, r, {0, t.cut, t.poison, t.stray}, w.exec);
    }
  };
  give(o.d, o.d_bits);
  give(o.d2, o.d_bits);
  for (const predicate_ref* p : {&o.pd, &o.pd2}) {
    if (!*p) continue;
    std::uint32_t& poison = w.top->predicate_poison[p->index];
    poison = (poison & ~w.exec) | ((t.poison | t.stray) & w.exec);
  }
}

namespace {

/// Which parts of a cell an access of `bytes` bytes at `byte` covers, as the tag the register gets; none if it does not
/// respect the numbers' borders.
struct part_view {
  shadow_tag tag = shadow_tag::none;
  int first = 0; ///< first part of the cell
};
part_view view_of(shadow_tag cell, unsigned byte, unsigned bytes) {
  using t = shadow_tag;
  if (bytes == 4) return {cell, 0};
  if (bytes == 2) {
    const int half = static_cast<int>(byte / 2);
    if (cell == t::half2) return {t::half, half};
    if (cell == t::half && half == 0) return {t::half, 0};
    if (cell == t::f32 && half == 1) return {t::half, 0}; // truncation to bfloat16
    if (cell == t::bytes4) return {t::bytes2, half * 2};
    if (cell == t::bytes2 && half == 0) return {t::bytes2, 0};
    if (cell == t::byte && half == 0) return {t::byte, 0};
    return {};
  }
  if (cell == t::bytes4 || cell == t::bytes2) {
    const int limit = cell == t::bytes4 ? 4 : 2;
    return static_cast<int>(byte) < limit ? part_view{t::byte, static_cast<int>(byte)} : part_view{};
  }
  if (cell == t::byte && byte == 0) return {t::byte, 0};
  return {};
}

} // namespace

namespace {

/// Bytes of a binary64 on their way through a register that is too narrow for it: a code beside the number that no high half
/// of a number has says which number.
std::uint32_t piece_mark(const region& r, std::uint64_t cell) {
  std::uint64_t code = 0;
  if (cell * 4 + sizeof code > r.data.size()) return 0;
  std::memcpy(&code, r.data.data() + cell * 4, sizeof code);
  return 0x7ff80000u | static_cast<std::uint32_t>((code ^ code >> 29) * 0x9e3779b97f4a7c15u >> 45);
}
bool is_piece_mark(std::uint32_t code) { return code >> 19 == 0xfffu; }

/// Loads part of a cell of the binary64 that lies in the cells from `first` on. False if there is none.
bool load_piece(warp& w, const ref& d, int lane, const region& r, std::uint64_t first) {
  const shadow_cell* low = r.shadow.find(first);
  const std::uint32_t mark = piece_mark(r, first);
  if (low == nullptr || low->tag != shadow_tag::f64 || mark == 0) return false;
  set_tag(w, d, shadow_tag::f64, 1u << lane);
  w.extra(d).source[static_cast<std::size_t>(lane)] = mark;
  const std::uint64_t* from = r.shadow.words(first);
  const number_words to = number_at(w, d, lane, 0);
  for (int p = 0; p < w.planes; ++p) to[p] = from[p];
  return true;
}

/// Stores part of a binary64: whole again with the last of its bytes.
void store_piece(warp& w, const ref& a, int lane, region& r, std::uint64_t first, std::uint8_t taints) {
  shadow_cell &low = r.shadow.touch(first), &high = r.shadow.touch(first + 1);
  const number_words from = number_at(w, a, lane, 0);
  std::uint64_t* to = r.shadow.words(first);
  for (int p = 0; p < w.planes; ++p) to[p] = from[p];
  const bool whole = piece_mark(r, first) == w.extra(a).source[static_cast<std::size_t>(lane)];
  low.tag = whole ? shadow_tag::f64 : shadow_tag::none;
  high.tag = whole ? shadow_tag::f64_high : shadow_tag::none;
  low.taints |= taints, high.taints |= taints;
}

/// Whether every number that the view takes out of a packed cell is exact: it has nothing to carry then.
bool is_exact_part(const region& r, std::uint64_t index, const part_view& v) {
  const shadow_tag cell = r.shadow.find(index)->tag;
  if (cell != shadow_tag::half2 && cell != shadow_tag::bytes4) return false;
  const shadow_memory& memory = r.shadow;
  for (int k = 0; k < parts(v.tag); ++k)
    if (*memory.words(index, v.first + k) != exact_marker) return false;
  return true;
}

/// Bytes that are exact replace part of a cell: the numbers beside them stay. False if the cell holds none that can.
bool store_exact_part(region& r, std::uint64_t offset, unsigned bytes) {
  const std::uint64_t index = offset / 4;
  shadow_cell* cell = r.shadow.empty() ? nullptr : r.shadow.find(index);
  if (cell == nullptr || bytes >= 4 || (offset & 3) + bytes > 4) return false;
  const auto first = static_cast<int>(offset & 3), end = first + static_cast<int>(bytes);
  if (cell->tag == shadow_tag::half && first >= 2) return true; // beside a number in the low half
  if (cell->tag != shadow_tag::half2 && cell->tag != shadow_tag::bytes4) return false;
  const int size = cell->tag == shadow_tag::half2 ? 2 : 1;
  for (int k = first / size; k < (end + size - 1) / size; ++k) *r.shadow.words(index, k) = exact_marker;
  return true;
}

} // namespace

void load_cell(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset, unsigned bytes) {
  const shadow_cell* cell = r.shadow.find(offset / 4);
  if (cell == nullptr) return;
  const std::uint32_t bit = 1u << lane;
  slot_shadow& s = w.shadow(d);
  if ((cell->taints & taint_born) != 0) s.born |= bit;
  if ((cell->taints & taint_cut) != 0) s.cut |= bit;
  if ((cell->taints & taint_lane) != 0) s.stray |= bit;
  if ((cell->taints & taint_input) != 0) s.input |= bit;
  if (cell->tag == shadow_tag::none || w.planes == 0) return;
  part_view v = view_of(cell->tag, static_cast<unsigned>(offset & 3), bytes);
  std::uint32_t source = cell->source;
  if (cell->tag == shadow_tag::half2 && cell->source != 0 && v.tag == shadow_tag::half2) v.tag = shadow_tag::none; // halves of several numbers
  if (v.tag == shadow_tag::none && (cell->tag == shadow_tag::f32 || cell->tag == shadow_tag::derived)) {
    v.tag = shadow_tag::derived; // part of a number's bits, as a shift would take it
    if (cell->tag == shadow_tag::f32) std::memcpy(&source, r.data.data() + offset / 4 * 4, sizeof source);
  }
  if (v.tag == shadow_tag::none) {
    if (cell->tag != shadow_tag::f64 && cell->tag != shadow_tag::f64_high) s.cut |= bit;
    else if (!load_piece(w, d, lane, r, offset / 4 & ~std::uint64_t{1})) s.cut |= bit;
    return;
  }
  if (is_exact_part(r, offset / 4, v)) return;
  if (v.tag == shadow_tag::half && cell->tag == shadow_tag::half2 && ((cell->source >> v.first) & 1u) != 0) {
    std::uint16_t lower = 0;
    std::memcpy(&lower, r.data.data() + offset, sizeof lower);
    const shadow_memory& numbers = r.shadow;
    v.tag = shadow_tag::derived, source = code_with(lower, bit_cast<double>(*numbers.words(offset / 4, v.first)));
  }
  set_tag(w, d, v.tag, bit);
  if (v.tag == shadow_tag::derived || (v.tag == shadow_tag::f64 && cell->source != 0)) w.extra(d).source[static_cast<std::size_t>(lane)] = source;
  const shadow_memory& memory = r.shadow;
  for (int k = 0; k < parts(v.tag); ++k) {
    const number_words to = number_at(w, d, lane, k);
    const std::uint64_t* from = memory.words(offset / 4, v.first + k);
    for (int p = 0; p < w.planes; ++p) to[p] = from[p];
  }
}

namespace {

/// Whether the register holds bytes `byte` and on of the number whose bits it was made of.
bool is_own_byte(warp& w, const ref& a, int lane, unsigned byte, unsigned bytes) {
  const std::uint32_t field = (1u << (8 * bytes)) - 1u;
  return ((w.extra(a).source[static_cast<std::size_t>(lane)] >> (8 * byte)) & field) == (w.lanes<std::uint32_t>(a)[lane] & field);
}

std::uint8_t taints_of_lane(const slot_shadow& s, std::uint32_t bit) {
  if ((s.any() & bit) == 0) return taint_none;
  std::uint8_t taints = taint_none;
  if ((s.born & bit) != 0) taints |= taint_born;
  if ((s.cut & bit) != 0) taints |= taint_cut;
  if ((s.stray & bit) != 0) taints |= taint_lane;
  if ((s.input & bit) != 0) taints |= taint_input;
  return taints;
}

/// Number `from` of a register's lane becomes number `to` of a cell.
void copy_number(warp& w, const ref& a, int lane, int from, region& r, std::uint64_t index, int to) {
  const number_words src = number_at(w, a, lane, from);
  std::uint64_t* dst = r.shadow.words(index, to);
  for (int p = 0; p < w.planes; ++p) dst[p] = src[p];
}

/// A number whose lower half lies in the low half of a cell is whole again with its upper half.
void rejoin_halves(region& r, std::uint64_t index, shadow_cell& cell) {
  std::uint32_t now = 0;
  std::memcpy(&now, r.data.data() + index * 4, std::min<std::uint64_t>(sizeof now, r.data.size() - index * 4));
  if (cell.source == 1u && is_whole(now, bit_cast<double>(*r.shadow.words(index, 0)))) cell.tag = shadow_tag::f32, cell.source = 0;
}

/// Stores a live number into a part of a cell, whose other parts keep theirs where they have the same width. Returns what taints it.
std::uint8_t store_part(warp& w, const ref& a, int lane, region& r, std::uint64_t offset, unsigned bytes, shadow_cell& cell) {
  using t = shadow_tag;
  const slot_shadow& s = w.shadow(a);
  const std::uint64_t index = offset / 4;
  const auto byte = static_cast<unsigned>(offset & 3);
  const bool is_lower = s.tag == t::f32 || (s.tag == t::derived && is_own_byte(w, a, lane, 0, 2));
  if (bytes == 2 && (s.tag == t::half || is_lower)) {
    if (cell.tag != t::half2) {
      cell.tag = t::half2, cell.source = 0;
      for (int k = 0; k < 2; ++k) *r.shadow.words(index, k) = exact_marker;
    }
    copy_number(w, a, lane, 0, r, index, static_cast<int>(byte / 2));
    const std::uint32_t mark = 1u << (byte / 2);
    cell.source = is_lower ? cell.source | mark : cell.source & ~mark;
    rejoin_halves(r, index, cell);
  } else if (s.tag == t::bytes2 || s.tag == t::byte || s.tag == t::bytes4) {
    if (cell.tag != t::bytes4) {
      cell.tag = t::bytes4;
      for (int k = 0; k < 4; ++k) *r.shadow.words(index, k) = exact_marker;
    }
    const int count = bytes == 2 && s.tag != t::byte ? 2 : 1;
    for (int k = 0; k < count; ++k) copy_number(w, a, lane, k, r, index, static_cast<int>(byte) + k);
  } else if (s.tag == t::derived && is_own_byte(w, a, lane, byte, bytes)) {
    // A number that is copied byte by byte: whole again with its last byte.
    std::uint32_t now = 0;
    std::memcpy(&now, r.data.data() + index * 4, std::min<std::uint64_t>(sizeof now, r.data.size() - index * 4));
    cell.source = w.extra(a).source[static_cast<std::size_t>(lane)];
    cell.tag = now == cell.source ? t::f32 : t::derived;
    copy_number(w, a, lane, 0, r, index, 0);
  } else {
    cell.tag = t::none;
    if (s.tag != t::derived || loses_error(w, a, lane)) return taint_cut;
  }
  return taint_none;
}

} // namespace

void store_cell(warp& w, const ref& a, int lane, region& r, std::uint64_t offset, unsigned bytes) {
  using t = shadow_tag;
  const std::uint32_t bit = 1u << lane;
  const slot_shadow* s = a.where == pool::frame ? &w.shadow(a) : nullptr;
  const bool live = s != nullptr && (s->live & bit) != 0;
  const std::uint8_t taints = s != nullptr ? taints_of_lane(*s, bit) : std::uint8_t{taint_none};
  const bool beside = !live && store_exact_part(r, offset, bytes);
  if (!live && taints == taint_none) return beside ? void() : drop_cells(r, offset, bytes);
  const std::uint64_t index = offset / 4;
  shadow_cell& cell = r.shadow.touch(index);
  if (!live) {
    if (bytes == 4) cell.tag = t::none, cell.taints = taints;
    else cell.taints |= taints;
    return;
  }
  if (bytes == 4) {
    cell.tag = s->tag;
    cell.taints = taints;
    cell.source = s->tag == t::f64 && remembers_codes(*s) ? w.extra(a).source[static_cast<std::size_t>(lane)] : 0;
    if (s->tag == t::derived) {
      const std::uint32_t* bits = w.lanes<std::uint32_t>(a);
      cell.source = w.extra(a).source[static_cast<std::size_t>(lane)];
      if (cell.source == bits[lane]) cell.tag = t::f32;
    }
    for (int k = 0; k < parts(cell.tag); ++k) copy_number(w, a, lane, k, r, index, k);
    return;
  }
  if (s->tag == t::f64 && remembers_codes(*s) && is_piece_mark(w.extra(a).source[static_cast<std::size_t>(lane)]) && (index | 1u) < r.cells())
    return store_piece(w, a, lane, r, index & ~std::uint64_t{1}, taints);
  cell.taints |= store_part(w, a, lane, r, offset, bytes, cell) | taints;
}

void drop_cells(region& r, std::uint64_t offset, unsigned bytes) {
  if (r.shadow.empty()) return;
  for (std::uint64_t c = offset / 4; c <= (offset + bytes - 1) / 4; ++c) {
    shadow_cell* cell = r.shadow.find(c);
    if (cell == nullptr) continue;
    cell->tag = shadow_tag::none;
    cell->taints = taint_none;
  }
}

} // namespace fpcheck::exec
