#pragma once
// What the copy unit moves: bytes with their definedness and their shadows, from memory to memory.
#include "lane_places.hpp"

namespace fpcheck::exec {

/// Whole, aligned cells. Requires: they are inside both regions.
void copy_bytes(warp& w, const lane_place& to, const lane_place& from, std::uint64_t bytes);
/// Elements of `each` bytes at any multiple of that. `room` is a register that nobody reads, two slots for lane `lane` to pass numbers through.
void copy_elements(warp& w, int lane, const ref& room, const lane_place& to, const lane_place& from, std::uint64_t bytes, unsigned each);
/// One element of at most 8 bytes into a register, as if loaded.
void load_piece_of(warp& w, int lane, const ref& d, const lane_place& from, unsigned bytes);
/// Zeros, which are exact.
void fill_zero(const lane_place& to, std::uint64_t bytes);

/// False, with a fault, where the place must not be written.
bool is_writable(warp& w, const op& o, int lane, const lane_place& to);
/// Remembers the instruction if it writes the element whose writer is wanted.
void note_writer(warp& w, const op& o, const lane_place& to, std::uint64_t bytes);

} // namespace fpcheck::exec
