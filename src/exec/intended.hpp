#pragma once
// What a program means although exact arithmetic would say otherwise, beyond the rounding to integers and the error terms that the
// domains know: roles of instructions and, for each domain alike, what they make of the shadow.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Roles that no domain has to know; the values go on where `role` ends.
namespace roles {
inline constexpr role split_part{512};      ///< the leading bits of a number that is split in two on purpose (Veltkamp): its rounding is a decision
inline constexpr role wrap{1024};           ///< takes a number to its period: the comparison that asks for it, and the sum that takes the period off
inline constexpr role kept_logarithm{2048}; ///< takes the argument of an exponential that is a number in memory, or carried by a loop, up to sums
inline constexpr role guess{4096};          ///< a load whose value a compare-and-swap of the same place verifies
inline constexpr role half_up{8192};        ///< rounds a datum by adding a half: the sum, and the directed rounding of it
inline constexpr role chosen_least{16384}; ///< a selection between the operands of the comparison that decides it: their minimum
inline constexpr role chosen_most{32768};  ///< their maximum
} // namespace roles

/// Puts around the instructions with such a role what it makes of their result. Requires: handlers are bound, nothing else is around them.
void mean_roles(wrapped_machine& m);

} // namespace fpcheck::exec
