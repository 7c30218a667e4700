#pragma once
// Atomics on one element, and the reductions that the copy unit carries out.
#include "handlers.hpp"
#include "lane_places.hpp"

namespace fpcheck::exec {

/// One lane of an atomic on one element: the memory, the result register `d` (none for a reduction) and every meaning attached to them. `b` holds the
/// operand; op::choice, op::format, op::width and op::b_bits say what is done.
void act_on_element(warp& w, const op& o, int lane, region& r, std::uint64_t offset, const ref& d, const ref& b);

/// A reduction that instruction `o` carries out on elements of a type, as an instruction of its own: `act_on_element` takes it.
/// `type` and `operation` as written; `global` whether the memory is so. The copy unit keeps subnormals of binary32 even there.
op reduction_of(const op& o, ptx::modifier type, ptx::modifier operation, bool global);
/// The word of a reduction's operation in the opcode.
ptx::modifier reduction_word(const ptx::instruction& i);

/// Combines `bytes` bytes of elements at `from` into those at `to`, one after another. `room`: two slots of registers that nobody reads.
void reduce_elements(warp& w, const op& reduction, int lane, const ref& room, const lane_place& to, const lane_place& from, std::uint64_t bytes);

} // namespace fpcheck::exec
