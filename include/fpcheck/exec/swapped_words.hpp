#pragma once
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

struct program;
/// A word that is taken for another one, by an instruction that puts two of them together to a number of binary64, or takes one apart. Only where the
/// result is computed with, or, of the first, stored as such a number.
struct mistaken_word {
  std::uint32_t pc = 0;
  enum kind : std::uint8_t {
    lower_for_upper,  ///< the upper word was the lower one of such a number: its sign and exponent are digits of a fraction
    single_for_upper, ///< the upper word is a computed number of binary32
    word_for_single,  ///< a word of a computed number of binary64 is a number of binary32
    small_for_single  ///< an integer below 2^16 is a number of binary32
  } what{};
};
std::vector<mistaken_word> find_mistaken_words(const program& p);

/// Where the lower half of a computed number in binary32 is taken for a number, and nothing of the upper half is used: the halves were mistaken for
/// each other. Either it is computed with, at the place of a number's upper half or as one of 16 bits, or shared memory keeps it, in two bytes or
/// beside half of another number.
struct lower_half {
  std::uint32_t pc = 0;
  bool kept = false; ///< in shared memory
};
std::vector<lower_half> find_lower_halves(const program& p);

} // namespace fpcheck::exec
