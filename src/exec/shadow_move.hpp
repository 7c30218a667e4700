#pragma once
// How shadows travel with bits: between registers, to and from memory, through integer instructions (rule R2).
#include <fpcheck/base/config.hpp>
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// The slot `k` slots after `r` (the high half of a 64-bit register for k = 1).
inline ref following(ref r, std::uint32_t k) {
  r.offset += k * slot_bytes;
  return r;
}

/// Forgets everything about the lanes `mask` of a slot: their bits mean exactly themselves.
inline void drop_shadow(warp& w, const ref& d, std::uint32_t mask) {
  if (d.where != pool::frame) return;
  slot_shadow& s = w.shadow(d);
  const std::uint32_t keep = ~mask;
  s.live &= keep, s.input &= keep, s.born &= keep, s.cut &= keep, s.poison &= keep, s.stray &= keep;
}

/// Prepares lanes `mask` of a slot to hold numbers under `tag`. Lanes outside `mask` that hold another tag are converted
/// where that is possible and lost (`cut`) where not. The planes are the caller's to fill.
void set_tag(warp& w, const ref& d, shadow_tag tag, std::uint32_t mask);

/// Copies the shadow and the taints of lanes `mask` from slot `a` to slot `d`; both hold 32 bits (or a half of 64).
void copy_shadow(warp& w, const ref& d, const ref& a, std::uint32_t mask);
/// The same, with destination lane i taking source lane `from[i]` (shuffles).
void shuffle_shadow(warp& w, const ref& d, const ref& a, std::uint32_t mask, const int* from);
/// Copies a register of `bits` bits: one slot, or two.
void copy_register(warp& w, const ref& d, const ref& a, int bits, std::uint32_t mask);

/// Facts that travel with values, as lane masks.
struct taint_masks {
  std::uint32_t born = 0, cut = 0, poison = 0, stray = 0;
  bool any() const { return (born | cut | poison | stray) != 0; }
};
/// Calls `f` with the shadow of every slot that `o` reads.
template <class F>
FPCHECK_INLINE void for_each_source(warp& w, const op& o, F&& f) {
  const auto look = [&](const ref& r, int bits) __attribute__((always_inline)) {
    if (r.where != pool::frame) return;
    f(w.shadow(r));
    if (bits == 64) f(w.shadow(following(r, 1)));
  };
  look(o.a, o.a_bits);
  look(o.b, o.b_bits);
  look(o.c, 32);
  look(o.e, 32);
}
/// The taints of the sources of `o`, united.
FPCHECK_INLINE taint_masks source_taints(warp& w, const op& o) {
  std::uint32_t any = 0;
  for_each_source(w, o, [&](const slot_shadow& s) { any |= s.taints(); });
  taint_masks t;
  if (any != 0) for_each_source(w, o, [&](const slot_shadow& s) { t.born |= s.born, t.cut |= s.cut, t.poison |= s.poison, t.stray |= s.stray; });
  return t;
}
/// Adds taints to the executing lanes of `d` after `drop_shadow`.
void add_taints(warp& w, const ref& d, const taint_masks& t, std::uint32_t mask);

/// The executing lanes whose result depends on a predicate that an undefined value decided.
std::uint32_t undefined_predicates(const warp& w, const op& o);

/// After an instruction without a shadow of its own: results are exact, taints spread.
void spread_taints(warp& w, const op& o);

/// One cell of memory to lane `lane` of a slot and back. `byte` is the offset in the cell, `bytes` 1, 2 or 4.
void load_cell(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset, unsigned bytes);
void store_cell(warp& w, const ref& a, int lane, region& r, std::uint64_t offset, unsigned bytes);
/// Forgets the shadows of the cells of [offset, offset + bytes).
void drop_cells(region& r, std::uint64_t offset, unsigned bytes);

/// The word in plane 0 of a part of a packed slot or cell that has no shadow: its bits mean exactly themselves.
inline constexpr std::uint64_t exact_marker = 0x7ff4'5eed'0000'0001u;

/// A view of one number: the domain's words, strided by 32 within a slot's planes.
struct number_words {
  std::uint64_t* first;
  std::uint64_t& operator[](int plane) const { return first[static_cast<std::ptrdiff_t>(plane) * warp_size]; }
};
/// Part `part` of lane `lane` of a slot.
number_words number_at(warp& w, const ref& r, int lane, int part);

/// The handler that a shadow domain uses for instructions that are not arithmetic: moves, integer operations, selection.
handler generic_shadow_handler(const op& o);

} // namespace fpcheck::exec
