#pragma once
// Numbers that lie beside each other in one register, and where each of them came from.
#include "def_use.hpp"

namespace fpcheck::exec {

/// Some bits of a register, as `pc` sees it.
struct bit_field {
  ref where;
  std::uint32_t pc = 0, shift = 0;
  bool packed = false; ///< it was put beside others on its way from there
};

/// Looks through what puts fields of 8 or 16 bits together: shifts, disjoint sums and disjunctions, byte permutations, insertions, packed moves.
class packed_fields {
public:
  explicit packed_fields(const def_use& g) : g_(g) {}
  /// Where the field was before it was put beside others; the field itself where that cannot be told.
  bit_field origin_of(bit_field f, std::uint32_t bits) const;
  /// Whether any bit of the field may be set.
  bool may_hold(const bit_field& f, std::uint32_t bits) const;

private:
  bit_field step(const bit_field& f, std::uint32_t bits) const;
  /// Bits that may be set.
  std::uint32_t possible(const ref& r, std::uint32_t pc, int depth) const;
  bit_field permuted(const op& d, const bit_field& f, std::uint32_t bits) const;

  const def_use& g_;
};

} // namespace fpcheck::exec
