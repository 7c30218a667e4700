#pragma once
// Products and sums of 32 bits that are taken for numbers: what leaves the range is no remainder, but lost.
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// How the conversion to floating point reads what an instruction computes.
enum class counted_as : std::uint8_t {
  nothing,    ///< it is not converted, or the remainder may be meant: a hash, a generator, an angle of 2^32 to the turn
  with_sign,  ///< with a sign
  without_sign, ///< without one: what fits either way is let pass
  natural       ///< without one, and made of numbers that have none
};
/// By pc.
std::vector<counted_as> find_counted_integers(const program& p);

} // namespace fpcheck::exec
