#pragma once
// Integers that a run of narrow stores keeps whole, a byte or two each: samples of 24 bits, words of a stream in its own order.
#include "def_use.hpp"

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// What a narrow store and its neighbours, which store what lies above, keep of an integer together.
struct split_word {
  std::uint8_t bits = 0;    ///< in all; 0: nothing lies beside it
  bool has_no_sign = false; ///< the integer is never negative, as one reads that who puts the bytes together
};

/// By pc, of every store of one element of one or two bytes. The stores are of one block, at places side by side in one order, of a register and of what shifts by 8 (16)
/// leave of it: all that one of them drops another one keeps.
std::vector<split_word> find_split_words(const program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
