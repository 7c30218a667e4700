#pragma once
// Which integers are rounded numbers, and which of them are added up.
#include "def_use.hpp"

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// What the integers of an instruction are, by pc.
enum integer_origin : std::uint8_t {
  origin_elsewhere = 0,
  origin_rounded = 1, ///< it narrows, or stores part of, an integer that a conversion from floating point gave
  origin_addend = 2,  ///< it converts an addend of a sum in fixed point
  origin_mask = 4,    ///< it shifts to the left what becomes a mask: of ones, or less one, where a shift by the width leaves what is meant
  origin_samples = 8,  ///< it stores one or two bytes of what was computed from samples of as many
  origin_low_24 = 16,  ///< of which the low 24 bits say something
  origin_low_16 = 32   ///< or the low 16
};
struct integer_origins {
  std::vector<std::uint8_t> what;
  std::vector<ref> wider; ///< of a store: the register that what it stores was cut from just before, and that still holds it
};
integer_origins find_integer_origins(const program& p);

/// Whether an instruction keeps only part of an integer: a conversion to a narrower type, a store of one or two bytes.
bool narrows_integer(const op& o);

} // namespace fpcheck::exec
