#pragma once
// Sums of a number's bits and a multiple of its exponent's unit: a product with a power of two, as long as the exponent stays in its field.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// Which operand of an instruction is the number.
enum class exponent_operand : std::uint8_t { none, a, b, c };
/// By pc: additions, subtractions and multiply-adds of integers that move the exponent of a number of binary32, and whose result is taken for one.
std::vector<exponent_operand> find_exponent_sums(const program& p);

} // namespace fpcheck::exec
