#pragma once
// Products and sums of 32 bits that are taken for numbers: what leaves the range is no remainder, but lost.
#include <fpcheck/exec/integer_risk.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// How the conversion to floating point reads what each instruction computes, by pc.
std::vector<counted_as> find_counted_integers(const program& p);

} // namespace fpcheck::exec
