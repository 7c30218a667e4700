#pragma once
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// How a conversion to floating point reads what a product or sum of 32 bits gives.
enum class counted_as : std::uint8_t {
  nothing,    ///< it is not converted, or the remainder may be meant: a hash, a generator, an angle of 2^32 to the turn
  with_sign,  ///< with a sign
  without_sign, ///< without one: what fits either way is let pass
  natural       ///< without one, and made of numbers that have none
};

/// What an instruction may do to an integer, by what made it.
struct integer_risk {
  bool clamps = false;   ///< a conversion from floating point
  bool vanishes = false; ///< of an addend of a sum in fixed point
  bool shifts = false;   ///< by a register, and not to make a mask
  bool wraps = false;    ///< keeps the low bits of a rounded number, or stores what was computed from samples
  bool samples = false;  ///< the latter
  std::uint8_t low_bits = 0; ///< of what it stores these say something; 0: all
  counted_as counted = counted_as::nothing; ///< where it leaves its 32 bits, the number is lost
};

/// Of every instruction of `p`, by pc.
std::vector<integer_risk> integer_risks(const program& p);

} // namespace fpcheck::exec
