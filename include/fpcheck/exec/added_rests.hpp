#pragma once
// Sums whose compensation has the wrong sign: what they lost is lost once more.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// The error terms (R4) of a sum t = s + y, as `(t - s) - y` or `y - (t - s)`, that go to the next addend, or to the sum, with the sign that t has in
/// them: what t gained by its rounding is added to it again instead of being taken off. In order.
std::vector<std::uint32_t> find_added_rests(const program& p);

} // namespace fpcheck::exec
