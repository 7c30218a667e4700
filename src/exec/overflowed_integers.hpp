#pragma once
// Products and sums of 32 bits that are taken for numbers: what leaves the range is no remainder, but lost.
#include <fpcheck/exec/integer_risk.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// How the conversion to floating point reads what each instruction computes, by pc.
std::vector<counted_as> find_counted_integers(const program& p);

/// Factors and addends of the size that those of hashes and generators have: they mix bits on purpose.
bool has_mixing_size(std::int64_t factor);
bool has_mixing_size_of_addend(std::int64_t addend);

} // namespace fpcheck::exec
