#pragma once
// Watches integer instructions that order numbers by their bits, or lets them order the numbers.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Whether `o` asks which of two integers is the larger: in registers, in memory, or in a warp.
bool orders_integers(const op& o);

/// Whether `o` is a comparison that asks so, of literals too.
bool compares_order(const op& o);

/// The executing lanes in which such a comparison of 32 bits has those of a NaN of the kernel's own making to order, and is no test for NaNs.
std::uint32_t nans_ordered_by(warp& w, const op& o);

/// Notes what an instruction of which that holds is about to order: codes that look like numbers; where codes are followed
/// (`run_plan::follows_codes`), numbers.
void note_bit_order(warp& w, const op& o);

/// The look alone, to be put around an instruction.
handler bit_order_watcher();

/// Puts a look around the instructions of which that holds. Requires: handlers are bound.
void watch_bit_orders(wrapped_machine& m);

/// Lets the instruction at `pc` order the numbers whose bits it is given. Requires: the same.
void order_numbers(wrapped_machine& m, std::uint32_t pc);

/// Marks the words of a 64-bit result that are the code of a number, as the operands' marks say (x << 32 | y). Requires: codes are followed;
/// `before` are the marks and words of the operands.
struct marked_words {
  std::uint32_t marks[3][2] = {};
  std::uint32_t words[3][2][warp_size] = {};
  int count = 0;
};
marked_words marks_of(warp& w, const op& o);
void pass_marks(warp& w, const op& o, const marked_words& before);

} // namespace fpcheck::exec
