#pragma once
#include "fragments.hpp"

namespace fpcheck::exec {

/// Which matrix of a product a fragment is of.
enum class matrix_of : std::uint8_t { a, b, d };
/// What wmma.load and wmma.store move, in op::displacement. op::list holds the address as a place and what is stored, op::b the
/// stride between rows or columns, if one is given.
struct fragment_choice {
  matrix_of matrix{};
  std::uint8_t by_column = 0;                      ///< columns lie one behind the other, not rows
  std::uint8_t halves = 1, eights = 1, slices = 1; ///< as fragment_shape has them
  std::uint8_t each = 1;
  std::uint8_t bits = 32; ///< of an element
  std::uint8_t half_sums = 0;
};
void set_fragment(op& o, const fragment_choice& c);

/// wmma.load and wmma.store. The rows of A are read along the inner extent, and so are the columns of B.
handler bind_fragment_move(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
