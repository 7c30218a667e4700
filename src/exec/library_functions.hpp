#pragma once
// The ways of the mathematical library (libdevice's, which nvcc, clang, Triton and Numba link alike) that would look like errors if
// they were not known: each function here names the library's functions and what they do.
#include "def_use.hpp"

namespace fpcheck::exec {

/// sinf, cosf and tanf subtract a multiple of pi / 2 first: fma(k, -1.57079625, x), `role::range_reduction`.
void find_range_reductions(program& p, const function_code& code, const def_use& g);
/// logf, atanhf and others take the literal infinity where their argument, whose bits they also take apart, equals zero: `role::pole`.
void find_poles(program& p, const function_code& code, const def_use& g);
/// powf and its kin end with `|r| > limit ? (r < 0 ? 0 : inf) : result`. Where r rounded to zero, its sign in exact arithmetic decides
/// nothing: the result beyond the range is not taken. The comparison is part of how the infinity is chosen, `role::pole`.
void find_idle_signs(program& p, const function_code& code, const def_use& g);

/// logf keeps the exponent of its argument's bits moved by a constant (`(bits - 0x3f2aaaab) & 0xff800000`), and exponent functions that
/// of the bits themselves. Whether `o` made `result` so of `bits`, and would have of every number within `error` of the one with the bits
/// `code`: then the result is an integer that exact arithmetic would have found too.
bool keeps_binade(const op& o, std::uint32_t bits, std::uint32_t code, double error, std::uint32_t result);
/// logf and frexp leave nothing of a number but its binade, by a literal mask without fraction bits (`masks`); rsqrt's old seed, a
/// difference from a literal, is a new number. `source` is the operand that holds the number.
bool takes_exponent(const op& o, bool masks, int source);

} // namespace fpcheck::exec
