#pragma once
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

struct program;
/// Instructions that put two words together to a number of binary64 whose upper word was the lower one of such a number: its sign and exponent are
/// digits of a fraction. Only where the result is computed with, or stored, as such a number.
std::vector<std::uint32_t> find_swapped_words(const program& p);

} // namespace fpcheck::exec
