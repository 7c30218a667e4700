#pragma once
// Elements of matrices between memory and registers, with definedness, taints and numbers.
#include <fpcheck/exec/machine.hpp>

#include <cstddef>

namespace fpcheck::exec {

/// Where the lanes of a warp access memory: those of `found`.
struct places_of_lanes {
  std::array<region*, warp_size> where{};
  std::array<std::uint64_t, warp_size> offset{};
  std::uint32_t found = 0;
};

/// Makes part `part` of a packed register the number whose words are `from`, `stride` apart, or exact where there is none.
void put_number(warp& w, const ref& d, int lane, int part, const std::uint64_t* from, std::ptrdiff_t stride);

/// What stands beside a word of 4 bytes that a lane loads: its definedness, taints and numbers. The bits are in `d` already.
void load_word(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset);
void load_wide(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset); ///< of 8 bytes, for two slots
/// The same of the two 16-bit elements that a lane's word is made of.
void load_elements(warp& w, const ref& d, int lane, const region* const (&where)[2], const std::uint64_t (&offset)[2]);
/// Stores a lane's word, or 16-bit element `part` of it, bits and all.
void store_word(warp& w, const ref& a, int lane, region& r, std::uint64_t offset);
void store_wide(warp& w, const ref& a, int lane, region& r, std::uint64_t offset);
void store_element(warp& w, const ref& a, int lane, int part, region& r, std::uint64_t offset);
/// Tells whoever looks for races, or for the writer of an element, that `o` stores `bytes` bytes of `a` in each lane.
void note_stores(warp& w, const op& o, const ref& a, space s, const places_of_lanes& p, unsigned bytes);

} // namespace fpcheck::exec
