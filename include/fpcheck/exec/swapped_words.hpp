#pragma once
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

struct program;
/// Instructions that put two words together to a number of binary64 whose upper word was the lower one of such a number: its sign and exponent are
/// digits of a fraction. Only where the result is computed with, or stored, as such a number.
std::vector<std::uint32_t> find_swapped_words(const program& p);

/// Where the lower half of a computed number in binary32 is taken for a number, and nothing of the upper half is used: the halves were mistaken for
/// each other. Either it is computed with, at the place of a number's upper half or as one of 16 bits, or shared memory keeps it, in two bytes or
/// beside half of another number.
struct lower_half {
  std::uint32_t pc = 0;
  bool kept = false; ///< in shared memory
};
std::vector<lower_half> find_lower_halves(const program& p);

} // namespace fpcheck::exec
