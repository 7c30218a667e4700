#pragma once
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// What an instruction may do to an integer, by what made it.
struct integer_risk {
  bool clamps = false;   ///< a conversion from floating point
  bool vanishes = false; ///< of an addend of a sum in fixed point
  bool shifts = false;   ///< by a register, and not to make a mask
  bool wraps = false;    ///< keeps the low bits of a rounded number, or stores what was computed from samples
  bool samples = false;  ///< the latter
  std::uint8_t low_bits = 0; ///< of what it stores these say something; 0: all
};

/// Of every instruction of `p`, by pc.
std::vector<integer_risk> integer_risks(const program& p);

} // namespace fpcheck::exec
